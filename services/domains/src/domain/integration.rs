//! What an integration may hold, and where one may be used.
use std::collections::BTreeSet;

use kit::seal::Sealer;
use kit::{Fields, Mask, Result};
use proto::vestibule::domains::v1::{AvailableIntegration, Integration};
use serde_json::{Value, json};
use url::Url;

use super::path::text;
use super::sealed::Sealed;
use super::settings::address;

/// Type of an integration; its numbers are those that the table stores.
pub use proto::vestibule::domains::v1::IntegrationType;

const SECRET: &str = "domains.integration.secret";
const MAX_NAME: usize = 100;
const MAX_GROUPS: usize = 500;
const MAX_TEXT: usize = 255;

#[derive(Clone, Debug, PartialEq)]
pub struct IntegrationDraft {
    pub kind: IntegrationType,
    pub name: String,
    /// None for the project's own.
    pub domain_id: Option<i64>,
    /// Groups that use it besides.
    pub groups: BTreeSet<i64>,
    pub server_url: String,
    pub user_name: Option<String>,
    pub secret: Option<Sealed>,
    pub is_active: bool,
}

/// The server's part of a request, whatever its type calls the fields.
struct Server {
    path: &'static str,
    secret_path: &'static str,
    url: String,
    user_name: Option<String>,
    secret: Option<String>,
}

impl Server {
    fn from_api(kind: IntegrationType, new: &Integration) -> Server {
        if kind == IntegrationType::Barrier {
            let sent = new.barrier_settings.clone().unwrap_or_default();
            return Server {
                path: "barrier_settings",
                secret_path: "barrier_settings.token",
                url: sent.server_url,
                user_name: None,
                secret: sent.token,
            };
        }
        let sent = new.axxon_one_settings.clone().unwrap_or_default();
        Server {
            path: "axxon_one_settings",
            secret_path: "axxon_one_settings.password",
            url: sent.server_url,
            user_name: Some(sent.user_name),
            secret: sent.password,
        }
    }
}

