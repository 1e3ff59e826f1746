//! A site with one of everything, and four callers who may not see it.
use acceptance::{PASSWORD, Platform};
use anyhow::{Context as _, Result};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::operations::Operation;

/// Part of every name of the site. It must not appear in any answer to the four callers.
pub const SECRET: &str = "Alcazar";

pub struct Site {
    administrator: String,
    plain_user: String,
    other_group: String,
    other_tenant: String,
    ids: Ids,
    /// Serial number of the device.
    serial_number: String,
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
    mail_template: i64,
    marker: i64,
    sip_number: i64,
    forward_rule: i64,
    sip_trunk: i64,
    integration: i64,
    amenity: i64,
    emergency_alert: i64,
    reservation: i64,
    announce: i64,
    conversation: i64,
    device_task: i64,
    device_alarm: i64,
    session: i64,
    elevator: i64,
    elevator_access_rule: i64,
}

/// Part of the names of entities that every user of the project may read.
const SHARED_NAME: &str = "Caretaker";

/// A PNG of one pixel.
const PIXEL: &[u8] = include_bytes!("pixel.png");

/// E-mail of the site's resident.
const NUMBER: &str = "70001";
/// Of the image of an event; there is none of this name.
const IMAGE: &str = "2026-11-23/0193575e-7c00-7000-8000-000000000001.jpg";

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
        let device = platform.call(Some(&administrator), Method::GET, &format!("/devices/{}", ids.device), None).await?.body;
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
            serial_number: device["serial_number"].as_str().context("a serial number")?.into(),
        })
    }

    /// In the order of `CALLERS`.
    pub fn tokens(&self) -> [Option<&str>; 4] {
        [None, Some(&self.plain_user), Some(&self.other_group), Some(&self.other_tenant)]
    }

    /// The path with the site's id in place of `{id}`.
    pub fn path(&self, operation: &Operation) -> String {
        if operation.path == "/search" {
            return format!("/search?query={SECRET}");
        }
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
            "elevators" => ids.elevator,
            "elevator-access-rules" => ids.elevator_access_rule,
            "devices" => ids.device,
            "mail-templates" => ids.mail_template,
            "markers" => ids.marker,
            "sip-numbers" => ids.sip_number,
            "forward-rules" => ids.forward_rule,
            "sip-trunks" => ids.sip_trunk,
            "integrations" => ids.integration,
            "amenities" => ids.amenity,
            "emergency-alerts" => ids.emergency_alert,
            "amenity-reservations" => ids.reservation,
            "announces" => ids.announce,
            "conversations" => ids.conversation,
            "device-tasks" => ids.device_task,
            "device-alarms" => ids.device_alarm,
            "profile" => ids.session,
            _ => 1,
        };
        operation
            .path
            .replace("{id}", &id.to_string())
            .replace("{run_id}", "1")
            .replace("{device_id}", &ids.device.to_string())
            .replace("{client_id}", "1")
            .replace("{number}", NUMBER)
            .replace("{path}", IMAGE)
    }

    /// A form that would change the site if the upload were allowed.
    pub fn form(&self, operation: &Operation) -> Option<Form> {
        let file = |bytes: &'static [u8]| Part::bytes(bytes).file_name("upload");
        let table = b"name,email,role\nx,x@uploaded.test,user\n";
        operation.is_upload.then(|| match operation.path.as_str() {
            "/users/import" => Form::new().text("domain_id", self.ids.group.to_string()).part("file", file(table)),
            "/identifiers/import" => Form::new().part("file", file(b"name,type,value\nx,card,55\n")),
            "/site/plan" | "/site/apply" => Form::new().part("file", file(b"vestibule: 1\nmarkers:\n- name: Uploaded\n")),
            "/licenses/file" => Form::new().part("file", file(b"{}")),
            path if path.ends_with("/terms-of-use") => Form::new().part("file", file(b"%PDF-1.7")),
            path if path.ends_with("/import/structure") => Form::new().part("file", file(table)),
            _ => Form::new().part("image", file(PIXEL)),
        })
    }

    /// A body that would change the site if the request were allowed.
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
            "/devices/protocol" => json!({ "items": [ids.device], "protocol": "none" }),
            // An address that nobody may call: who may search is refused it for that.
            "/devices/search" => json!({ "start_ip": "0.0.0.0", "end_ip": "0.0.0.0", "request_id": REQUEST_ID }),
            "/devices/found" => {
                let item = json!({ "serial_number": "X-2", "type": "panel", "model": "AA-12", "ip_address": "192.0.2.1", "port": 80, "domain": { "id": ids.group } });
                json!({ "items": [item] })
            }
            "/devices/unclaimed" => json!({ "serial_number": self.serial_number, "password": "wrong" }),
            "/devices/remote-control/sessions" => json!({ "serial_number": self.serial_number, "login": "admin", "password": "wrong" }),
            "/devices/remote-control/sessions/{id}" => json!({ "is_active": true }),
            "/identifiers" => json!({ "name": "x", "type": "card", "value": "55", "owner": { "id": ids.user } }),
            "/access-rules" => json!({ "name": "x", "devices": [{ "id": ids.device, "lock_number": 1 }], "users": [{ "id": ids.user }] }),
            "/elevators" => json!({ "name": "x", "domain": { "id": ids.group }, "devices": [{ "id": ids.device }] }),
            "/elevators/{id}/call" => json!({ "floor": 2 }),
            "/elevator-access-rules" => {
                json!({ "name": "x", "users": [{ "id": ids.user }], "elevators": [{ "id": ids.elevator, "floors": [{ "floor": 2 }] }] })
            }
            "/access-check" => json!({ "user_id": ids.user, "device_id": ids.device, "lock_number": 1 }),
            "/access-matrix/impact" => {
                json!({ "access_rule": { "name": "x", "devices": [{ "id": ids.device, "lock_number": 1 }], "users": [{ "id": ids.user }] } })
            }
            "/guest-keys" => json!({ "name": "x", "access_rules": [{ "id": ids.access_rule }], "period_restrict_to": "2100-01-01T00:00:00Z" }),
            "/guest-access/{key}/open" => json!({ "device_token": "x" }),
            "/guest-keys/{id}/send" => json!({ "email": "guest@uploaded.test" }),
            "/time-rules/preview" => json!({ "id": ids.time_rule, "from": "2026-11-23T00:00:00Z", "to": "2026-11-24T00:00:00Z" }),
            "/sip-numbers" => json!({ "number": "70002", "user": { "id": ids.user }, "domain": { "id": ids.group } }),
            "/calls/interception" => json!({ "is_active": true, "domains": [ids.group] }),
            "/sip-numbers/generate" => json!({ "count": 1, "domain": { "id": ids.group } }),
            "/forward-rules" => json!({ "name": "x", "domain": { "id": ids.group }, "forward_rules": [{ "numbers": [NUMBER] }] }),
            "/sip-trunks" => sip_trunk("x", ids.group),
            "/mail-templates" => mail_template(ids.group, "ru"),
            "/mail-templates/preview" => {
                json!({ "mail_type_id": "password_changed", "subject": "x", "body": "x", "locale": "en", "domain_id": ids.group })
            }
            "/mail-templates/{id}" => json!({ "subject": "taken over" }),
            "/integrations" => integration("x", ids.group, Some(ids.integration)),
            "/amenities" => amenity("x", ids.group, ids.access_rule),
            "/emergency-alerts" => emergency_alert("x", ids.group),
            "/amenity-reservations" => reservation(ids.amenity, ids.user),
            "/announces" | "/announces/preview" => announce("x", ids.group),
            "/conversations" => conversation("x", ids.user),
            "/conversations/{id}/messages" => json!({ "message": "x", "request_id": REQUEST_ID }),
            "/domain-types" => json!({ "type": "common", "name": "x" }),
            "/roles" => json!({ "name": "x", "available_roles": [{ "id": ids.role }] }),
            "/markers" => json!({ "name": "x" }),
            "/time-rules" => json!({ "name": "x", "valid_from": "2026-11-23T08:00:00", "valid_to": "2026-11-23T18:00:00", "repeat_mode": "day" }),
            "/notifications/read" => json!({ "id": 1 }),
            "/device-alarms/{id}/take" => json!({ "is_taken": true }),
            "/device-alarms/{id}/process" => json!({ "comment": "taken over" }),
            "/licenses/cloud" => json!({ "key": "00000-00000-00000-00000-00000" }),
            "/domains/{id}/licenses" => json!({ "is_active": true, "counts": { "sip": 0, "mobile_app": 0, "ukey2": 0 } }),
            "/users/{id}/licenses" => json!({ "features": [] }),
            _ if path.ends_with("/password") => json!({ "new_password": "another-password-1" }),
            _ if path.ends_with("/deleteAll") => json!({ "items": self.all_of(path) }),
            _ if operation.method == Method::PATCH => json!({ "name": "taken over" }),
            _ => json!({}),
        })
    }

    fn all_of(&self, path: &str) -> Vec<i64> {
        let of_one = Operation { method: Method::GET, path: path.replace("deleteAll", "{id}"), access: Default::default(), is_upload: false };
        self.path(&of_one).rsplit('/').next().and_then(|id| id.parse().ok()).into_iter().collect()
    }

    /// Entities of the site that have changed or are gone.
    pub async fn changed(&self, platform: &Platform) -> Result<Vec<String>> {
        let ids = self.ids;
        let entities = [
            ("/domains", ids.group),
            ("/users", ids.user),
            ("/identifiers", ids.identifier),
            ("/time-rules", ids.time_rule),
            ("/access-rules", ids.access_rule),
            ("/elevators", ids.elevator),
            ("/elevator-access-rules", ids.elevator_access_rule),
            ("/devices", ids.device),
            ("/mail-templates", ids.mail_template),
            ("/markers", ids.marker),
            ("/sip-numbers", ids.sip_number),
            ("/forward-rules", ids.forward_rule),
            ("/sip-trunks", ids.sip_trunk),
            ("/amenities", ids.amenity),
            ("/emergency-alerts", ids.emergency_alert),
            ("/announces", ids.announce),
            ("/conversations", ids.conversation),
            ("/roles", ids.role),
            ("/domain-types", ids.group_type),
        ];
        let mut changed = Vec::new();
        for (path, id) in entities {
            let answer = platform.call(Some(&self.administrator), Method::GET, &format!("{path}/{id}"), None).await?;
            let name = answer.body["name"].as_str().or(answer.body["subject"].as_str()).unwrap_or_default();
            let ours = [SECRET, SHARED_NAME].iter().any(|word| name.starts_with(word));
            if !ours || !answer.body["revoked_at"].is_null() {
                changed.push(format!("{path}/{id} was changed by somebody who may not: {answer:?}"));
            }
        }
        let integrations = platform.call(Some(&self.administrator), Method::GET, "/integrations?size=10", None).await?;
        if integrations.body["items"][0]["name"] != format!("{SECRET} barriers") {
            changed.push(format!("the integration was changed by somebody who may not: {integrations:?}"));
        }
        let house = platform.call(Some(&self.administrator), Method::GET, &format!("/users?size=100&search={}", "uploaded.test"), None).await?;
        if house.body["total"] != 0 {
            changed.push(format!("somebody who may not has imported people: {house:?}"));
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
    let lift = json!({ "name": named("lift"), "serial_number": format!("S-{}", uuid::Uuid::now_v7().simple()), "type": "liftcontroller", "model": "EVRC-IP",
        "protocol": "mqtt", "port": 80, "domain": { "id": group }, "device_settings": { "lift_controller": { "enabled": true,
        "settings": { "device_mode": "access-control-manual" }, "floor_map": [{ "floor": 1, "is_public": true }, { "floor": 2 }] } } });
    let lift = platform.make(administrator, "/devices", lift).await?;
    let elevator = json!({ "name": named("elevator"), "domain": { "id": group }, "devices": [{ "id": lift }] });
    let elevator = platform.make(administrator, "/elevators", elevator).await?;
    let floors = json!({ "name": named("floors"), "users": [{ "id": user }], "elevators": [{ "id": elevator, "floors": [{ "floor": 2 }] }] });
    let elevator_access_rule = platform.make(administrator, "/elevator-access-rules", floors).await?;
    let group_type = platform.make(administrator, "/domain-types", json!({ "type": "common", "name": format!("{SHARED_NAME} kind") })).await?;
    let shared_role = platform.make(administrator, "/roles", json!({ "name": format!("{SHARED_NAME} role") })).await?;
    let mail_template = platform.make(administrator, "/mail-templates", mail_template(group, "en")).await?;
    let marker = platform.make(administrator, "/markers", json!({ "name": named("marker") })).await?;
    let number = json!({ "name": named("number"), "number": NUMBER, "user": { "id": user }, "domain": { "id": group } });
    let sip_number = platform.make(administrator, "/sip-numbers", number).await?;
    let forwarding = json!({ "name": named("forwarding"), "domain": { "id": group }, "forward_rules": [{ "numbers": [NUMBER] }] });
    let forward_rule = platform.make(administrator, "/forward-rules", forwarding).await?;
    let sip_trunk = platform.make(administrator, "/sip-trunks", sip_trunk(&named("line"), group)).await?;
    let amenity = platform.make(administrator, "/amenities", amenity(&named("sauna"), group, access_rule)).await?;
    let emergency_alert = platform.make(administrator, "/emergency-alerts", emergency_alert(&named("lockdown"), group)).await?;
    let reservation = platform.make(administrator, "/amenity-reservations", reservation(amenity, user)).await?;
    let announce = platform.make(administrator, "/announces", announce(&named("news"), group)).await?;
    let conversation = platform.make(administrator, "/conversations", conversation(&named("question"), user)).await?;
    let integration = integration(&named("barriers"), group, None);
    let integration = platform.call(Some(administrator), Method::POST, "/integrations", Some(integration)).await?;
    let integration = integration.body["id"].as_i64().with_context(|| format!("an integration: {integration:?}"))?;
    let tasks = platform.eventually("a device task", || async {
        let tasks = platform.call(Some(administrator), Method::GET, "/device-tasks?size=10", None).await?;
        anyhow::ensure!(tasks.body["total"].as_i64() > Some(0), "{tasks:?}");
        Ok(tasks)
    });
    let device_task = tasks.await?.body["items"][0]["id"].as_i64().context("a task")?;
    let device_alarm = device_alarm(platform, administrator, group).await?;
    let sessions = platform.call(Some(administrator), Method::GET, "/profile/sessions", None).await?;
    let session = sessions.body["items"][0]["id"].as_i64().context("a session")?;
    Ok(Ids {
        integration,
        amenity,
        emergency_alert,
        reservation,
        announce,
        conversation,
        device_task,
        device_alarm,
        session,
        elevator,
        elevator_access_rule,
        group,
        group_type,
        user,
        role: shared_role,
        identifier,
        time_rule,
        access_rule,
        device,
        mail_template,
        marker,
        sip_number,
        forward_rule,
        sip_trunk,
    })
}

/// Of a device that speaks HTTP, which reports it.
async fn device_alarm(platform: &Platform, administrator: &str, group: i64) -> anyhow::Result<i64> {
    let gate = json!({ "name": format!("{SECRET} gate"), "serial_number": "GATE-1", "type": "panel", "model": "AA-12", "protocol": "http", "port": 80,
        "domain": { "id": group }, "device_settings": { "mqtt": { "password": "gate-password" } } });
    platform.make(administrator, "/devices", gate).await?;
    let login = json!({ "login": "GATE-1", "password": "gate-password" });
    let login = platform.call(None, Method::POST, "/devices/login", Some(login)).await?;
    let token = login.body["token"].as_str().with_context(|| format!("a token: {login:?}"))?;
    let tampering = json!({ "created_at": "2026-11-23T08:00:00Z", "category": "emergency", "code": "tamper_event", "info": { "lock": 1 } });
    let stored = platform.call(Some(token), Method::PUT, "/devices/logs", Some(json!({ "events": [tampering] }))).await?;
    anyhow::ensure!(stored.status.is_success(), "{stored:?}");
    let alarms = platform.call(Some(administrator), Method::GET, "/device-alarms?size=10", None).await?;
    alarms.body["items"][0]["id"].as_i64().with_context(|| format!("an alarm: {alarms:?}"))
}

fn integration(name: &str, group: i64, id: Option<i64>) -> Value {
    let settings = json!({ "server_url": "http://127.0.0.1:9", "token": "x" });
    json!({ "id": id.unwrap_or_default(), "name": name, "type": "barrier", "domain_id": group, "is_active": false, "barrier_settings": settings })
}

/// A UUID that whoever sends a message chooses.
const REQUEST_ID: &str = "6f1f3f9e-2f7a-4d0e-9d8b-0d4f3b1c2a11";

fn announce(name: &str, group: i64) -> Value {
    json!({ "name": name, "subject": name, "body": "<p>x</p>", "domains": [{ "id": group }] })
}

fn conversation(subject: &str, user: i64) -> Value {
    json!({ "subject": subject, "user": { "id": user }, "message": format!("{SECRET} asks"), "request_id": REQUEST_ID })
}

fn amenity(name: &str, group: i64, access_rule: i64) -> Value {
    let hours = json!({ "days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": 0, "to": 86_400 });
    json!({ "name": name, "domains": [{ "id": group }], "access_rules": [{ "id": access_rule }], "time_slots": { "items": [hours] } })
}

/// Without a sound: doors alone.
fn emergency_alert(name: &str, group: i64) -> Value {
    json!({ "name": name, "domains": [{ "id": group }], "door_mode": "lockdown" })
}

/// The day after tomorrow: at no place of the world has it begun.
fn reservation(amenity: i64, user: i64) -> Value {
    let date = kit::Clock::system().now().date() + time::Duration::days(2);
    json!({ "amenity": { "id": amenity }, "user": { "id": user }, "date": date.to_string(), "time_slots": [{ "from": 36_000 }] })
}

fn sip_trunk(name: &str, group: i64) -> Value {
    json!({ "name": name, "outgoing_number": "+31201234567", "termination_uri": "sip:trunk.example.org", "domains": [{ "id": group }] })
}

fn mail_template(group: i64, locale: &str) -> Value {
    json!({ "subject": format!("{SECRET} mail"), "body": "x", "mail_type_id": "password_changed", "locale": locale, "domain": { "id": group } })
}
