//! The vocabulary of the door devices: what panels, access controllers and lift controllers
//! say and understand. It knows nothing of MQTT clients, HTTP servers or databases; it only
//! names things, bounds them and turns them into JSON and back.
//!
//! * [`envelope`]: the request and the response that travel in an MQTT payload
//! * [`topic`], [`status`]: where they travel, and how a device says that it is there
//! * [`device_call`]: what the server asks of a device, typed, with its URI
//! * [`server_call`]: what a device tells or asks the server, typed, with its URI
//! * [`identifier`], [`card`], [`link`], [`outcome`]: identifiers held by a device
//! * [`time_profile`]: schedules as a device holds them
//! * [`event`], [`event_code`]: what happened at a door
//! * [`sip`], [`forward`], [`address`], [`call_settings`], [`network`], [`management`], [`lift`],
//!   [`face`], [`plates`]: the settings of a device
//! * [`credentials`], [`info`]: what a person signs in with at a device, and what it says of itself
//! * [`model`], [`capability`]: which models exist, and what each can do
//! * [`digest`]: the short fingerprint by which held and wanted state are compared
//!
//! Shapes follow the vendor's public developer pages where these exist. What nobody published
//! (the MQTT envelope, event numbers and their answer, the version header) is this project's
//! own choice and is marked *ours*.

pub mod address;
pub mod bounds;
pub mod call_settings;
pub mod capability;
pub mod card;
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
pub use identifier::{IdentifierItem, IdentifierType};
pub use lock::{LockChoice, LockTarget};
pub use model::{DeviceType, Model};
pub use outcome::{ItemOutcome, ItemResult};
pub use serial::Serial;
pub use server_call::ServerCall;
pub use status::Presence;
pub use time_profile::TimeProfile;
pub use topic::TopicKind;
