//! Tokens for programs: their names, scopes and expiry.
use std::collections::BTreeSet;

use kit::Fields;
use policy::{Permission, PermissionSet};
use prost_types::Timestamp;
use proto::vestibule::common::v1::Ref;
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

/// Of one user, of those that have not expired.
pub const MAX_OWN: i64 = 20;
/// Of one project, of those that have not expired.
pub const MAX_SERVICE: i64 = 100;

const MAX_NAME: usize = 31;
const MAX_SCOPES: usize = 500;
const MAX_GROUPS: usize = 100;
const SHORTEST: Duration = Duration::days(1);
/// A year, a leap year as well.
const LONGEST: Duration = Duration::days(366);
/// For the way of the request, and clocks that differ.
const LEEWAY: Duration = Duration::minutes(5);
/// Characters of a token's text that lists show.
const PREFIX: usize = 8;

const ALL: &str = "all";
const READ_ONLY: &str = "read_only";
const VIEW: &str = "can_view";

/// What of its user's or role's rights a token has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenScopes {
    All,
    /// Every right to view, those of later versions as well.
    ReadOnly,
    Permissions(PermissionSet),
}

impl TokenScopes {
    /// As they are stored. What this build does not know permits nothing.
    pub fn from_stored(scopes: &[String]) -> Self {
        match scopes {
            [all] if all == ALL => TokenScopes::All,
            [read_only] if read_only == READ_ONLY => TokenScopes::ReadOnly,
            codes => TokenScopes::Permissions(PermissionSet::from_codes(codes.iter().map(String::as_str))),
        }
    }

    /// What is left of these permissions.
    pub fn narrow(&self, permissions: &PermissionSet) -> PermissionSet {
        permissions.iter().filter(|permission| self.holds(*permission)).collect()
    }

    /// Whether some rights are left out.
    pub fn is_limited(&self) -> bool {
        *self != TokenScopes::All
    }

    /// Whether it views what is its user's own without a permission: of everything, and of all that there is to read.
    pub fn views_own(&self) -> bool {
        !matches!(self, TokenScopes::Permissions(_))
    }

    fn holds(&self, permission: Permission) -> bool {
        match self {
            TokenScopes::All => true,
            TokenScopes::ReadOnly => permission.code().starts_with(VIEW),
            TokenScopes::Permissions(permissions) => permissions.contains(permission),
        }
    }
}

/// What a request sets of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenDraft {
    pub name: String,
    /// As they are stored.
    pub scopes: Vec<String>,
    pub expires_at: OffsetDateTime,
}

impl TokenDraft {
    /// Each field that cannot be taken is noted; the draft counts when none is.
    pub fn from_api(name: &str, scopes: &[String], expires_at: Option<&Timestamp>, now: OffsetDateTime, fields: &mut Fields) -> Self {
        let name = name.trim().to_string();
        fields.text("name", &name, MAX_NAME);
        let scopes: Vec<String> = scopes.iter().map(|scope| scope.trim().to_string()).collect::<BTreeSet<_>>().into_iter().collect();
        check_scopes(&scopes, fields);
        let expires_at = check_expiry(expires_at, now, fields);
        TokenDraft { name, scopes, expires_at }
    }

    pub fn audit_view(&self) -> Value {
        json!({ "name": self.name, "scopes": self.scopes, "expires_at": self.expires_at.format(&Rfc3339).unwrap_or_default() })
    }
}

fn check_scopes(scopes: &[String], fields: &mut Fields) {
    fields.check(!scopes.is_empty(), "scopes", "required");
    fields.check(scopes.len() <= MAX_SCOPES, "scopes", "unknown value");
    let is_preset = matches!(scopes, [preset] if preset == ALL || preset == READ_ONLY);
    fields.check(is_preset || scopes.iter().all(|code| Permission::from_code(code).is_some()), "scopes", "unknown value");
}

fn check_expiry(expires_at: Option<&Timestamp>, now: OffsetDateTime, fields: &mut Fields) -> OffsetDateTime {
    let Some(expires_at) = expires_at else {
        fields.add("expires_at", "required");
        return now;
    };
    match kit::clock::from_proto(expires_at) {
        Some(at) if at >= now + SHORTEST - LEEWAY && at <= now + LONGEST + LEEWAY => at,
        _ => {
            fields.add("expires_at", "must be 1 to 366 days from now");
            now
        }
    }
}

