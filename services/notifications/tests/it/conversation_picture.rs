//! Pictures of messages: who may send and see them, and when they are deleted.
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::TryStreamExt;
use kit::session_link;
use notifications::jobs::conversation_pictures;
use notifications::rpc::ConversationService;
use policy::{Caller, Permission};
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::notifications::v1::conversations_client::ConversationsClient;
use proto::vestibule::notifications::v1::conversations_server::{Conversations as _, ConversationsServer};
use proto::vestibule::notifications::v1::*;
use testing::{OTHER_PROJECT, PROJECT, someone};
use time::Duration;
use tonic::service::Routes;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::communications::*;
use crate::harness::*;

/// One pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const SESSION: i64 = 77;

pub async fn start() -> Communications {
    let mut site = Site::start().await;
    let folder = std::env::temp_dir().join(format!("vestibule-pictures-{}", site.app.database()));
    let blob = kit::settings::BlobVariables::of_folder(folder.to_str().unwrap());
    site.app.context.settings = std::sync::Arc::new(kit::Settings { blob, ..(*site.app.context.settings).clone() });
    site.service = notifications::app::App::new(site.app.context.clone(), notifications::config::Config::default());
    Communications::on(site).await
}

fn with_session(caller: Caller) -> Caller {
    Caller { session_id: SESSION, ..caller }
}

pub async fn upload_bytes(all: &Communications, caller: &Caller, data: Vec<u8>) -> Result<String, Status> {
    let peers = kit::peers::Peers::new(&all.site.app.context.settings).unwrap();
    peers.add("notifications", Routes::new(ConversationsServer::new(ConversationService(all.site.service.clone()))));
    let mut client = ConversationsClient::new(peers.peer("notifications"));
    let image = FileChunk { file_name: "gate.png".into(), data, is_last: true, ..Default::default() };
    let messages = futures::stream::iter([UploadConversationPictureRequest { image: Some(image) }]);
    let request = all.site.app.context.signer.request(caller, messages);
    let picture = client.upload_conversation_picture(request).await?.into_inner();
    assert!(picture.image_url.is_none() && picture.thumbnail_url.is_none(), "nobody sees it before it is sent");
    Ok(picture.key)
}

pub async fn upload(all: &Communications, caller: &Caller) -> String {
    upload_bytes(all, caller, STANDARD.decode(PNG).unwrap()).await.unwrap()
}

pub async fn send(all: &Communications, caller: &Caller, id: i64, text: &str, keys: &[String]) -> Result<ConversationMessage, Status> {
    let mut request = message(id, text, &Uuid::now_v7().to_string());
    request.message.as_mut().unwrap().pictures = pictures(keys);
    all.create_conversation_message(caller, request).await
}

fn pictures(keys: &[String]) -> Vec<ConversationPicture> {
    keys.iter().map(|key| ConversationPicture { key: key.clone(), ..Default::default() }).collect()
}

async fn fetch(all: &Communications, caller: &Caller, id: i64, key: &str) -> Result<Vec<u8>, Status> {
    fetch_as(all, caller, GetConversationPictureRequest { id, key: key.into(), ..Default::default() }).await
}

async fn fetch_as(all: &Communications, caller: &Caller, request: GetConversationPictureRequest) -> Result<Vec<u8>, Status> {
    let request = all.site.app.context.signer.request(caller, request);
    let pieces: Vec<FileChunk> = all.conversations.get_conversation_picture(request).await?.into_inner().try_collect().await?;
    Ok(pieces.into_iter().flat_map(|piece| piece.data).collect())
}

async fn code_of_fetch(all: &Communications, caller: &Caller, id: i64, key: &str) -> Code {
    fetch(all, caller, id, key).await.unwrap_err().code()
}

async fn is_stored(all: &Communications, key: &str) -> bool {
    all.site.service.blobs.get(&format!("conversations/{PROJECT}/{key}")).await.is_ok()
}

