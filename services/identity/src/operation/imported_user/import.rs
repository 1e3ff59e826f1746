//! One part of an import: its users are looked up and, unless only validated, inserted.
use std::collections::{HashMap, HashSet};

use kit::error::RowError;
use kit::{Error, Fields, Result};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use proto::vestibule::identity::v1::{ImportStructureUsersRequest, StructureUser, StructureUserResult};
use serde_json::Value;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::user::UserDraft;
use crate::operation::audit;
use crate::operation::role::assignable;
use crate::projection::project_settings;
use crate::store::imported_user::{self as store, ExistingUser, NewImportedUser};
use crate::store::user;

/// Users of one call.
const MAX_USERS: usize = 2_000;

type Answer = (Vec<StructureUserResult>, Vec<RowError>);

/// Where there are errors nothing is inserted, and nothing is answered but them.
pub async fn import(app: &App, caller: &Caller, request: &ImportStructureUsersRequest) -> Result<Answer> {
    caller.authorize::<resource::User, action::View>()?;
    let right: Option<Authorized<resource::User, action::Create>> = caller.authorize().ok();
    let import_id = super::import_id(&request.import_id)?;
    if request.users.len() > MAX_USERS {
        return Err(Error::field("users", format!("maximum length is {MAX_USERS}")));
    }
    let (project_id, now) = (caller.project_id, app.context.clock.now());
    let mut tx = app.context.database.tenant(project_id).await?;
    let mut inserted = HashMap::new();
    if !request.validate_only {
        store::open(&mut tx, caller, import_id, now).await?;
        inserted = store::inserted(&mut tx, project_id, import_id).await?;
    }
    let pending: Vec<&StructureUser> = request.users.iter().filter(|user| !inserted.contains_key(&user.index)).collect();
    let lookup = look_up(&mut tx, caller, &pending, request.role_id, right.is_some()).await?;
    if !lookup.errors.is_empty() {
        return Ok((Vec::new(), lookup.errors));
    }
    let mut results = lookup.existing;
    results.extend(inserted.into_iter().map(|(index, id)| (index, StructureUserResult { id, is_new: true })));
    if request.validate_only {
        results.extend(lookup.new.iter().map(|(user, _)| (user.index, StructureUserResult { id: 0, is_new: true })));
    } else if let Some(right) = &right {
        let new: Vec<NewImportedUser> =
            lookup.new.iter().map(|(user, draft)| NewImportedUser { index: user.index, draft, is_invited: user.send_invitation }).collect();
        let languages = project_settings::languages(&mut tx, project_id).await?;
        let ids = store::insert_all(&mut tx, right, import_id, &new, languages.choose(&caller.locale), now).await?;
        let changes = ids
            .iter()
            .zip(&new)
            .map(|(id, new)| audit::user_change(policy::Action::Create, *id, &new.draft.name, Value::Null, new.draft.audit_view()));
        kit::audit::record_all(&mut tx, &app.context.clock, caller, changes).await?;
        results.extend(new.iter().zip(ids).map(|(new, id)| (new.index, StructureUserResult { id, is_new: true })));
        tx.commit().await?;
    }
    Ok((request.users.iter().filter_map(|user| results.get(&user.index).copied()).collect(), Vec::new()))
}

/// What becomes of the users.
#[derive(Default)]
struct Lookup<'a> {
    existing: HashMap<i32, StructureUserResult>,
    new: Vec<(&'a StructureUser, UserDraft)>,
    errors: Vec<RowError>,
}

/// A caller who may not create users (`makes`) finds only users whom they see.
async fn look_up<'a>(connection: &mut PgConnection, caller: &Caller, users: &[&'a StructureUser], role_id: i64, makes: bool) -> Result<Lookup<'a>> {
    let existing = ExistingUsers::find(connection, caller, users, makes).await?;
    let roles = AssignableRoles::find(connection, caller, users, role_id).await?;
    let mut lookup = Lookup::default();
    for user in users {
        match existing.of(user) {
            Ok(Some(id)) => {
                lookup.existing.insert(user.index, StructureUserResult { id, is_new: false });
            }
            // A caller who may not create users gets that error, not one about roles.
            Ok(None) if !makes => lookup.errors.push(problem(user, "name", Error::Forbidden.to_string())),
            Ok(None) => match roles.of(user) {
                Ok(role_id) => lookup.add(user, role_id),
                Err(message) => lookup.errors.push(problem(user, "role", message)),
            },
            Err((field, message)) => lookup.errors.push(problem(user, field, message)),
        }
    }
    Ok(lookup)
}

/// Users who are there, by what a table may say of them.
struct ExistingUsers {
    by_id: HashMap<i64, ExistingUser>,
    /// None for somebody of another project.
    by_email: HashMap<String, Option<ExistingUser>>,
    by_name: HashMap<(i64, String), i64>,
}

