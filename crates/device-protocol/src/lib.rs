//! The vocabulary of the door devices: what panels, access controllers and lift controllers
//! say and understand. It knows nothing of MQTT clients, HTTP servers or databases; it only
//! names things, bounds them and turns them into JSON and back.
//!
//! * [`envelope`]: the request and the response that travel in an MQTT payload
//! * [`topic`], [`status`]: the topics, and how a device reports that it is online
//! * [`device_call`]: calls from the server to a device, typed, with their URIs
//! * [`server_call`]: calls from a device to the server, typed, with their URIs
//! * [`identifier`], [`card`], [`link`], [`outcome`]: identifiers held by a device
//! * [`time_profile`]: schedules as a device holds them
//! * [`event`], [`event_code`]: what happened at a door
//! * [`sip`], [`forward`], [`address`], [`call_settings`], [`network`], [`management`], [`lift`],
//!   [`face`], [`plates`], [`clock`]: the settings of a device
//! * [`credentials`], [`info`]: a person's login at a device, and what the device reports of itself
//! * [`model`], [`capability`]: which models exist, and what each can do
//! * [`digest`]: the short fingerprint by which held and wanted state are compared
//!
//! Shapes follow the vendor's public developer pages where these exist. What nobody published
//! (the MQTT envelope, event numbers and their answer, the version header) is this project's
//! own choice and is marked *ours*.

pub mod address;
pub mod alert;
pub mod bounds;
pub mod call_settings;
pub mod capability;
pub mod card;
pub mod clock;
pub mod credentials;
pub mod device_call;
pub mod digest;
pub mod envelope;
pub mod event;
pub mod event_code;
pub mod face;
pub mod forward;
pub mod identifier;
pub mod info;
pub mod lift;
pub mod link;
pub mod lock;
pub mod log_query;
pub mod management;
pub mod model;
pub mod network;
pub mod outcome;
pub mod photo;
pub mod plates;
pub mod remote;
pub mod serial;
pub mod server_call;
pub mod session;
pub mod sip;
pub mod status;
pub mod time_profile;
pub mod topic;
mod uri;

pub use bounds::BoundsError;
pub use card::CardNumber;
pub use credentials::Credentials;
pub use device_call::{CallError, DeviceCall};
pub use envelope::{Method, Request, Response};
pub use event::{Event, EventInfo, EventPush, StoredEvents};
pub use event_code::{EventCategory, EventCode};
pub use identifier::{IdentifierItem, IdentifierType, canonical_plate};
pub use lock::{LockChoice, LockTarget};
pub use model::{DeviceType, Model};
pub use outcome::{ItemOutcome, ItemResult};
pub use serial::Serial;
pub use server_call::ServerCall;
pub use status::Presence;
pub use time_profile::TimeProfile;
pub use topic::TopicKind;
