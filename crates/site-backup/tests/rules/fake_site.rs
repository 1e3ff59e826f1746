//! A site in memory: rows as the API answers them, ids of its own.
use std::collections::BTreeMap;
use std::sync::Mutex;

use async_trait::async_trait;
use kit_core::{Error, Result};
use serde_json::{Value, json};
use site_backup::entity::Entity;
use site_backup::{Created, Progress, Site, View, ViewReach};

#[derive(Default)]
pub struct FakeSite {
    pub rows: Mutex<BTreeMap<String, Vec<Value>>>,
    next_id: Mutex<i64>,
    /// Entities that the caller may not write.
    pub refused: Mutex<Vec<&'static str>>,
    pub unlisted: Mutex<Vec<&'static str>>,
    /// Rows that disappear after they were listed once, as if they were deleted meanwhile.
    pub vanishing: Mutex<Vec<(&'static str, i64)>>,
    pub writes: Mutex<usize>,
    /// Entities whose writes are done and answered as if the service were away.
    pub unsure: Mutex<Vec<&'static str>>,
    /// Entities of which a new row lacks something.
    pub incomplete: Mutex<Vec<&'static str>>,
    /// The caller may not export codes.
    pub no_codes: Mutex<bool>,
}

impl FakeSite {
    pub fn new(first_id: i64) -> Self {
        let site = FakeSite { next_id: Mutex::new(first_id), ..FakeSite::default() };
        for part in ["general", "sip", "whitelabel"] {
            let row = if part == "general" {
                json!({"time_zone": "Europe/Amsterdam", "registration": {"is_enabled": false, "role": null, "domain": null}})
            } else {
                json!({})
            };
            site.rows.lock().unwrap().insert(format!("settings/{part}"), vec![row]);
        }
        site
    }

    /// Adds a row; the id.
    pub fn add(&self, entity: &str, mut row: Value) -> i64 {
        let mut next = self.next_id.lock().unwrap();
        *next += 1;
        row["id"] = json!(*next);
        if row["created_at"].is_null() {
            row["created_at"] = json!(format!("2026-11-24T10:{:02}:{:02}Z", *next / 60 % 60, *next % 60));
        }
        self.rows.lock().unwrap().entry(entity.into()).or_default().push(row);
        *next
    }

    pub fn all(&self, entity: &str) -> Vec<Value> {
        self.rows.lock().unwrap().get(entity).cloned().unwrap_or_default()
    }

    pub fn find(&self, entity: &str, name: &str) -> Value {
        self.all(entity).into_iter().find(|row| row["name"] == name).unwrap_or_default()
    }

    pub fn count(&self) -> usize {
        self.rows.lock().unwrap().values().map(Vec::len).sum()
    }

    fn check(&self, entity: &Entity) -> Result<()> {
        if self.refused.lock().unwrap().contains(&entity.name) {
            return Err(Error::Forbidden);
        }
        *self.writes.lock().unwrap() += 1;
        Ok(())
    }

    fn answer<T>(&self, entity: &Entity, done: T) -> Result<T> {
        match self.unsure.lock().unwrap().contains(&entity.name) {
            true => Err(Error::Unavailable(std::io::Error::other("no answer in time").into())),
            false => Ok(done),
        }
    }

