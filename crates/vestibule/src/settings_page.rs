//! docs/operations/settings.md, written from the code that reads the settings. `vestibule settings` prints it.
use clap::{Args, Command};
use kit::settings::{
    AmqpVariables, BlobVariables, CertificateVariables, DatabaseVariables, EdgeVariables, HttpVariables, KeyVariables, MqttVariables,
    OutgoingVariables, RedisVariables, RunVariables,
};
use kit::telemetry::{LogVariables, TraceVariables};
use kit::variables::{VariableDoc, docs, table};

use crate::variables::{ClientVariables, DemoVariables, ElectionVariables, SetupVariables};

const INTRODUCTION: &str = "<!-- Written by `vestibule settings` from the code. Do not edit: UPDATE_SETTINGS=1 cargo test -p vestibule settings -->

# Settings

Every process takes its settings from the environment; the chart sets them from its values. A variable that is empty counts as not set. \
A process whose settings are incomplete or wrong does not start, and names the variables. Values that are marked as secret belong in a \
Secret of the cluster and are never logged.

## Of every process
";

const PEERS: &str = "
A process that runs one service finds another, as device-gateway, by `VESTIBULE_PEER_DEVICE_GATEWAY=https://host:9090`. Processes know \
each other by certificates that each makes for itself and signs by the service key \
([why](../adr/0060-services-know-each-other-by-certificates.md)); there is nothing to configure.
";

pub fn page() -> String {
    let mut page = INTRODUCTION.to_string();
    for section in sections() {
        page += &section.text();
        if section.title == ADDRESSES {
            page += PEERS;
        }
    }
    page
}

const ADDRESSES: &str = "### Addresses, start and end";

struct Section {
    title: &'static str,
    introduction: String,
    variables: Vec<VariableDoc>,
}

fn sections() -> Vec<Section> {
    vec![
        Section::new("### Postgres").with::<DatabaseVariables>().listing::<SetupVariables>(),
        Section::new("### Redis").listing::<RedisVariables>(),
        Section::new("### RabbitMQ").listing::<AmqpVariables>(),
        Section::new("### Keys").with::<KeyVariables>(),
        Section::new(ADDRESSES).listing::<RunVariables>().listing::<ElectionVariables>(),
        Section::new("### Calls to others").listing::<OutgoingVariables>().listing::<CertificateVariables>(),
        Section::new("### Logs").with::<LogVariables>(),
        Section::new("### Traces").with::<TraceVariables>(),
        Section::new("## Of api-gateway").listing::<HttpVariables>().listing::<api_gateway::config::Variables>(),
        Section::new("## Of identity").listing::<identity::config::Variables>(),
        Section::new("## Of access").listing::<access::config::Variables>().listing::<BlobVariables>(),
        Section::new("## Of device-gateway").listing::<MqttVariables>().listing::<device_gateway::config::Variables>(),
        Section::new("## Of licensing").listing::<licensing::config::Variables>(),
        Section::new("## Of notifications").with::<notifications::config::Variables>(),
        Section::new("## Of telephony").with::<telephony::config::Variables>().listing::<EdgeVariables>(),
        Section::new("## Of the demonstration site").listing::<DemoVariables>(),
        Section::new("## Of `vestibule site`").listing::<ClientVariables>(),
    ]
}

impl Section {
    fn new(title: &'static str) -> Self {
        Section { title, introduction: String::new(), variables: Vec::new() }
    }

    /// The variables of a group, below the doc comment of its struct.
    fn with<S: Args>(mut self) -> Self {
        let about = S::augment_args(Command::new("settings")).get_about().map(ToString::to_string).unwrap_or_default();
        self.introduction = format!("{about}.\n\n");
        self.listing::<S>()
    }

    /// The variables of a group alone.
    fn listing<S: Args>(mut self) -> Self {
        self.variables.extend(docs::<S>());
        self
    }

    fn text(&self) -> String {
        format!("\n{}\n\n{}{}", self.title, self.introduction, table(&self.variables))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ffi::OsString;
    use std::path::Path;

    use kit::settings::ProcessVariables;
    use kit::telemetry::TelemetryVariables;
    use kit::variables::parse;

    use super::*;

    #[test]
    fn the_page_of_settings_is_what_the_code_reads() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operations/settings.md");
        if std::env::var_os("UPDATE_SETTINGS").is_some() {
            std::fs::write(&path, page()).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(written == page(), "{} is not what the code reads: UPDATE_SETTINGS=1 cargo test -p vestibule settings", path.display());
    }

    /// What processes read is composed of the groups of the page.
    #[test]
    fn the_page_has_every_variable_once() {
        let listed: Vec<String> = sections().into_iter().flat_map(|section| section.variables).map(|variable| variable.name).collect();
        let names: BTreeSet<&String> = listed.iter().collect();
        assert_eq!(names.len(), listed.len(), "{listed:?}");
        for read in docs::<ProcessVariables>().into_iter().chain(docs::<TelemetryVariables>()) {
            assert!(names.contains(&read.name), "{} is read and not on the page", read.name);
        }
    }

    #[test]
    fn every_variable_says_its_value_and_what_it_means() {
        for variable in sections().into_iter().flat_map(|section| section.variables) {
            // Without a `value_name` clap names the value after the field, in capitals.
            let is_said = variable.value == "URL" || variable.value.chars().any(char::is_lowercase);
            assert!(is_said, "{}: {:?}", variable.name, variable.value);
            assert!(!variable.meaning.is_empty() && !variable.meaning.ends_with('.'), "{}: {:?}", variable.name, variable.meaning);
        }
    }

    /// The error for a group when a variable of it has this value; None where it is valid.
    fn refusal<S: Args>(name: &str, value: &str) -> Option<String> {
        parse::<S>([(OsString::from(name), OsString::from(value))]).err().map(|error| format!("{error:#} {error:?}"))
    }

    type Refusal = fn(&str, &str) -> Option<String>;

    #[test]
    fn no_error_repeats_a_value() {
        const VALUE: &str = "vQ7/x9:canary";
        let groups: [(Vec<VariableDoc>, Refusal); 12] = [
            (docs::<ProcessVariables>(), refusal::<ProcessVariables>),
            (docs::<TelemetryVariables>(), refusal::<TelemetryVariables>),
            (docs::<SetupVariables>(), refusal::<SetupVariables>),
            (docs::<ElectionVariables>(), refusal::<ElectionVariables>),
            (docs::<DemoVariables>(), refusal::<DemoVariables>),
            (docs::<api_gateway::config::Variables>(), refusal::<api_gateway::config::Variables>),
            (docs::<identity::config::Variables>(), refusal::<identity::config::Variables>),
            (docs::<access::config::Variables>(), refusal::<access::config::Variables>),
            (docs::<device_gateway::config::Variables>(), refusal::<device_gateway::config::Variables>),
            (docs::<licensing::config::Variables>(), refusal::<licensing::config::Variables>),
            (docs::<notifications::config::Variables>(), refusal::<notifications::config::Variables>),
            (docs::<telephony::config::Variables>(), refusal::<telephony::config::Variables>),
        ];
        let mut refused = 0;
        for (variables, refusal) in groups {
            for variable in variables {
                if let Some(text) = refusal(&variable.name, VALUE) {
                    assert!(!text.contains("canary") && !text.contains("vQ7"), "{}: {text}", variable.name);
                    refused += usize::from(text.starts_with(&variable.name));
                }
            }
        }
        assert!(refused > 20, "{refused} variables were refused by their name");
    }
}
