//! The set of servers that a tool works on, as `./dev` describes it in variables.
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

/// Addresses of a set, with databases of the tool's own.
#[derive(Clone, Debug)]
pub struct Environment {
    /// The set's folder: logs, process ids, the tool's files.
    pub folder: PathBuf,
    /// Where the binaries are: beside this one.
    pub binaries: PathBuf,
    /// Where the gateway serves, as `127.0.0.1:25488`.
    pub http: String,
    pub mqtt_url: String,
    pub mqtt_user: String,
    pub mqtt_password: String,
    pub amqp_url: String,
    pub admin_url: String,
    /// `{service}` stands for the service's name.
    owner_url: String,
    app_url: String,
    prefix: String,
}

impl Environment {
    /// `prefix` begins the names of the tool's databases, as `faults_access`.
    pub fn read(prefix: &str) -> Result<Self> {
        Ok(Environment {
            folder: PathBuf::from(variable("VESTIBULE_SET_DIR")?),
            binaries: std::env::current_exe()?.parent().context("this program has a folder")?.to_path_buf(),
            http: variable("VESTIBULE_HTTP_ADDR")?,
            mqtt_url: variable("VESTIBULE_MQTT_URL")?,
            mqtt_user: variable("VESTIBULE_MQTT_USER")?,
            mqtt_password: variable("VESTIBULE_MQTT_PASSWORD")?,
            amqp_url: variable("VESTIBULE_AMQP_URL")?,
            admin_url: variable("VESTIBULE_DATABASE_ADMIN_URL")?,
            owner_url: renamed(&variable("VESTIBULE_DATABASE_OWNER_URL")?, prefix)?,
            app_url: renamed(&variable("VESTIBULE_DATABASE_URL")?, prefix)?,
            prefix: prefix.into(),
        })
    }

    /// Variables of the platform's processes, in addition to this process's own environment.
    pub fn variables(&self) -> Vec<(String, String)> {
        let pairs =
            [("VESTIBULE_DATABASE_URL", &self.app_url), ("VESTIBULE_DATABASE_OWNER_URL", &self.owner_url), ("VESTIBULE_HTTP_ADDR", &self.http)];
        pairs.map(|(name, value)| (name.to_string(), value.clone())).to_vec()
    }

    /// A service's database, as its owner.
    pub fn owner_url(&self, service: &str) -> String {
        self.owner_url.replace("{service}", &service.replace('-', "_"))
    }

    /// A service's database as the service itself uses it, bound by row-level security.
    pub fn app_url(&self, service: &str) -> String {
        self.app_url.replace("{service}", &service.replace('-', "_"))
    }

    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Host and port of the broker.
    pub fn broker(&self) -> Result<(String, u16)> {
        let address = self.mqtt_url.strip_prefix("mqtt://").context("VESTIBULE_MQTT_URL begins with mqtt://")?.trim_end_matches('/');
        let (host, port) = address.rsplit_once(':').unwrap_or((address, "1883"));
        Ok((host.into(), port.parse().context("VESTIBULE_MQTT_URL")?))
    }
}

fn variable(name: &str) -> Result<String> {
    std::env::var(name).with_context(|| format!("{name} is not set: this program is started by ./dev"))
}

/// The same server with another database name, so that the set's own databases are not touched.
fn renamed(url: &str, prefix: &str) -> Result<String> {
    let Some((server, database)) = url.rsplit_once('/') else { bail!("a database URL names its database") };
    let options = database.split_once('?').map(|(_, options)| format!("?{options}")).unwrap_or_default();
    Ok(format!("{server}/{prefix}_{{service}}{options}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tools_databases_have_names_of_their_own() {
        let url = renamed("postgres://owner:secret@127.0.0.1:1/vestibule_{service}", "faults").unwrap();
        assert_eq!(url, "postgres://owner:secret@127.0.0.1:1/faults_{service}");
    }

    #[test]
    fn connection_options_are_kept() {
        assert_eq!(renamed("postgres://a:b@c/x_{service}?sslmode=require", "bench").unwrap(), "postgres://a:b@c/bench_{service}?sslmode=require");
    }
}
