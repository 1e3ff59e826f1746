//! What a project sets of its OpenID Connect provider.
use kit::{Fields, Mask};
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};
use url::Url;

const MAX_NAME: usize = 31;
const MAX_CLIENT_ID: usize = 255;
pub const MAX_SECRET: usize = 500;
const MAX_SCOPES: usize = 20;
const MAX_SCOPE: usize = 100;
const MAX_URL: usize = 500;
const DEFAULT_SCOPES: [&str; 2] = ["email", "profile"];

/// All but the secret, which goes its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentityProviderDraft {
    pub is_enabled: bool,
    pub is_listed: bool,
    pub name: String,
    pub issuer_url: String,
    pub client_id: String,
    pub scopes: Vec<String>,
    pub role_id: Option<i64>,
    pub domain_id: Option<i64>,
}

impl Default for IdentityProviderDraft {
    fn default() -> Self {
        IdentityProviderDraft {
            is_enabled: false,
            is_listed: false,
            name: String::new(),
            issuer_url: String::new(),
            client_id: String::new(),
            scopes: DEFAULT_SCOPES.map(String::from).to_vec(),
            role_id: None,
            domain_id: None,
        }
    }
}

impl IdentityProviderDraft {
    pub fn from_api(provider: &api::IdentityProvider) -> Self {
        IdentityProviderDraft {
            is_enabled: provider.is_enabled,
            is_listed: provider.is_listed,
            name: provider.name.trim().into(),
            issuer_url: provider.issuer_url.trim().into(),
            client_id: provider.client_id.trim().into(),
            scopes: provider.scopes.iter().map(|scope| scope.trim().to_string()).filter(|scope| scope != "openid").collect(),
            role_id: provider.role.as_ref().map(|role| role.id),
            domain_id: provider.domain.as_ref().map(|group| group.id),
        }
    }

    /// Takes from `new` what the mask names.
    pub fn merge(mut self, mask: &Mask, new: IdentityProviderDraft) -> Self {
        mask.apply("is_enabled", &mut self.is_enabled, new.is_enabled);
        mask.apply("is_listed", &mut self.is_listed, new.is_listed);
        mask.apply("name", &mut self.name, new.name);
        mask.apply("issuer_url", &mut self.issuer_url, new.issuer_url);
        mask.apply("client_id", &mut self.client_id, new.client_id);
        mask.apply("scopes", &mut self.scopes, new.scopes);
        mask.apply("role", &mut self.role_id, new.role_id);
        mask.apply("domain", &mut self.domain_id, new.domain_id);
        self
    }

    /// `plain_http`: for a provider in the operator's own network.
    pub fn check(&self, fields: &mut Fields, plain_http: bool) {
        if self.is_enabled {
            fields.text("name", &self.name, MAX_NAME);
            fields.text("issuer_url", &self.issuer_url, MAX_URL);
            fields.text("client_id", &self.client_id, MAX_CLIENT_ID);
        }
        fields.optional_text("name", Some(&self.name), MAX_NAME);
        fields.optional_text("client_id", Some(&self.client_id), MAX_CLIENT_ID);
        fields.optional_text("issuer_url", Some(&self.issuer_url), MAX_URL);
        fields.check(self.issuer_url.is_empty() || is_issuer(&self.issuer_url, plain_http), "issuer_url", "valid url or ip");
        let is_scope = |scope: &String| !scope.is_empty() && scope.len() <= MAX_SCOPE && scope.bytes().all(|byte| byte.is_ascii_graphic());
        fields.check(self.scopes.len() <= MAX_SCOPES && self.scopes.iter().all(is_scope), "scopes", "invalid data sent");
        // Who is made has both, a role and a group.
        fields.check(self.role_id.is_some() || self.domain_id.is_none(), "role", "required");
        fields.check(self.domain_id.is_some() || self.role_id.is_none(), "domain", "required");
    }

    /// For the audit log.
    pub fn audit_view(&self) -> Value {
        json!({
            "is_enabled": self.is_enabled,
            "is_listed": self.is_listed,
            "name": self.name,
            "issuer_url": self.issuer_url,
            "client_id": self.client_id,
            "scopes": self.scopes,
            "role_id": self.role_id,
            "domain_id": self.domain_id,
        })
    }
}

fn is_issuer(text: &str, plain_http: bool) -> bool {
    let Ok(url) = Url::parse(text) else { return false };
    let is_allowed = url.scheme() == "https" || (plain_http && url.scheme() == "http");
    is_allowed && url.host().is_some() && url.query().is_none() && url.fragment().is_none() && url.username().is_empty() && url.password().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> IdentityProviderDraft {
        IdentityProviderDraft {
            is_enabled: true,
            name: "Work".into(),
            issuer_url: "https://id.test/realm".into(),
            client_id: "vestibule".into(),
            ..IdentityProviderDraft::default()
        }
    }

    fn is_ok(draft: IdentityProviderDraft) -> bool {
        let mut fields = Fields::new();
        draft.check(&mut fields, false);
        fields.is_empty()
    }

    #[test]
    fn a_provider_that_is_on_has_name_issuer_and_client() {
        assert!(is_ok(draft()) && is_ok(IdentityProviderDraft::default()));
        assert!(!is_ok(IdentityProviderDraft { name: String::new(), ..draft() }));
        assert!(!is_ok(IdentityProviderDraft { name: "x".repeat(32), ..draft() }));
        assert!(!is_ok(IdentityProviderDraft { client_id: String::new(), ..draft() }));
        assert!(!is_ok(IdentityProviderDraft { issuer_url: String::new(), ..draft() }));
    }

    #[test]
    fn an_issuer_is_an_https_address_without_query_or_password() {
        for bad in ["http://id.test", "https://", "ftp://id.test", "id.test", "https://id.test/?a=b", "https://a:b@id.test", "https://id.test/#x"] {
            assert!(!is_ok(IdentityProviderDraft { issuer_url: bad.into(), ..draft() }), "{bad}");
        }
        let mut fields = Fields::new();
        IdentityProviderDraft { issuer_url: "http://127.0.0.1:9".into(), ..draft() }.check(&mut fields, true);
        assert!(fields.is_empty());
    }

    #[test]
    fn who_is_made_gets_a_role_and_a_group() {
        assert!(is_ok(IdentityProviderDraft { role_id: Some(1), domain_id: Some(2), ..draft() }));
        assert!(!is_ok(IdentityProviderDraft { role_id: Some(1), ..draft() }));
        assert!(!is_ok(IdentityProviderDraft { domain_id: Some(2), ..draft() }));
    }

    #[test]
    fn openid_is_always_asked_for_and_not_kept() {
        let sent = api::IdentityProvider { scopes: vec!["openid".into(), " email ".into()], ..Default::default() };
        assert_eq!(IdentityProviderDraft::from_api(&sent).scopes, ["email"]);
    }
}
