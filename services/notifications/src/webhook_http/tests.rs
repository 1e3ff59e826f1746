//! Addresses made by chance from one fixed seed, in every notation that a browser takes.
use std::net::IpAddr;

use kit::Outgoing;
use kit::outgoing::{Allowed, Authorities, is_public};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use url::{Host, Url};

use super::check;
use crate::domain::webhook::{host_and_port, parse_url};

const TEXTS: u32 = 5_000;
const ADDRESSES: u32 = 5_000;
/// Longer than any address that is saved.
const LONG: usize = 100_000;

/// The same cases each time.
fn by_chance<S: Strategy>(cases: u32, strategy: S) -> impl Iterator<Item = S::Value> {
    let mut runner = TestRunner::deterministic();
    (0..cases).map(move |_| strategy.new_tree(&mut runner).unwrap().current())
}

fn outgoing(allowed: &str) -> Outgoing {
    Outgoing::new(Allowed::parse(allowed).unwrap(), Authorities::default()).unwrap()
}

fn address_of(url: &Url) -> Option<IpAddr> {
    match url.host()? {
        Host::Ipv4(address) => Some(address.into()),
        Host::Ipv6(address) => Some(address.into()),
        Host::Domain(_) => None,
    }
}

#[test]
fn whatever_is_taken_for_an_address_of_a_webhook_is_one() {
    let piece = prop_oneof![
        prop::sample::select(
            &[
                "http",
                "https",
                "HTTPS",
                "ftp",
                "file",
                "javascript",
                ":",
                "://",
                "//",
                "/",
                "\\",
                "@",
                "?",
                "#",
                ":0",
                ":65536",
                ":80",
                ".",
                "..",
                "[",
                "]",
                "::1",
                "%",
                "%00",
                "%0d%0a"
            ][..]
        )
        .prop_map(str::to_owned),
        prop::sample::select(
            &["\r\n", "\t", "\0", " ", "example.com", "localhost", "127.1", "0x7f.1", "①②⑦.⓪.⓪.①", "ex\u{ad}ample", "xn--", "é", "user:pass@"][..]
        )
        .prop_map(str::to_owned),
        "\\PC{0,6}",
    ];
    let texts = by_chance(TEXTS, prop::collection::vec(piece, 0..8)).map(|pieces| pieces.concat());
    let plain = by_chance(TEXTS, "https?://[a-z0-9.\\[\\]:@%/-]{0,20}");
    for text in texts.chain(plain) {
        let Some(url) = parse_url(&text) else { continue };
        assert!(
            matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none() && url.fragment().is_none(),
            "{text:?}"
        );
        let (host, port) = host_and_port(&url).unwrap_or_else(|| panic!("{text:?}"));
        assert!(!host.is_empty() && port != 0, "{text:?}");
        assert!(!url.as_str().contains(|letter: char| letter.is_whitespace() || letter.is_control()), "{text:?}");
        assert_eq!(parse_url(url.as_str()).as_ref(), Some(&url), "{text:?} is sent as it was checked");
    }
    for text in ["a", ".", "[", "%", "é", "//", "@"].map(|piece| format!("https://{}", piece.repeat(LONG))) {
        let _taken = parse_url(&text).is_some();
    }
}

/// Of four numbers, or fewer of which the last is larger, each in one of three notations; or of IPv6.
fn address() -> impl Strategy<Value = String> {
    let first = prop::sample::select(&[0_u8, 10, 100, 127, 169, 172, 192, 198, 224, 255, 8, 93][..]);
    let number = (prop_oneof![first, any::<u8>()], any::<u8>(), any::<u8>(), any::<u8>()).prop_map(|(a, b, c, d)| u32::from_be_bytes([a, b, c, d]));
    let v4 = (number.clone(), 1_usize..=4, prop::collection::vec(0_u8..3, 4)).prop_map(|(number, parts, notations)| {
        let bytes = number.to_be_bytes().map(u32::from);
        let last = number & (u32::MAX >> (8 * (parts as u32 - 1)));
        let numbers = bytes[..parts - 1].iter().copied().chain([last]).zip(notations);
        let written = numbers.map(|(number, notation)| match notation {
            0 => number.to_string(),
            1 => format!("0x{number:x}"),
            _ => format!("0{number:o}"),
        });
        written.collect::<Vec<_>>().join(".")
    });
    let v6 = (number, prop::sample::select(&["::ffff:", "64:ff9b::", "::", "2002:", "fe80::", "fc00::", "2001:db8::", "2a00::"][..])).prop_map(
        |(number, network)| {
            let [high, low] = [number >> 16, number & 0xffff];
            format!("[{network}{high:x}:{low:x}{}]", if network == "2002:" { "::" } else { "" })
        },
    );
    prop_oneof![v4, v6]
}

#[tokio::test]
async fn no_notation_of_a_private_address_is_taken() {
    let (public, private) = (outgoing("false"), outgoing("10.0.0.0/8"));
    let mut taken = 0;
    for (address, is_tls) in by_chance(ADDRESSES, (address(), any::<bool>())) {
        let scheme = if is_tls { "https" } else { "http" };
        let text = format!("{scheme}://{address}:8443/hook");
        let Some(url) = parse_url(&text) else { continue };
        // What is no address would be looked up.
        let Some(found) = address_of(&url) else { continue };
        let is_taken = check(&public, &url).await.is_ok();
        assert_eq!(is_taken, is_tls && is_public(found), "{text} is {found}");
        taken += usize::from(is_taken);
        let is_in_network = matches!(found.to_canonical(), IpAddr::V4(address) if address.octets()[0] == 10);
        let expected = if is_tls { is_public(found) || is_in_network } else { is_in_network };
        assert_eq!(check(&private, &url).await.is_ok(), expected, "{text} is {found}, and the operator allows 10.0.0.0/8");
    }
    assert!(taken > 500, "{taken}");
}