    /// The path of a group, as domains answers it.
    fn with_path(&self, row: &Value) -> Value {
        let (mut row, mut path, mut at) = (row.clone(), Vec::new(), row.clone());
        loop {
            path.insert(0, json!({"id": at["id"], "name": at["name"]}));
            let Some(parent) = at["parent_id"].as_i64() else { break };
            at = self.all("domains").into_iter().find(|group| group["id"] == parent).expect("the parent is there");
        }
        row["path"] = json!(path);
        row
    }
}

fn file_of(entity: &Entity, part: Option<&str>) -> String {
    part.map_or(entity.name.to_owned(), |part| format!("{}/{part}", entity.name))
}

fn merge(into: &mut Value, from: &Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (name, value) in from {
                merge(into.entry(name.clone()).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from.clone(),
    }
}

#[async_trait]
impl Site for FakeSite {
    async fn list(&self, entity: &Entity, part: Option<&str>) -> Result<Vec<Value>> {
        if self.unlisted.lock().unwrap().contains(&entity.name) {
            return Err(Error::Forbidden);
        }
        let mut rows = self.all(&file_of(entity, part));
        if entity.name == "domains" {
            rows = rows.iter().map(|row| self.with_path(row)).collect();
        }
        let mut vanishing = self.vanishing.lock().unwrap();
        vanishing.retain(|(name, id)| {
            if *name == entity.name {
                self.rows.lock().unwrap().get_mut(*name).unwrap().retain(|row| row["id"] != *id);
            }
            *name != entity.name
        });
        Ok(rows)
    }

    async fn create(&self, entity: &Entity, body: &Value) -> Result<Created> {
        self.check(entity)?;
        let id = self.add(entity.name, body.clone());
        let missing = self.incomplete.lock().unwrap().contains(&entity.name).then(|| Error::InvalidRelated { names: Vec::new() });
        self.answer(entity, Created { id, missing })
    }

    async fn update(&self, entity: &Entity, id: i64, part: Option<&str>, body: &Value) -> Result<()> {
        self.check(entity)?;
        let mut rows = self.rows.lock().unwrap();
        let rows = rows.get_mut(&file_of(entity, part)).ok_or(Error::NotFound)?;
        let row = rows.iter_mut().find(|row| part.is_some() || row["id"] == id).ok_or(Error::NotFound)?;
        merge(row, body);
        self.answer(entity, ())
    }

    async fn delete(&self, entity: &Entity, id: i64) -> Result<()> {
        self.check(entity)?;
        self.rows.lock().unwrap().get_mut(entity.name).ok_or(Error::NotFound)?.retain(|row| row["id"] != id);
        self.answer(entity, ())
    }

    async fn view(&self, entity: &Entity) -> Result<View> {
        Ok(if self.unlisted.lock().unwrap().contains(&entity.name) { View::None } else { View::All })
    }

    async fn takes_codes(&self) -> Result<bool> {
        Ok(!*self.no_codes.lock().unwrap())
    }
}

/// The site as somebody sees it who does not see these rows, nor where others name them.
pub struct Narrow<'a> {
    pub site: &'a FakeSite,
    pub hidden: Vec<(&'static str, i64)>,
    pub user_id: i64,
}

impl Narrow<'_> {
    fn is_hidden(&self, entity: &str, id: &Value) -> bool {
        self.hidden.iter().any(|(name, hidden)| *name == entity && *id == json!(hidden))
    }
}

#[async_trait]
impl Site for Narrow<'_> {
    async fn list(&self, entity: &Entity, part: Option<&str>) -> Result<Vec<Value>> {
        let mut rows = self.site.list(entity, part).await?;
        rows.retain(|row| !self.is_hidden(entity.name, &row["id"]));
        for row in &mut rows {
            for reference in entity.references {
                match (reference.path.strip_suffix("[]"), reference.is_id) {
                    (Some(list), _) => {
                        if let Some(items) = row[list].as_array_mut() {
                            items.retain(|item| !self.is_hidden(reference.to, &item["id"]));
                        }
                    }
                    (None, true) if self.is_hidden(reference.to, &row[reference.path]) => row[reference.path] = Value::Null,
                    _ => {}
                }
            }
            if let Some(path) = row["path"].as_array_mut() {
                path.retain(|step| !self.is_hidden("domains", &step["id"]));
            }
        }
        Ok(rows)
    }

    async fn create(&self, entity: &Entity, body: &Value) -> Result<Created> {
        self.site.create(entity, body).await
    }

    /// Members that they do not see stay, as the services keep them.
    async fn update(&self, entity: &Entity, id: i64, part: Option<&str>, body: &Value) -> Result<()> {
        let mut body = body.clone();
        let before = self.site.all(entity.name).into_iter().find(|row| row["id"] == id).unwrap_or_default();
        for reference in entity.references.iter().filter(|reference| !reference.path.contains('.')) {
            let Some(list) = reference.path.strip_suffix("[]") else { continue };
            if let Some(items) = body[list].as_array_mut() {
                let hidden = before[list].as_array().into_iter().flatten().filter(|item| self.is_hidden(reference.to, &item["id"]));
                items.extend(hidden.cloned());
            }
        }
        body.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        self.site.update(entity, id, part, &body).await
    }

