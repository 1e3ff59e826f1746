//! The people of the demonstration site.
use std::collections::HashMap;

use anyhow::{Context as _, Result};
use proto::vestibule::identity::v1::roles_client::RolesClient;
use proto::vestibule::identity::v1::users_client::UsersClient;
use proto::vestibule::identity::v1::{CreateUserRequest, ListRolesRequest, ListUsersRequest, User};

use super::{ADMINISTRATOR, PASSWORD, Site, by_name, reference};

/// Name, e-mail, role and group.
const PEOPLE: [(&str, &str, &str, &str); 7] = [
    ("Maria Alvarez", "manager@vestibule.test", "group_administrator", "Riverside Residence"),
    ("Tom Becker", "concierge@vestibule.test", "concierge", "Building 1"),
    ("Anna Petrova", "anna@vestibule.test", "user", "Apartment 01"),
    ("Ivan Petrov", "ivan@vestibule.test", "user", "Apartment 01"),
    ("Grace Kim", "grace@vestibule.test", "user", "Apartment 02"),
    ("Samuel Okafor", "samuel@vestibule.test", "user", "Apartment 03"),
    ("Priya Nair", "priya@vestibule.test", "user", "Office Tower"),
];

/// What `./dev up` prints.
pub fn accounts() -> String {
    let mut text = format!("{ADMINISTRATOR}  {PASSWORD}  administrator\n");
    for (_, email, role, _) in &PEOPLE[..3] {
        text += &format!("{email}  {PASSWORD}  {role}\n");
    }
    text
}

impl Site {
    /// Ids by name.
    pub(super) async fn people(&self, groups: &HashMap<&'static str, i64>) -> Result<HashMap<&'static str, i64>> {
        let roles = self.roles().await?;
        let mut people = HashMap::new();
        for (name, email, role, group) in PEOPLE {
            let role = *roles.get(role).with_context(|| format!("the role {role}"))?;
            people.insert(name, self.person(name, email, role, groups[group]).await?);
        }
        Ok(people)
    }

    pub(super) async fn roles(&self) -> Result<HashMap<String, i64>> {
        let mut roles = RolesClient::new(self.context.peers.peer("identity"));
        let list = roles.list_roles(self.request(ListRolesRequest { size: 100, ..Default::default() })).await?.into_inner();
        Ok(list.items.into_iter().map(|role| (role.name, role.id)).collect())
    }

    async fn person(&self, name: &'static str, email: &str, role: i64, group: i64) -> Result<i64> {
        let users = UsersClient::new(self.context.peers.peer("identity"));
        let there = users.clone().list_users(self.request(ListUsersRequest { filters: by_name(name), ..Default::default() })).await?.into_inner();
        if let Some(user) = there.items.first() {
            return Ok(user.id);
        }
        let user = User {
            name: name.into(),
            email: Some(email.into()),
            role: Some(reference(role)),
            domains: vec![reference(group)],
            password: Some(PASSWORD.into()),
            is_active: true,
            ..Default::default()
        };
        let make = || {
            let (mut users, request) = (users.clone(), self.request(CreateUserRequest { user: Some(user.clone()) }));
            async move { users.create_user(request).await }
        };
        Ok(self.until_known(name, make).await?.into_inner().id)
    }
}
