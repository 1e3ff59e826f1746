//! How mails write a time: in the zone and format of the project's settings.
use kit::zone;
use time::OffsetDateTime;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalTime {
    /// IANA name; UTC when it is unknown or empty.
    pub time_zone: String,
    /// `DD-MM-YYYY` (also used for any other value), `MM-DD-YYYY` or `YYYY-MM-DD`.
    pub time_format: String,
}

impl LocalTime {
    /// Date, time and zone, as in `05-03-2026 23:04 CET`.
    pub fn write(&self, at: OffsetDateTime) -> String {
        let day = match self.time_format.as_str() {
            "MM-DD-YYYY" => "%m-%d-%Y",
            "YYYY-MM-DD" => "%Y-%m-%d",
            _ => "%d-%m-%Y",
        };
        let local = zone::timestamp(at).to_zoned(zone::find(&self.time_zone));
        local.strftime(&format!("{day} %H:%M %Z")).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(time_zone: &str, time_format: &str) -> String {
        let at = OffsetDateTime::from_unix_timestamp(1_772_748_249).expect("a time");
        LocalTime { time_zone: time_zone.into(), time_format: time_format.into() }.write(at)
    }

    #[test]
    fn a_time_is_written_in_the_projects_zone_and_format() {
        assert_eq!(written("Europe/Amsterdam", "DD-MM-YYYY"), "05-03-2026 23:04 CET");
        assert_eq!(written("Asia/Tokyo", "MM-DD-YYYY"), "03-06-2026 07:04 JST");
        assert_eq!(written("UTC", "YYYY-MM-DD"), "2026-03-05 22:04 UTC");
    }

    #[test]
    fn without_settings_it_is_utc() {
        assert_eq!(written("", ""), "05-03-2026 22:04 UTC");
        assert_eq!(written("Mars/Olympus", "YYYY"), "05-03-2026 22:04 UTC");
    }
}
