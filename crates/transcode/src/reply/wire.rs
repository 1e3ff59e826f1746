//! Reads the fields of a message off the wire.

use crate::error::Malformed;
use prost::encoding::{WireType, decode_key, decode_varint};

/// The value of a field, as far as its encoding says.
#[derive(Debug, Clone, Copy)]
pub(super) enum Payload<'w> {
    Varint(u64),
    Fixed32(u32),
    Fixed64(u64),
    /// A string, bytes, a message or a packed list.
    Bytes(&'w [u8]),
}

/// Takes one field, number and value, from the front of `wire`.
pub(super) fn field<'w>(wire: &mut &'w [u8]) -> Result<(u32, Payload<'w>), Malformed> {
    let (number, wire_type) = decode_key(wire).map_err(|_| Malformed::Damaged)?;
    Ok((number, payload(wire_type, wire)?))
}

/// Takes one value from the front of `wire`.
pub(super) fn payload<'w>(wire_type: WireType, wire: &mut &'w [u8]) -> Result<Payload<'w>, Malformed> {
    Ok(match wire_type {
        WireType::Varint => Payload::Varint(varint(wire)?),
        WireType::ThirtyTwoBit => Payload::Fixed32(u32::from_le_bytes(chunk(wire)?)),
        WireType::SixtyFourBit => Payload::Fixed64(u64::from_le_bytes(chunk(wire)?)),
        WireType::LengthDelimited => Payload::Bytes(delimited(wire)?),
        // Groups are proto2; no service sends them.
        WireType::StartGroup | WireType::EndGroup => return Err(Malformed::Damaged),
    })
}

fn varint(wire: &mut &[u8]) -> Result<u64, Malformed> {
    decode_varint(wire).map_err(|_| Malformed::Damaged)
}

fn chunk<const N: usize>(wire: &mut &[u8]) -> Result<[u8; N], Malformed> {
    let (chunk, rest) = wire.split_first_chunk::<N>().ok_or(Malformed::Damaged)?;
    *wire = rest;
    Ok(*chunk)
}

fn delimited<'w>(wire: &mut &'w [u8]) -> Result<&'w [u8], Malformed> {
    let length = usize::try_from(varint(wire)?).map_err(|_| Malformed::Damaged)?;
    let (bytes, rest) = wire.split_at_checked(length).ok_or(Malformed::Damaged)?;
    *wire = rest;
    Ok(bytes)
}
