//! Passes of wallets.
use std::sync::Arc;

use access::rpc::guest_access::GuestAccessService;
use access::rpc::identifier::IdentifiersService;
use policy::Caller;
use proto::vestibule::access::v1::guest_access_server::GuestAccess;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::events::v1::{GroupSettingsChanged, ProjectAppleWallet, ProjectSettingsChanged, ProjectWhiteLabel, WalletLine, WalletLook};
use testing::pass_authority::PassAuthority;
use testing::{OTHER_PROJECT, PROJECT, someone};
use tokio_stream::StreamExt;
use tonic::{Code, Status};
use wallet_pass::{GoogleAccount, read_apple_pass};

use crate::guest_key::{anna, give, key, shareable, start};
use crate::site::*;

const QR: &str = "6f9c1f52-0ea6-4d1c-9d55-0d8c3f5f6d11";

async fn qr(site: &Site) -> Identifier {
    let qr = Identifier { name: "Anna's pass".into(), r#type: IdentifierType::Qr.into(), ..card(ANNA, QR) };
    site.identifiers.create_identifier(site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(qr) })).await.unwrap().into_inner()
}

async fn certificate(site: &Site, version: i64, authority: &PassAuthority) {
    let look = WalletLook { is_enabled: true, background_color: "#102030".into(), ..Default::default() };
    let wallet = ProjectAppleWallet {
        certificate: authority.certificate.clone(),
        intermediate: authority.intermediate.clone(),
        sealed_private_key: site.app.context.sealer.seal_for("domains.apple_wallet.private_key", &authority.key),
        look: Some(look),
        ..Default::default()
    };
    let whitelabel = Some(ProjectWhiteLabel { is_enabled: true, name: "Riverside".into(), ..Default::default() });
    let settings = ProjectSettingsChanged { project_id: PROJECT, version, apple_wallet: Some(wallet), whitelabel, ..Default::default() };
    site.deliver("domains.settings.changed", &settings).await;
}

async fn bytes(stream: impl tokio_stream::Stream<Item = Result<FileChunk, Status>> + Unpin) -> Vec<u8> {
    let chunks: Vec<_> = stream.collect().await;
    chunks.into_iter().flat_map(|chunk| chunk.unwrap().data).collect()
}

async fn pass(site: &Site, caller: &Caller, id: i64) -> Result<Vec<u8>, Status> {
    let answer = site.identifiers.get_identifier_pass(site.by(caller, GetIdentifierPassRequest { id })).await?;
    Ok(bytes(answer.into_inner()).await)
}

#[tokio::test]
async fn a_qr_identifier_is_a_pass_signed_by_the_projects_certificate_in_the_look_of_its_group() {
    let site = Site::start().await;
    let admin = site.admin();
    let identifier = qr(&site).await;
    assert_eq!(pass(&site, &admin, identifier.id).await.unwrap_err().message(), "can't perform action", "no certificate");
    let authority = PassAuthority::make();
    certificate(&site, 1, &authority).await;
    let read = read_apple_pass(&pass(&site, &admin, identifier.id).await.unwrap(), &authority.root_der()).unwrap();
    assert_eq!(read.pass["barcodes"][0]["message"], QR);
    assert_eq!((read.pass["logoText"].as_str(), read.pass["backgroundColor"].as_str()), (Some("Riverside"), Some("rgb(16, 32, 48)")));
    assert_eq!(read.pass["serialNumber"].as_str(), Some(identifier.link_id.as_str()));

    let backfields = vec![WalletLine { label: "Desk".into(), value: "+31201234567".into() }];
    let look = Some(WalletLook { is_enabled: true, background_color: "#0000ff".into(), backfields, ..Default::default() });
    let of_building = GroupSettingsChanged { project_id: PROJECT, id: BUILDING_1, version: 1, apple_wallet: look, ..Default::default() };
    site.deliver("domains.group_settings.changed", &of_building).await;
    site.identifiers.revoke_identifier(site.by(&admin, RevokeIdentifierRequest { id: identifier.id })).await.unwrap();
    let read = read_apple_pass(&pass(&site, &admin, identifier.id).await.unwrap(), &authority.root_der()).unwrap();
    assert_eq!((read.pass["backgroundColor"].as_str(), read.pass["voided"].as_bool()), (Some("rgb(0, 0, 255)"), Some(true)));
    assert_eq!(read.pass["generic"]["backFields"][0]["value"], "+31201234567");
}

