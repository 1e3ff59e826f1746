//! Which access events count as a pass of an identifier.

/// Access granted without an identifier that the device has read: from a phone or a link, by a call, or by the code of the device itself.
const WITHOUT_IDENTIFIER: [&str; 3] = [ASKED_FOR, "access_granted_by_call_host", "access_granted_by_master_code"];

/// The code of an opening that the platform has asked for. With an identifier it is of a guest's key, by whose link the door was opened.
const ASKED_FOR: &str = "access_granted_by_api_call";

/// The code of an opening of which the device has asked the platform.
pub const ASKED: &str = "access_granted_by_remote_server_api_call";

/// Whether an identifier opened the door. Unknown codes of newer firmware count when they begin with `access_granted_by_`.
pub fn is_pass(code: &str) -> bool {
    let granted = code.starts_with("access_granted_by_") || code == "multi_access_granted";
    granted && !WITHOUT_IDENTIFIER.contains(&code)
}

/// Whether a device has reported an opening by a link: it was held before the door was asked, and is not counted again.
pub fn is_opening_by_link(code: &str, identifier_id: i64) -> bool {
    code == ASKED_FOR && identifier_id != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_door_that_opens_by_itself_or_from_afar_uses_up_no_pass() {
        for code in ["access_granted_by_valid_identifier", "access_granted_by_remote_server_api_call", "multi_access_granted"] {
            assert!(is_pass(code), "{code}");
        }
        for code in ["access_denied_by_unknown_card", "access_granted_by_api_call", "access_granted_by_call_host", "door_was_opened", ""] {
            assert!(!is_pass(code), "{code}");
        }
    }
}
