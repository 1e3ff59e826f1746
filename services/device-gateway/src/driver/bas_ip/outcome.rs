//! What a device's answer to a bulk write means, item by item.
use std::collections::HashMap;

use device_protocol::outcome::BulkResult;
use device_protocol::{ItemOutcome, Response};
use serde::Deserialize;
use uuid::Uuid;

use crate::domain::difference::Item;
use crate::domain::task::Kind;

/// What became of one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The device holds the body that was sent.
    Held,
    /// The device holds nothing under this id.
    Gone,
    /// The device's word for why not.
    Refused(String),
    /// The device did not say.
    Silent,
}

/// One outcome for each item, or why the answer as a whole is no good.
pub fn outcomes(kind: Kind, items: &[Item], response: &Response) -> Result<Vec<Outcome>, String> {
    if !response.is_success() {
        return Err(refusal(response));
    }
    let results = BulkResult::deserialize(&response.body).map_err(|error| format!("the device's answer cannot be read: {error}"))?;
    let by_link: HashMap<Uuid, ItemOutcome> = results.result.into_iter().map(|result| (result.link_id, result.extended_info)).collect();
    Ok(items.iter().map(|item| by_link.get(&item.link_id).map_or(Outcome::Silent, |outcome| meaning(kind, outcome))).collect())
}

fn meaning(kind: Kind, outcome: &ItemOutcome) -> Outcome {
    let deletes = matches!(kind, Kind::IdentifiersDelete | Kind::SchedulesDelete);
    match deletes {
        true if outcome.is_gone() => Outcome::Gone,
        false if outcome.is_success() => Outcome::Held,
        _ => Outcome::Refused(outcome.as_str().to_string()),
    }
}

/// The device's own words where it has any: `{"error": "…"}`.
pub fn refusal(response: &Response) -> String {
    let words = response.body.get("error").and_then(|error| error.as_str()).unwrap_or("the device refused");
    let words: String = words.chars().take(200).collect();
    format!("{words} ({})", response.status)
}

/// Whether the device refused what it was asked, rather than being unable to do it now: 401, 408, 409, 423, 425 and 429
/// pass.
pub fn is_final(response: &Response) -> bool {
    (400..500).contains(&response.status) && ![401, 408, 409, 423, 425, 429].contains(&response.status)
}

/// Words that depend on what else the device holds: worth another try once that has changed.
pub const CIRCUMSTANTIAL: [&str; 4] = [
    "number_of_identifiers_exceeded",
    "number_of_face_identifiers_exceeded",
    "bound_time_profile_doesnt_exist",
    "number_taken_by_another_identifier",
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn link(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    fn items(numbers: &[u128]) -> Vec<Item> {
        numbers.iter().map(|number| Item { link_id: link(*number), hash: "h".into() }).collect()
    }

    fn answer(results: &[(u128, &str)]) -> Response {
        let results: Vec<_> =
            results.iter().map(|(number, word)| json!({"link_id": link(*number), "success": true, "extended_info": word})).collect();
        Response::new(Uuid::nil(), 200, json!({ "result": results }))
    }

    #[test]
    fn each_item_has_an_outcome_of_its_own() {
        let response = answer(&[(1, "created"), (2, "number_of_identifiers_exceeded")]);
        let outcomes = outcomes(Kind::IdentifiersSave, &items(&[1, 2, 3]), &response).unwrap();
        assert_eq!(outcomes, [Outcome::Held, Outcome::Refused("number_of_identifiers_exceeded".into()), Outcome::Silent]);
    }

    #[test]
    fn deleting_what_is_not_there_is_done() {
        let response = answer(&[(1, "deleted"), (2, "not_found")]);
        assert_eq!(outcomes(Kind::IdentifiersDelete, &items(&[1, 2]), &response).unwrap(), [Outcome::Gone, Outcome::Gone]);
        assert_eq!(outcomes(Kind::IdentifiersSave, &items(&[2]), &response).unwrap(), [Outcome::Refused("not_found".into())]);
    }

    #[test]
    fn a_device_that_is_busy_or_broken_may_be_asked_again() {
        let is_final = |status| is_final(&Response::error(Uuid::nil(), status, "no"));
        assert!([400, 403, 404, 422].into_iter().all(is_final));
        assert!(![408, 409, 429, 500, 503].into_iter().any(is_final));
    }

    #[test]
    fn a_refusal_as_a_whole_keeps_the_devices_words() {
        let response = Response::error(Uuid::nil(), 400, "Wrong JSON body");
        assert_eq!(outcomes(Kind::IdentifiersSave, &items(&[1]), &response).unwrap_err(), "Wrong JSON body (400)");
        let garbage = Response::new(Uuid::nil(), 200, json!([1]));
        assert!(outcomes(Kind::IdentifiersSave, &items(&[1]), &garbage).is_err());
    }
}
