//! Pictures of messages: made smaller, kept in the blob store, and shown by links of a session.
use std::sync::LazyLock;
use std::time::Duration;

use image_upload::fit;
use kit::rate_limit::{self, Limit};
use kit::upload_places::UploadPlaces;
use kit::{Error, Result, session_link};
use policy::{Authorized, Caller, action, resource};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::App;
use crate::domain::conversation::MessageDraft;
use crate::store::conversation;
use crate::store::conversation_picture::{self as store, PictureRow};

/// Of the longer side, in pixels: larger pictures are made smaller.
const MAX_SIDE: u32 = 1_600;
/// Of the longer side of a thumbnail, which is shown in up to 300 x 225 pixels of CSS.
const THUMBNAIL_SIDE: u32 = 640;
/// Uploads of one person in a minute.
const MAX_UPLOADS: u64 = 30;
const MINUTE: Duration = Duration::from_secs(60);
/// Pictures of one person that wait for their message.
const MAX_UNSENT: i64 = 20;
const MAX_OF_PROJECT: i64 = 50_000;
/// Bytes in the blob store, thumbnails among them: of one person within a day, and of a project.
pub const MAX_BYTES_A_DAY: i64 = 100 << 20;
pub const MAX_BYTES_OF_PROJECT: i64 = 10 << 30;
const DAY: time::Duration = time::Duration::DAY;
/// Uploads that are in memory at once, of 10 MiB each at most.
const MAX_CONCURRENT: usize = 4;
const MAX_CONCURRENT_OF_PROJECT: usize = 2;
pub static UPLOADS: LazyLock<UploadPlaces> = LazyLock::new(|| UploadPlaces::new(MAX_CONCURRENT, MAX_CONCURRENT_OF_PROJECT));

type EditRight = Authorized<resource::Conversation, action::Edit>;

/// A picture as one caller sees it.
#[derive(Debug)]
pub struct PictureView {
    pub key: Uuid,
    /// For the session of the caller; None without one.
    pub image_url: Option<String>,
    pub thumbnail_url: Option<String>,
    pub width: i32,
    pub height: i32,
}

/// Refused before the picture is taken into memory. Of uploads at once, which are few, each may be the last that there is room for.
pub async fn ensure_may_upload(app: &App, right: &EditRight) -> Result<()> {
    let caller = right.caller();
    let of = format!("{}/{}", caller.project_id, caller.user_id);
    let limit = Limit { counter: rate_limit::counter(&app.context, "conversation-picture", &of), most: MAX_UPLOADS, window: MINUTE };
    // Also one that is refused then counts: to decode it takes as much.
    let _permit = rate_limit::acquire(&app.context, vec![limit]).await?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let used = store::used(&mut reader, caller, app.context.clock.now() - DAY).await?;
    match () {
        () if used.unsent >= MAX_UNSENT => Err(too_many(MAX_UNSENT)),
        () if used.of_project >= MAX_OF_PROJECT => Err(too_many(MAX_OF_PROJECT)),
        () if used.bytes_of_person >= MAX_BYTES_A_DAY => Err(no_room("too many pictures in one day")),
        () if used.bytes_of_project >= MAX_BYTES_OF_PROJECT => Err(no_room("no room for more pictures in this project")),
        () => Ok(()),
    }
}

fn no_room(message: &str) -> Error {
    Error::Conflict { code: "no_room_for_pictures", message: message.into(), data: Value::Null }
}

fn too_many(most: i64) -> Error {
    Error::Conflict { code: "too_many_pictures", message: format!("too many items: at most {most}"), data: Value::Null }
}

/// Stores a picture that waits for its message, and its thumbnail: the objects first, then the row that names them.
pub async fn upload(app: &App, right: &EditRight, image: Vec<u8>) -> Result<PictureView> {
    let picture = fit(image, MAX_SIDE, MAX_SIDE).await?;
    let is_small = picture.width.max(picture.height) <= THUMBNAIL_SIDE;
    let thumbnail = if is_small { None } else { Some(fit(picture.data.clone(), THUMBNAIL_SIDE, THUMBNAIL_SIDE).await?) };
    let row = PictureRow {
        key: Uuid::new_v4(),
        project_id: right.project_id(),
        content_type: picture.content_type.into(),
        size: picture.data.len() as i32,
        width: picture.width as i32,
        height: picture.height as i32,
        thumbnail_type: thumbnail.as_ref().map(|thumbnail| thumbnail.content_type.into()),
        thumbnail_size: thumbnail.as_ref().map_or(0, |thumbnail| thumbnail.data.len() as i32),
    };
    app.blobs.put(&row.object_key(), picture.data).await?;
    if let Some(thumbnail) = thumbnail {
        app.blobs.put(&row.thumbnail_key(), thumbnail.data).await?;
    }
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    store::insert(&mut tx, right, &row, app.context.clock.now()).await?;
    tx.commit().await?;
    Ok(PictureView { key: row.key, image_url: None, thumbnail_url: None, width: row.width, height: row.height })
}

/// A picture that somebody asks for.
#[derive(Clone, Copy, Debug)]
pub struct PictureRequest<'a> {
    pub conversation_id: i64,
    pub key: &'a str,
    /// The whole picture where it has none.
    pub is_thumbnail: bool,
}

/// Content type and bytes, while the caller sees the conversation.
pub async fn read(app: &App, right: &Authorized<resource::Conversation, action::View>, request: PictureRequest<'_>) -> Result<(String, Vec<u8>)> {
    let key: Uuid = request.key.parse().map_err(|_| Error::NotFound)?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let conversation = conversation::find(&mut reader, right.caller(), request.conversation_id).await?;
    let row = store::find(&mut reader, &conversation, key).await?;
    drop(reader);
    let (object, content_type) = match row.thumbnail_type.clone().filter(|_| request.is_thumbnail) {
        Some(thumbnail_type) => (row.thumbnail_key(), thumbnail_type),
        None => (row.object_key(), row.content_type),
    };
    Ok((content_type, app.blobs.get(&object).await?.to_vec()))
}

/// Gives a new message its pictures; names those that the caller has not uploaded, or has sent before.
pub async fn attach(connection: &mut PgConnection, caller: &Caller, message_id: i64, draft: &MessageDraft) -> Result<()> {
    if draft.pictures.is_empty() {
        return Ok(());
    }
    let attached = store::attach(connection, caller, message_id, &draft.pictures).await?;
    let names: Vec<String> = draft.pictures.iter().filter(|key| !attached.contains(key)).map(|key| format!("picture {key}")).collect();
    if names.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names }) }
}

pub fn view(app: &App, caller: &Caller, conversation_id: i64, row: &PictureRow) -> PictureView {
    let path = format!("/api/v0/conversations/{conversation_id}/pictures/{}", row.key);
    let image_url = session_link::sign(&app.context.links, &app.context.clock, caller, &path);
    // Of the same right as the picture itself, so that the signature is about both.
    let thumbnail_url = image_url.as_ref().map(|url| if row.thumbnail_type.is_some() { format!("{url}&is_thumbnail=true") } else { url.clone() });
    PictureView { key: row.key, image_url, thumbnail_url, width: row.width, height: row.height }
}

/// Deletes what no row names any more. What fails is swept later.
pub async fn delete_objects(app: &App, objects: &[String]) {
    for object in objects {
        if let Err(error) = app.blobs.delete(object).await {
            tracing::warn!(%error, "pictures of a conversation are deleted later");
            return;
        }
    }
}
