//! Hosts, ports and addresses of servers.
use kit::Fields;
use url::{Host, Url};

const MAX_HOST: usize = 253;
const MAX_URL: usize = 500;
const BAD: &str = "valid url or ip";

/// The name or the address of a host, without a port.
pub fn host(fields: &mut Fields, path: &str, value: Option<&str>) {
    let Some(value) = value else { return };
    fields.check(value.len() <= MAX_HOST && is_host(value), path, BAD);
}

fn is_host(value: &str) -> bool {
    value.parse::<std::net::IpAddr>().is_ok() || (matches!(Host::parse(value), Ok(Host::Domain(_))) && value.is_ascii() && !value.contains('%'))
}

/// http or https, without credentials in it.
pub fn url(fields: &mut Fields, path: &str, value: &str) {
    let parsed = Url::parse(value).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let ok = parsed.is_some_and(|url| url.username().is_empty() && url.password().is_none());
    fields.check(ok && value.len() <= MAX_URL, path, BAD);
}

pub fn port(fields: &mut Fields, path: &str, value: i32) {
    fields.range(path, value, 1, 65_535);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_or_an_address_without_more() {
        for good in ["sip.example.com", "localhost", "10.0.0.1", "2001:db8::1", "mail-1.example.com"] {
            let mut fields = Fields::new();
            host(&mut fields, "host", Some(good));
            assert!(fields.is_empty(), "{good}");
        }
        for bad in ["", "http://example.com", "example.com:25", "a b", "exa/mple", "user@example.com", &"a".repeat(254)] {
            let mut fields = Fields::new();
            host(&mut fields, "host", Some(bad));
            assert!(!fields.is_empty(), "{bad}");
        }
    }

    #[test]
    fn a_url_is_http_or_https_without_credentials() {
        for (value, ok) in [
            ("http://example.com", true),
            ("https://10.0.0.1:8443/push", true),
            ("ftp://example.com", false),
            ("example.com", false),
            ("http://", false),
            ("https://a:b@example.com", false),
        ] {
            let mut fields = Fields::new();
            url(&mut fields, "url", value);
            assert_eq!(fields.is_empty(), ok, "{value}");
        }
    }
}
