//! The picture of a group's white label.
use futures::{TryStreamExt, stream};
use policy::{Caller, Permission};
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::domains::v1::groups_client::GroupsClient;
use proto::vestibule::domains::v1::groups_server::{Groups as _, GroupsServer};
use proto::vestibule::domains::v1::{DeleteGroupLogoRequest, GetLogoRequest, SetGroupLogoRequest};
use proto::vestibule::events::v1::GroupSettingsChanged;
use testing::{PROJECT, administrator, nobody, someone};
use tonic::service::Routes;
use tonic::{Code, Request, Status};

use crate::site::{Site, detail};

/// 4 x 4 pixels of one colour.
pub const PNG: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x04,
    0x08, 0x02, 0x00, 0x00, 0x00, 0x26, 0x93, 0x09, 0x29, 0x00, 0x00, 0x00, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8, 0xef, 0x6a, 0x00,
    0x47, 0x0c, 0xc4, 0x71, 0x00, 0x69, 0xc2, 0x17, 0x41, 0xfc, 0x23, 0x0c, 0xc8, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60,
    0x82,
];

/// In two pieces, as the gateway sends it. Answers the path of the picture.
async fn set(site: &Site, caller: &Caller, id: i64, file: &[u8]) -> Result<String, Status> {
    let groups = domains::rpc::GroupService(site.service());
    site.app.context.peers.add("domains", Routes::new(GroupsServer::new(groups)));
    let (first, second) = file.split_at(file.len() / 2);
    let piece = |id, data: &[u8], is_last| SetGroupLogoRequest {
        id,
        image: Some(FileChunk { file_name: "logo.png".into(), content_type: "image/png".into(), data: data.to_vec(), is_last }),
    };
    let pieces = stream::iter([piece(id, first, false), piece(0, second, true)]);
    let request: Request<_> = site.request(caller, pieces);
    let mut client = GroupsClient::new(site.app.context.peers.peer("domains"));
    client.set_group_logo(request).await.map(|answer| answer.into_inner().logo)
}

pub async fn get(site: &Site, path: &str) -> Result<FileChunk, Status> {
    let key = path.rsplit('/').next().unwrap_or_default().to_string();
    let pieces: Vec<FileChunk> = site.groups.get_logo(site.request(&nobody(), GetLogoRequest { key })).await?.into_inner().try_collect().await?;
    let whole = FileChunk { content_type: pieces[0].content_type.clone(), ..FileChunk::default() };
    Ok(FileChunk { data: pieces.into_iter().flat_map(|piece| piece.data).collect(), ..whole })
}

#[tokio::test]
async fn a_picture_is_made_anew_and_shown_to_whoever_knows_its_key() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("House", None).await;
    let path = set(&site, &admin, id, PNG).await.unwrap();
    assert!(path.starts_with("/api/v0/logos/"));
    let stored = get(&site, &path).await.unwrap();
    assert_eq!(stored.content_type, "image/jpeg");
    assert_ne!(stored.data, PNG);
    let group = site.get(&admin, id).await.unwrap();
    assert_eq!(group.whitelabel_settings.unwrap().logo, Some(path.clone()));
    let events: Vec<GroupSettingsChanged> = site.published("domains.group_settings.changed").await;
    assert_eq!(events[0].whitelabel.as_ref().unwrap().logo, path);
}

#[tokio::test]
async fn a_new_picture_has_a_new_path_and_the_old_one_is_gone() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("House", None).await;
    let first = set(&site, &admin, id, PNG).await.unwrap();
    let second = set(&site, &admin, id, PNG).await.unwrap();
    assert_ne!(first, second);
    assert_eq!(get(&site, &first).await.unwrap_err().code(), Code::NotFound);
    let remove = || site.groups.delete_group_logo(site.request(&admin, DeleteGroupLogoRequest { id }));
    remove().await.unwrap();
    assert_eq!(get(&site, &second).await.unwrap_err().code(), Code::NotFound);
    assert!(remove().await.is_ok(), "removing none changes nothing");
    let events: Vec<GroupSettingsChanged> = site.published("domains.group_settings.changed").await;
    assert_eq!(events.len(), 3);
}

#[tokio::test]
async fn what_is_no_picture_is_refused() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    for file in [&b"<svg onload=alert(1)>"[..], &PNG[..40]] {
        let refused = set(&site, &administrator(PROJECT), id, file).await.unwrap_err();
        assert_eq!(detail(&refused).0, "invalid file");
    }
}

#[tokio::test]
async fn the_picture_is_changed_with_the_right_to_the_white_label() {
    let site = Site::start().await;
    let (mine, other) = (site.group("Mine", None).await, site.group("Other", None).await);
    let editor = someone(PROJECT, 5, [Permission::CanEditSelfDomainGeneralParameters], &[mine]);
    assert_eq!(set(&site, &editor, mine, PNG).await.unwrap_err().code(), Code::PermissionDenied);
    let manager = someone(PROJECT, 6, [Permission::CanManageSelfDomainWhiteLabelSettings], &[mine]);
    assert!(set(&site, &manager, mine, PNG).await.is_ok());
    assert_eq!(set(&site, &manager, other, PNG).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn a_key_that_is_no_uuid_is_not_found() {
    let site = Site::start().await;
    assert_eq!(get(&site, "/api/v0/logos/..%2f..").await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn a_picture_is_set_with_the_licence_for_a_white_label_and_removed_without() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("House", None).await;
    site.license(1, &["mobile_app.white_label"]).await;
    set(&site, &admin, id, PNG).await.unwrap();
    site.license(2, &["sip"]).await;
    assert_eq!(set(&site, &admin, id, PNG).await.unwrap_err().message(), "feature is not licensed");
    site.groups.delete_group_logo(site.request(&admin, DeleteGroupLogoRequest { id })).await.unwrap();
}

#[tokio::test]
async fn a_picture_is_set_in_groups_that_have_the_feature() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("House", None).await;
    site.license_group(1, &["mobile_app.white_label"], (id, &["sip"])).await;
    assert_eq!(set(&site, &admin, id, PNG).await.unwrap_err().message(), "feature is not licensed");
    site.license_group(2, &["mobile_app.white_label"], (id, &["mobile_app.white_label"])).await;
    set(&site, &admin, id, PNG).await.unwrap();
}
