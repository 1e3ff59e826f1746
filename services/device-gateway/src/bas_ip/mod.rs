//! The language of BAS-IP devices: from the platform's terms to the calls of `device-protocol` and back.
pub mod clock;
pub mod identifier;
pub mod login;
pub mod outcome;
pub mod reported;
pub mod schedule;
pub mod settings;

use serde::Serialize;
use sha2::{Digest, Sha256};

/// Items of one bulk write. The device takes 500; fewer keep an answer within the patience of its caller.
pub const CHUNK: usize = 50;

/// Hash of a body: 32 hexadecimal digits over its JSON.
pub fn hash(body: &impl Serialize) -> String {
    let json = serde_json::to_vec(body).expect("protocol types have string keys only");
    hex::encode(&Sha256::digest(&json)[..16])
}
