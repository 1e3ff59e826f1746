//! Does what a plan says, one operation after the other. There is no transaction over nine services: each row is found again by its
//! key, so what broke off is continued by comparing and applying anew, and what was done already is then the same.
use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use kit_core::{Error, Result};
use serde_json::{Map, Value};

use crate::compare::Compared;
use crate::entity::Entity;
use crate::journal::Done;
use crate::plan::{Action, PlanItem};
use crate::reference::{self, FileReference, visit};
use crate::snapshot::{SiteRow, Snapshot};
use crate::target::{Target, Targets};
use crate::{Created, Progress, Site};

/// Refusals that are listed; all are counted.
pub const MAX_REFUSALS: usize = 500;
/// How often, and how soon, what is refused is tried: services know each other's changes within two seconds.
const ATTEMPTS: usize = 4;
const ATTEMPT_INTERVAL: Duration = Duration::from_secs(1);
/// Of all rows together that are created or changed, so that a file full of mistakes is soon at its end.
const MAX_WRITE_RETRIES: usize = 12;

#[derive(Clone, Debug)]
pub struct Refusal {
    pub entity: &'static str,
    pub name: String,
    pub message: String,
}

#[derive(Debug, Default)]
pub struct Applied {
    pub done: usize,
    pub refusals: Vec<Refusal>,
    pub refusals_count: usize,
}

