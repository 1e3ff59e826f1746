//! `Timestamp` and `Duration` as JSON text.

use super::text::integer;
use crate::error::Malformed;
use time::OffsetDateTime;

const NANOS_PER_SECOND: i32 = 1_000_000_000;
const NANOS_PER_MILLISECOND: i32 = 1_000_000;

/// Appends `"2026-11-21T09:00:00.000Z"`. What is finer than a millisecond is cut off.
pub(super) fn timestamp(seconds: i64, nanos: i32, out: &mut Vec<u8>) -> Result<(), Malformed> {
    let time = OffsetDateTime::from_unix_timestamp(seconds).map_err(|_| Malformed::Time)?;
    let year = u32::try_from(time.year()).ok().filter(|year| (1..=9999).contains(year));
    let year = year.ok_or(Malformed::Time)?;
    if !(0..NANOS_PER_SECOND).contains(&nanos) {
        return Err(Malformed::Time);
    }
    out.push(b'"');
    digits::<4>(year, out);
    out.push(b'-');
    digits::<2>(u8::from(time.month()).into(), out);
    out.push(b'-');
    digits::<2>(time.day().into(), out);
    out.push(b'T');
    digits::<2>(time.hour().into(), out);
    out.push(b':');
    digits::<2>(time.minute().into(), out);
    out.push(b':');
    digits::<2>(time.second().into(), out);
    out.push(b'.');
    digits::<3>((nanos / NANOS_PER_MILLISECOND).unsigned_abs(), out);
    out.extend_from_slice(b"Z\"");
    Ok(())
}

/// Appends the seconds, with exactly the decimals that the nanoseconds need: `1.5`.
pub(super) fn duration(seconds: i64, nanos: i32, out: &mut Vec<u8>) -> Result<(), Malformed> {
    let agree = seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0);
    if !agree || nanos <= -NANOS_PER_SECOND || nanos >= NANOS_PER_SECOND {
        return Err(Malformed::Time);
    }
    if nanos < 0 && seconds == 0 {
        out.push(b'-');
    }
    integer(seconds, out);
    if nanos != 0 {
        out.push(b'.');
        digits::<9>(nanos.unsigned_abs(), out);
        while out.ends_with(b"0") {
            out.pop();
        }
    }
    Ok(())
}

/// Appends exactly `N` digits, zeros in front.
fn digits<const N: usize>(mut value: u32, out: &mut Vec<u8>) {
    let mut digits = [b'0'; N];
    for digit in digits.iter_mut().rev() {
        *digit += (value % 10) as u8;
        value /= 10;
    }
    out.extend_from_slice(&digits);
}
