//! The language of BAS-IP devices: from the platform's terms to the calls of `device-protocol` and back.
pub mod backup;
pub mod clock;
pub mod held;
pub mod identifier;
pub mod lift;
pub mod login;
pub mod outcome;
pub mod reported;
pub mod schedule;
pub mod settings;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::domain::difference::ChunkLimits;

/// Of one bulk write. The device takes 500 items; fewer keep an answer within the time that its caller waits. Photos of faces
/// are up to 512 KiB each.
pub const CHUNK: ChunkLimits = ChunkLimits { items: 50, bytes: 2 << 20 };

/// Hash of a body: 32 hexadecimal digits over its JSON.
pub fn hash(body: &impl Serialize) -> String {
    let json = serde_json::to_vec(body).expect("protocol types have string keys only");
    hex::encode(&Sha256::digest(&json)[..16])
}
