//! Codes of events at a device, as the vendor defines them.

use std::fmt;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum EventCategory {
    Access,
    Info,
    System,
    /// Device alarms.
    Emergency,
    /// A code of a newer firmware, kept unchanged.
    Other(String),
}

impl EventCategory {
    pub fn as_str(&self) -> &str {
        match self {
            EventCategory::Access => "access",
            EventCategory::Info => "info",
            EventCategory::System => "system",
            EventCategory::Emergency => "emergency",
            EventCategory::Other(word) => word,
        }
    }
}

impl From<String> for EventCategory {
    fn from(word: String) -> Self {
        match word.as_str() {
            "access" => EventCategory::Access,
            "info" => EventCategory::Info,
            "system" => EventCategory::System,
            "emergency" => EventCategory::Emergency,
            _ => EventCategory::Other(word),
        }
    }
}

impl From<EventCategory> for String {
    fn from(category: EventCategory) -> String {
        category.as_str().to_owned()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum EventCode {
    AccessGrantedByValidIdentifier,
    AccessGrantedByValidFaceIdentifier,
    AccessGrantedByApiCall,
    AccessGrantedByCallHost,
    AccessGrantedByMasterCode,
    AccessGrantedByRemoteServerApiCall,
    AccessGrantedBySharedIdentifier,
    AccessDeniedByNotValidIdentifier,
    AccessDeniedByNotValidFaceIdentifier,
    AccessDeniedByNotValidInputCode,
    AccessDeniedByUnknownCard,
    AccessDeniedByRemoteServerApiCall,
    AccessDeniedByUnknownQrCode,
    LockWasOpenedByExitBtn,
    LockWasOpenedByFreeAccessButton,
    DoorWasOpened,
    DoorWasClosed,
    DoorSensorWasOpened,
    DoorSensorWasClosed,
    EmergencyLockIsOpened,
    MultiAccessGranted,
    MultiAccessDenied,
    LiftCallSuccess,
    LiftCallError,
    IncomingCall,
    OutgoingCall,
    OutgoingCallMissed,
    DeviceBooted,
    SipRegistrationLost,
    SuccessfulLoginApiCall,
    IncorrectLoginApiCall,
    DoorWasNotClosedTooLong,
    LockIsOpenedTooLong,
    TamperEvent,
    /// A code of a newer firmware: kept as it came.
    Other(String),
}

/// Every known code, with its name and its category.
static CODES: [(EventCode, &str, EventCategory); 34] = {
    use EventCategory::{Access, Emergency, Info, System};
    use EventCode as C;
    [
        (C::AccessGrantedByValidIdentifier, "access_granted_by_valid_identifier", Access),
        (C::AccessGrantedByValidFaceIdentifier, "access_granted_by_valid_face_identifier", Access),
        (C::AccessGrantedByApiCall, "access_granted_by_api_call", Access),
        (C::AccessGrantedByCallHost, "access_granted_by_call_host", Access),
        (C::AccessGrantedByMasterCode, "access_granted_by_master_code", Access),
        (C::AccessGrantedByRemoteServerApiCall, "access_granted_by_remote_server_api_call", Access),
        (C::AccessGrantedBySharedIdentifier, "access_granted_by_shared_identifier", Access),
        (C::AccessDeniedByNotValidIdentifier, "access_denied_by_not_valid_identifier", Access),
        (C::AccessDeniedByNotValidFaceIdentifier, "access_denied_by_not_valid_face_identifier", Access),
        (C::AccessDeniedByNotValidInputCode, "access_denied_by_not_valid_input_code", Access),
        (C::AccessDeniedByUnknownCard, "access_denied_by_unknown_card", Access),
        (C::AccessDeniedByRemoteServerApiCall, "access_denied_by_remote_server_api_call", Access),
        (C::AccessDeniedByUnknownQrCode, "access_denied_by_unknown_qr_code", Access),
        (C::LockWasOpenedByExitBtn, "lock_was_opened_by_exit_btn", Access),
        (C::LockWasOpenedByFreeAccessButton, "lock_was_opened_by_free_access_button", Access),
        (C::DoorWasOpened, "door_was_opened", Access),
        (C::DoorWasClosed, "door_was_closed", Access),
        (C::DoorSensorWasOpened, "door_sensor_was_opened", Access),
        (C::DoorSensorWasClosed, "door_sensor_was_closed", Access),
        (C::EmergencyLockIsOpened, "emergency_lock_is_opened", Access),
        (C::MultiAccessGranted, "multi_access_granted", Access),
        (C::MultiAccessDenied, "multi_access_denied", Access),
        (C::LiftCallSuccess, "lift_call_success", Access),
        (C::LiftCallError, "lift_call_error", Access),
        (C::IncomingCall, "incoming_call", Info),
        (C::OutgoingCall, "outgoing_call", Info),
        (C::OutgoingCallMissed, "outgoing_call_missed", Info),
        (C::DeviceBooted, "device_booted", Info),
        (C::SipRegistrationLost, "sip_registration_lost", Info),
        (C::SuccessfulLoginApiCall, "successful_login_api_call", System),
        (C::IncorrectLoginApiCall, "incorrect_login_api_call", System),
        (C::DoorWasNotClosedTooLong, "door_was_not_closed_too_long", Emergency),
        (C::LockIsOpenedTooLong, "lock_is_opened_too_long", Emergency),
        (C::TamperEvent, "tamper_event", Emergency),
    ]
};

impl EventCode {
    /// Every known code, in the order of the vendor's list.
    pub fn known() -> impl Iterator<Item = &'static EventCode> {
        CODES.iter().map(|(code, _, _)| code)
    }

    pub fn as_str(&self) -> &str {
        match self {
            EventCode::Other(word) => word,
            known => CODES.iter().find(|(code, _, _)| code == known).map_or("", |(_, word, _)| word),
        }
    }

    /// The category under which devices report this code; none for an unknown one.
    pub fn category(&self) -> Option<&'static EventCategory> {
        CODES.iter().find(|(code, _, _)| code == self).map(|(_, _, category)| category)
    }

