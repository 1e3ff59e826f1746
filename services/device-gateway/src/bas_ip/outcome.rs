//! What a device's answer to a bulk write means, item by item.
use std::collections::HashMap;

use device_protocol::outcome::BulkResult;
use device_protocol::{ItemOutcome, Response};
use serde::Deserialize;
use uuid::Uuid;

use crate::domain::task::{TaskItem, TaskKind};

/// What became of one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemResult {
    /// The device holds the body that was sent.
    Stored,
    /// The device holds nothing under this id.
    Absent,
    /// The device's code of the reason.
    Refused(String),
    /// The device did not say.
    Unanswered,
}

/// One outcome for each item, or why the answer as a whole is no good.
pub fn item_results(kind: TaskKind, items: &[TaskItem], response: &Response) -> Result<Vec<ItemResult>, String> {
    if !response.is_success() {
        return Err(refusal(response));
    }
    let results = BulkResult::deserialize(&response.body).map_err(|error| format!("the device's answer cannot be read: {error}"))?;
    let by_link: HashMap<Uuid, ItemOutcome> = results.result.into_iter().map(|result| (result.link_id, result.extended_info)).collect();
    Ok(items.iter().map(|item| by_link.get(&item.link_id).map_or(ItemResult::Unanswered, |outcome| meaning(kind, outcome))).collect())
}

fn meaning(kind: TaskKind, outcome: &ItemOutcome) -> ItemResult {
    let deletes = matches!(kind, TaskKind::IdentifiersDelete | TaskKind::SchedulesDelete);
    match deletes {
        true if outcome.is_gone() => ItemResult::Absent,
        false if outcome.is_success() => ItemResult::Stored,
        _ => ItemResult::Refused(outcome.as_str().to_string()),
    }
}

/// The device's own text, if it sent one: `{"error": "…"}`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn link(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    fn items(numbers: &[u128]) -> Vec<TaskItem> {
        numbers.iter().map(|number| TaskItem { link_id: link(*number), hash: "h".into() }).collect()
    }

    fn answer(results: &[(u128, &str)]) -> Response {
        let results: Vec<_> =
            results.iter().map(|(number, word)| json!({"link_id": link(*number), "success": true, "extended_info": word})).collect();
        Response::new(Uuid::nil(), 200, json!({ "result": results }))
    }

    #[test]
    fn each_item_has_an_outcome_of_its_own() {
        let response = answer(&[(1, "created"), (2, "number_of_identifiers_exceeded")]);
        let item_results = item_results(TaskKind::IdentifiersSave, &items(&[1, 2, 3]), &response).unwrap();
        assert_eq!(item_results, [ItemResult::Stored, ItemResult::Refused("number_of_identifiers_exceeded".into()), ItemResult::Unanswered]);
    }

    #[test]
    fn deleting_what_is_not_there_is_done() {
        let response = answer(&[(1, "deleted"), (2, "not_found")]);
        assert_eq!(item_results(TaskKind::IdentifiersDelete, &items(&[1, 2]), &response).unwrap(), [ItemResult::Absent, ItemResult::Absent]);
        assert_eq!(item_results(TaskKind::IdentifiersSave, &items(&[2]), &response).unwrap(), [ItemResult::Refused("not_found".into())]);
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
        assert_eq!(item_results(TaskKind::IdentifiersSave, &items(&[1]), &response).unwrap_err(), "Wrong JSON body (400)");
        let garbage = Response::new(Uuid::nil(), 200, json!([1]));
        assert!(item_results(TaskKind::IdentifiersSave, &items(&[1]), &garbage).is_err());
    }
}