/// entity and key -> path and value. They are written with a row that is created: what is set already comes masked, and is left as it is.
pub type SecretValues = HashMap<(&'static str, String), Vec<(String, String)>>;

/// Fields of a row of the entity.
type LateFields = (&'static Entity, Map<String, Value>);
/// What is written now, and what at the end.
type Bodies = (Map<String, Value>, Map<String, Value>);

struct Written {
    /// Of a row that is written, or may be: then 0 of one that may have been created.
    id: Option<i64>,
    answer: Result<()>,
}

struct Run<'a> {
    site: &'a dyn Site,
    progress: &'a dyn Progress,
    secrets: &'a SecretValues,
    targets: Targets<'a>,
    applied: Applied,
    total: usize,
    /// Rows of the file that were to be created and are not yet there, or were refused.
    missing: HashSet<(&'static str, String)>,
    /// Fields that are written at the end, by row of the file.
    late: BTreeMap<(usize, String), LateFields>,
    done: &'a mut Done,
    write_retries: usize,
}

/// A row that is refused is named, and so is what needs it; the others are done. An error of `progress` ends it at once. `done`: gets
/// each row that is done, also of a work that ends with an error.
pub async fn run(site: &dyn Site, secrets: &SecretValues, compared: Compared<'_>, progress: &dyn Progress, done: &mut Done) -> Result<Applied> {
    let Compared { plan, targets, file, .. } = compared;
    let items: Vec<&PlanItem> = plan.items.iter().filter(|item| item.action != Action::Conflict).collect();
    let created = items.iter().filter(|item| item.action == Action::Create);
    let missing = created.map(|item| (item.entity.name, item.key.clone())).collect();
    let (applied, total) = (Applied::default(), items.len());
    let mut run = Run { site, progress, secrets, targets, applied, total, missing, late: BTreeMap::new(), done, write_retries: 0 };
    for item in plan.items.iter().filter(|item| item.action == Action::Conflict && item.is_refused) {
        run.add_refusal(item.entity, &item.name, item.message.unwrap_or_default().to_owned());
    }
    let mut writes: Vec<&PlanItem> = items.iter().copied().filter(|item| item.action != Action::Delete).collect();
    // Groups come after those that they are in.
    writes.sort_by_key(|item| (item.entity.position(), item.key.split(" / ").count(), item.action == Action::Change));
    for item in writes {
        run.write(item, &file).await?;
    }
    run.write_late().await?;
    run.delete(items.iter().copied().filter(|item| item.action == Action::Delete).collect()).await?;
    Ok(run.applied)
}

impl Run<'_> {
    /// What is refused is deleted again at the end: another service may not know yet that what was in a group is deleted.
    async fn delete(&mut self, mut items: Vec<&PlanItem>) -> Result<()> {
        for attempt in 1..=ATTEMPTS {
            let mut refused = Vec::new();
            for item in items {
                let deleted = self.site.delete(item.entity, item.id).await;
                if deleted.as_ref().err().is_none_or(may_be_done) {
                    self.done.add(item, item.id);
                }
                match deleted {
                    Err(error) if attempt < ATTEMPTS && !matches!(error, Error::Unauthenticated) => refused.push(item),
                    deleted => self.answered(item.entity, &item.name, deleted).await?,
                }
            }
            if refused.is_empty() {
                return Ok(());
            }
            items = refused;
            tokio::time::sleep(ATTEMPT_INTERVAL).await;
        }
        Ok(())
    }

    async fn write(&mut self, item: &PlanItem, file: &Snapshot) -> Result<()> {
        let row = file.get(item.entity.name).and_then(|rows| rows.by_key(&item.key));
        let Some(row) = row else { return Err(Error::NotFound) };
        let changed: HashSet<&str> = item.fields.iter().map(|field| field.name.as_str()).collect();
        let (mut body, late) = match self.body(item, row, &changed)? {
            Some(bodies) => bodies,
            None => return self.answered(item.entity, &item.name, Err(related())).await,
        };
        if !late.is_empty() {
            self.late.insert((item.entity.position(), row.key.clone()), (item.entity, late));
        }
        if item.action == Action::Create {
            let secrets = self.secrets.get(&(item.entity.name, row.key.clone())).into_iter().flatten();
            secrets.for_each(|(path, value)| insert_at(&mut body, path, value));
        }
        let Written { id, answer } = self.written(item, row, &Value::Object(body)).await;
        if let (Action::Create, Some(id), Ok(())) = (item.action, id, &answer) {
            self.targets.learn(item.entity.name, &row.key, id);
            self.missing.remove(&(item.entity.name, row.key.clone()));
        }
        if answer.is_err() {
            self.late.remove(&(item.entity.position(), row.key.clone()));
        }
        if let Some(id) = id {
            self.done.add(item, id);
        }
        self.answered(item.entity, &item.name, answer).await
    }

    /// A service may not know yet what has just been created in another one.
    async fn written(&mut self, item: &PlanItem, row: &SiteRow, body: &Value) -> Written {
        let (mut attempt, mut created) = (1, None);
        loop {
            let answer = match (item.action, created) {
                (Action::Create, None) => self.site.create(item.entity, body).await.and_then(|Created { id, missing }| {
                    created = Some(id);
                    missing.map_or(Ok(()), Err)
                }),
                // It is there, and lacks something.
                (Action::Create, Some(id)) => self.site.update(item.entity, id, None, body).await,
                _ if body.as_object().is_some_and(Map::is_empty) => Ok(()),
                _ => self.site.update(item.entity, item.id, item.entity.part(&row.key), body).await,
            };
            let is_early = self.applied.done > 0 && matches!(answer, Err(Error::Peer(_) | Error::InvalidRelated { .. } | Error::Conflict { .. }));
            if !is_early || attempt == ATTEMPTS || self.write_retries == MAX_WRITE_RETRIES {
                let is_done = answer.as_ref().err().is_none_or(may_be_done);
                return Written { id: created.or(is_done.then_some(item.id)), answer };
            }
            attempt += 1;
            self.write_retries += 1;
            tokio::time::sleep(ATTEMPT_INTERVAL).await;
        }
    }

    /// What is written now and what at the end; None where a row that it needs is not there.
    fn body(&self, item: &PlanItem, row: &SiteRow, changed: &HashSet<&str>) -> Result<Option<Bodies>> {
        let entity = item.entity;
        let (mut now, mut late) = (Map::new(), Map::new());
        for (name, value) in row.fields().into_iter().filter(|(name, _)| changed.contains(name.as_str())) {
            let mut is_late = entity.late_fields.contains(&name.as_str());
            for reference in reference::of_field(entity, &name) {
                let leads_to_missing = self.leads_to_missing(&name, &value, reference.path)?;
                if leads_to_missing && !reference.is_late {
                    return Ok(None);
                }
                is_late |= leads_to_missing;
            }
            match is_late {
                true => late.insert(name, value),
                false => now.insert(name.clone(), self.to_api(entity, item.id, &name, value)?),
            };
        }
        Ok(Some((now, late)))
    }

    fn leads_to_missing(&self, name: &str, value: &Value, path: &str) -> Result<bool> {
        let mut row = Value::Object(Map::from_iter([(name.to_owned(), value.clone())]));
        let mut is_missing = false;
        let mut look = |value: &mut Value| {
            if let Some(named) = FileReference::parse(value) {
                is_missing |= !matches!(self.targets.of(&named), Some(Target::Site(_)));
            }
            Ok(true)
        };
        visit(&mut row, path, &mut look)?;
        Ok(is_missing)
    }

    /// `id`: of the row as it is in the site, 0 of a new one.
    fn to_api(&self, entity: &Entity, id: i64, name: &str, value: Value) -> Result<Value> {
        let mut row = Value::Object(Map::from_iter([(name.to_owned(), value)]));
        for reference in reference::of_field(entity, name) {
            let mut change = |value: &mut Value| {
                let target = FileReference::parse(value).and_then(|named| self.targets.of(&named));
                let Some(Target::Site(id)) = target else { return Err(related()) };
                *value = reference::to_api(value, reference, id);
                Ok(true)
            };
            visit(&mut row, reference.path, &mut change)?;
        }
        let mut value = row[name].take();
        let left_out = self.targets.left_out(entity.name, id, name);
        if !left_out.is_empty() {
            match &mut value {
                Value::Array(items) => items.extend(left_out.iter().cloned()),
                value => *value = Value::Array(left_out.to_vec()),
            }
        }
        Ok(value)
    }

    /// Null is what a new row has anyway: there is nothing to write.
    async fn write_late(&mut self) -> Result<()> {
        for ((_, key), (entity, fields)) in std::mem::take(&mut self.late) {
            self.progress.report(self.applied.done, self.total).await?;
            let target = self.targets.of_key(entity.name, &key);
            let id = if let Some(Target::Site(id)) = target { id } else { 0 };
            let body: Result<Map<String, Value>> =
                fields.into_iter().map(|(name, value)| self.to_api(entity, id, &name, value).map(|value| (name, value))).collect();
            let written = match (body, target) {
                (Ok(body), Some(Target::Site(id))) => self.site.update(entity, id, entity.part(&key), &Value::Object(body)).await,
                (Err(error), _) => Err(error),
                (Ok(_), _) => Err(related()),
            };
            if let Err(error) = written {
                self.refuse(entity, &key, &error)?;
            }
        }
        Ok(())
    }

    async fn answered(&mut self, entity: &Entity, name: &str, answer: Result<()>) -> Result<()> {
        if let Err(error) = answer {
            self.refuse(entity, name, &error)?;
        }
        self.applied.done += 1;
        self.progress.report(self.applied.done, self.total).await
    }

    /// Who has been signed out applies nothing more.
    fn refuse(&mut self, entity: &Entity, name: &str, error: &Error) -> Result<()> {
        if matches!(error, Error::Unauthenticated) {
            return Err(Error::Unauthenticated);
        }
        self.add_refusal(entity, name, worded(error));
        Ok(())
    }

    fn add_refusal(&mut self, entity: &Entity, name: &str, message: String) {
        self.applied.refusals_count += 1;
        if self.applied.refusals.len() < MAX_REFUSALS {
            self.applied.refusals.push(Refusal { entity: entity.name, name: name.to_owned(), message });
        }
    }
}

/// Objects on the way are made.
fn insert_at(body: &mut Map<String, Value>, path: &str, value: &str) {
    match path.split_once('.') {
        None => drop(body.insert(path.to_owned(), Value::from(value))),
        Some((name, rest)) => {
            let inner = body.entry(name).or_insert(Value::Null);
            if !inner.is_object() {
                *inner = Value::Object(Map::new());
            }
            if let Value::Object(inner) = inner {
                insert_at(inner, rest, value);
            }
        }
    }
}

/// The service may have done it all the same: only its answer is missing.
fn may_be_done(error: &Error) -> bool {
    matches!(error, Error::Unavailable(_) | Error::Internal(_))
}

fn related() -> Error {
    Error::InvalidRelated { names: Vec::new() }
}

/// With the fields that were refused.
fn worded(error: &Error) -> String {
    match error {
        Error::Invalid(fields) => fields.iter().map(|(path, why)| format!("{path}: {why}")).collect::<Vec<_>>().join("; "),
        error => error.to_string(),
    }
}
