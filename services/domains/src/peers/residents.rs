//! Users of groups and their identifiers, asked as the caller: those that the caller may not see are not answered.
use std::collections::HashMap;
use std::time::Duration;

use kit::{Context, Result};
use policy::Caller;
use proto::vestibule::access::v1::identifiers_client::IdentifiersClient;
use proto::vestibule::access::v1::{Identifier, IdentifierType, ListIdentifiersRequest, OwnerType};
use proto::vestibule::identity::v1::users_client::UsersClient;
use proto::vestibule::identity::v1::{ListUsersRequest, User};
use serde_json::{Value, json};

use super::within_if_permitted;
use crate::domain::structure::export::Resident;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// The largest page of a list.
const PAGE_SIZE: i32 = 500;
/// Ids in the filter of one request.
const MAX_IDS: usize = 500;

pub struct Residents<'a> {
    pub context: &'a Context,
    pub caller: &'a Caller,
}

impl Residents<'_> {
    /// By group: users by name, then the identifiers that belong to nobody.
    pub async fn find(&self, groups: &[i64]) -> Result<HashMap<i64, Vec<Resident>>> {
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
        let ownerless = json!([equals("domain_id", groups), { "field": "owner_id", "rule": "is", "value": null }]);
        for identifier in self.identifiers(ownerless).await? {
            let mut resident = Resident::default();
            if add_identifier(&mut resident, &identifier) {
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
            let message = ListUsersRequest { page, size: PAGE_SIZE, sort: "name".into(), filters, ..Default::default() };
            let mut client = UsersClient::new(self.context.peers.peer("identity"));
            let Some(list) = within_if_permitted(ANSWER_TIMEOUT, client.list_users(self.context.signer.request(self.caller, message))).await? else {
                break;
            };
            let is_last = list.items.len() < PAGE_SIZE as usize;
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
            let message = ListIdentifiersRequest { page, size: PAGE_SIZE, sort: "id".into(), filters: filters.to_string(), ..Default::default() };
            let mut client = IdentifiersClient::new(self.context.peers.peer("access"));
            let Some(list) = within_if_permitted(ANSWER_TIMEOUT, client.list_identifiers(self.context.signer.request(self.caller, message))).await?
            else {
                break;
            };
            let is_last = list.items.len() < PAGE_SIZE as usize;
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
        add_identifier(&mut resident, identifier);
    }
    resident
}

/// False for one that the table has no column for: guests' keys, what was revoked, and the other kinds.
fn add_identifier(resident: &mut Resident, identifier: &Identifier) -> bool {
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
