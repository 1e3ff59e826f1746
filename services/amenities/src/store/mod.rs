//! The tables.
pub mod amenity;
pub mod amenity_file;
pub mod amenity_member;
pub mod amenity_reservation;
pub mod reservation_log;
pub mod slot_usage;

use jiff::civil::Date;
use time::Month;

/// As Postgres has it.
fn to_sql(date: Date) -> time::Date {
    let month = Month::try_from(date.month().unsigned_abs()).unwrap_or(Month::January);
    time::Date::from_calendar_date(date.year().into(), month, date.day().unsigned_abs()).unwrap_or(time::Date::MIN)
}

fn from_sql(date: time::Date) -> Date {
    let (year, month, day) = date.to_calendar_date();
    Date::new(year as i16, u8::from(month) as i8, day as i8).unwrap_or(Date::ZERO)
}
