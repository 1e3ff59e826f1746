//! JSON values as protobuf scalars.

use super::wire::Encoded;
use crate::plan::Scalar;
use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::{Number, Value};
use std::borrow::Cow;

const STRING: &str = "must be a string";
pub(super) const NUMBER: &str = "must be a number";
pub(super) const OUT_OF_RANGE: &str = "out of range";
const WHOLE_NUMBER: &str = "must be a whole number";
const BOOLEAN: &str = "must be true or false";
const BASE64: &str = "must be base64";
const NUL: &str = "must not contain U+0000";

type Read<T> = Result<T, &'static str>;

/// Encodes a JSON value, or says what it must be instead.
pub(super) fn encode(scalar: Scalar, value: &Value) -> Read<Encoded<'_>> {
    Ok(match scalar {
        Scalar::Int32 => varint(i64::from(signed::<i32>(value)?)),
        Scalar::Int64 => varint(signed::<i64>(value)?),
        Scalar::Sint32 => varint_zigzag(signed::<i32>(value)?.into()),
        Scalar::Sint64 => varint_zigzag(signed::<i64>(value)?),
        Scalar::Uint32 => Encoded::Varint(unsigned::<u32>(value)?.into()),
        Scalar::Uint64 => Encoded::Varint(unsigned::<u64>(value)?),
        Scalar::Fixed32 => Encoded::Fixed32(unsigned::<u32>(value)?),
        Scalar::Fixed64 => Encoded::Fixed64(unsigned::<u64>(value)?),
        Scalar::Sfixed32 => Encoded::Fixed32(signed::<i32>(value)?.cast_unsigned()),
        Scalar::Sfixed64 => Encoded::Fixed64(signed::<i64>(value)?.cast_unsigned()),
        Scalar::Bool => Encoded::Varint(value.as_bool().ok_or(BOOLEAN)?.into()),
        Scalar::Float => Encoded::Fixed32(single_precision(value)?.to_bits()),
        Scalar::Double => Encoded::Fixed64(double(value)?.to_bits()),
        Scalar::String => Encoded::Bytes(Cow::Borrowed(text(value)?.as_bytes())),
        Scalar::Bytes => Encoded::Bytes(Cow::Owned(base64(value.as_str().ok_or(STRING)?)?)),
    })
}

/// A text without U+0000, which Postgres does not store.
pub(super) fn text(value: &Value) -> Read<&str> {
    let text = value.as_str().ok_or(STRING)?;
    if text.contains('\0') { Err(NUL) } else { Ok(text) }
}

/// The number of seconds, or whatever else is measured with decimals.
pub(super) fn double(value: &Value) -> Read<f64> {
    value.as_f64().ok_or(NUMBER)
}

pub(super) fn varint<'j>(value: i64) -> Encoded<'j> {
    Encoded::Varint(value.cast_unsigned())
}

fn varint_zigzag<'j>(value: i64) -> Encoded<'j> {
    Encoded::Varint(((value << 1) ^ (value >> 63)).cast_unsigned())
}

fn signed<T: TryFrom<i64>>(value: &Value) -> Read<T> {
    let number = number(value)?;
    let number = number.as_i64().ok_or_else(|| not_whole(number))?;
    T::try_from(number).map_err(|_| OUT_OF_RANGE)
}

fn unsigned<T: TryFrom<u64>>(value: &Value) -> Read<T> {
    let number = number(value)?;
    let number = number.as_u64().ok_or_else(|| not_whole(number))?;
    T::try_from(number).map_err(|_| OUT_OF_RANGE)
}

fn number(value: &Value) -> Read<&Number> {
    value.as_number().ok_or(WHOLE_NUMBER)
}

/// Why a number is no integer: a whole number beyond 64 bits is read as a float.
fn not_whole(number: &Number) -> &'static str {
    const BEYOND_64_BITS: f64 = 9.2e18;
    let too_large = number.as_f64().is_some_and(|float| float.abs() > BEYOND_64_BITS);
    if too_large || !number.is_f64() { OUT_OF_RANGE } else { WHOLE_NUMBER }
}

fn single_precision(value: &Value) -> Read<f32> {
    let single = double(value)? as f32;
    if single.is_finite() { Ok(single) } else { Err(OUT_OF_RANGE) }
}

/// Takes both alphabets, with and without padding.
fn base64(text: &str) -> Read<Vec<u8>> {
    const LENIENT: GeneralPurposeConfig =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent).with_decode_allow_trailing_bits(true);
    const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
    const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);
    let engine = if text.contains(['-', '_']) { URL_SAFE } else { STANDARD };
    engine.decode(text).map_err(|_| BASE64)
}
