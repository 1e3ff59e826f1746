//! Commands to the dynamic security plugin, and its answers.
use std::collections::HashMap;

use serde_json::{Value, json};

pub fn list(count: usize, offset: usize) -> Value {
    json!({"command": "listClients", "verbose": true, "count": count, "offset": offset})
}

pub fn get(name: &str) -> Value {
    json!({"command": "getClient", "username": name})
}

/// The client id is bound to the user: by another device's client id a device would disconnect that one and take over its
/// session.
pub fn create(name: &str, password: &str, description: &str) -> Value {
    json!({"command": "createClient", "username": name, "clientid": name, "password": password, "textdescription": description})
}

pub fn modify(name: &str, password: &str, description: &str) -> Value {
    json!({"command": "modifyClient", "username": name, "clientid": name, "password": password, "textdescription": description})
}

pub fn delete(name: &str) -> Value {
    json!({"command": "deleteClient", "username": name})
}

/// Name and description of each user of a page. None when it is no list.
pub fn users_of_answer(answer: &Value) -> Option<HashMap<String, String>> {
    let clients = answer.pointer("/data/clients")?.as_array()?;
    Some(clients.iter().filter_map(user).collect())
}

pub fn user_of_answer(answer: &Value) -> Option<(String, String)> {
    user(answer.pointer("/data/client")?)
}

fn user(client: &Value) -> Option<(String, String)> {
    let name = client.get("username")?.as_str()?;
    let description = client.get("textdescription").and_then(Value::as_str).unwrap_or_default();
    Some((name.into(), description.into()))
}

/// What went wrong; another replica may have done the same a moment before.
pub fn error(answer: &Value) -> Option<String> {
    let error = answer.get("error")?.as_str()?;
    let is_done = matches!(error, "Client already exists" | "Client not found");
    (!is_done).then(|| format!("{}: {error}", answer.get("command").and_then(Value::as_str).unwrap_or("?")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_users_is_read() {
        let answer = json!({"command": "listClients", "data": {"totalCount": 2, "clients": [
            {"username": "a", "textdescription": "mine", "roles": []}, {"username": "b"}]}});
        let users = users_of_answer(&answer).unwrap();
        assert_eq!((users["a"].as_str(), users["b"].as_str()), ("mine", ""));
        assert_eq!(users_of_answer(&json!({"command": "listClients", "error": "Unknown command"})), None);
    }

    #[test]
    fn what_another_replica_did_already_is_no_error() {
        assert_eq!(error(&json!({"command": "createClient", "error": "Client already exists"})), None);
        assert_eq!(error(&json!({"command": "createClient"})), None);
        assert_eq!(
            error(&json!({"command": "createClient", "error": "Invalid/missing password"})).as_deref(),
            Some("createClient: Invalid/missing password")
        );
    }
}
