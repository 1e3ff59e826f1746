//! A backup, as its record says, and how it was applied last.
use kit::{Error, Result};
use serde::{Deserialize, Serialize};
use site_backup::{ENTITIES, Entity, Mode, View, Views};
use time::OffsetDateTime;

pub const MAX_NAME_CHARACTERS: usize = 31;
/// Of one project.
pub const MAX_BACKUPS: usize = 100;
/// Made or brought by one person: others have room for theirs.
pub const MAX_BACKUPS_OF_MAKER: usize = 50;
/// With those that are made before an undo, which no full list keeps anybody from.
pub const MAX_BACKUPS_WITH_UNDOS: usize = 200;
pub const LIFETIME: time::Duration = time::Duration::days(90);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackupStatus {
    Making,
    Ready,
    Failed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackupOrigin {
    Made,
    BeforeApply,
    File,
    /// A site's file that was applied.
    Site,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApplyStatus {
    Applying,
    Applied,
    Failed,
    Undone,
}

/// As whom the work is done: its rights are asked for anew while it goes on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Worker {
    pub session_id: i64,
    pub user_id: i64,
    pub user_name: String,
    pub ip: String,
    pub request_id: String,
    /// By which they asked, if by one: the audit log names it.
    #[serde(default)]
    pub token: Option<WorkerToken>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerToken {
    pub id: i64,
    pub name: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BackupRecord {
    pub id: i64,
    pub project_id: i64,
    pub name: String,
    pub status: BackupStatus,
    pub origin: BackupOrigin,
    /// While it is made: those that were chosen, each with 0 rows.
    pub entities: Vec<(String, usize)>,
    /// Whether whoever makes it chose all: then those that they may not list are left out.
    pub chose_all: bool,
    pub size: u64,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    pub made_by: Worker,
    pub read_seconds: i32,
    pub dropped: Vec<String>,
    pub message: Option<String>,
    /// This project of this installation has made it: ids mean what they say.
    pub is_own: bool,
    /// What whoever made it could view; unknown of one that does not say it.
    #[serde(default)]
    pub views: Option<Views>,
    /// Where the rows are of the entities that they did not view whole.
    #[serde(default)]
    pub held: Vec<HeldRecord>,
    pub apply: Option<ApplyRecord>,
    /// Of one that was made before an apply: the backup that was applied.
    #[serde(default)]
    pub made_before: Option<i64>,
}

/// Groups of the rows of an entity.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HeldRecord {
    pub entity: String,
    pub group_ids: Vec<i64>,
    /// Rows that belong to no group.
    pub has_others: bool,
}

/// The journal of an apply: with it, whoever finds it broken off continues it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ApplyRecord {
    pub status: ApplyStatus,
    pub replace: bool,
    pub entities: Vec<String>,
    pub plan_hash: String,
    #[serde(with = "time::serde::rfc3339")]
    pub started_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub ended_at: Option<OffsetDateTime>,
    pub by: Worker,
    pub done: usize,
    pub total: usize,
    pub refusals: Vec<RefusalRecord>,
    pub refusals_count: usize,
    /// Made before the first row was written.
    pub undo_backup_id: Option<i64>,
    /// The backup whose apply this one undoes.
    pub undoes: Option<i64>,
    pub message: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RefusalRecord {
    pub entity: String,
    pub name: String,
    pub message: String,
}

impl ApplyRecord {
    pub fn mode(&self) -> Mode {
        if self.replace { Mode::Replace } else { Mode::Merge }
    }
}

impl BackupRecord {
    pub fn is_busy(&self) -> bool {
        self.status == BackupStatus::Making || self.apply.as_ref().is_some_and(|apply| apply.status == ApplyStatus::Applying)
    }

    /// Whether its apply goes on and needs this one, which was made before it, to be undone. Until the apply has one, it may be any.
    pub fn needs(&self, before: i64) -> bool {
        let apply = self.apply.as_ref().filter(|apply| apply.status == ApplyStatus::Applying);
        apply.is_some_and(|apply| apply.undo_backup_id.is_none_or(|id| id == before))
    }

    /// What whoever made it could view of an entity; None where that is not known.
    pub fn view(&self, entity: &str) -> Option<View> {
        self.views.as_ref().map(|views| views.get(entity).cloned().unwrap_or_default())
    }

    /// Every reference leads somewhere, and whoever made it has seen all of its entities.
    pub fn is_complete(&self) -> bool {
        self.dropped.is_empty() && self.entities.iter().all(|(name, _)| self.view(name) == Some(View::All))
    }

    pub fn expires_at(&self) -> OffsetDateTime {
        self.created_at + LIFETIME
    }

    pub fn has_expired(&self, now: OffsetDateTime) -> bool {
        self.expires_at() <= now
    }
}

/// Trimmed, 1 to 31 characters.
pub fn name(text: &str) -> Result<String> {
    let name = text.trim();
    if name.is_empty() {
        return Err(Error::field("name", "required"));
    }
    if name.chars().count() > MAX_NAME_CHARACTERS || name.chars().any(char::is_control) {
        return Err(Error::field("name", format!("maximum length is {MAX_NAME_CHARACTERS}")));
    }
    Ok(name.into())
}

/// The entities of these names; without any, all of `available`.
pub fn entities(names: &[String], available: impl Fn(&Entity) -> bool) -> Result<Vec<&'static Entity>> {
    let unknown = names.iter().find(|name| !Entity::find(name).is_some_and(&available));
    if unknown.is_some() {
        return Err(Error::field("entities", "unknown value"));
    }
    Ok(ENTITIES.iter().filter(|entity| available(entity) && (names.is_empty() || names.iter().any(|name| name == entity.name))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_1_to_31_characters() {
        assert_eq!(name("  Before summer ").unwrap(), "Before summer");
        assert!(name(&"я".repeat(31)).is_ok());
        for wrong in [String::new(), "  ".into(), "я".repeat(32), "a\nb".into()] {
            assert!(name(&wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn entities_are_chosen_in_the_order_in_which_they_are_applied() {
        let chosen = entities(&["users".into(), "domains".into()], |_| true).unwrap();
        assert_eq!(chosen.iter().map(|entity| entity.name).collect::<Vec<_>>(), ["domains", "users"]);
        assert_eq!(entities(&[], |_| true).unwrap().len(), ENTITIES.len());
        assert!(entities(&["licenses".into()], |_| true).is_err());
        assert!(entities(&["users".into()], |entity| entity.name != "users").is_err(), "the file does not have them");
    }
}
