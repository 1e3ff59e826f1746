//! SIP domains: one a project, since numbers are unique within a project only.

/// The SIP domain, which is the digest realm too, of a project's numbers.
pub fn for_project(project_id: i64, domain: &str) -> String {
    format!("p{project_id}.{domain}")
}

/// The project of a SIP domain; None for one that is not ours.
pub fn parse_project(realm: &str, domain: &str) -> Option<i64> {
    let id = realm.strip_suffix(domain)?.strip_suffix('.')?.strip_prefix('p')?;
    id.parse().ok().filter(|id| *id > 0 && for_project(*id, domain) == realm)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_realm_names_its_project_and_nothing_else_does() {
        assert_eq!(for_project(7, "sip.test"), "p7.sip.test");
        assert_eq!(parse_project("p7.sip.test", "sip.test"), Some(7));
        for other in ["p07.sip.test", "p-7.sip.test", "p.sip.test", "7.sip.test", "p7sip.test", "p7.sip.test.evil", "evil.p7.sip.test", ""] {
            assert_eq!(parse_project(other, "sip.test"), None, "{other}");
        }
    }
}