/// A photo of a telephone, twice as wide as high.
pub fn large_picture() -> Vec<u8> {
    let photo = image::RgbImage::from_fn(2_000, 1_000, |x, y| image::Rgb([(x % 251) as u8, (y % 241) as u8, (x * y % 239) as u8]));
    let mut file = std::io::Cursor::new(Vec::new());
    photo.write_to(&mut file, image::ImageFormat::Png).unwrap();
    file.into_inner()
}

fn size_of(picture: &[u8]) -> (u32, u32) {
    let picture = image::load_from_memory(picture).unwrap();
    (picture.width(), picture.height())
}

#[tokio::test]
async fn a_picture_is_for_those_who_see_the_conversation_at_the_moment_of_the_call() {
    let all = start().await;
    let ann = with_session(resident(ANN));
    let id = all.question(&ann).await.id;
    let key = upload(&all, &ann).await;
    let sent = send(&all, &ann, id, "", std::slice::from_ref(&key)).await.unwrap();
    let url = sent.pictures[0].image_url.clone().unwrap();
    let (path, query) = url.split_once('?').unwrap();
    assert_eq!(path, format!("/api/v0/conversations/{id}/pictures/{key}"));
    assert_eq!(session_link::verify(&all.site.app.context.links, path, query).unwrap(), SESSION, "the link is for the session that asked");

    let supervisor = someone(PROJECT, 31, [Permission::CanViewDescendantConversations], &[COMPANY]);
    for caller in [&ann, &concierge(CONCIERGE), &concierge(COLLEAGUE), &supervisor] {
        assert!(!fetch(&all, caller, id, &key).await.unwrap().is_empty());
    }
    let of_annex = someone(PROJECT, 30, concierge_permissions(), &[ANNEX]);
    for stranger in [resident(BOB), resident(EVE), of_annex, testing::administrator(OTHER_PROJECT)] {
        assert_eq!(code_of_fetch(&all, &stranger, id, &key).await, Code::NotFound);
    }
    // Who has left the staff.
    let elsewhere = someone(PROJECT, CONCIERGE, concierge_permissions(), &[ANNEX]);
    assert_eq!(code_of_fetch(&all, &elsewhere, id, &key).await, Code::NotFound);
}

#[tokio::test]
async fn a_picture_is_found_by_its_own_conversation_only_and_not_before_it_is_sent() {
    let all = start().await;
    let (id, other) = (all.question(&resident(ANN)).await.id, all.question(&resident(BOB)).await.id);
    let key = upload(&all, &resident(ANN)).await;
    assert_eq!(code_of_fetch(&all, &resident(ANN), id, &key).await, Code::NotFound, "not sent");
    send(&all, &resident(ANN), id, "", std::slice::from_ref(&key)).await.unwrap();
    assert_eq!(code_of_fetch(&all, &resident(BOB), other, &key).await, Code::NotFound, "of another conversation");
    for key in ["../1/x", "", &Uuid::new_v4().to_string()] {
        assert_eq!(code_of_fetch(&all, &resident(ANN), id, key).await, Code::NotFound);
    }
}

#[tokio::test]
async fn a_message_takes_pictures_that_its_author_has_uploaded_and_not_sent_before() {
    let all = start().await;
    let (id, of_bob) = (all.question(&resident(ANN)).await.id, all.question(&resident(BOB)).await.id);
    let keys = [upload(&all, &resident(ANN)).await, upload(&all, &resident(ANN)).await];
    let reversed = [keys[1].clone(), keys[0].clone()];
    let refused = send(&all, &resident(BOB), of_bob, "Mine", &keys[..1]).await.unwrap_err();
    assert_eq!(missing_entities(&refused), [format!("picture {}", keys[0])]);
    let sent = send(&all, &resident(ANN), id, "Look", &reversed).await.unwrap();
    assert_eq!(sent.pictures.iter().map(|picture| &picture.key).collect::<Vec<_>>(), [&keys[1], &keys[0]], "in the order of the author");
    let again = send(&all, &resident(ANN), id, "Again", &keys[..1]).await.unwrap_err();
    assert_eq!(missing_entities(&again), [format!("picture {}", keys[0])]);
    let listed = all.list_conversation_messages(&concierge(CONCIERGE), ListConversationMessagesRequest { id, ..Default::default() }).await.unwrap();
    assert_eq!((listed.items.len(), listed.items[0].pictures.len(), listed.items[1].pictures.len()), (2, 2, 0), "a refused message is not there");
    let foreign = testing::administrator(OTHER_PROJECT);
    let of_foreign = upload(&all, &foreign).await;
    assert!(send(&all, &resident(ANN), id, "x", &[of_foreign]).await.is_err());
}