    async fn delete(&self, entity: &Entity, id: i64) -> Result<()> {
        if self.is_hidden(entity.name, &json!(id)) { Err(Error::NotFound) } else { self.site.delete(entity, id).await }
    }

    async fn view(&self, _: &Entity) -> Result<View> {
        Ok(View::Part(ViewReach { domain: true, descendants: true, group_ids: vec![1], own: true, user_id: self.user_id }))
    }

    async fn takes_codes(&self) -> Result<bool> {
        Ok(true)
    }
}

/// Ends the work after this many reports.
pub struct EndsAfter(pub Mutex<usize>);

impl EndsAfter {
    pub fn never() -> Self {
        EndsAfter(Mutex::new(usize::MAX))
    }
}

#[async_trait]
impl Progress for EndsAfter {
    async fn report(&self, _: usize, _: usize) -> Result<()> {
        let mut left = self.0.lock().unwrap();
        *left = left.checked_sub(1).ok_or(Error::NotFound)?;
        Ok(())
    }
}

/// A house with one of everything that names something.
pub fn house() -> FakeSite {
    let site = FakeSite::new(0);
    let kind = site.add("domain-types", json!({"type": "building", "name": "Building"}));
    let root = site.add("domains", json!({"name": "House", "parent_id": null, "domain_type_id": kind}));
    let flat = site.add("domains", json!({"name": "Flat 1/A", "parent_id": root, "domain_type_id": null}));
    let role = site.add("roles", json!({"name": "Resident", "permissions": ["can_open_door"], "available_roles": [], "is_default": true}));
    let staff = site.add("roles", json!({"name": "Concierge", "permissions": [], "available_roles": [{"id": role, "name": "Resident"}]}));
    let marker = site.add("markers", json!({"name": "VIP", "color": "#ff0000"}));
    let anna = site.add(
        "users",
        json!({"name": "Anna", "email": "anna@example.org", "role": {"id": role, "name": "Resident"}, "is_active": true, "password": "********",
        "domains": [{"id": flat, "name": "Flat 1/A"}], "markers": [{"id": marker, "name": "VIP", "color": "#ff0000"}], "linked_users": []}),
    );
    let boris = site.add(
        "users",
        json!({"name": "Boris", "email": "boris@example.org", "role": {"id": staff, "name": "Concierge"}, "is_active": true,
        "domains": [{"id": root, "name": "House"}, {"id": flat, "name": "Flat 1/A"}], "markers": [], "linked_users": [{"id": anna, "name": "Anna"}]}),
    );
    {
        let mut rows = site.rows.lock().unwrap();
        rows.get_mut("domains").unwrap()[0]["device_status_notify"] = json!({"user": {"id": boris, "name": "Boris"}, "alarm_escalation": []});
    }
    let panel = site.add("devices", json!({"name": "Gate", "serial_number": "AA-1", "domain": {"id": root, "name": "House"}, "device_settings": {"mqtt": {"password": "********"}, "address": {"building": "0001"}}}));
    let hours = site.add("time-rules", json!({"name": "Day", "repeat_mode": "week", "time_zone": ""}));
    let card =
        site.add("identifiers", json!({"name": "Card", "type": "card", "value": "00A1", "owner": {"id": anna, "name": "Anna"}, "origin": "manual"}));
    site.add("identifiers", json!({"name": "Guest", "type": "qr", "value": "77", "owner": null, "origin": "guest"}));
    site.add("access-rules", json!({"name": "Gate by day", "devices": [{"id": panel, "name": "Gate", "lock_number": 1}], "time_rules": [{"id": hours, "name": "Day"}],
        "users": [{"id": boris, "name": "Boris"}, {"id": anna, "name": "Anna"}], "identifiers": [{"id": card, "name": "Card"}], "domains": [], "prohibition": false}));
    site
}
