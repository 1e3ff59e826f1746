//! A file that says what a device held: `{info: {serial_number, model}, identifiers: [...], time_profiles: [...]}`, in the device's
//! words. *Ours*: the format of the vendor's backups is not public.
use device_protocol::TimeProfile;
use kit::Error;
use serde::Deserialize;
use serde_json::json;

use super::held::HeldIdentifier;

pub const MAX_BYTES: usize = 16 << 20;
/// As access takes them.
pub const MAX_IDENTIFIERS: usize = 10_000;
pub const MAX_SCHEDULES: usize = 1_000;

#[derive(Debug, Deserialize)]
pub struct DeviceBackup {
    pub info: BackupInfo,
    #[serde(default)]
    pub identifiers: Vec<HeldIdentifier>,
    #[serde(default)]
    pub time_profiles: Vec<TimeProfile>,
}

#[derive(Debug, Deserialize)]
pub struct BackupInfo {
    #[serde(alias = "serial")]
    pub serial_number: String,
}

impl DeviceBackup {
    /// Photos and other keys are passed over; an item that makes no sense refuses the file.
    pub fn parse(bytes: &[u8]) -> Result<DeviceBackup, Error> {
        let backup: DeviceBackup = serde_json::from_slice(bytes).map_err(|error| refused(&error.to_string()))?;
        if backup.identifiers.len() > MAX_IDENTIFIERS || backup.time_profiles.len() > MAX_SCHEDULES {
            return Err(refused(&format!("too many items: at most {MAX_IDENTIFIERS} identifiers and {MAX_SCHEDULES} time profiles")));
        }
        Ok(backup)
    }
}

fn refused(reason: &str) -> Error {
    Error::NotAccepted { code: "invalid_backup_image", message: "invalid backup image", data: json!({ "reason": reason }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: &str = r#"{"link_id": "00000000-0000-0000-0000-000000000001", "identifier_owner": {"name": "Ann", "type": "owner"},
        "identifier_type": "card", "identifier_number": "13961168", "lock": "first", "face_image": [[[]]],
        "valid": {"time": {"is_permanent": true}, "passes": {"is_permanent": true}}}"#;

    fn parse(text: &str) -> Result<DeviceBackup, String> {
        DeviceBackup::parse(text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_documented_file_is_read() {
        let backup = parse(&format!(r#"{{"info": {{"serial_number": "S-1", "model": "AA-12"}}, "identifiers": [{CARD}]}}"#)).unwrap();
        assert_eq!((backup.info.serial_number.as_str(), backup.identifiers.len(), backup.time_profiles.len()), ("S-1", 1, 0));
    }

    #[test]
    fn every_other_file_is_refused() {
        let nested = format!(r#"{{"info": {}"#, "[".repeat(100_000));
        let many = format!(r#"{{"info": {{"serial_number": "S-1"}}, "identifiers": [{}]}}"#, vec![CARD; MAX_IDENTIFIERS + 1].join(","));
        let wrong_item = r#"{"info": {"serial_number": "S-1"}, "identifiers": [{}]}"#;
        for file in ["", "PK\u{3}\u{4}", "[]", "{}", r#"{"identifiers": []}"#, wrong_item, &nested, &many] {
            assert_eq!(parse(file).unwrap_err(), "invalid backup image");
        }
    }
}
