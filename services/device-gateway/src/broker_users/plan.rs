//! Which commands bring the broker's users in line with the devices.
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::command;

/// A user as it should be.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub name: String,
    pub password: String,
    /// The mark and the fingerprint of the password.
    pub description: String,
}

/// `there`: name and description of the users at the broker. Those without the mark are not ours: they are
/// neither changed nor deleted, whatever their name.
pub fn commands(wanted: &[Wanted], there: &HashMap<String, String>, mark: &str) -> Vec<Value> {
    let names: HashSet<&str> = wanted.iter().map(|user| user.name.as_str()).collect();
    let surplus = there
        .iter()
        .filter(|(name, description)| description.starts_with(mark) && !names.contains(name.as_str()))
        .map(|(name, _)| command::delete(name));
    let missing = wanted.iter().filter_map(|user| match there.get(&user.name) {
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

    fn wanted(name: &str, fingerprint: &str) -> Wanted {
        Wanted { name: name.into(), password: "secret".into(), description: format!("{MARK}{fingerprint}") }
    }

    fn there(users: &[(&str, &str)]) -> HashMap<String, String> {
        users.iter().map(|(name, description)| (name.to_string(), description.to_string())).collect()
    }

    fn words(commands: &[Value]) -> Vec<(&str, &str)> {
        commands.iter().map(|command| (command["command"].as_str().unwrap(), command["username"].as_str().unwrap())).collect()
    }

    #[test]
    fn users_are_made_changed_and_deleted() {
        let wanted = [wanted("new", "1"), wanted("same", "2"), wanted("other-password", "3")];
        let there = there(&[("same", "vestibule/x/2"), ("other-password", "vestibule/x/old"), ("gone", "vestibule/x/4")]);
        assert_eq!(words(&commands(&wanted, &there, MARK)), [("deleteClient", "gone"), ("createClient", "new"), ("modifyClient", "other-password")]);
    }

    #[test]
    fn users_that_are_not_ours_are_left_alone() {
        let there = there(&[("device-gateway", ""), ("theirs", "vestibule/y/1"), ("admin", "Dynsec admin user")]);
        assert!(commands(&[wanted("device-gateway", "1"), wanted("theirs", "1")], &there, MARK).is_empty());
    }
}
