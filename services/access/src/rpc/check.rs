//! The access decision, asked and explained.
use kit::{Context, Error, Result};
use policy::{Action, Caller, Resource, action, resource};
use proto::vestibule::access::v1::access_checks_server::AccessChecks;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::Ref;
use tonic::{Request, Response, Status};

use super::time_rule::proto_time;
use crate::domain::compiler::{Compiler, OnlineOnly};
use crate::domain::decision::{Decision, Question, Reason as Why, Who, decide};
use crate::domain::device::Locks;
use crate::domain::identifier::Identifier as Held;
use crate::domain::ids::{IdentifierId, UserId};
use crate::domain::remote;
use crate::site::{DeviceSite, Whom, timestamp};
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
        let mut reader = self.context.database.read(right.project_id()).await?;
        let whom = Whom::Only { user: request.user_id, identifier: request.identifier_id };
        self.visible(&mut reader, &caller, &request).await?;
        let site = DeviceSite::load(&mut reader, right.project_id(), request.device_id, whom).await?;
        drop(reader);

        let at = request
            .time
            .as_ref()
            .map_or(Some(self.context.clock.now()), kit::clock::from_proto)
            .ok_or_else(|| Error::field("time", "out of range"))?;
        let (who, identifier) = who(&site, &request)?;
        let question = Question {
            who,
            device: &site.device,
            lock: request.lock_number as u8,
            at: timestamp(at),
            schedules: &site.schedules,
            license: Some(&site.license),
        };
        let (decision, online_only) = at_the_door(&site, &question);
        Ok(CheckAccessResponse {
            allowed: decision.allowed,
            reasons: decision.reasons.iter().map(|reason| explained(&site, identifier, *reason)).collect(),
            time: Some(kit::clock::to_proto(at)),
            online_only: online_only.map(|why| why.code().into()),
        })
    }

    /// Who asks must see both the door and whom they ask about.
    async fn visible(&self, tx: &mut sqlx::PgConnection, caller: &Caller, request: &CheckAccessRequest) -> Result<()> {
        if caller.scope(Resource::Device, Action::View).is_empty() || related::devices_in_reach(tx, caller, &[request.device_id]).await?.is_empty() {
            return Err(Error::InvalidRelated { names: vec![format!("device {}", request.device_id)] });
        }
        match (request.user_id, request.identifier_id) {
            (Some(user), None) => kit::related::users(tx, caller, &[user]).await,
            (None, Some(identifier)) => related::identifiers(tx, caller, &[identifier]).await,
            _ => Err(Error::field("user_id", "one of user_id and identifier_id is required")),
        }
    }
}

fn who<'s>(site: &'s DeviceSite, request: &CheckAccessRequest) -> Result<(Who<'s>, Option<&'s Held>)> {
    if let Some(user) = request.user_id {
        return Ok((Who::Person(site.person(UserId(user)).ok_or(Error::NotFound)?), None));
    }
    let id = IdentifierId(request.identifier_id.unwrap_or_default());
    let (identifier, owner) = site.identifier(id).ok_or(Error::NotFound)?;
    Ok((Who::Identifier { identifier, owner }, Some(identifier)))
}

/// What comes of the decision at this device. Where it cannot hold the rules it has to ask the platform: what it does
/// not ask about, and a lock that no answer opens, stay shut.
fn at_the_door(site: &DeviceSite, question: &Question<'_>) -> (Decision, Option<OnlineOnly>) {
    let decision = decide(question, &site.rules);
    let compiler = Compiler::new(site.compiled(), question.at);
    let online_only = compiler.online_only(question.device, |rule| question.who.is_named_by(rule));
    if !decision.allowed || online_only.is_none() {
        return (decision, None);
    }
    let is_asked = match question.who {
        Who::Person(_) => true,
        Who::Identifier { identifier, .. } => remote::asks_about(identifier.kind),
    };
    let open = decide(&Question { lock: 0, ..*question }, &site.rules).locks;
    let capability = &question.device.capability;
    let opened = remote::lock_number(open, capability).map_or(Locks::default(), |answer| remote::opened(answer, capability));
    if is_asked && !opened.shared_with(decision.locks).is_empty() {
        return (decision, online_only);
    }
    (Decision { allowed: false, locks: Locks::default(), reasons: vec![Why::NotHeldByDevice] }, online_only)
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
