//! The clock of a device: its time, its zone, and the summer time of that zone.
//!
//! Time, zone and summer time have the form of the vendor's page ("Sets the date, time and timezone on the device"). *Ours*: the path,
//! `delta` in minutes, `hour` as the clock on the wall shows it just before the change, and that a device keeps its time server
//! where `ntp` is absent.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::bounds::{self, BoundsError};

/// The offsets that a device knows, in minutes east of UTC.
pub const OFFSETS: [i16; 38] = [
    -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120, 180, 210, 240, 270, 300, 330, 345, 360, 390, 420,
    480, 525, 540, 570, 600, 630, 660, 720, 765, 780, 840,
];

/// The body of `POST /v1/device/time/settings`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockSettings {
    /// Now.
    #[serde(with = "time::serde::timestamp")]
    pub timestamp: OffsetDateTime,
    /// `UTC+01:00`: the offset outside of summer time.
    #[serde(with = "offset")]
    pub timezone: i16,
    pub dst: SummerTime,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummerTime {
    pub is_enabled: bool,
    /// The three below are required when it is enabled. Minutes by which the clock is put forward.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<i16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<ClockChange>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<ClockChange>,
}

/// When the clock is changed, each year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockChange {
    /// 1 to 12.
    pub month: i8,
    pub day: ChangeDay,
    /// 0 to 23.
    pub hour: i8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeDay {
    LastThursday,
    LastFriday,
    FridayBeforeLastSunday,
    FirstSaturday,
    LastSaturday,
    SaturdayBeforeLastSunday,
    FirstSunday,
    SecondSunday,
    FourthSunday,
    LastSunday,
}

impl ChangeDay {
    pub const ALL: [ChangeDay; 10] = {
        use ChangeDay::*;
        [
            LastSunday,
            FirstSunday,
            SecondSunday,
            FourthSunday,
            LastThursday,
            LastFriday,
            FridayBeforeLastSunday,
            FirstSaturday,
            LastSaturday,
            SaturdayBeforeLastSunday,
        ]
    };
}

impl SummerTime {
    pub const NONE: SummerTime = SummerTime { is_enabled: false, delta: None, start: None, end: None };
}

impl ClockSettings {
    pub fn check(&self) -> Result<(), BoundsError> {
        if !OFFSETS.contains(&self.timezone) {
            return Err(BoundsError::new("timezone", "is not an offset of the list"));
        }
        if !self.dst.is_enabled {
            return Ok(());
        }
        let required = |field: &str| BoundsError::new(field, "is required with summer time");
        bounds::number("dst.delta", self.dst.delta.ok_or_else(|| required("dst.delta"))?.into(), 1, 180)?;
        self.dst.start.ok_or_else(|| required("dst.start"))?.check().map_err(|error| error.inside("dst.start"))?;
        self.dst.end.ok_or_else(|| required("dst.end"))?.check().map_err(|error| error.inside("dst.end"))
    }
}

impl ClockChange {
    fn check(&self) -> Result<(), BoundsError> {
        bounds::number("month", self.month.into(), 1, 12)?;
        bounds::number("hour", self.hour.into(), 0, 23)
    }
}

/// `UTC+05:30`; zero is `UTC±00:00`.
mod offset {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(minutes: &i16, serializer: S) -> Result<S::Ok, S::Error> {
        let sign = match minutes.signum() {
            -1 => '-',
            0 => '±',
            _ => '+',
        };
        serializer.collect_str(&format_args!("UTC{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i16, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse(&text).ok_or_else(|| de::Error::custom("no offset from UTC"))
    }

    fn parse(text: &str) -> Option<i16> {
        let mut rest = text.strip_prefix("UTC")?.chars();
        let sign = match rest.next()? {
            '-' => -1,
            '±' | '+' => 1,
            _ => return None,
        };
        let (hours, minutes) = rest.as_str().split_once(':')?;
        if hours.len() != 2 || minutes.len() != 2 {
            return None;
        }
        let (hours, minutes): (u8, u8) = (hours.parse().ok()?, minutes.parse().ok()?);
        (minutes < 60 && hours <= 14).then(|| sign * (i16::from(hours) * 60 + i16::from(minutes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn clock(timezone: i16) -> ClockSettings {
        ClockSettings { timestamp: OffsetDateTime::UNIX_EPOCH, timezone, dst: SummerTime::NONE }
    }

    #[test]
    fn offsets_have_the_words_of_the_vendors_list() {
        for (minutes, word) in [(0, "UTC±00:00"), (-570, "UTC-09:30"), (60, "UTC+01:00"), (765, "UTC+12:45")] {
            assert_eq!(json!(clock(minutes))["timezone"], word);
        }
        for minutes in OFFSETS {
            let clock = clock(minutes);
            assert_eq!(serde_json::from_value::<ClockSettings>(json!(clock)).unwrap(), clock);
        }
    }

    #[test]
    fn summer_time_needs_a_beginning_and_an_end() {
        let dst = SummerTime {
            is_enabled: true,
            delta: Some(60),
            start: Some(ClockChange { month: 3, day: ChangeDay::LastSunday, hour: 2 }),
            end: Some(ClockChange { month: 10, day: ChangeDay::LastSunday, hour: 3 }),
        };
        assert_eq!(json!(dst)["start"], json!({"month": 3, "day": "last_sunday", "hour": 2}));
        assert!(ClockSettings { dst, ..clock(60) }.check().is_ok());
        let without_end = ClockSettings { dst: SummerTime { end: None, ..dst }, ..clock(60) };
        assert_eq!(without_end.check().unwrap_err().field, "dst.end");
        assert_eq!(clock(61).check().unwrap_err().field, "timezone");
    }
}