impl ExistingUsers {
    async fn find(connection: &mut PgConnection, caller: &Caller, users: &[&StructureUser], makes: bool) -> Result<ExistingUsers> {
        let project_id = caller.project_id;
        let scope = caller.scope(Resource::User, Action::View);
        let ids: Vec<i64> = users.iter().map(|user| user.id).filter(|id| *id != 0).collect();
        let emails: Vec<String> = users.iter().map(|user| user.email.to_lowercase()).filter(|email| !email.is_empty()).collect();
        let unnamed = || users.iter().filter(|user| user.id == 0 && user.email.is_empty());
        let groups: Vec<i64> = unnamed().flat_map(|user| user.domain_ids.clone()).collect();
        let names: Vec<String> = unnamed().map(|user| user.name.clone()).collect();
        let mut existing = ExistingUsers {
            by_id: store::by_id(connection, project_id, &scope, &ids).await?,
            by_email: store::by_email(connection, project_id, &emails).await?,
            by_name: store::by_name(connection, project_id, &groups, &names).await?,
        };
        if !makes {
            let found =
                existing.by_email.values().flatten().map(|existing| existing.id).chain(existing.by_name.values().copied()).collect::<Vec<_>>();
            let seen: HashSet<i64> = user::within(connection, project_id, &scope, &found).await?.into_iter().collect();
            existing.by_email.retain(|_, existing| existing.as_ref().is_some_and(|existing| seen.contains(&existing.id)));
            existing.by_name.retain(|_, id| seen.contains(id));
        }
        Ok(existing)
    }

    /// None for one who is to be inserted; or the field that is wrong, and what is wrong with it.
    fn of(&self, user: &StructureUser) -> Result<Option<i64>, (&'static str, &'static str)> {
        if user.id != 0 {
            let existing = self.by_id.get(&user.id).ok_or(("id", "item not found"))?;
            return existing.differs_from(user).map_or(Ok(Some(existing.id)), |field| Err((field, "differs from what is there")));
        }
        if user.email.is_empty() {
            return Ok(user.domain_ids.iter().find_map(|group| self.by_name.get(&(*group, user.name.clone()))).copied());
        }
        match self.by_email.get(&user.email.to_lowercase()) {
            Some(Some(existing)) if existing.differs_from(user).is_none() => Ok(Some(existing.id)),
            Some(Some(_)) => Err(("email", "user registered already")),
            Some(None) => Err(("email", "serial number or e-mail already used")),
            None => Ok(None),
        }
    }
}

impl ExistingUser {
    /// The first field in which the table says somebody else: a name, an e-mail, groups that they are not in.
    fn differs_from(&self, user: &StructureUser) -> Option<&'static str> {
        let is_email = user.email.is_empty() || self.email.as_ref().is_some_and(|email| email.eq_ignore_ascii_case(&user.email));
        let is_member = user.domain_ids.iter().all(|group| self.domain_ids.contains(group));
        [("name", self.name == user.name), ("email", is_email), ("id", is_member)].into_iter().find(|(_, agrees)| !agrees).map(|(field, _)| field)
    }
}

impl<'a> Lookup<'a> {
    fn add(&mut self, user: &'a StructureUser, role_id: i64) {
        let text = |text: &str| Some(text.trim().to_string()).filter(|text| !text.is_empty());
        let draft = UserDraft {
            name: user.name.trim().into(),
            email: text(&user.email),
            phone: text(&user.phone),
            role_id,
            domain_ids: user.domain_ids.iter().copied().collect(),
            is_active: true,
            ..UserDraft::default()
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
struct AssignableRoles {
    by_name: HashMap<String, i64>,
    default: i64,
    refused: HashMap<i64, String>,
}

impl AssignableRoles {
    async fn find(connection: &mut PgConnection, caller: &Caller, users: &[&StructureUser], default: i64) -> Result<AssignableRoles> {
        let names: HashSet<String> = users.iter().map(|user| user.role.to_lowercase()).filter(|name| !name.is_empty()).collect();
        let by_name = store::roles(connection, caller.project_id, &names.into_iter().collect::<Vec<_>>()).await?;
        let is_default_used = default != 0 && users.iter().any(|user| user.role.is_empty());
        let mut refused = HashMap::new();
        for id in by_name.values().copied().chain(is_default_used.then_some(default)) {
            match assignable::check_assignable(connection, caller, id).await {
                Ok(()) => {}
                Err(error @ (Error::Forbidden | Error::InvalidRelated { .. } | Error::Invalid(_) | Error::NotFound)) => {
                    refused.insert(id, error.to_string());
                }
                Err(error) => return Err(error),
            }
        }
        Ok(AssignableRoles { by_name, default, refused })
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
