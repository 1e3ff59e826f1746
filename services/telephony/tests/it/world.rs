//! Numbers, roles and settings on the small site, put into its tables.
use kit::Result;
use proto::vestibule::events::v1::RoleChanged;
use serde_json::{Value, json};
use telephony::domain::route::{Decision, Incoming, Refusal, Route, Target};
use telephony::operation::call;
use testing::{NOW, PROJECT};

use super::site::{Site, user};

pub struct Number<'a> {
    pub number: &'a str,
    pub user_id: Option<i64>,
    pub device_id: Option<i64>,
    pub domain_id: i64,
    pub is_active: bool,
    pub is_general: bool,
    /// "disabled", or "manual" with queues.
    pub queues: Option<Value>,
    pub rule: Option<i64>,
}

pub fn held_by(number: &str, user_id: i64, domain_id: i64) -> Number<'_> {
    Number { number, user_id: Some(user_id), device_id: None, domain_id, is_active: true, is_general: false, queues: None, rule: None }
}

pub fn held_by_panel(number: &str, device_id: i64, domain_id: i64) -> Number<'_> {
    Number { user_id: None, device_id: Some(device_id), ..held_by(number, 0, domain_id) }
}

pub fn general(number: &str, domain_id: i64) -> Number<'_> {
    Number { user_id: None, is_general: true, ..held_by(number, 0, domain_id) }
}

/// A queue that is always due.
pub fn queue_of(numbers: &[&str], more: Value) -> Value {
    let mut queue = json!({
        "numbers": numbers,
        "params": { "timeout": 60, "days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "period": null, "trunk_numbers": [] },
        "redirect_if_no_answer": { "is_immediately": false, "timeout": 10 },
        "redirect_if_error": { "enabled": false, "timeout": 0 },
    });
    for (name, value) in more.as_object().unwrap() {
        let place = if queue[name].is_null() { &mut queue["params"][name] } else { &mut queue[name] };
        *place = value.clone();
    }
    queue
}

impl Site {
    pub async fn keep(&self, number: Number<'_>) {
        self.keep_of(PROJECT, number).await;
    }

    pub async fn keep_of(&self, project: i64, number: Number<'_>) {
        let mode = if number.rule.is_some() { "picked" } else { number.queues.as_ref().map_or("disabled", |_| "manual") };
        let mut tx = self.app.context.database.tenant(project).await.unwrap();
        sqlx::query(
            "INSERT INTO sip_numbers (project_id, number, name, sealed_password, ha1, is_active, is_reserved, is_system, user_id, device_id, domain_id,
                 is_general, forward_mode, forward_queues, forward_group_id, created_at, updated_at)
             VALUES ($1, $2, 'number ' || $2, '', '', $3, false, false, $4, $5, $6, $7, $8, $9, $10, $11, $11)",
        )
        .bind(project)
        .bind(number.number)
        .bind(number.is_active)
        .bind(number.user_id)
        .bind(number.device_id)
        .bind(number.domain_id)
        .bind(number.is_general)
        .bind(mode)
        .bind(number.queues.unwrap_or_else(|| json!([])))
        .bind(number.rule)
        .bind(NOW)
        .execute(&mut *tx)
        .await
        .unwrap();
        tx.commit().await.unwrap();
    }

    /// Somebody in a group, with a role of their own that holds just these permissions.
    pub async fn somebody(&self, id: i64, home: i64, permissions: &[&str]) {
        let permissions = permissions.iter().map(|code| code.to_string()).collect();
        let role = RoleChanged { project_id: PROJECT, id: id + 10_000, version: 1, permissions, ..Default::default() };
        self.deliver("identity.role.changed", &role).await;
        let somebody = proto::vestibule::events::v1::UserChanged { role_id: id + 10_000, ..user(PROJECT, id, home, 2) };
        self.deliver("identity.user.changed", &somebody).await;
    }

    pub async fn execute(&self, statement: &'static str) {
        let mut tx = self.app.context.database.system().await.unwrap();
        sqlx::raw_sql(statement).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn decide(&self, incoming: &Incoming) -> Result<Decision> {
        let mut tx = self.app.context.database.tenant(incoming.project_id).await?;
        call::route(&mut tx, self.app.context.clock.now(), incoming).await
    }

    pub async fn route(&self, caller: &str, callee: &str) -> Route {
        match self.decide(&call(caller, callee)).await.unwrap() {
            Decision::Ring(route) => *route,
            Decision::Refuse(refusal) => panic!("refused: {refusal:?}"),
        }
    }

    pub async fn refusal(&self, caller: &str, callee: &str) -> Refusal {
        match self.decide(&call(caller, callee)).await.unwrap() {
            Decision::Refuse(refusal) => refusal,
            Decision::Ring(route) => panic!("rings: {route:?}"),
        }
    }
}

pub fn call(caller: &str, callee: &str) -> Incoming {
    Incoming { project_id: PROJECT, caller: caller.into(), callee: callee.into(), is_sos: false }
}

/// Who rings, and from which second on.
pub fn rung(route: &Route) -> Vec<(Vec<String>, u64)> {
    let number = |target: &Target| match target {
        Target::Number(party) => party.number.clone(),
        Target::Outside(outside) => outside.number.clone(),
    };
    route.stages.iter().map(|stage| (stage.targets.iter().map(number).collect(), stage.starts_after.as_secs())).collect()
}
