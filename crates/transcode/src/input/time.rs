//! JSON as `Timestamp` and `Duration`: seconds and nanoseconds.

use super::scalar::{self, OUT_OF_RANGE};
use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

const DATE_AND_TIME: &str = "must be a date and time";
/// The range of a protobuf `Duration`: 10,000 years.
const MAX_SECONDS: f64 = 315_576_000_000.0;
const NANOS_PER_SECOND: f64 = 1e9;

type Time = Result<(i64, i32), &'static str>;

/// Reads any RFC 3339 text, to the nanosecond.
pub(super) fn timestamp(value: &Value) -> Time {
    let text = value.as_str().ok_or(DATE_AND_TIME)?;
    let time = OffsetDateTime::parse(text, &Rfc3339).map_err(|_| DATE_AND_TIME)?;
    // The offset can carry the last hours of the year 9999 out of the range of a Timestamp.
    let seconds = time.unix_timestamp();
    let utc = OffsetDateTime::from_unix_timestamp(seconds).map_err(|_| OUT_OF_RANGE)?;
    if !(1..=9999).contains(&utc.year()) {
        return Err(OUT_OF_RANGE);
    }
    Ok((seconds, time.nanosecond().cast_signed()))
}

/// Reads a number of seconds: exact to the nanosecond up to 48 days, as a double can be.
pub(super) fn duration(value: &Value) -> Time {
    let seconds = scalar::double(value)?;
    if seconds.abs() > MAX_SECONDS {
        return Err(OUT_OF_RANGE);
    }
    let whole = seconds.trunc();
    let nanos = ((seconds - whole) * NANOS_PER_SECOND).round();
    // Rounding can make a full second.
    if nanos.abs() >= NANOS_PER_SECOND {
        return Ok((whole as i64 + nanos.signum() as i64, 0));
    }
    Ok((whole as i64, nanos as i32))
}
