//! What is read from and put into SIP messages.
use rsipstack::dialog::invite_dialog::InviteDialog;
use rsipstack::sip::{Header, Request, StatusCode};

/// Headers that the web phone and panels know a call by.
pub const SPEECH_ID: &str = "X-Speech-Id";
pub const SPEECH_TYPE: &str = "X-Speech-Type";
pub const TARGET_CALLEE: &str = "X-Target-Callee";
pub const SOS: &str = "X-Sos";
/// The alarm that a call tells of: the web phone offers to take it.
pub const ALARM_ID: &str = "X-Alarm-Id";
pub const TENANT: &str = "X-Tenant";
pub const AUTH_USER: &str = "X-Auth-User";
pub const SOURCE: &str = "X-Src-Proto";

/// The longest session description that is taken in: a browser's has some 6 KB.
pub const MAX_SDP: usize = 32 * 1024;

/// Characters of what was dialled that are kept.
const MAX_DIALLED_TEXT: usize = 32;

pub fn header<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    request.headers.iter().find_map(|header| match header {
        Header::Other(other, value) if other.eq_ignore_ascii_case(name) => Some(value.trim()),
        _ => None,
    })
}

/// The body as text, when it is not too long for a session description.
pub fn sdp(body: &[u8]) -> Option<String> {
    if body.is_empty() || body.len() > MAX_SDP {
        return None;
    }
    String::from_utf8(body.to_vec()).ok()
}

pub fn sdp_headers() -> Option<Vec<Header>> {
    Some(vec![Header::ContentType("application/sdp".into())])
}

pub fn content_type_headers(content_type: &str) -> Option<Vec<Header>> {
    Some(vec![Header::ContentType(content_type.into())])
}

/// The headers that say what a body is, to pass it on.
pub fn content_type(request: &Request) -> Option<Vec<Header>> {
    let headers: Vec<Header> = request.headers.iter().filter(|header| matches!(header, Header::ContentType(_))).cloned().collect();
    (!headers.is_empty()).then_some(headers)
}

/// What may be dialled: a number, or +digits for outside.
pub fn dialled(user: &str) -> Option<String> {
    let digits = user.strip_prefix('+').unwrap_or(user);
    let is_number = (1..=20).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| user.to_string())
}

/// What was dialled as far as it is text, for the history: it may be no number at all.
pub fn dialled_text(user: &str) -> String {
    user.chars().filter(|c| c.is_ascii_alphanumeric() || "+*#%-._".contains(*c)).take(MAX_DIALLED_TEXT).collect()
}

/// The number of credentials that may be `<expiry>:<number>`.
pub fn number_of_credentials(user: &str) -> &str {
    user.rsplit(':').next().unwrap_or(user)
}

/// Refuses an INVITE; words of our own are in the status line, and in a Reason for those that replace it.
pub fn reject(dialog: &InviteDialog, code: StatusCode) {
    let reason = match &code {
        StatusCode::Other(code, words) => Some(format!("SIP;cause={code};text=\"{words}\"")),
        _ => None,
    };
    let _gone_already = dialog.reject(Some(code), reason);
}

/// A refusal in words, which phones show.
pub fn refusal(code: u16, words: Option<&str>) -> StatusCode {
    match words {
        Some(words) => StatusCode::Other(code, words.into()),
        None => StatusCode::from(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_are_dialled() {
        assert_eq!(dialled("101").as_deref(), Some("101"));
        assert_eq!(dialled("+4930123456").as_deref(), Some("+4930123456"));
        for other in ["", "+", "anna", "10 1", "101;x=y", "123456789012345678901", "1+1"] {
            assert_eq!(dialled(other), None, "{other}");
        }
    }

    #[test]
    fn what_was_dialled_is_kept_as_text() {
        assert_eq!(dialled_text("*21%23"), "*21%23");
        assert_eq!(dialled_text("so s\r\nX-Sos: 1"), "sosX-Sos1");
        assert_eq!(dialled_text(&"9".repeat(100)).len(), MAX_DIALLED_TEXT);
    }

    #[test]
    fn who_a_browser_is_stands_behind_the_time_its_credentials_end() {
        assert_eq!(number_of_credentials("1795286089:101"), "101");
        assert_eq!(number_of_credentials("101"), "101");
    }

    #[test]
    fn a_description_that_is_too_long_is_none() {
        assert_eq!(sdp(b""), None);
        assert_eq!(sdp(&vec![b'a'; MAX_SDP + 1]), None);
        assert_eq!(sdp(b"v=0").as_deref(), Some("v=0"));
        assert_eq!(sdp(&[0xff, 0xfe]), None);
    }
}
