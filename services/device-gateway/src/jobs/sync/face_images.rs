//! Photos of faces, fetched from access when they are sent to a device: nothing of them is stored here.
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use device_protocol::link::LinkItems;
use device_protocol::{DeviceCall, IdentifierItem};
use kit::Error;
use proto::vestibule::access::v1::GetFaceImageRequest;
use proto::vestibule::access::v1::device_lists_client::DeviceListsClient;

use crate::app::App;
use crate::domain::task::TaskItem;
use crate::store::device_sync::ClaimedDevice;

/// For one photo.
const FETCH_TIMEOUT: Duration = Duration::from_secs(10);
const NOT_FETCHED: &str = "a photo cannot be fetched";

/// The call with its photos. Without the items whose photo is another one by now, or erased: their list is about to change. The
/// reason where a photo cannot be fetched.
pub async fn load(app: &App, claimed: &ClaimedDevice, items: Vec<TaskItem>, call: DeviceCall) -> Result<(Vec<TaskItem>, DeviceCall), String> {
    let DeviceCall::WriteIdentifiers(bodies) = call else { return Ok((items, call)) };
    let mut filled = Vec::with_capacity(bodies.list_items.len());
    let mut left = Vec::with_capacity(items.len());
    for (task_item, mut body) in items.into_iter().zip(bodies.list_items) {
        if let Some(hash) = body.image_hash().map(str::to_owned) {
            match fetch(app, claimed, &body, hash).await? {
                Some(image) => body.face_image = Some(STANDARD.encode(image)),
                None => continue,
            }
        }
        left.push(task_item);
        filled.push(body);
    }
    Ok((left, DeviceCall::WriteIdentifiers(LinkItems::new(filled))))
}

/// None for a photo that is gone.
async fn fetch(app: &App, claimed: &ClaimedDevice, body: &IdentifierItem, face_hash: String) -> Result<Option<Vec<u8>>, String> {
    let project_id = claimed.key.project_id;
    let request = GetFaceImageRequest { project_id, link_id: body.link_id.to_string(), face_hash };
    let request = app.context.signer.as_service(app.context.service, project_id, request);
    let mut client = DeviceListsClient::new(app.context.peers.peer("access"));
    match tokio::time::timeout(FETCH_TIMEOUT, client.get_face_image(request)).await {
        Ok(Ok(answer)) => Ok(Some(answer.into_inner().image)),
        Ok(Err(status)) => match Error::from(status) {
            Error::NotFound => Ok(None),
            error => {
                tracing::warn!(%error, "access does not give a photo");
                Err(NOT_FETCHED.into())
            }
        },
        Err(_) => Err(NOT_FETCHED.into()),
    }
}
