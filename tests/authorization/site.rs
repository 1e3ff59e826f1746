//! A site with one of everything, and four callers who may not see it.
use acceptance::{PASSWORD, Platform};
use anyhow::{Context as _, Result};
use reqwest::Method;
use serde_json::{Value, json};

use crate::operations::Operation;

/// In every name of the site: it must be in no answer to the four.
pub const SECRET: &str = "Alcazar";

pub struct Site {
    administrator: String,
    plain_user: String,
    other_group: String,
    other_tenant: String,
    ids: Ids,
}

#[derive(Clone, Copy)]
struct Ids {
    group: i64,
    group_type: i64,
    user: i64,
    role: i64,
    identifier: i64,
    time_rule: i64,
    access_rule: i64,
    device: i64,
}

impl Site {
    pub async fn make(platform: &Platform) -> Result<Site> {
        let administrator = platform.project("first", "admin@first.test").await?;
        let other_tenant = platform.project("second", "admin@second.test").await?;
        let roles = platform.call(Some(&administrator), Method::GET, "/roles?size=100", None).await?.body;
        let role = |name: &str| {
            roles["items"]
                .as_array()
                .into_iter()
                .flatten()
                .find(|role| role["name"] == name)
                .and_then(|role| role["id"].as_i64())
                .context("a default role")
        };
        let ids = ids(platform, &administrator, role("user")?, role("group_administrator")?).await?;
        let elsewhere = platform.make(&administrator, "/domains", json!({ "name": "Elsewhere" })).await?;
        for (login, role) in [("plain@first.test", role("user")?), ("manager@first.test", role("group_administrator")?)] {
            let user = json!({ "name": login, "email": login, "password": PASSWORD, "is_active": true, "role": { "id": role }, "domains": [{ "id": elsewhere }] });
            platform.make(&administrator, "/users", user).await?;
        }
        Ok(Site {
            plain_user: platform.sign_in("plain@first.test").await?,
            other_group: platform.sign_in("manager@first.test").await?,
            administrator,
            other_tenant,
            ids,
        })
    }

    /// In the order of `CALLERS`.
    pub fn tokens(&self) -> [Option<&str>; 4] {
        [None, Some(&self.plain_user), Some(&self.other_group), Some(&self.other_tenant)]
    }

    /// With the site's id in place of `{id}`.
    pub fn path(&self, operation: &Operation) -> String {
        let ids = &self.ids;
        let resource = operation.path.trim_start_matches('/').split('/').next().unwrap_or_default();
        let id = match resource {
            "domains" => ids.group,
            "domain-types" => ids.group_type,
            "users" => ids.user,
            "roles" => ids.role,
            "identifiers" => ids.identifier,
            "time-rules" => ids.time_rule,
            "access-rules" => ids.access_rule,
            "devices" => ids.device,
            _ => 1,
        };
        operation.path.replace("{id}", &id.to_string())
    }