/// Whom a token of the project acts as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceDraft {
    pub role_id: i64,
    pub domain_ids: BTreeSet<i64>,
}

impl ServiceDraft {
    pub fn from_api(role: Option<&Ref>, domains: &[Ref], fields: &mut Fields) -> Self {
        let role_id = role.map_or(0, |role| role.id);
        fields.check(role_id != 0, "role", "required");
        let domain_ids: BTreeSet<i64> = domains.iter().map(|group| group.id).collect();
        fields.check(domain_ids.len() <= MAX_GROUPS, "domains", "too many groups");
        ServiceDraft { role_id, domain_ids }
    }
}

/// The beginning of a token's text, by which its holder knows it again: it says nothing of the rest.
pub fn prefix(token: &str) -> &str {
    token.get(..PREFIX).unwrap_or(token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Result;
    use policy::Permission::*;

    const NOW: OffsetDateTime = time::macros::datetime!(2026-03-01 12:00 UTC);

    fn checked(name: &str, scopes: &[&str], days: f64) -> Result<TokenDraft> {
        let scopes: Vec<String> = scopes.iter().map(|scope| scope.to_string()).collect();
        let at = kit::clock::to_proto(NOW + Duration::days(1) * days);
        let mut fields = Fields::new();
        let draft = TokenDraft::from_api(name, &scopes, Some(&at), NOW, &mut fields);
        fields.finish().map(|()| draft)
    }

    #[test]
    fn a_token_lives_from_a_day_to_a_year() {
        for days in [1.0, 30.0, 365.0, 366.0] {
            assert!(checked("CI", &["all"], days).is_ok(), "{days}");
        }
        for days in [-1.0, 0.0, 0.9, 367.0, 4000.0] {
            assert!(checked("CI", &["all"], days).is_err(), "{days}");
        }
    }

    #[test]
    fn a_name_has_1_to_31_characters() {
        assert_eq!(checked("  Nightly build ", &["all"], 1.0).unwrap().name, "Nightly build");
        for wrong in [String::new(), "  ".into(), "я".repeat(32), "a\nb".into()] {
            assert!(checked(&wrong, &["all"], 1.0).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn scopes_are_one_preset_or_known_permissions() {
        for scopes in [&["all"][..], &["read_only"], &["can_view_devices", "can_edit_device", "can_view_devices"]] {
            assert!(checked("CI", scopes, 1.0).is_ok(), "{scopes:?}");
        }
        for scopes in [&[][..], &[""], &["can_fly"], &["all", "read_only"], &["all", "can_view_devices"], &["ALL"]] {
            assert!(checked("CI", scopes, 1.0).is_err(), "{scopes:?}");
        }
    }

    fn narrowed(scopes: &[&str], held: &[Permission]) -> PermissionSet {
        let scopes: Vec<String> = scopes.iter().map(|scope| scope.to_string()).collect();
        TokenScopes::from_stored(&scopes).narrow(&held.iter().copied().collect())
    }

    #[test]
    fn a_token_has_what_both_its_user_and_its_scopes_have() {
        let held = [CanViewDevices, CanEditDevice];
        assert_eq!(narrowed(&["all"], &held), held.into_iter().collect());
        assert_eq!(narrowed(&["read_only"], &held), [CanViewDevices].into_iter().collect());
        assert_eq!(narrowed(&["can_edit_device", "can_delete_device"], &held), [CanEditDevice].into_iter().collect());
        assert_eq!(narrowed(&["can_fly"], &held), PermissionSet::default());
        assert_eq!(narrowed(&[], &held), PermissionSet::default());
    }

    #[test]
    fn only_the_scope_of_everything_is_unlimited() {
        let of = |scope: &str| TokenScopes::from_stored(&[scope.to_string()]).is_limited();
        assert!(!of("all") && of("read_only") && of("can_view_devices"));
    }

    #[test]
    fn what_is_its_users_own_a_token_of_single_permissions_does_not_have() {
        let of = |scope: &str| TokenScopes::from_stored(&[scope.to_string()]).views_own();
        assert!(of("all") && of("read_only") && !of("can_view_devices") && !of("can_fly"));
    }
}
