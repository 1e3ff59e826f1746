//! JSON text of single values.

use super::wire::Payload;
use crate::error::Malformed;
use crate::plan::Scalar;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Appends a scalar; the wire must hold it in its own encoding.
pub(super) fn scalar(scalar: Scalar, payload: Payload<'_>, out: &mut Vec<u8>) -> Result<(), Malformed> {
    // Varints that are too long for their type lose their upper bits, as protobuf has it.
    match (scalar, payload) {
        (Scalar::Int32, Payload::Varint(bits)) => integer(bits as i32, out),
        (Scalar::Int64, Payload::Varint(bits)) => integer(bits as i64, out),
        (Scalar::Uint32, Payload::Varint(bits)) => integer(bits as u32, out),
        (Scalar::Uint64, Payload::Varint(bits)) => integer(bits, out),
        (Scalar::Sint32, Payload::Varint(bits)) => integer(zigzag(u64::from(bits as u32)) as i32, out),
        (Scalar::Sint64, Payload::Varint(bits)) => integer(zigzag(bits), out),
        (Scalar::Fixed32, Payload::Fixed32(bits)) => integer(bits, out),
        (Scalar::Sfixed32, Payload::Fixed32(bits)) => integer(bits as i32, out),
        (Scalar::Fixed64, Payload::Fixed64(bits)) => integer(bits, out),
        (Scalar::Sfixed64, Payload::Fixed64(bits)) => integer(bits as i64, out),
        (Scalar::Float, Payload::Fixed32(bits)) => float(f32::from_bits(bits), out),
        (Scalar::Double, Payload::Fixed64(bits)) => float(f64::from_bits(bits), out),
        (Scalar::Bool, Payload::Varint(bits)) => {
            out.extend_from_slice(if bits == 0 { b"false" } else { b"true" });
        }
        (Scalar::String, Payload::Bytes(bytes)) => return string(bytes, out),
        (Scalar::Bytes, Payload::Bytes(bytes)) => base64(bytes, out),
        _ => return Err(Malformed::WireType),
    }
    Ok(())
}

/// The value of a scalar that is not on the wire.
pub(super) fn zero(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::String | Scalar::Bytes => "\"\"",
        Scalar::Bool => "false",
        Scalar::Float | Scalar::Double => "0",
        _ => "0",
    }
}

/// Appends a quoted string. `bytes` must be UTF-8.
pub(super) fn string(bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
    let text = std::str::from_utf8(bytes).map_err(|_| Malformed::Utf8)?;
    serde_json::to_writer(out, text).expect("a vector takes every string");
    Ok(())
}

pub(super) fn integer(value: impl itoa::Integer, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// Whole numbers below 2^53 are exact as doubles.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// JSON has no word for what is not finite: null. Whole numbers are written as such: in a `Struct` every number
/// is a double, ids too.
fn float<F: ryu::Float + Into<f64> + Copy>(value: F, out: &mut Vec<u8>) {
    let double: f64 = value.into();
    if double.fract() == 0.0 && double.abs() < EXACT && (double != 0.0 || double.is_sign_positive()) {
        integer(double as i64, out);
    } else if double.is_finite() {
        out.extend_from_slice(ryu::Buffer::new().format_finite(value).as_bytes());
    } else {
        out.extend_from_slice(b"null");
    }
}

fn base64(bytes: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    let start = out.len();
    // Four letters for every three bytes begun.
    out.resize(start + bytes.len().div_ceil(3) * 4, 0);
    let written = STANDARD.encode_slice(bytes, &mut out[start..]).expect("there is room");
    out.truncate(start + written);
    out.push(b'"');
}

fn zigzag(bits: u64) -> i64 {
    (bits >> 1) as i64 ^ -((bits & 1) as i64)
}