#[tokio::test]
async fn a_pass_is_for_whoever_may_view_the_identifier_and_of_qr_identifiers_only() {
    let site = Site::start().await;
    let authority = PassAuthority::make();
    certificate(&site, 1, &authority).await;
    let (identifier, card) = (qr(&site).await, site.card(ANNA, "77").await);
    assert_eq!(pass(&site, &site.admin(), card.id).await.unwrap_err().message(), "view identifier is not available");
    assert!(pass(&site, &someone(PROJECT, ANNA, [], &[BUILDING_1]), identifier.id).await.is_ok(), "her own");
    for stranger in [someone(PROJECT, BORIS, [], &[BUILDING_2]), testing::administrator(OTHER_PROJECT)] {
        assert_eq!(pass(&site, &stranger, identifier.id).await.unwrap_err().code(), Code::NotFound);
    }
    let wallets = site.identifiers.get_wallets(site.by(&site.admin(), GetWalletsRequest {})).await.unwrap().into_inner();
    assert_eq!((wallets.apple, wallets.google), (true, false));
    let link = site.identifiers.get_identifier_wallet_link(site.by(&site.admin(), GetIdentifierWalletLinkRequest { id: identifier.id })).await;
    assert_eq!(link.unwrap_err().message(), "can't perform action", "no account at Google");
}

#[tokio::test]
async fn a_guests_key_is_a_pass_and_a_qr_code_for_whoever_has_its_link() {
    let site = start().await;
    let authority = PassAuthority::make();
    certificate(&site, 1, &authority).await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), key(rule)).await;
    let link = given.link.rsplit('/').next().unwrap().to_owned();
    let account = GoogleAccount::new("3388", "wallet@example.com", &authority.key).unwrap();
    let mut app = access::app::App::new(&site.app.context);
    app.google_wallet = Some(Arc::new(account));
    let service = GuestAccessService(app.clone());
    let visitor = || Caller { ip: uuid::Uuid::now_v7().to_string(), ..Caller::default() };
    let page = service.get_guest_access(site.by(&visitor(), GetGuestAccessRequest { key: link.clone() })).await.unwrap().into_inner();
    assert!(page.has_wallet_pass && page.google_wallet_link.starts_with("https://pay.google.com/gp/v/save/"));
    let answer = service.get_guest_pass(site.by(&visitor(), GetGuestPassRequest { key: link.clone() })).await.unwrap();
    let read = read_apple_pass(&bytes(answer.into_inner()).await, &authority.root_der()).unwrap();
    assert_eq!((read.pass["barcodes"][0]["message"].as_str(), read.pass["expirationDate"].is_string()), (Some(given.value.as_str()), true));
    assert!(!read.pass.to_string().contains("user 100"), "nothing of the giver");
    let image = service.get_guest_qr(site.by(&visitor(), GetGuestQrRequest { key: link.clone() })).await.unwrap();
    assert!(bytes(image.into_inner()).await.starts_with(b"\x89PNG"));

    let unknown = service.get_guest_pass(site.by(&visitor(), GetGuestPassRequest { key: "unknown".into() })).await;
    assert_eq!(unknown.err().unwrap().message(), "guest access invalid identifier");
    let identifiers = IdentifiersService(app);
    identifiers.revoke_identifier(site.by(&site.admin(), RevokeIdentifierRequest { id: given.id })).await.unwrap();
    let revoked = service.get_guest_qr(site.by(&visitor(), GetGuestQrRequest { key: link })).await;
    assert_eq!(revoked.err().unwrap().message(), "guest access invalid identifier");
}

#[tokio::test]
async fn a_guests_key_that_opens_nothing_any_more_is_no_pass() {
    let site = start().await;
    let authority = PassAuthority::make();
    certificate(&site, 1, &authority).await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), key(rule)).await;
    let link = given.link.rsplit('/').next().unwrap().to_owned();
    let service = GuestAccessService(access::app::App::new(&site.app.context));
    let visitor = || Caller { ip: uuid::Uuid::now_v7().to_string(), ..Caller::default() };
    let pass = async || service.get_guest_pass(site.by(&visitor(), GetGuestPassRequest { key: link.clone() })).await;
    pass().await.map(drop).unwrap();
    site.app.context.clock.advance(time::Duration::hours(25));
    assert_eq!(pass().await.err().unwrap().message(), "guest access invalid identifier");
}