#[tokio::test]
async fn a_message_without_text_has_pictures_and_who_is_notified_learns_their_number() {
    let all = start().await;
    let mut request = to_group(FLOOR, "");
    assert_eq!(all.create_conversation(&resident(ANN), request.clone()).await.unwrap_err().code(), Code::InvalidArgument);
    request.conversation.as_mut().unwrap().pictures = pictures(&[upload(&all, &resident(ANN)).await, upload(&all, &resident(ANN)).await]);
    let made = all.create_conversation(&resident(ANN), request.clone()).await.unwrap();
    assert_eq!((made.message.as_str(), made.last_message_pictures), ("", 2));
    assert_eq!(all.create_conversation(&resident(ANN), request).await.unwrap().id, made.id, "repeated, it is the same one");
    let notified = all.site.unread(&caller(CONCIERGE)).await.items.remove(0);
    assert_eq!(notified.data.unwrap().fields["pictures"].kind, Some(prost_types::value::Kind::NumberValue(2.0)));
    all.say(&concierge(CONCIERGE), made.id, "I see").await.unwrap();
    assert_eq!(all.get_conversation(&resident(ANN), GetConversationRequest { id: made.id }).await.unwrap().last_message_pictures, 0);
}

#[tokio::test]
async fn the_objects_of_pictures_go_with_their_conversation() {
    let all = start().await;
    let id = all.question(&resident(ANN)).await.id;
    let key = upload(&all, &resident(ANN)).await;
    send(&all, &resident(ANN), id, "", std::slice::from_ref(&key)).await.unwrap();
    assert!(is_stored(&all, &key).await);
    all.delete_conversation(&admin(), DeleteConversationRequest { id }).await.unwrap();
    assert!(!is_stored(&all, &key).await);
    assert_eq!(all.query("SELECT count(*) FROM conversation_pictures WHERE project_id = $1", PROJECT).await, [0]);
}

#[tokio::test]
async fn what_is_not_sent_within_a_day_is_deleted_and_what_was_sent_stays() {
    let all = start().await;
    let id = all.question(&resident(ANN)).await.id;
    let (sent, left) = (upload(&all, &resident(ANN)).await, upload(&all, &resident(ANN)).await);
    send(&all, &resident(ANN), id, "", std::slice::from_ref(&sent)).await.unwrap();
    assert_eq!(conversation_pictures::delete_unsent(&all.site.service).await.unwrap(), 0);
    all.site.app.context.clock.advance(Duration::hours(25));
    assert_eq!(conversation_pictures::delete_unsent(&all.site.service).await.unwrap(), 1);
    assert!(is_stored(&all, &sent).await && !is_stored(&all, &left).await);
    assert!(send(&all, &resident(ANN), id, "late", &[left]).await.is_err());
}

#[tokio::test]
async fn a_person_has_20_pictures_that_wait_for_their_message() {
    let all = start().await;
    let mut keys = Vec::new();
    for _ in 0..20 {
        keys.push(upload(&all, &resident(ANN)).await);
    }
    let refused = upload_bytes(&all, &resident(ANN), STANDARD.decode(PNG).unwrap()).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "too many items: at most 20"));
    upload(&all, &resident(BOB)).await;
    let id = all.question(&resident(ANN)).await.id;
    send(&all, &resident(ANN), id, "", &keys[..4]).await.unwrap();
    upload(&all, &resident(ANN)).await;
}

