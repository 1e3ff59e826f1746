//! The SIP response to a caller that may not call, or whose call fails.
use super::message;
use crate::domain::call::JoinRefusal;
use crate::domain::route::Refusal;
use rsipstack::sip::StatusCode;

pub fn routing_status(refusal: Refusal) -> StatusCode {
    match refusal {
        Refusal::OwnNumber => message::refusal(403, Some("unable to call your number")),
        Refusal::NotFound => StatusCode::NotFound,
        Refusal::Forbidden => message::refusal(403, Some("action prohibited")),
        Refusal::Disabled => message::refusal(403, Some("number is disabled")),
        Refusal::NoTrunk => message::refusal(403, Some("no trunk for this call")),
        Refusal::Nobody => StatusCode::TemporarilyUnavailable,
    }
}

pub fn join_status(refused: JoinRefusal) -> StatusCode {
    match refused {
        JoinRefusal::Taken => message::refusal(403, Some("answered by another user")),
        JoinRefusal::Stranger => message::refusal(403, Some("action prohibited")),
        JoinRefusal::Closed => StatusCode::CallTransactionDoesNotExist,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_say_why_in_the_catalogues_words() {
        assert_eq!(routing_status(Refusal::OwnNumber).to_string(), "403 unable to call your number");
        assert_eq!(join_status(JoinRefusal::Taken).to_string(), "403 answered by another user");
        assert_eq!(routing_status(Refusal::NotFound).code(), 404);
    }
}
