use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use policy::Caller;
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::*;
use tonic::{Code, Status};

use crate::site::{Site, code, fields, file, refusal};

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut data = Cursor::new(Vec::new());
    RgbImage::from_pixel(width, height, Rgb([200, 30, 30])).write_to(&mut data, ImageFormat::Png).unwrap();
    data.into_inner()
}

fn chunk(data: &[u8]) -> Option<FileChunk> {
    Some(FileChunk { data: data.to_vec(), is_last: true, ..Default::default() })
}

async fn set(site: &Site, caller: &Caller, id: i64, image: &[u8], size: i32) -> Result<Avatar, Status> {
    let (first, rest) = image.split_at(image.len() / 2);
    let messages = [
        SetUserAvatarRequest { id, size, image: chunk(first), ..Default::default() },
        SetUserAvatarRequest { image: chunk(rest), ..Default::default() },
    ];
    let request = site.request(caller, futures::stream::iter(messages));
    Ok(site.users_client().set_user_avatar(request).await?.into_inner())
}

async fn remove(site: &Site, caller: &Caller, id: i64) -> Result<(), Status> {
    site.users().delete_user_avatar(site.request(caller, DeleteUserAvatarRequest { id })).await.map(|_| ())
}

async fn load(site: &Site, url: &str) -> Result<(String, Vec<u8>), Status> {
    let key = url.strip_prefix("/api/v0/avatars/").unwrap().to_string();
    let pieces = site.users().get_avatar(site.request(&testing::nobody(), GetAvatarRequest { key })).await?.into_inner();
    let (_, kind, data) = file(pieces).await;
    Ok((kind, data))
}

#[tokio::test]
async fn an_avatar_is_cropped_encoded_anew_and_shown_to_whoever_knows_its_key() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let avatar = set(&site, &site.admin, anna.id, &png(40, 20), 10).await.unwrap();
    assert_eq!(site.get(&site.admin, anna.id).await.unwrap().avatar_url, Some(avatar.avatar_url.clone()));
    let (kind, data) = load(&site, &avatar.avatar_url).await.unwrap();
    let decoded = image::load_from_memory(&data).unwrap();
    assert_eq!((kind.as_str(), decoded.width(), decoded.height()), ("image/jpeg", 10, 10));
    let recorded: AuditRecorded = site.events("audit.recorded").await.pop().unwrap();
    assert_eq!((recorded.action.as_str(), recorded.resource_id), ("set avatar", anna.id));
}

#[tokio::test]
async fn a_new_avatar_has_another_path_and_the_old_one_is_gone() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let old = set(&site, &anna.caller, anna.id, &png(20, 20), 0).await.unwrap();
    let new = set(&site, &anna.caller, anna.id, &png(20, 20), 0).await.unwrap();
    assert_ne!(old.avatar_url, new.avatar_url);
    assert_eq!(code(load(&site, &old.avatar_url).await), Code::NotFound);
    remove(&site, &anna.caller, anna.id).await.unwrap();
    remove(&site, &anna.caller, anna.id).await.unwrap();
    assert_eq!(code(load(&site, &new.avatar_url).await), Code::NotFound);
    assert_eq!(site.get(&site.admin, anna.id).await.unwrap().avatar_url, None);
}

#[tokio::test]
async fn the_avatar_of_a_deleted_user_is_gone() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let avatar = set(&site, &site.admin, anna.id, &png(20, 20), 0).await.unwrap();
    site.delete(&site.admin, anna.id).await.unwrap();
    assert_eq!(code(load(&site, &avatar.avatar_url).await), Code::NotFound);
}

#[tokio::test]
async fn an_avatar_is_set_by_oneself_and_by_who_may_edit_the_user() {
    let site = Site::start().await;
    let (anna, eva) = (site.person("anna", "user", &[11]).await, site.person("eva", "user", &[11]).await);
    let (maria, tom) = (site.person("maria", "group_administrator", &[10]).await, site.person("tom", "concierge", &[10]).await);
    assert!(set(&site, &maria.caller, anna.id, &png(9, 9), 0).await.is_ok());
    assert_eq!(code(set(&site, &tom.caller, anna.id, &png(9, 9), 0).await), Code::PermissionDenied);
    assert_eq!(code(remove(&site, &tom.caller, anna.id).await), Code::PermissionDenied);
    assert_eq!(code(set(&site, &eva.caller, anna.id, &png(9, 9), 0).await), Code::NotFound);
    assert_eq!(code(set(&site, &testing::nobody(), anna.id, &png(9, 9), 0).await), Code::Unauthenticated);
}

#[tokio::test]
async fn what_is_no_picture_is_refused() {
    let site = Site::start().await;
    let (status, message, detail) = refusal(set(&site, &site.admin, site.admin.user_id, b"<svg onload=alert(1)/>", 0).await);
    assert_eq!((status, message.as_str(), detail["code"].as_str()), (Code::FailedPrecondition, "invalid file", Some("invalid_file")));
    assert_eq!(refusal(set(&site, &site.admin, site.admin.user_id, b"", 0).await).1, "wrong file body");
    let outside = set(&site, &site.admin, site.admin.user_id, &png(9, 9), 10).await;
    assert_eq!(fields(outside)["size"], "lies outside of the image");
}

#[tokio::test]
async fn the_own_picture_is_set_and_removed_in_the_profile() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let message = SetProfileAvatarRequest { image: chunk(&png(20, 20)), ..Default::default() };
    let request = site.request(&anna.caller, futures::stream::iter([message]));
    let avatar = site.profiles_client().set_profile_avatar(request).await.unwrap().into_inner();
    let profile = async || site.profiles().get_profile(site.request(&anna.caller, GetProfileRequest {})).await.unwrap().into_inner();
    assert_eq!(profile().await.avatar_url, Some(avatar.avatar_url));
    site.profiles().delete_profile_avatar(site.request(&anna.caller, DeleteProfileAvatarRequest {})).await.unwrap();
    assert_eq!(profile().await.avatar_url, None);
}

#[tokio::test]
async fn a_key_that_is_none_is_not_found() {
    let site = Site::start().await;
    for key in ["", "x", "6a1a2a34-0000-4000-8000-000000000000"] {
        let request = site.request(&testing::nobody(), GetAvatarRequest { key: key.into() });
        assert_eq!(site.users().get_avatar(request).await.err().map(|status| status.code()), Some(Code::NotFound));
    }
}
