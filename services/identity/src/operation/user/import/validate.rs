//! What is wrong with the rows of a table of users.
use std::collections::{BTreeSet, HashMap, HashSet};

use kit::error::RowError;
use kit::{Error, Fields, Result, tree};
use policy::{Action, Resource};
use proto::vestibule::identity::v1::ImportUsersRequest;
use sqlx::PgConnection;

use super::Right;
use crate::domain::grant;
use crate::domain::user::UserDraft;
use crate::domain::user_table::{self, Entry};
use crate::store;
use crate::store::user::import;

/// Errors that are reported for one table.
const MAX_ERRORS: usize = 1_000;
/// In the catalogue's words.
const EMAIL_USED: &str = "serial number or e-mail already used";
const NOT_UNIQUE: &str = "value must be unique";
const NOT_FOUND: &str = "item not found";
const PROHIBITED: &str = "action prohibited";

/// The users that the rows ask for, and what is wrong with them. Of somebody who is there already nothing else is
/// told: a table that was exported is imported again with no other errors than these.
pub async fn validate(
    connection: &mut PgConnection,
    right: &Right,
    entries: Vec<Entry>,
    request: &ImportUsersRequest,
) -> Result<(Vec<UserDraft>, Vec<RowError>)> {
    let roles = Roles::load(connection, right, &entries, request.role_id).await?;
    let groups = Groups::load(connection, right, &entries, request.domain_id).await?;
    let mut used = Used::load(connection, &entries).await?;
    let mut drafts = Vec::with_capacity(entries.len());
    let mut errors = Vec::new();
    for entry in entries {
        if errors.len() >= MAX_ERRORS {
            break;
        }
        let mut fields = Fields::new();
        used.check(&entry, &mut fields);
        let mut draft = entry.draft.clone();
        if fields.is_empty() {
            match roles.of_entry(&entry) {
                Ok(role) => draft.role_id = role,
                Err(message) => fields.add("role", message),
            }
            match groups.of_entry(&entry) {
                Ok(groups) => draft.domain_ids = groups,
                Err(message) => fields.add("domains", message),
            }
            draft.check(&mut fields);
            draft.check_groups(None, &mut fields);
        }
        errors.extend(user_table::errors(entry.index, fields));
        drafts.push(draft);
    }
    errors.truncate(MAX_ERRORS);
    Ok((drafts, errors))
}

/// E-mails and login names that are taken, in small letters.
struct Used {
    taken: HashSet<String>,
}

impl Used {
    async fn load(connection: &mut PgConnection, entries: &[Entry]) -> Result<Self> {
        let all = |of: fn(&UserDraft) -> Option<&String>| {
            entries.iter().filter_map(|entry| of(&entry.draft)).map(|text| text.to_lowercase()).collect::<Vec<_>>()
        };
        let (emails, logins) = (all(|draft| draft.email.as_ref()), all(|draft| draft.login.as_ref()));
        Ok(Used { taken: import::taken(connection, &emails, &logins).await? })
    }

    /// What a row uses, the rows after it cannot.
    fn check(&mut self, entry: &Entry, fields: &mut Fields) {
        for (path, value, message) in [("email", &entry.draft.email, EMAIL_USED), ("login", &entry.draft.login, NOT_UNIQUE)] {
            if let Some(value) = value {
                fields.check(self.taken.insert(value.to_lowercase()), path, message);
            }
        }
    }
}

/// Roles by name, each with whether the caller may give it.
struct Roles {
    by_name: HashMap<String, Result<i64, &'static str>>,
    default: Option<Result<i64, &'static str>>,
}

impl Roles {
    async fn load(connection: &mut PgConnection, right: &Right, entries: &[Entry], default: Option<i64>) -> Result<Self> {
        let caller = right.caller();
        let names: BTreeSet<String> = entries.iter().filter_map(|entry| entry.role.as_ref()).map(|name| name.to_lowercase()).collect();
        let found = import::roles(connection, right.project_id(), &names.into_iter().collect::<Vec<_>>(), default).await?;
        if let Some(id) = default.filter(|id| !found.iter().any(|role| role.id == *id)) {
            return Err(Error::InvalidRelated { names: vec![id.to_string()] });
        }
        let available = store::role::available(connection, right.project_id(), caller.role_id).await?;
        let rights = found.into_iter().map(|role| {
            let may = grant::may_assign(caller, &available, role.id, &role.permissions).map(|()| role.id).map_err(|_| PROHIBITED);
            (role.id, role.name, may)
        });
        let rights: Vec<_> = rights.collect();
        let default = default.and_then(|id| rights.iter().find(|(role, _, _)| *role == id).map(|(_, _, may)| *may));
        Ok(Roles { by_name: rights.into_iter().map(|(_, name, may)| (name, may)).collect(), default })
    }

    /// 0 where no role is named at all, which the user's own check refuses.
    fn of_entry(&self, entry: &Entry) -> Result<i64, &'static str> {
        match &entry.role {
            Some(name) => self.by_name.get(&name.to_lowercase()).copied().unwrap_or(Err(NOT_FOUND)),
            None => self.default.unwrap_or(Ok(0)),
        }
    }
}

/// Groups by path, those that the caller reaches. A path begins with the topmost group that the caller sees, as in an export.
struct Groups {
    by_path: HashMap<String, Vec<i64>>,
    default: Option<i64>,
}

impl Groups {
    async fn load(connection: &mut PgConnection, right: &Right, entries: &[Entry], default: Option<i64>) -> Result<Self> {
        if let Some(id) = default
            && !tree::covers(connection, right.scope(), id).await?
        {
            return Err(Error::InvalidRelated { names: vec![id.to_string()] });
        }
        let names: BTreeSet<&str> = entries.iter().flat_map(|entry| &entry.groups).flat_map(|path| user_table::last_names(path)).collect();
        let found = import::groups(connection, right.project_id(), &names.into_iter().collect::<Vec<_>>()).await?;
        let mut by_path: HashMap<String, Vec<i64>> = HashMap::new();
        let caller = right.caller();
        let scopes = [caller.scope(Resource::User, Action::View), caller.scope(Resource::Group, Action::View)];
        for group in found.into_iter().filter(|group| right.scope().covers_group(&group.ids)) {
            let is_seen = |at: &usize| scopes.iter().any(|scope| scope.covers_group(&group.ids[..=*at]));
            let seen = (0..group.ids.len()).filter(is_seen).map(|at| group.names[at].as_str());
            by_path.entry(user_table::path(seen)).or_default().push(group.id);
        }
        Ok(Groups { by_path, default })
    }

    fn of_entry(&self, entry: &Entry) -> Result<BTreeSet<i64>, String> {
        if entry.groups.is_empty() {
            return Ok(self.default.into_iter().collect());
        }
        let group = |path: &String| match self.by_path.get(path).map(Vec::as_slice) {
            Some([id]) => Ok(*id),
            Some(_) => Err(format!("several groups are called {path}")),
            None => Err(format!("{NOT_FOUND}: {path}")),
        };
        entry.groups.iter().map(group).collect()
    }
}
