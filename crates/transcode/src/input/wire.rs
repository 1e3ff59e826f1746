//! Writes fields in protobuf's encoding.

use prost::encoding::{WireType, encode_key, encode_varint};
use std::borrow::Cow;

/// A scalar, encoded but for its field number.
#[derive(Debug)]
pub(super) enum Encoded<'j> {
    Varint(u64),
    Fixed32(u32),
    Fixed64(u64),
    Bytes(Cow<'j, [u8]>),
}

impl Encoded<'_> {
    /// Whether this is what an unset field reads as.
    pub fn is_zero(&self) -> bool {
        match self {
            Self::Varint(bits) | Self::Fixed64(bits) => *bits == 0,
            Self::Fixed32(bits) => *bits == 0,
            Self::Bytes(bytes) => bytes.is_empty(),
        }
    }

    /// Appends the field, with its number.
    pub fn put(&self, number: u32, out: &mut Vec<u8>) {
        let wire_type = match self {
            Self::Varint(_) => WireType::Varint,
            Self::Fixed32(_) => WireType::ThirtyTwoBit,
            Self::Fixed64(_) => WireType::SixtyFourBit,
            Self::Bytes(_) => WireType::LengthDelimited,
        };
        encode_key(number, wire_type, out);
        self.put_bare(out);
    }

    /// Appends the value alone, as in a packed list.
    pub fn put_bare(&self, out: &mut Vec<u8>) {
        match self {
            Self::Varint(bits) => encode_varint(*bits, out),
            Self::Fixed32(bits) => out.extend_from_slice(&bits.to_le_bytes()),
            Self::Fixed64(bits) => out.extend_from_slice(&bits.to_le_bytes()),
            Self::Bytes(bytes) => {
                encode_varint(bytes.len() as u64, out);
                out.extend_from_slice(bytes);
            }
        }
    }
}

/// Appends a string, a message or a packed list.
pub(crate) fn put_bytes(number: u32, bytes: &[u8], out: &mut Vec<u8>) {
    encode_key(number, WireType::LengthDelimited, out);
    encode_varint(bytes.len() as u64, out);
    out.extend_from_slice(bytes);
}
