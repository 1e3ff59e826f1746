//! What became of each item of a bulk write. The failures are the sync errors of the console.

use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum ItemOutcome {
    Created,
    Updated,
    Deleted,
    EntityNotFound,
    NotFound,
    NumberTakenByAnotherIdentifier,
    BadBase64ImageFile,
    FaceHasNotRecognized,
    BoundTimeProfileDoesntExist,
    FaceIdNotSupported,
    NumberOfFaceIdentifiersExceeded,
    NumberOfIdentifiersExceeded,
    InvalidTimeRulesSettings,
    WrongAreas,
    WrongRule,
    /// A code of a firmware newer than this list: kept unchanged, and counted as a failure.
    Other(String),
}

static WORDS: [(ItemOutcome, &str); 15] = [
    (ItemOutcome::Created, "created"),
    (ItemOutcome::Updated, "updated"),
    (ItemOutcome::Deleted, "deleted"),
    (ItemOutcome::EntityNotFound, "entity_not_found"),
    (ItemOutcome::NotFound, "not_found"),
    (ItemOutcome::NumberTakenByAnotherIdentifier, "number_taken_by_another_identifier"),
    (ItemOutcome::BadBase64ImageFile, "bad_base_64_image_file"),
    (ItemOutcome::FaceHasNotRecognized, "face_has_not_recognized"),
    (ItemOutcome::BoundTimeProfileDoesntExist, "bound_time_profile_doesnt_exist"),
    (ItemOutcome::FaceIdNotSupported, "face_id_not_supported"),
    (ItemOutcome::NumberOfFaceIdentifiersExceeded, "number_of_face_identifiers_exceeded"),
    (ItemOutcome::NumberOfIdentifiersExceeded, "number_of_identifiers_exceeded"),
    (ItemOutcome::InvalidTimeRulesSettings, "invalid_time_rules_settings"),
    (ItemOutcome::WrongAreas, "wrong_areas"),
    (ItemOutcome::WrongRule, "wrong_rule"),
];

impl ItemOutcome {
    pub fn as_str(&self) -> &str {
        match self {
            ItemOutcome::Other(word) => word,
            known => WORDS.iter().find(|(outcome, _)| outcome == known).map_or("", |(_, word)| word),
        }
    }

    /// Whether the device now is as asked.
    pub const fn is_success(&self) -> bool {
        matches!(self, ItemOutcome::Created | ItemOutcome::Updated | ItemOutcome::Deleted)
    }

    /// Whether a delete that came to this leaves the device as wanted: gone is gone.
    pub const fn is_gone(&self) -> bool {
        matches!(self, ItemOutcome::Deleted | ItemOutcome::EntityNotFound | ItemOutcome::NotFound)
    }
}

impl From<String> for ItemOutcome {
    fn from(word: String) -> Self {
        let known = WORDS.iter().find(|(_, known)| *known == word);
        known.map_or(ItemOutcome::Other(word), |(outcome, _)| outcome.clone())
    }
}

impl From<ItemOutcome> for String {
    fn from(outcome: ItemOutcome) -> String {
        outcome.as_str().to_owned()
    }
}

impl fmt::Display for ItemOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The outcome of one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemResult {
    pub link_id: Uuid,
    pub success: bool,
    pub extended_info: ItemOutcome,
}

impl ItemResult {
    pub fn new(link_id: Uuid, outcome: ItemOutcome) -> Self {
        Self { link_id, success: outcome.is_success(), extended_info: outcome }
    }
}

/// The body of the answer to a bulk write: one result an item, in the order of the items.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkResult {
    pub result: Vec<ItemResult>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_result_has_the_vendors_shape() {
        let result = BulkResult { result: vec![ItemResult::new(Uuid::from_u128(1), ItemOutcome::NumberOfIdentifiersExceeded)] };
        let golden = json!({"result": [{
            "link_id": "00000000-0000-0000-0000-000000000001", "success": false,
            "extended_info": "number_of_identifiers_exceeded"
        }]});
        assert_eq!(serde_json::to_value(&result).unwrap(), golden);
        assert_eq!(serde_json::from_value::<BulkResult>(golden).unwrap(), result);
    }

    #[test]
    fn every_word_reads_back_to_its_outcome() {
        for (outcome, word) in &WORDS {
            assert_eq!(&ItemOutcome::from((*word).to_owned()), outcome);
            assert_eq!(outcome.as_str(), *word);
        }
    }

    #[test]
    fn an_unknown_word_is_kept_and_is_a_failure() {
        let outcome: ItemOutcome = serde_json::from_value(json!("has_duplicates")).unwrap();
        assert_eq!(outcome, ItemOutcome::Other("has_duplicates".into()));
        assert!(!outcome.is_success());
        assert_eq!(serde_json::to_value(outcome).unwrap(), json!("has_duplicates"));
    }

    #[test]
    fn deleting_what_is_not_there_leaves_nothing_to_do() {
        assert!(ItemOutcome::NotFound.is_gone() && !ItemOutcome::WrongRule.is_gone());
    }
}
