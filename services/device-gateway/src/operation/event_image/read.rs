//! Images for people: links to them, and the images themselves.
use kit::{Error, Result, session_link};
use policy::Caller;

use crate::app::App;
use crate::domain::event_image::{ImagePath, address, key};
use crate::store::event_image::{self, ImageRights};

const MAX_EVENTS: usize = 100;

/// Links for the caller's session to the images of these events, in their order; for those that have one and that the caller sees.
pub async fn links(app: &App, caller: &Caller, event_ids: &[i64]) -> Result<Vec<(i64, String)>> {
    let rights = rights(caller)?;
    if event_ids.is_empty() || event_ids.len() > MAX_EVENTS {
        return Err(Error::field("event_ids", format!("length must be within 1 - {MAX_EVENTS}")));
    }
    let mut reader = app.context.database.read(caller.project_id).await?;
    let mut paths = event_image::list_paths(&mut reader, &rights, event_ids).await?;
    let link = |id: &i64| Some((*id, session_link::sign(&app.context.links, &app.context.clock, caller, &address(&paths.remove(id)?))?));
    Ok(event_ids.iter().filter_map(link).collect())
}

/// The bytes of an image, while the caller sees one of its events or alarms.
pub async fn read(app: &App, caller: &Caller, path: &str) -> Result<Vec<u8>> {
    let rights = rights(caller)?;
    let path = ImagePath::parse(path).ok_or(Error::NotFound)?;
    let mut reader = app.context.database.read(caller.project_id).await?;
    let is_visible = event_image::is_visible(&mut reader, &rights, &path).await?;
    drop(reader);
    if !is_visible {
        return Err(Error::NotFound);
    }
    app.images.get(&key(path.as_str())).await
}

/// At least one of the rights by which an image is seen.
fn rights(caller: &Caller) -> Result<ImageRights> {
    let device_events = caller.authorize();
    let rights = ImageRights {
        project_id: caller.project_id,
        access_events: caller.authorize().ok(),
        alarms: caller.authorize().ok(),
        device_events: device_events.clone().ok(),
    };
    match (rights.access_events.is_some() || rights.alarms.is_some(), device_events) {
        (false, Err(denied)) => Err(denied.into()),
        _ => Ok(rights),
    }
}
