//! Who is in groups, and what they open doors with: asked as the caller, of whom nobody else is told.
use std::collections::HashMap;
use std::time::Duration;

use anyhow::anyhow;
use kit::{Context, Error, Result};
use policy::Caller;
use proto::vestibule::access::v1::identifiers_client::IdentifiersClient;
use proto::vestibule::access::v1::{Identifier, IdentifierType, ListIdentifiersRequest, OwnerType};
use proto::vestibule::identity::v1::users_client::UsersClient;
use proto::vestibule::identity::v1::{ListUsersRequest, User};
use serde_json::{Value, json};
use tonic::{Code, Response, Status};

use crate::domain::structure::rows::Resident;

const PATIENCE: Duration = Duration::from_secs(30);
/// The largest page of a list.
const SIZE: i32 = 500;
/// Ids in one question.
const MAX_IDS: usize = 500;

pub struct Residents<'a> {
    pub context: &'a Context,
    pub caller: &'a Caller,
}

impl Residents<'_> {
    /// By group: people by name, then what belongs to nobody.
    pub async fn of(&self, groups: &[i64]) -> Result<HashMap<i64, Vec<Resident>>> {
        let users = self.users(groups).await?;
        let ids: Vec<i64> = users.iter().map(|user| user.id).collect();
        let mut owned: HashMap<i64, Vec<Identifier>> = HashMap::new();
        for ids in ids.chunks(MAX_IDS) {
            for identifier in self.identifiers(json!([equals("owner_id", ids)])).await? {
                owned.entry(identifier.owner.as_ref().map_or(0, |owner| owner.id)).or_default().push(identifier);
            }
        }
        let mut residents: HashMap<i64, Vec<Resident>> = HashMap::new();
        for user in users {
            let resident = resident(&user, owned.get(&user.id).map_or(&[][..], Vec::as_slice));
            for group in user.domains.iter().filter(|group| groups.contains(&group.id)) {
                residents.entry(group.id).or_default().push(resident.clone());
            }
        }
        let nobodys = json!([equals("domain_id", groups), { "field": "owner_id", "rule": "is", "value": null }]);
        for identifier in self.identifiers(nobodys).await? {
            let mut resident = Resident::default();
            if put(&mut resident, &identifier) {
                residents.entry(identifier.domain.map_or(0, |group| group.id)).or_default().push(resident);
            }
        }
        Ok(residents)
    }

    /// Nobody where the caller may see no users.
    async fn users(&self, groups: &[i64]) -> Result<Vec<User>> {
        let mut users = Vec::new();
        for page in 1.. {
            let filters = json!([equals("domains", groups)]).to_string();
            let message = ListUsersRequest { page, size: SIZE, sort: "name".into(), filters, ..Default::default() };
            let mut client = UsersClient::new(self.context.peers.peer("identity"));
            let Some(list) = answer(client.list_users(self.context.signer.request(self.caller, message))).await? else { break };
            let is_last = list.items.len() < SIZE as usize;
            users.extend(list.items);
            if is_last {
                break;
            }
        }
        Ok(users)
    }

    async fn identifiers(&self, filters: Value) -> Result<Vec<Identifier>> {
        let mut identifiers = Vec::new();
        for page in 1.. {
            let message = ListIdentifiersRequest { page, size: SIZE, sort: "id".into(), filters: filters.to_string(), ..Default::default() };
            let mut client = IdentifiersClient::new(self.context.peers.peer("access"));
            let Some(list) = answer(client.list_identifiers(self.context.signer.request(self.caller, message))).await? else { break };
            let is_last = list.items.len() < SIZE as usize;
            identifiers.extend(list.items);
            if is_last {
                break;
            }
        }
        Ok(identifiers)
    }
}

fn equals(field: &str, ids: &[i64]) -> Value {
    json!({ "field": field, "rule": "equals", "value": ids })
}

fn resident(user: &User, identifiers: &[Identifier]) -> Resident {
    let mut resident = Resident {
        id: user.id,
        name: user.name.clone(),
        email: user.email.clone().unwrap_or_default(),
        phone: user.profile.as_ref().and_then(|profile| profile.phone.clone()).unwrap_or_default(),
        role: user.role.as_ref().map(|role| role.name.clone()).unwrap_or_default(),
        ..Resident::default()
    };
    for identifier in identifiers {
        put(&mut resident, identifier);
    }
    resident
}

/// False for one that the table has no column for: guests' keys, what was revoked, and the other kinds.
fn put(resident: &mut Resident, identifier: &Identifier) -> bool {
    if identifier.revoked_at.is_some() || identifier.owner_type() == OwnerType::Guest {
        return false;
    }
    match identifier.r#type() {
        IdentifierType::Card => {
            resident.cards.push((identifier.value_dec.clone().unwrap_or_default(), identifier.value_hex.clone().unwrap_or_default()))
        }
        IdentifierType::AccessCode => resident.codes.push(identifier.value.clone()),
        IdentifierType::LicensePlate => resident.plates.push(identifier.value.clone()),
        _ => return false,
    }
    true
}

/// None where the caller may see nothing of the kind.
async fn answer<T>(call: impl Future<Output = Result<Response<T>, Status>>) -> Result<Option<T>> {
    match tokio::time::timeout(PATIENCE, call).await {
        Ok(Ok(response)) => Ok(Some(response.into_inner())),
        Ok(Err(status)) if status.code() == Code::PermissionDenied => Ok(None),
        Ok(Err(status)) => Err(status.into()),
        Err(_) => Err(Error::Unavailable(anyhow!("no answer within {} s", PATIENCE.as_secs()))),
    }
}
