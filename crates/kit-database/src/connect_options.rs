//! How a database is reached.
use kit_core::authorities::Authorities;
use sqlx::postgres::PgConnectOptions;
use url::Url;

/// By which an address, as sqlx reads it, names an authority of its own.
const OWN_AUTHORITY: [&str; 3] = ["sslrootcert", "ssl-root-cert", "ssl-ca"];

/// Where the address wants the server's certificate verified (`sslmode=verify-full`, `verify-ca`), it may be of these authorities
/// too, unless the address names another. Any other `sslmode` takes every certificate.
pub fn connect_options(url: &str, authorities: &Authorities) -> sqlx::Result<PgConnectOptions> {
    let options: PgConnectOptions = url.parse()?;
    Ok(match authorities.pem() {
        Some(pem) if !names_own_authority(url) => options.ssl_root_cert_from_pem(pem.into_bytes()),
        _ => options,
    })
}

fn names_own_authority(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| url.query_pairs().any(|(name, _)| OWN_AUTHORITY.contains(&name.as_ref())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_name_an_authority_of_its_own() {
        assert!(names_own_authority("postgres://app:p@db/vestibule_access?sslmode=verify-full&sslrootcert=/etc/ca.pem"));
        assert!(!names_own_authority("postgres://app:sslrootcert@db/vestibule_access?sslmode=verify-full"));
    }
}
