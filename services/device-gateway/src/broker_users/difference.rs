//! Which commands reconcile the broker's users with the devices.
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::command;

/// A user that the broker should have.
#[derive(Clone, Debug)]
pub struct DesiredUser {
    pub name: String,
    pub password: String,
    /// The mark, the format, and the fingerprint of the password.
    pub description: String,
}

/// `there`: name and description of the users at the broker. Those without the mark are not ours: they are
/// neither changed nor deleted, whatever their name.
pub fn commands(desired: &[DesiredUser], existing: &HashMap<String, String>, mark: &str) -> Vec<Value> {
    let names: HashSet<&str> = desired.iter().map(|user| user.name.as_str()).collect();
    let surplus = existing
        .iter()
        .filter(|(name, description)| description.starts_with(mark) && !names.contains(name.as_str()))
        .map(|(name, _)| command::delete(name));
    let missing = desired.iter().filter_map(|user| match existing.get(&user.name) {
        None => Some(command::create(&user.name, &user.password, &user.description)),
        Some(description) if *description == user.description => None,
        Some(description) if description.starts_with(mark) => Some(command::modify(&user.name, &user.password, &user.description)),
        Some(_) => {
            tracing::error!(name = user.name, "the broker has a user of this name that is not ours");
            None
        }
    });
    surplus.chain(missing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARK: &str = "vestibule/x/";

    fn desired(name: &str, fingerprint: &str) -> DesiredUser {
        DesiredUser { name: name.into(), password: "secret".into(), description: format!("{MARK}{fingerprint}") }
    }

    fn existing(users: &[(&str, &str)]) -> HashMap<String, String> {
        users.iter().map(|(name, description)| (name.to_string(), description.to_string())).collect()
    }

    fn words(commands: &[Value]) -> Vec<(&str, &str)> {
        commands.iter().map(|command| (command["command"].as_str().unwrap(), command["username"].as_str().unwrap())).collect()
    }

    #[test]
    fn users_are_made_changed_and_deleted() {
        let desired = [desired("new", "1"), desired("same", "2"), desired("other-password", "3")];
        let existing = existing(&[("same", "vestibule/x/2"), ("other-password", "vestibule/x/old"), ("gone", "vestibule/x/4")]);
        assert_eq!(
            words(&commands(&desired, &existing, MARK)),
            [("deleteClient", "gone"), ("createClient", "new"), ("modifyClient", "other-password")]
        );
    }

    #[test]
    fn users_that_are_not_ours_are_left_alone() {
        let existing = existing(&[("device-gateway", ""), ("theirs", "vestibule/y/1"), ("admin", "Dynsec admin user")]);
        assert!(commands(&[desired("device-gateway", "1"), desired("theirs", "1")], &existing, MARK).is_empty());
    }
}
