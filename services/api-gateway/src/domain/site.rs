//! What of a project is managed by a file, and the secrets that an apply is given.
use std::collections::{BTreeMap, BTreeSet, HashMap};

use kit::{Error, Result};
use serde::{Deserialize, Serialize};
use site_backup::apply::SecretValues;
use site_backup::yaml::NamedSecrets;
use site_backup::{Action, Entity, PlanItem};
use time::OffsetDateTime;

use super::backup::Worker;

/// Groups that one file manages, each with what is below it.
pub const MAX_MANAGED_GROUPS: usize = 200;
const MAX_SECRET_CHARACTERS: usize = 1_000;
/// Names in one message.
const MAX_NAMED: usize = 20;

/// The file that a project, or a part of it, is managed by: as it was applied last.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ManagedRecord {
    pub project_id: i64,
    /// The whole project is.
    pub project: bool,
    pub group_ids: Vec<i64>,
    #[serde(with = "time::serde::rfc3339")]
    pub applied_at: OffsetDateTime,
    pub by: Worker,
    /// Rows that were there and that the file does not have: they are no drift.
    pub other_rows: HashMap<String, Vec<i64>>,
}

impl ManagedRecord {
    /// Whether it is the same part of the project.
    pub fn manages(&self, project: bool, group_ids: &[i64]) -> bool {
        let of = |ids: &[i64]| ids.iter().copied().collect::<BTreeSet<i64>>();
        self.project == project && of(&self.group_ids) == of(group_ids)
    }
}

/// A secret of a row, as it waits for the row to be created.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredSecret {
    pub entity: String,
    pub key: String,
    pub path: String,
    pub value: String,
}

/// The values of the secrets of rows that are created. A name that no row has is refused, and one without a value unless it is left out.
pub fn secrets(named: &NamedSecrets, items: &[PlanItem], given: &BTreeMap<String, String>, leave_out: bool) -> Result<Vec<StoredSecret>> {
    let known: BTreeSet<&str> = named.values().flatten().map(|secret| secret.name.as_str()).collect();
    if let Some(unknown) = given.keys().find(|name| !known.contains(name.as_str())) {
        return Err(Error::field("secrets", format!("unknown value: {unknown}")));
    }
    if given.values().any(|value| value.is_empty() || value.chars().count() > MAX_SECRET_CHARACTERS) {
        return Err(Error::field("secrets", format!("maximum length is {MAX_SECRET_CHARACTERS}")));
    }
    let (mut stored, mut missing) = (Vec::new(), BTreeSet::new());
    for item in items.iter().filter(|item| item.action == Action::Create) {
        for secret in named.get(&(item.entity.name, item.key.clone())).into_iter().flatten() {
            match given.get(&secret.name) {
                Some(value) => {
                    let (entity, key) = (item.entity.name.to_owned(), item.key.clone());
                    stored.push(StoredSecret { entity, key, path: secret.path.clone(), value: value.clone() });
                }
                None => drop(missing.insert(secret.name.as_str())),
            }
        }
    }
    if missing.is_empty() || leave_out {
        return Ok(stored);
    }
    let names: Vec<&str> = missing.iter().copied().take(MAX_NAMED).collect();
    let more = if missing.len() > MAX_NAMED { ", …" } else { "" };
    Err(Error::field("secrets", format!("required: {}{more}", names.join(", "))))
}

pub fn by_row(stored: Vec<StoredSecret>) -> SecretValues {
    let mut values = SecretValues::new();
    for StoredSecret { entity, key, path, value } in stored {
        if let Some(entity) = Entity::find(&entity) {
            values.entry((entity.name, key)).or_default().push((path, value));
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use site_backup::yaml::NamedSecret;

    use super::*;

    fn created(key: &str) -> PlanItem {
        let entity = Entity::find("devices").unwrap();
        let (key, name) = (key.to_owned(), key.to_owned());
        PlanItem {
            entity,
            action: Action::Create,
            id: 0,
            key,
            name,
            fields: Vec::new(),
            message: None,
            secrets: Vec::new(),
            kept: Vec::new(),
            is_refused: false,
        }
    }

    fn named() -> NamedSecrets {
        let secret = |name: &str| NamedSecret { path: "password".into(), name: name.into() };
        NamedSecrets::from([(("devices", "AA-1".into()), vec![secret("gate")]), (("devices", "AA-2".into()), vec![secret("door")])])
    }

    #[test]
    fn a_secret_of_a_row_that_is_created_is_required_unless_it_is_left_out() {
        let missing = secrets(&named(), &[created("AA-1")], &BTreeMap::new(), false);
        assert!(matches!(missing, Err(Error::Invalid(fields)) if fields["secrets"] == "required: gate"));
        assert!(secrets(&named(), &[created("AA-1")], &BTreeMap::new(), true).unwrap().is_empty());
        let given = BTreeMap::from([("gate".to_owned(), "1234".to_owned())]);
        let stored = secrets(&named(), &[created("AA-1")], &given, false).unwrap();
        assert_eq!((stored.len(), stored[0].value.as_str()), (1, "1234"));
        // A row that is there keeps what it has.
        assert!(secrets(&named(), &[], &given, false).unwrap().is_empty());
    }

    #[test]
    fn a_file_manages_the_same_in_whatever_order_it_names_the_groups() {
        let applied_at = OffsetDateTime::UNIX_EPOCH;
        let record = |project, group_ids| {
            let (by, other_rows) = (Worker::default(), HashMap::new());
            ManagedRecord { project_id: 7, project, group_ids, applied_at, by, other_rows }
        };
        assert!(record(false, vec![1, 2]).manages(false, &[2, 1]));
        assert!(!record(false, vec![1, 2]).manages(true, &[1, 2]) && !record(false, vec![1, 2]).manages(false, &[1]));
    }

    #[test]
    fn a_secret_that_no_row_names_is_refused() {
        let given = BTreeMap::from([("gaet".to_owned(), "1234".to_owned())]);
        assert!(matches!(secrets(&named(), &[], &given, true), Err(Error::Invalid(_))));
    }
}