    /// A body that would do harm if it were let through.
    pub fn body(&self, operation: &Operation) -> Option<Value> {
        if operation.method == Method::GET || operation.method == Method::DELETE {
            return None;
        }
        let ids = &self.ids;
        let path = operation.path.as_str();
        Some(match path {
            "/login" => json!({ "login": "admin@first.test", "password": "wrong" }),
            "/refresh" => json!({ "token": "none" }),
            "/profile/password" => json!({ "old_password": "wrong", "new_password": "another-password-1" }),
            "/users" => json!({ "name": "x", "email": "x@x.test", "role": { "id": ids.role }, "domains": [{ "id": ids.group }] }),
            "/domains" => json!({ "name": "x", "parent_id": ids.group }),
            "/devices" => {
                json!({ "name": "x", "serial_number": "X-1", "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80, "domain": { "id": ids.group } })
            }
            "/identifiers" => json!({ "name": "x", "type": "card", "value": "55", "owner": { "id": ids.user } }),
            "/access-rules" => json!({ "name": "x", "devices": [{ "id": ids.device, "lock_number": 1 }], "users": [{ "id": ids.user }] }),
            "/access-check" => json!({ "user_id": ids.user, "device_id": ids.device, "lock_number": 1 }),
            "/time-rules/preview" => json!({ "id": ids.time_rule, "from": "2026-11-23T00:00:00Z", "to": "2026-11-24T00:00:00Z" }),
            "/notifications/read" => json!({ "id": 1 }),
            _ if path.ends_with("/password") => json!({ "new_password": "another-password-1" }),
            _ if path.ends_with("/deleteAll") => json!({ "items": self.all_of(path) }),
            _ if operation.method == Method::PATCH => json!({ "name": "taken over" }),
            _ => json!({}),
        })
    }

    fn all_of(&self, path: &str) -> Vec<i64> {
        let of_one = Operation { method: Method::GET, path: path.replace("deleteAll", "{id}"), access: Default::default() };
        self.path(&of_one).rsplit('/').next().and_then(|id| id.parse().ok()).into_iter().collect()
    }

    /// What of the site is not as it was, or not there.
    pub async fn changed(&self, platform: &Platform) -> Result<Vec<String>> {
        let ids = self.ids;
        let entities = [
            ("/domains", ids.group),
            ("/users", ids.user),
            ("/identifiers", ids.identifier),
            ("/time-rules", ids.time_rule),
            ("/access-rules", ids.access_rule),
            ("/devices", ids.device),
        ];
        let mut changed = Vec::new();
        for (path, id) in entities {
            let answer = platform.call(Some(&self.administrator), Method::GET, &format!("{path}/{id}"), None).await?;
            let name = answer.body["name"].as_str().unwrap_or_default();
            if !name.starts_with(SECRET) || !answer.body["revoked_at"].is_null() {
                changed.push(format!("{path}/{id} was changed by somebody who may not: {answer:?}"));
            }
        }
        Ok(changed)
    }
}

async fn ids(platform: &Platform, administrator: &str, role: i64, manager_role: i64) -> Result<Ids> {
    let named = |what: &str| format!("{SECRET} {what}");
    let group = platform.make(administrator, "/domains", json!({ "name": named("house") })).await?;
    let user = json!({ "name": named("resident"), "email": "resident@first.test", "password": PASSWORD, "is_active": true, "role": { "id": role }, "domains": [{ "id": group }] });
    let user = platform.make(administrator, "/users", user).await?;
    let device = json!({ "name": named("door"), "serial_number": format!("S-{}", uuid::Uuid::now_v7().simple()), "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80, "domain": { "id": group } });
    let device = platform.make(administrator, "/devices", device).await?;
    let identifier = json!({ "name": named("card"), "type": "card", "value": "0013961168", "is_active": true, "owner": { "id": user } });
    let identifier = platform.make(administrator, "/identifiers", identifier).await?;
    // A schedule of the project's administrator is there for everybody; one of the group's is not.
    let keeper = json!({ "name": named("keeper"), "email": "keeper@first.test", "password": PASSWORD, "is_active": true, "role": { "id": manager_role }, "domains": [{ "id": group }] });
    platform.make(administrator, "/users", keeper).await?;
    let keeper = platform.sign_in("keeper@first.test").await?;
    let hours = json!({ "name": named("hours"), "valid_from": "2026-11-23T08:00:00", "valid_to": "2026-11-23T18:00:00", "repeat_mode": "day" });
    let time_rule = platform.make(&keeper, "/time-rules", hours).await?;
    let rule = json!({ "name": named("rule"), "devices": [{ "id": device, "lock_number": 1 }], "users": [{ "id": user }] });
    let access_rule = platform.make(administrator, "/access-rules", rule).await?;
    let types = platform.call(Some(administrator), Method::GET, "/domain-types", None).await?;
    let group_type = types.body["items"][0]["id"].as_i64().context("a group type")?;
    Ok(Ids { group, group_type, user, role, identifier, time_rule, access_rule, device })
}
