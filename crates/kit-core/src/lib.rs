//! What every part of a service uses and what needs no server: errors, settings, time, checks of input, secrets.
//!
//! | to | module |
//! |---|---|
//! | refuse a request, or say what went wrong | [`error`]: one `Error`, which becomes a gRPC status and in the end the catalogue's sentence |
//! | check the fields of a request, merge a PATCH | [`validate`], [`patch`], [`entity_fields`] (from the descriptor of the message) |
//! | read settings | [`variables`] reads the environment, [`settings`] has what all services share, [`budget`] the time limits of Postgres |
//! | know the time, or a zone | [`clock`] (a test sets it), [`zone`] (the border between the crates `time` and `jiff`) |
//! | keep a secret, or make a link that carries its own right | [`seal`], [`signed_link`] |
//! | trust a certificate, allow a network | [`authorities`], [`networks`] |
//! | end a process gracefully, work in one replica only | [`shutdown`], [`leadership`] |
//! | write JSON or a URL | [`json`], [`url_component`] |
//! | know the platform's services | [`services`] |
//!
//! No I/O but the environment and, at the start, files of certificates.

pub mod authorities;
pub mod budget;
pub mod clock;
pub mod entity_fields;
pub mod error;
pub mod json;
pub mod leadership;
pub mod networks;
pub mod patch;
pub mod seal;
pub mod services;
pub mod settings;
pub mod shutdown;
pub mod signed_link;
pub mod url_component;
pub mod validate;
pub mod variables;
pub mod zone;

pub use budget::{DatabaseTimeouts, Timeouts};
pub use clock::Clock;
pub use entity_fields::EntityFields;
pub use error::{Error, Result};
pub use leadership::Leadership;
pub use patch::Mask;
pub use settings::Settings;
pub use shutdown::Shutdown;
pub use validate::Fields;
