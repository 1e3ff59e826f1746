//! Users that come with a structure, as domains imports it: looked at or made in parts, undone or finished as a whole.
use std::collections::{HashMap, HashSet};

use kit::error::RowError;
use kit::{Error, Fields, Result};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use proto::vestibule::identity::v1::{ImportStructureUsersRequest, StructureUser, StructureUserResult};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{change, roles, shown};
use crate::domain::user::Draft;
use crate::parts::Parts;
use crate::store::imported_user::{self as store, New, There};
use crate::store::{project_settings, user_list};

/// Users of one call.
const MAX_USERS: usize = 2_000;

type Answer = (Vec<StructureUserResult>, Vec<RowError>);

/// Where there are errors nothing is made, and nothing is answered but them.
pub async fn import(parts: &Parts, caller: &Caller, request: &ImportStructureUsersRequest) -> Result<Answer> {
    caller.authorize::<resource::User, action::View>()?;
    let right: Option<Authorized<resource::User, action::Create>> = caller.authorize().ok();
    let import_id = id(&request.import_id)?;
    if request.users.len() > MAX_USERS {
        return Err(Error::field("users", format!("maximum length is {MAX_USERS}")));
    }
    let (project_id, now) = (caller.project_id, parts.context.clock.now());
    let mut tx = parts.context.database.tenant(project_id).await?;
    let mut made = HashMap::new();
    if !request.validate_only {
        store::enter(&mut tx, caller, import_id, now).await?;
        made = store::made(&mut tx, project_id, import_id).await?;
    }
    let wanted: Vec<&StructureUser> = request.users.iter().filter(|user| !made.contains_key(&user.index)).collect();
    let looked = look(&mut tx, caller, &wanted, request.role_id, right.is_some()).await?;
    if !looked.errors.is_empty() {
        return Ok((Vec::new(), looked.errors));
    }
    let mut results = looked.there;
    results.extend(made.into_iter().map(|(index, id)| (index, StructureUserResult { id, is_new: true })));
    if request.validate_only {
        results.extend(looked.new.iter().map(|(user, _)| (user.index, StructureUserResult { id: 0, is_new: true })));
    } else if let Some(right) = &right {
        let new: Vec<New> = looked.new.iter().map(|(user, draft)| New { index: user.index, draft, is_invited: user.send_invitation }).collect();
        let languages = project_settings::languages(&mut tx, project_id).await?;
        let ids = store::insert_all(&mut tx, right, import_id, &new, languages.choose(&caller.locale), now).await?;
        let changes = ids.iter().zip(&new).map(|(id, new)| change(policy::Action::Create, *id, &new.draft.name, Value::Null, shown(new.draft)));
        kit::audit::record_all(&mut tx, &parts.context.clock, caller, changes).await?;
        results.extend(new.iter().zip(ids).map(|(new, id)| (new.index, StructureUserResult { id, is_new: true })));
        tx.commit().await?;
    }
    Ok((request.users.iter().filter_map(|user| results.get(&user.index).copied()).collect(), Vec::new()))
}

/// What becomes of the users.
#[derive(Default)]
struct Looked<'a> {
    there: HashMap<i32, StructureUserResult>,
    new: Vec<(&'a StructureUser, Draft)>,
    errors: Vec<RowError>,
}

/// Whoever may make none (`makes`) finds those whom they see: to them the others are not there.
async fn look<'a>(connection: &mut PgConnection, caller: &Caller, users: &[&'a StructureUser], role_id: i64, makes: bool) -> Result<Looked<'a>> {
    let known = Known::find(connection, caller, users, makes).await?;
    let roles = Roles::find(connection, caller, users, role_id).await?;
    let mut looked = Looked::default();
    for user in users {
        match known.of(user) {
            Ok(Some(id)) => {
                looked.there.insert(user.index, StructureUserResult { id, is_new: false });
            }
            // Who may make nobody is told that, and not of roles.
            Ok(None) if !makes => looked.errors.push(problem(user, "name", Error::Forbidden.to_string())),
            Ok(None) => match roles.of(user) {
                Ok(role_id) => looked.add(user, role_id),
                Err(message) => looked.errors.push(problem(user, "role", message)),
            },
            Err((field, message)) => looked.errors.push(problem(user, field, message)),
        }
    }
    Ok(looked)
}

/// Users who are there, by what a table may say of them.
struct Known {
    by_id: HashMap<i64, There>,
    /// None for somebody of another project.
    by_email: HashMap<String, Option<There>>,
    by_name: HashMap<(i64, String), i64>,
}

impl Known {
    async fn find(connection: &mut PgConnection, caller: &Caller, users: &[&StructureUser], makes: bool) -> Result<Known> {
        let project_id = caller.project_id;
        let scope = caller.scope(Resource::User, Action::View);
        let ids: Vec<i64> = users.iter().map(|user| user.id).filter(|id| *id != 0).collect();
        let emails: Vec<String> = users.iter().map(|user| user.email.to_lowercase()).filter(|email| !email.is_empty()).collect();
        let unnamed = || users.iter().filter(|user| user.id == 0 && user.email.is_empty());
        let groups: Vec<i64> = unnamed().flat_map(|user| user.domain_ids.clone()).collect();
        let names: Vec<String> = unnamed().map(|user| user.name.clone()).collect();
        let mut known = Known {
            by_id: store::by_id(connection, project_id, &scope, &ids).await?,
            by_email: store::by_email(connection, project_id, &emails).await?,
            by_name: store::by_name(connection, project_id, &groups, &names).await?,
        };
        if !makes {
            let found = known.by_email.values().flatten().map(|there| there.id).chain(known.by_name.values().copied()).collect::<Vec<_>>();
            let seen: HashSet<i64> = user_list::within(connection, project_id, &scope, &found).await?.into_iter().collect();
            known.by_email.retain(|_, there| there.as_ref().is_some_and(|there| seen.contains(&there.id)));
            known.by_name.retain(|_, id| seen.contains(id));
        }
        Ok(known)
    }

