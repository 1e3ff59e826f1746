//! The secrets that a file names, from the command line and from variables.
use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};

const START: &str = "${secret:";
pub const PREFIX: &str = "VESTIBULE_SECRET_";

/// `given`: as name=value. `variables`: what follows [`PREFIX`] in their names, and their values.
pub fn collect(text: &[u8], given: &[String], variables: &[(String, String)]) -> Result<BTreeMap<String, String>> {
    let names = names(&String::from_utf8_lossy(text));
    let mut secrets = BTreeMap::new();
    for pair in given {
        let (name, value) = pair.split_once('=').context("--secret is name=value")?;
        if !names.contains(name) {
            bail!("--secret {name}: the file does not name it");
        }
        secrets.insert(name.to_owned(), value.to_owned());
    }
    for name in names {
        if !secrets.contains_key(&name)
            && let Some((_, value)) = variables.iter().find(|(variable, _)| *variable == variable_of(&name))
        {
            secrets.insert(name, value.clone());
        }
    }
    Ok(secrets)
}

fn names(text: &str) -> BTreeSet<String> {
    text.split(START).skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name.to_owned()).collect()
}

fn variable_of(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"devices:\n- password: ${secret:devices.gate-1.password}\n- password: ${secret:door}\n";

    #[test]
    fn a_secret_comes_from_the_command_line_or_from_its_variable() {
        let variables = [("DEVICES_GATE_1_PASSWORD".to_owned(), "1234".to_owned())];
        let secrets = collect(TEXT, &["door=a=b".to_owned()], &variables).unwrap();
        assert_eq!(secrets, BTreeMap::from([("devices.gate-1.password".to_owned(), "1234".to_owned()), ("door".to_owned(), "a=b".to_owned())]));
    }

    #[test]
    fn a_name_that_the_file_does_not_have_is_refused() {
        assert!(collect(TEXT, &["dor=1".to_owned()], &[]).is_err());
        assert!(collect(TEXT, &["door".to_owned()], &[]).is_err());
    }
}
