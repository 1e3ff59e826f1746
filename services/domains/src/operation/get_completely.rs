//! A group with what belongs to it. The other services are asked at the same time, each as the caller.
use kit::{Context, Error, Result};
use policy::action;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1::{GroupCompletely, GroupCounts};

use crate::domain::reach::Proof;
use crate::neighbour::{Neighbours, Of, Seen};
use crate::store::{group, group_list, integration};

const RELATIONS: [&str; 7] = ["users", "devices", "access_rules", "identifiers", "integrations", "sip_numbers", "counts"];

/// What is asked for; everything where nothing is named.
struct Wanted(Vec<String>);

impl Wanted {
    fn new(relations: Vec<String>) -> Result<Self> {
        match relations.iter().find(|name| !RELATIONS.contains(&name.as_str())) {
            Some(name) => Err(Error::field(format!("with_relations.{name}"), "unknown field")),
            None => Ok(Wanted(relations)),
        }
    }

    fn has(&self, relation: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|name| name == relation)
    }
}

pub async fn run(context: &Context, proof: &Proof<action::View>, id: i64, relations: Vec<String>) -> Result<GroupCompletely> {
    let wanted = Wanted::new(relations)?;
    let mut reader = context.database.read(proof.project_id()).await?;
    let group = group_list::get(&mut reader, proof, id).await?;
    let domains = if wanted.has("counts") { group::count_below(&mut reader, id).await? + 1 } else { 0 };
    let integrations = match wanted.has("integrations") {
        true => integration::of_group(&mut reader, proof.caller(), id).await?,
        false => Vec::new(),
    };
    // No connection is held while others are asked.
    let neighbours = Neighbours { context, caller: proof.caller() };
    let own = Of::Group(id);
    let counts = async {
        match wanted.has("counts") {
            true => count(&neighbours, id, domains).await.map(Some),
            false => Ok(None),
        }
    };
    let (users, devices, access_rules, identifiers, sip_numbers, counts) = tokio::try_join!(
        first(wanted.has("users"), neighbours.users(own)),
        first(wanted.has("devices"), neighbours.devices(own)),
        first(wanted.has("access_rules"), neighbours.access_rules(own)),
        first(wanted.has("identifiers"), neighbours.identifiers(own)),
        first(wanted.has("sip_numbers"), neighbours.sip_numbers(own)),
        counts,
    )?;
    Ok(GroupCompletely { group: Some(group), users, devices, access_rules, identifiers, integrations, counts, sip_numbers })
}

async fn first(wanted: bool, ask: impl Future<Output = Result<Option<Seen>>>) -> Result<Vec<Ref>> {
    match wanted {
        true => Ok(ask.await?.unwrap_or_default().first),
        false => Ok(Vec::new()),
    }
}

async fn count(neighbours: &Neighbours<'_>, id: i64, domains: i64) -> Result<GroupCounts> {
    let below = Of::Subtree(id);
    let total = |seen: Option<Seen>| seen.map(|seen| seen.total);
    let (users, devices, access_rules, identifiers, sip_numbers, ukey2_keys, mobile_apps) = tokio::try_join!(
        neighbours.users(below),
        neighbours.devices(below),
        neighbours.access_rules(below),
        neighbours.identifiers(below),
        neighbours.sip_numbers(below),
        neighbours.ukey2_keys(below),
        neighbours.mobile_apps(id),
    )?;
    Ok(GroupCounts {
        domains,
        users: total(users),
        devices: total(devices),
        access_rules: total(access_rules),
        identifiers: total(identifiers),
        sip_numbers: total(sip_numbers),
        ukey2_keys: total(ukey2_keys),
        mobile_apps,
    })
}