#[tokio::test]
async fn what_is_no_picture_and_who_may_not_write_is_refused() {
    let all = start().await;
    let refused = upload_bytes(&all, &resident(ANN), b"<svg onload='alert(1)'/>".to_vec()).await.unwrap_err();
    assert_eq!(refused.code(), Code::FailedPrecondition);
    let watcher = someone(PROJECT, 31, [Permission::CanViewAllConversations], &[]);
    let refused = upload_bytes(&all, &watcher, STANDARD.decode(PNG).unwrap()).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
}

#[tokio::test]
async fn a_thread_loads_small_copies_of_large_pictures_and_small_pictures_as_they_are() {
    let all = start().await;
    let ann = with_session(resident(ANN));
    let id = all.question(&ann).await.id;
    let keys = [upload_bytes(&all, &ann, large_picture()).await.unwrap(), upload(&all, &ann).await];
    let sent = send(&all, &ann, id, "", &keys).await.unwrap();
    let [large, small] = &sent.pictures[..] else { panic!("two pictures") };
    assert_eq!((large.width, large.height), (1_600, 800));
    assert_eq!(large.thumbnail_url, large.image_url.as_ref().map(|url| format!("{url}&is_thumbnail=true")));
    let (path, query) = large.thumbnail_url.as_ref().unwrap().split_once('?').unwrap();
    assert_eq!(session_link::verify(&all.site.app.context.links, path, query).unwrap(), SESSION);
    assert_eq!(small.thumbnail_url, small.image_url);

    let thumbnail_of = |key: &str| GetConversationPictureRequest { id, key: key.into(), is_thumbnail: true, ..Default::default() };
    let staff = concierge(CONCIERGE);
    assert_eq!(size_of(&fetch_as(&all, &staff, thumbnail_of(&keys[0])).await.unwrap()), (640, 320));
    assert_eq!(size_of(&fetch(&all, &staff, id, &keys[0]).await.unwrap()), (1_600, 800));
    assert_eq!(size_of(&fetch_as(&all, &staff, thumbnail_of(&keys[1])).await.unwrap()), (1, 1));
    let refused = fetch_as(&all, &resident(BOB), thumbnail_of(&keys[0])).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound, "whoever does not see the conversation sees no small copy either");
    // From before there were small copies.
    all.execute("UPDATE conversation_pictures SET thumbnail_type = NULL").await;
    assert_eq!(size_of(&fetch_as(&all, &staff, thumbnail_of(&keys[0])).await.unwrap()), (1_600, 800));
}

#[tokio::test]
async fn small_copies_are_deleted_with_their_pictures_and_stay_while_a_row_names_them() {
    let all = start().await;
    let id = all.question(&resident(ANN)).await.id;
    let ann = resident(ANN);
    let [sent, left] = [upload_bytes(&all, &ann, large_picture()).await.unwrap(), upload_bytes(&all, &ann, large_picture()).await.unwrap()];
    send(&all, &resident(ANN), id, "", std::slice::from_ref(&sent)).await.unwrap();
    let [small_sent, small_left] = [format!("{sent}-thumbnail"), format!("{left}-thumbnail")];
    assert!(is_stored(&all, &small_sent).await && is_stored(&all, &small_left).await);
    all.site.app.context.clock.advance(Duration::hours(25));
    assert_eq!(conversation_pictures::delete_unsent(&all.site.service).await.unwrap(), 1);
    assert!(!is_stored(&all, &left).await && !is_stored(&all, &small_left).await);
    // The clock of the test is before the time of the files, so that they would be old enough for the sweep only in some years.
    all.site.app.context.clock.advance(Duration::days(3_650));
    assert_eq!(conversation_pictures::sweep_once(&all.site.service).await.unwrap(), 0);
    assert!(is_stored(&all, &sent).await && is_stored(&all, &small_sent).await);
    all.delete_conversation(&admin(), DeleteConversationRequest { id }).await.unwrap();
    assert!(!is_stored(&all, &sent).await && !is_stored(&all, &small_sent).await);
}
