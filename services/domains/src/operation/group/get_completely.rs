//! A group with its related entities. The other services are asked at the same time, each as the caller.
use kit::{Error, Result};
use policy::action;

use crate::app::App;
use crate::domain::reach::GroupRight;
use crate::peers::related::{RelatedEntities, RelatedPage, RelatedScope};
use crate::store::group::{self, GroupDetails};
use crate::store::integration;

const RELATIONS: [&str; 7] = ["users", "devices", "access_rules", "identifiers", "integrations", "sip_numbers", "counts"];

/// Ids and names.
type Names = Vec<(i64, String)>;

pub struct GroupCompletely {
    pub group: GroupDetails,
    pub interval: Option<(i64, i64)>,
    pub users: Names,
    pub devices: Names,
    pub access_rules: Names,
    pub identifiers: Names,
    pub integrations: Names,
    pub sip_numbers: Names,
    pub counts: Option<GroupCounts>,
}

/// Numbers of entities in the group and below it; None where the caller may see none of the kind.
pub struct GroupCounts {
    pub domains: i64,
    pub users: Option<i64>,
    pub devices: Option<i64>,
    pub access_rules: Option<i64>,
    pub identifiers: Option<i64>,
    pub sip_numbers: Option<i64>,
    pub ukey2_keys: Option<i64>,
    pub mobile_apps: Option<i64>,
}

/// The requested relations; all of them where the request names none.
struct Relations(Vec<String>);

impl Relations {
    fn parse(names: Vec<String>) -> Result<Self> {
        match names.iter().find(|name| !RELATIONS.contains(&name.as_str())) {
            Some(name) => Err(Error::field(format!("with_relations.{name}"), "unknown field")),
            None => Ok(Relations(names)),
        }
    }

    fn has(&self, relation: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|name| name == relation)
    }
}

pub async fn get_completely(app: &App, right: &GroupRight<action::View>, id: i64, relations: Vec<String>) -> Result<GroupCompletely> {
    let relations = Relations::parse(relations)?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let group = group::find(&mut reader, right, id).await?;
    let interval = group::intervals(&mut reader, right.project_id(), &[id]).await?.remove(&id);
    let domains = if relations.has("counts") { group::count_below(&mut reader, id).await? + 1 } else { 0 };
    let integrations = match relations.has("integrations") {
        true => integration::list_of_group(&mut reader, right.caller(), id).await?,
        false => Vec::new(),
    };
    // No connection is held while other services are asked.
    drop(reader);
    let related = RelatedEntities { context: &app.context, caller: right.caller() };
    let own = RelatedScope::Group(id);
    let counts = async {
        match relations.has("counts") {
            true => count(&related, id, domains).await.map(Some),
            false => Ok(None),
        }
    };
    let (users, devices, access_rules, identifiers, sip_numbers, counts) = tokio::try_join!(
        first(relations.has("users"), related.users(own)),
        first(relations.has("devices"), related.devices(own)),
        first(relations.has("access_rules"), related.access_rules(own)),
        first(relations.has("identifiers"), related.identifiers(own)),
        first(relations.has("sip_numbers"), related.sip_numbers(own)),
        counts,
    )?;
    Ok(GroupCompletely { group, interval, users, devices, access_rules, identifiers, integrations, sip_numbers, counts })
}

async fn first(is_requested: bool, page: impl Future<Output = Result<Option<RelatedPage>>>) -> Result<Names> {
    match is_requested {
        true => Ok(page.await?.unwrap_or_default().first),
        false => Ok(Vec::new()),
    }
}

async fn count(related: &RelatedEntities<'_>, id: i64, domains: i64) -> Result<GroupCounts> {
    let below = RelatedScope::Subtree(id);
    let total = |page: Option<RelatedPage>| page.map(|page| page.total);
    let (users, devices, access_rules, identifiers, sip_numbers, ukey2_keys, mobile_apps) = tokio::try_join!(
        related.users(below),
        related.devices(below),
        related.access_rules(below),
        related.identifiers(below),
        related.sip_numbers(below),
        related.ukey2_keys(below),
        related.mobile_apps(id),
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