    /// None for one who is to be made; or the field that is wrong, and what is wrong with it.
    fn of(&self, user: &StructureUser) -> Result<Option<i64>, (&'static str, &'static str)> {
        if user.id != 0 {
            let there = self.by_id.get(&user.id).ok_or(("id", "item not found"))?;
            return there.differs_from(user).map_or(Ok(Some(there.id)), |field| Err((field, "differs from what is there")));
        }
        if user.email.is_empty() {
            return Ok(user.domain_ids.iter().find_map(|group| self.by_name.get(&(*group, user.name.clone()))).copied());
        }
        match self.by_email.get(&user.email.to_lowercase()) {
            Some(Some(there)) if there.differs_from(user).is_none() => Ok(Some(there.id)),
            Some(Some(_)) => Err(("email", "user registered already")),
            Some(None) => Err(("email", "serial number or e-mail already used")),
            None => Ok(None),
        }
    }
}

impl There {
    /// The first field in which the table says somebody else: a name, an e-mail, groups that they are not in.
    fn differs_from(&self, user: &StructureUser) -> Option<&'static str> {
        let is_email = user.email.is_empty() || self.email.as_ref().is_some_and(|email| email.eq_ignore_ascii_case(&user.email));
        let is_member = user.domain_ids.iter().all(|group| self.domain_ids.contains(group));
        [("name", self.name == user.name), ("email", is_email), ("id", is_member)].into_iter().find(|(_, agrees)| !agrees).map(|(field, _)| field)
    }
}

impl<'a> Looked<'a> {
    fn add(&mut self, user: &'a StructureUser, role_id: i64) {
        let text = |text: &str| Some(text.trim().to_string()).filter(|text| !text.is_empty());
        let draft = Draft {
            name: user.name.trim().into(),
            email: text(&user.email),
            phone: text(&user.phone),
            role_id,
            domain_ids: user.domain_ids.iter().copied().collect(),
            is_active: true,
            ..Draft::default()
        };
        let mut fields = Fields::new();
        draft.check(&mut fields);
        draft.check_groups(None, &mut fields);
        fields.check(draft.email.is_some() || !user.send_invitation, "email", "e-mail required for registration");
        if let Err(Error::Invalid(problems)) = fields.finish() {
            self.errors.extend(problems.into_iter().map(|(field, message)| RowError { index: user.index as usize, field, message }));
        }
        self.new.push((user, draft));
    }
}

fn problem(user: &StructureUser, field: &str, message: impl Into<String>) -> RowError {
    RowError { index: user.index as usize, field: field.into(), message: message.into() }
}

/// Roles of the users, and those that the caller may not give.
struct Roles {
    by_name: HashMap<String, i64>,
    default: i64,
    refused: HashMap<i64, String>,
}

impl Roles {
    async fn find(connection: &mut PgConnection, caller: &Caller, users: &[&StructureUser], default: i64) -> Result<Roles> {
        let names: HashSet<String> = users.iter().map(|user| user.role.to_lowercase()).filter(|name| !name.is_empty()).collect();
        let by_name = store::roles(connection, caller.project_id, &names.into_iter().collect::<Vec<_>>()).await?;
        let is_default_used = default != 0 && users.iter().any(|user| user.role.is_empty());
        let mut refused = HashMap::new();
        for id in by_name.values().copied().chain(is_default_used.then_some(default)) {
            match roles::check_assignable(connection, caller, id).await {
                Ok(()) => {}
                Err(error @ (Error::Forbidden | Error::InvalidRelated { .. } | Error::Invalid(_) | Error::NotFound)) => {
                    refused.insert(id, error.to_string());
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Roles { by_name, default, refused })
    }

    fn of(&self, user: &StructureUser) -> Result<i64, String> {
        let id = match user.role.is_empty() {
            true if self.default == 0 => return Err("required".into()),
            true => self.default,
            false => *self.by_name.get(&user.role.to_lowercase()).ok_or("invalid related entity sent")?,
        };
        self.refused.get(&id).map_or(Ok(id), |message| Err(message.clone()))
    }
}

/// In the platform's own name.
pub async fn undo(parts: &Parts, caller: &Caller, import_id: &str) -> Result<()> {
    let mut tx = parts.context.database.tenant(caller.project_id).await?;
    let removed = store::undo(&mut tx, caller, id(import_id)?, parts.context.clock.now()).await?;
    let changes = removed.iter().map(|user| change(policy::Action::Delete, user.id, &user.name, Value::Null, Value::Null));
    kit::audit::record_all(&mut tx, &parts.context.clock, caller, changes).await?;
    Ok(tx.commit().await?)
}

/// In the platform's own name.
pub async fn finish(parts: &Parts, caller: &Caller, import_id: &str) -> Result<()> {
    let mut tx = parts.context.database.tenant(caller.project_id).await?;
    let finished = store::finish(&mut tx, caller.project_id, id(import_id)?, parts.context.clock.now()).await?;
    if let Some((inviter, invited)) = finished {
        super::invite::invite(parts, &mut tx, caller.project_id, &inviter, &invited).await?;
    }
    Ok(tx.commit().await?)
}

fn id(text: &str) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| Error::field("import_id", "value must be a uuid"))
}