impl IntegrationDraft {
    /// A new one; it is active unless the request says otherwise.
    pub fn new(mask: &Mask, new: Integration, sealer: &Sealer) -> Result<IntegrationDraft> {
        let server = Server::from_api(new.r#type(), &new);
        let mut secret = None;
        Sealed::merge(&mut secret, true, server.secret.as_deref(), sealer, SECRET);
        let draft = IntegrationDraft {
            kind: new.r#type(),
            name: new.name,
            domain_id: new.domain_id,
            groups: new.domains.iter().map(|group| group.id).collect(),
            server_url: server.url,
            user_name: text(server.user_name),
            secret,
            is_active: new.is_active || !mask.has("is_active"),
        };
        draft.validate(Fields::new())
    }

    /// Takes what the mask names. `hidden`: groups that the caller does not see, and so cannot take out.
    pub fn merge(mut self, mask: &Mask, new: Integration, hidden: &BTreeSet<i64>, sealer: &Sealer) -> Result<IntegrationDraft> {
        let mut fields = Fields::new();
        fields.check(!mask.has("type") || new.r#type() == self.kind, "type", "cannot be changed");
        let server = Server::from_api(self.kind, &new);
        let named = |field: &str| mask.has(&format!("{}.{field}", server.path));
        mask.apply("name", &mut self.name, new.name);
        mask.apply("domain_id", &mut self.domain_id, new.domain_id);
        mask.apply("is_active", &mut self.is_active, new.is_active);
        if mask.has("domains") {
            self.groups = new.domains.iter().map(|group| group.id).chain(hidden.iter().copied()).collect();
        }
        let url = self.server_url.clone();
        if named("server_url") {
            self.server_url = canonical(&server.url);
        }
        if named("user_name") {
            self.user_name = text(server.user_name);
        }
        let is_unchanged = Sealed::merge(&mut self.secret, mask.has(server.secret_path), server.secret.as_deref(), sealer, SECRET);
        fields.check(!is_unchanged || url == self.server_url, server.secret_path, "required with another server");
        self.validate(fields)
    }

    fn validate(mut self, mut fields: Fields) -> Result<IntegrationDraft> {
        self.name = self.name.trim().to_string();
        fields.text("name", &self.name, MAX_NAME);
        fields.check(self.kind != IntegrationType::Unspecified, "type", "required");
        fields.check(self.groups.len() <= MAX_GROUPS, "domains", "too many items: at most 500");
        if self.kind != IntegrationType::Unspecified {
            let path = if self.kind == IntegrationType::Barrier { "barrier_settings" } else { "axxon_one_settings" };
            address::url(&mut fields, &format!("{path}.server_url"), &self.server_url);
            if self.kind == IntegrationType::AxxonOne {
                fields.text("axxon_one_settings.user_name", self.user_name.as_deref().unwrap_or_default(), MAX_TEXT);
            }
        }
        fields.finish()?;
        self.server_url = canonical(&self.server_url);
        if let Some(own) = self.domain_id {
            self.groups.remove(&own);
        }
        Ok(self)
    }

    /// The password or token; None where there is none, or none that opens.
    pub fn open_secret(&self, sealer: &Sealer) -> Option<String> {
        self.secret.as_ref().and_then(|secret| sealer.open_for(SECRET, secret.bytes()).ok())
    }

    /// For the audit trail.
    pub fn audit_view(&self) -> Value {
        json!({
            "name": self.name,
            "domain_id": self.domain_id,
            "domains": self.groups,
            "server_url": self.server_url,
            "user_name": self.user_name,
            "secret": self.secret.as_ref().map(|_| "set"),
            "is_active": self.is_active,
        })
    }
}

/// One form for one server: two that differ in letters of the host's name or a slash at the end are the same.
fn canonical(url: &str) -> String {
    let parsed = Url::parse(url.trim());
    parsed.map_or_else(|_| url.trim().to_string(), |url| url.as_str().trim_end_matches('/').to_string())
}

/// The types that there are: of what they may be, and which devices use them.
pub fn available() -> Vec<AvailableIntegration> {
    let of = |kind: IntegrationType, device_types: &[&str]| AvailableIntegration {
        r#type: kind.into(),
        places: ["project", "domain", "device"].map(String::from).to_vec(),
        device_types: device_types.iter().map(|device| device.to_string()).collect(),
    };
    vec![of(IntegrationType::Barrier, &["barrier"]), of(IntegrationType::AxxonOne, &["panel", "accesscontroller", "ip_camera", "barrier"])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Error;
    use proto::vestibule::common::v1::Ref;
    use proto::vestibule::domains::v1::{AxxonOneSettings, BarrierSettings};

    fn sealer() -> Sealer {
        Sealer::new(&[7; 32]).unwrap()
    }

    fn mask(paths: &[&str]) -> Mask {
        Mask::new(Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() }))
    }

    fn platform(url: &str) -> Integration {
        let settings = AxxonOneSettings { server_url: url.into(), user_name: "root".into(), password: Some("hunter2".into()) };
        Integration { r#type: IntegrationType::AxxonOne.into(), name: "Video".into(), axxon_one_settings: Some(settings), ..Default::default() }
    }

    fn made(new: Integration) -> Result<IntegrationDraft> {
        IntegrationDraft::new(&Mask::default(), new, &sealer())
    }

    fn paths<T>(refused: Result<T>) -> Vec<String> {
        match refused {
            Err(Error::Invalid(fields)) => fields.into_keys().collect(),
            _ => panic!("taken"),
        }
    }

    #[test]
    fn an_integration_needs_a_type_a_name_and_a_server() {
        assert_eq!(paths(made(Integration::default())), ["name", "type"]);
        assert_eq!(paths(made(platform("ftp://video"))), ["axxon_one_settings.server_url"]);
        let barrier = Integration {
            r#type: IntegrationType::Barrier.into(),
            name: "n".repeat(101),
            barrier_settings: Some(BarrierSettings::default()),
            ..Default::default()
        };
        assert_eq!(paths(made(barrier)), ["barrier_settings.server_url", "name"]);
    }

    #[test]
    fn a_new_one_is_active_unless_it_says_otherwise() {
        assert!(made(platform("http://video")).unwrap().is_active);
        assert!(!IntegrationDraft::new(&mask(&["is_active"]), platform("http://video"), &sealer()).unwrap().is_active);
    }

    #[test]
    fn one_server_has_one_form() {
        for url in ["HTTP://Video.Example.com/", "http://video.example.com:80", " http://video.example.com "] {
            assert_eq!(made(platform(url)).unwrap().server_url, "http://video.example.com", "{url}");
        }
    }

    #[test]
    fn at_most_500_groups_use_one() {
        let groups = |n: i64| (1..=n).map(|id| Ref { id, name: String::new() }).collect();
        assert!(made(Integration { domains: groups(500), ..platform("http://video") }).is_ok());
        assert_eq!(paths(made(Integration { domains: groups(501), ..platform("http://video") })), ["domains"]);
    }

    #[test]
    fn what_a_patch_does_not_name_stays_and_a_type_is_for_good() {
        let before = made(platform("http://video")).unwrap();
        let named = Integration { name: "Other".into(), ..Default::default() };
        let after = before.clone().merge(&mask(&["name"]), named, &BTreeSet::new(), &sealer()).unwrap();
        assert_eq!(after, IntegrationDraft { name: "Other".into(), ..before.clone() });
        let retyped = Integration { r#type: IntegrationType::Barrier.into(), ..Default::default() };
        assert_eq!(paths(before.merge(&mask(&["type"]), retyped, &BTreeSet::new(), &sealer())), ["type"]);
    }

    #[test]
    fn a_password_is_not_taken_along_to_another_server() {
        let before = made(platform("http://video")).unwrap();
        let elsewhere = |paths: &[&str]| before.clone().merge(&mask(paths), platform("http://elsewhere"), &BTreeSet::new(), &sealer());
        assert_eq!(paths(elsewhere(&["axxon_one_settings.server_url"])), ["axxon_one_settings.password"]);
        let moved = elsewhere(&["axxon_one_settings.server_url", "axxon_one_settings.password"]).unwrap();
        assert_eq!(moved.open_secret(&sealer()).as_deref(), Some("hunter2"));
    }

    #[test]
    fn null_leaves_a_password_unchanged_and_an_empty_text_clears_it() {
        let before = made(platform("http://video")).unwrap();
        let with = |password: Option<&str>| {
            let mut new = platform("http://video");
            new.axxon_one_settings.as_mut().unwrap().password = password.map(String::from);
            before.clone().merge(&mask(&["axxon_one_settings"]), new, &BTreeSet::new(), &sealer()).unwrap().open_secret(&sealer())
        };
        assert_eq!(with(None).as_deref(), Some("hunter2"));
        assert_eq!(with(Some("********")).as_deref(), Some("hunter2"));
        assert_eq!(with(Some("")), None);
    }

    #[test]
    fn groups_that_the_caller_does_not_see_stay() {
        let before = IntegrationDraft { groups: BTreeSet::from([1, 2]), ..made(platform("http://video")).unwrap() };
        let cleared = before.merge(&mask(&["domains"]), Integration::default(), &BTreeSet::from([2]), &sealer()).unwrap();
        assert_eq!(cleared.groups, BTreeSet::from([2]));
    }
}
