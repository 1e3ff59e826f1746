//! From the targets of a stage to the phones that ring: the contacts registered with a number, or a trunk.
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use rsipstack::dialog::authenticate::Credential;
use rsipstack::sip::{Auth, Scheme, Uri};
use tokio::sync::mpsc;

use super::event::{Destination, Event, LookedUpTarget};
use super::outside_limit;
use super::provider::Provider;
use super::switchboard::Switchboard;
use crate::domain::account::TRUNK_PASSWORD;
use crate::domain::outcome::Outcome;
use crate::domain::route::{Outside, Party, Route, Target};
use crate::media::Profile;

/// Numbers looked up at once; a group has up to a hundred.
const MAX_CONCURRENT_LOOKUPS: usize = 16;
/// Phones of one number that ring; the edge keeps no more either.
const MAX_PHONES: usize = 10;
/// For the lookup of one number.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(3);

/// Looks up the phones of a stage; each target is sent to `inbox` as it is found.
pub async fn look_up_stage(board: Arc<Switchboard>, route: Route, stage: usize, inbox: mpsc::Sender<Event>) {
    let targets = route.stages.get(stage).map(|stage| stage.targets.clone()).unwrap_or_default();
    let (board, route) = (&board, &route);
    let found = futures::stream::iter(targets).map(|target| async move {
        let looked_up = tokio::time::timeout(LOOKUP_TIMEOUT, look_up(board, route, &target));
        let phones = looked_up.await.unwrap_or(Err(Outcome::Failed));
        LookedUpTarget { stage, party: party(&target), phones }
    });
    let mut found = found.buffer_unordered(MAX_CONCURRENT_LOOKUPS);
    while let Some(found) = found.next().await {
        if inbox.send(Event::TargetLookedUp(found)).await.is_err() {
            return;
        }
    }
}

/// Who answers when the target does.
fn party(target: &Target) -> Party {
    match target {
        Target::Number(party) => party.clone(),
        Target::Outside(outside) => Party { number: outside.number.clone(), name: outside.trunk_name.clone(), ..Party::default() },
    }
}

async fn look_up(board: &Switchboard, route: &Route, target: &Target) -> Result<Vec<Destination>, Outcome> {
    match target {
        Target::Number(party) => phones(board, route, party).await,
        Target::Outside(outside) => trunk(board, route, outside).await.map(|destination| vec![destination]),
    }
}

async fn phones(board: &Switchboard, route: &Route, party: &Party) -> Result<Vec<Destination>, Outcome> {
    registered(board, route.project_id, &party.number, &route.from.number, name(&route.from)).await
}

/// The phones that are registered with a number. `from` and `from_name`: what they show as the caller.
pub async fn registered(board: &Switchboard, project_id: i64, number: &str, from: &str, from_name: &str) -> Result<Vec<Destination>, Outcome> {
    let realm = board.realm(project_id);
    let contacts = board.edge.contacts(&realm, number).await.map_err(|error| {
        tracing::warn!(%error, "the edge does not say where a number is");
        Outcome::Failed
    })?;
    let from = uri(from, &realm).ok_or(Outcome::Failed)?;
    let of_contact = |contact: &crate::edge::Contact| {
        Some(Destination {
            uri: Uri::try_from(contact.uri.as_str()).ok()?,
            from: from.clone(),
            from_name: from_name.into(),
            route: contact.next_hop.clone(),
            profile: Profile::new(contact.is_websocket),
            credential: None,
            is_outside: false,
        })
    };
    let phones: Vec<Destination> = contacts.iter().filter_map(of_contact).take(MAX_PHONES).collect();
    // Nobody is registered with the number just now.
    if phones.is_empty() { Err(Outcome::NoAnswer) } else { Ok(phones) }
}

async fn trunk(board: &Switchboard, route: &Route, outside: &Outside) -> Result<Destination, Outcome> {
    let failed = |why: &str| {
        tracing::warn!(trunk = outside.trunk_id, why, "a call to outside fails");
        Outcome::Failed
    };
    let provider = Provider::parse(&outside.termination_uri).ok_or_else(|| failed("its address"))?;
    let next_hop = super::trunk::route_to(board, &provider).await.map_err(|error| failed(&error.to_string()))?;
    let caller_number = if outside.outgoing_number.is_empty() { outside.login.clone().unwrap_or_default() } else { outside.outgoing_number.clone() };
    let destination = Destination {
        uri: provider.uri(&outside.number).ok_or_else(|| failed("the number"))?,
        from: provider.uri(&caller_number).ok_or_else(|| failed("the caller's number"))?,
        from_name: String::new(),
        route: next_hop,
        profile: Profile::Plain,
        credential: credential(board, outside).map_err(|()| failed("its password"))?,
        is_outside: true,
    };
    if outside_limit::admit(board, route, outside).await { Ok(destination) } else { Err(Outcome::Failed) }
}

fn credential(board: &Switchboard, outside: &Outside) -> Result<Option<Credential>, ()> {
    let (Some(login), Some(sealed)) = (&outside.login, &outside.sealed_password) else { return Ok(None) };
    let password = board.context.sealer.open_for(TRUNK_PASSWORD, sealed).map_err(|_| ())?;
    Ok(Some(Credential { username: login.clone(), password, realm: None, auth_username: None }))
}

/// What a phone shows: the panel's or the person's name.
fn name(party: &Party) -> &str {
    [&party.device_name, &party.user_name, &party.name].into_iter().find(|name| !name.is_empty()).map_or("", String::as_str)
}

fn uri(number: &str, realm: &str) -> Option<Uri> {
    Some(Uri {
        scheme: Some(Scheme::Sip),
        auth: Some(Auth { user: number.into(), password: None }),
        ..Uri::try_from(format!("sip:{realm}").as_str()).ok()?
    })
}
