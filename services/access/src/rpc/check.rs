//! The access decision, asked and explained.
use kit::{Context, Error, Result};
use policy::{Action, Caller, Resource, action, resource};
use proto::vestibule::access::v1::access_checks_server::AccessChecks;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::Ref;
use tonic::{Request, Response, Status};

use super::time_rule::proto_time;
use crate::domain::decision::{Question, Reason as Why, Who, decide};
use crate::domain::identifier::Identifier as Held;
use crate::domain::ids::{IdentifierId, UserId};
use crate::site::{Besides, DeviceSite, timestamp};
use crate::store::related;

pub struct Api {
    context: Context,
}

impl Api {
    pub fn new(context: &Context) -> Self {
        Api { context: context.clone() }
    }

    async fn check(&self, caller: Caller, request: CheckAccessRequest) -> Result<CheckAccessResponse> {
        let right = caller.authorize::<resource::AccessRule, action::View>()?;
        if !(0..=8).contains(&request.lock_number) {
            return Err(Error::field("lock_number", "must be within 0 - 8"));
        }
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let besides = Besides { user: request.user_id, identifier: request.identifier_id };
        self.visible(&mut tx, &caller, &request).await?;
        let site = DeviceSite::load(&mut tx, right.project_id(), request.device_id, besides).await?;
        tx.rollback().await?;

        let at = request
            .time
            .as_ref()
            .map_or(Some(self.context.clock.now()), kit::clock::from_proto)
            .ok_or_else(|| Error::field("time", "out of range"))?;
        let (who, identifier) = who(&site, besides)?;
        let question = Question {
            who,
            device: &site.device,
            lock: request.lock_number as u8,
            at: timestamp(at),
            schedules: &site.schedules,
            license: Some(&site.license),
        };
        let decision = decide(&question, &site.rules);
        Ok(CheckAccessResponse {
            allowed: decision.allowed,
            reasons: decision.reasons.iter().map(|reason| explained(&site, identifier, *reason)).collect(),
            time: Some(kit::clock::to_proto(at)),
        })
    }

    /// Who asks must see both the door and whom they ask about.
    async fn visible(&self, tx: &mut sqlx::PgConnection, caller: &Caller, request: &CheckAccessRequest) -> Result<()> {
        if caller.scope(Resource::Device, Action::View).is_empty() || related::devices_in_reach(tx, caller, &[request.device_id]).await?.is_empty() {
            return Err(Error::InvalidRelated { names: vec![format!("device {}", request.device_id)] });
        }
        match (request.user_id, request.identifier_id) {
            (Some(user), None) => related::users(tx, caller, &[user]).await,
            (None, Some(identifier)) => related::identifiers(tx, caller, &[identifier]).await,
            _ => Err(Error::field("user_id", "one of user_id and identifier_id is required")),
        }
    }
}

fn who(site: &DeviceSite, besides: Besides) -> Result<(Who<'_>, Option<&Held>)> {
    if let Some(user) = besides.user {
        return Ok((Who::Person(site.person(UserId(user)).ok_or(Error::NotFound)?), None));
    }
    let id = IdentifierId(besides.identifier.unwrap_or_default());
    let identifier = site.identifiers.iter().find(|held| held.id == id).ok_or(Error::NotFound)?;
    let owner = identifier.owner.and_then(|owner| site.person(owner));
    Ok((Who::Identifier { identifier, owner }, Some(identifier)))
}

fn explained(site: &DeviceSite, identifier: Option<&Held>, why: Why) -> Reason {
    let rule = why.rule().and_then(|id| site.rules.iter().find(|rule| rule.id == id));
    let schedule = why.schedule().and_then(|id| site.schedules.get(id));
    let next_opens = match why {
        Why::OutsideSchedule { next_opens, .. } => next_opens,
        _ => None,
    };
    Reason {
        code: why.code().into(),
        access_rule: rule.map(|rule| Ref { id: rule.id.0, name: rule.name.clone() }),
        time_rule: schedule.map(|booked| Ref { id: booked.id.0, name: booked.name.clone() }),
        identifier: identifier.map(|held| Ref { id: held.id.0, name: held.name.clone() }),
        next_opens: next_opens.map(proto_time),
    }
}

#[tonic::async_trait]
impl AccessChecks for Api {
    async fn check_access(&self, request: Request<CheckAccessRequest>) -> Result<Response<CheckAccessResponse>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.check(caller, request.into_inner()).await?))
    }
}