    /// A door opened for somebody who was checked.
    pub fn is_granted(&self) -> bool {
        self.as_str().starts_with("access_granted_by_") || *self == EventCode::MultiAccessGranted
    }

    /// Somebody was checked and refused.
    pub fn is_denied(&self) -> bool {
        self.as_str().starts_with("access_denied_by_") || *self == EventCode::MultiAccessDenied
    }

    /// A device alarm, to be processed by a person.
    pub fn is_alarm(&self) -> bool {
        self.category() == Some(&EventCategory::Emergency)
    }
}

impl From<String> for EventCode {
    fn from(word: String) -> Self {
        let known = CODES.iter().find(|(_, known, _)| *known == word);
        known.map_or(EventCode::Other(word), |(code, _, _)| code.clone())
    }
}

impl From<EventCode> for String {
    fn from(code: EventCode) -> String {
        code.as_str().to_owned()
    }
}

impl fmt::Display for EventCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_code_reads_back_from_its_word() {
        for code in EventCode::known() {
            assert_eq!(&EventCode::from(code.as_str().to_owned()), code);
            assert!(code.category().is_some());
        }
    }

    #[test]
    fn an_unknown_code_is_never_lost() {
        let code: EventCode = serde_json::from_value(json!("door_was_painted")).unwrap();
        assert_eq!(code, EventCode::Other("door_was_painted".into()));
        assert_eq!(serde_json::to_value(&code).unwrap(), json!("door_was_painted"));
        assert_eq!(code.category(), None);
        let category: EventCategory = serde_json::from_value(json!("weather")).unwrap();
        assert_eq!(serde_json::to_value(category).unwrap(), json!("weather"));
    }

    #[test]
    fn granted_denied_and_alarms_do_not_overlap() {
        for code in EventCode::known() {
            let classes = [code.is_granted(), code.is_denied(), code.is_alarm()];
            assert!(classes.iter().filter(|is| **is).count() <= 1, "{code}");
        }
        assert!(EventCode::TamperEvent.is_alarm());
        assert!(EventCode::AccessDeniedByUnknownCard.is_denied());
        assert!(!EventCode::LockWasOpenedByExitBtn.is_granted());
    }
}
