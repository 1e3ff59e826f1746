//! What a caller is told that may not call, or cannot.
use super::message;
use crate::domain::route::Refusal;
use crate::domain::speech::Refused;
use rsipstack::sip::StatusCode;

pub fn of_routing(refusal: Refusal) -> StatusCode {
    match refusal {
        Refusal::OwnNumber => message::refusal(403, Some("unable to call your number")),
        Refusal::NotFound => StatusCode::NotFound,
        Refusal::Forbidden => message::refusal(403, Some("action prohibited")),
        Refusal::Disabled => message::refusal(403, Some("number is disabled")),
        Refusal::NoTrunk => message::refusal(403, Some("no trunk for this call")),
        Refusal::Nobody => StatusCode::TemporarilyUnavailable,
    }
}

pub fn of_join(refused: Refused) -> StatusCode {
    match refused {
        Refused::Taken => message::refusal(403, Some("answered by another user")),
        Refused::Stranger => message::refusal(403, Some("action prohibited")),
        Refused::Closed => StatusCode::CallTransactionDoesNotExist,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_say_why_in_the_catalogues_words() {
        assert_eq!(of_routing(Refusal::OwnNumber).to_string(), "403 unable to call your number");
        assert_eq!(of_join(Refused::Taken).to_string(), "403 answered by another user");
        assert_eq!(of_routing(Refusal::NotFound).code(), 404);
    }
}
