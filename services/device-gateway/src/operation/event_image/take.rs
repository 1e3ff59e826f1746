//! Asks the cameras of devices for snapshots of events that have just been stored. In the background: no event waits for an image.
use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Context as _;
use base64::prelude::*;
use device_protocol::DeviceCall;
use device_protocol::photo::Photo;
use kit::Result;
use kit::realtime::Push;
use policy::Resource;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use tracing::Instrument;
use uuid::Uuid;

use crate::app::App;
use crate::device_link::DeviceAddress;
use crate::domain::event::ACCESS;
use crate::domain::event_image::{self as rules, ImagePath, MAX_BYTES, MAX_SIDE};
use crate::operation::device_alarm;
use crate::push;
use crate::store::event::StoredEvent;
use crate::store::event_image::{self, CameraRow, StoredImage};
use crate::store::{device_alarm as alarm_store, group_path};

/// A camera that takes longer shows something else than the event.
const CALL_TIMEOUT: Duration = Duration::from_secs(5);

/// One snapshot of each device that has events which want one. Beyond the limit of what is under way, events stay without an image.
pub fn take_in_background(app: &App, stored: &[StoredEvent]) {
    let mut by_device: BTreeMap<(i64, i64), Vec<i64>> = BTreeMap::new();
    for event in stored.iter().filter(|event| rules::wants_image(event.category, &event.code, event.created_at, event.received_at)) {
        by_device.entry((event.device_id, event.project_id)).or_default().push(event.id);
    }
    for ((device_id, project_id), event_ids) in by_device {
        let Some(permit) = app.snapshot_slots.try_acquire(project_id) else {
            app.counters.snapshots_failed.inc();
            continue;
        };
        let (app, in_flight) = (app.clone(), app.context.shutdown_phases.in_flight.token());
        let taking = async move {
            if let Err(error) = take(&app, device_id, &event_ids).await {
                app.counters.snapshots_failed.inc();
                tracing::info!(device_id, error = format!("{error:#}"), "events stay without an image");
            }
            drop((permit, in_flight));
        };
        tokio::spawn(taking.instrument(tracing::Span::current()));
    }
}

async fn take(app: &App, device_id: i64, event_ids: &[i64]) -> anyhow::Result<()> {
    let mut tx = app.context.database.system().await?;
    let camera = event_image::find_camera(&mut tx, device_id).await?;
    let Some(camera) = camera.filter(|camera| camera.device().capability().has_camera) else { return Ok(tx.rollback().await?) };
    let Some(turn) = event_image::take_turn(&mut tx, camera.project_id, device_id, app.context.clock.now()).await? else {
        return Ok(tx.rollback().await?);
    };
    let max_locks = camera.device().capability().max_locks;
    let is_complete = event_image::insert_images(&mut tx, camera.project_id, turn.snapshot_id, event_ids, max_locks).await?;
    tx.commit().await?;
    let Some(path) = turn.path else {
        if is_complete {
            push_changes(app, &camera, turn.snapshot_id).await?;
        }
        return Ok(());
    };
    match store_snapshot(app, &camera, &path).await {
        Ok(image) => {
            let mut tx = app.context.database.system().await?;
            event_image::complete(&mut tx, turn.snapshot_id, &image, max_locks).await?;
            tx.commit().await?;
            app.counters.snapshots_stored.inc();
            Ok(push_changes(app, &camera, turn.snapshot_id).await?)
        }
        Err(error) => {
            let mut tx = app.context.database.system().await?;
            event_image::delete(&mut tx, turn.snapshot_id).await?;
            tx.commit().await?;
            Err(error)
        }
    }
}

/// The bytes of the device are never stored: they are decoded within limits and encoded anew.
async fn store_snapshot(app: &App, camera: &CameraRow, path: &ImagePath) -> anyhow::Result<StoredImage> {
    let address = DeviceAddress::new(&app.context.sealer, camera.id, &camera.device(), camera.password.as_deref(), camera.broker_id);
    let response = app.call_device(&address, DeviceCall::Snapshot.request(Uuid::now_v7()), CALL_TIMEOUT).await?;
    anyhow::ensure!(response.is_success(), "the device answered {}", response.status);
    let photo = Photo::deserialize(&response.body).context("the answer is no photo")?;
    let bytes = BASE64_STANDARD.decode(photo.file).context("the photo is not in base64")?;
    let image = image_upload::jpeg(bytes, MAX_SIDE, MAX_BYTES).await?;
    let stored = StoredImage {
        size: i32::try_from(image.data.len())?,
        sha256: Sha256::digest(&image.data).to_vec(),
        width: i32::try_from(image.width)?,
        height: i32::try_from(image.height)?,
    };
    app.images.put(&rules::key(path.as_str()), &image.data).await?;
    Ok(stored)
}

/// Says to browsers which events and alarms have an image now. The links are for each session, so they ask for them.
async fn push_changes(app: &App, camera: &CameraRow, snapshot_id: i64) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let events = event_image::list_events(&mut tx, snapshot_id).await?;
    let alarm_ids = event_image::list_alarms(&mut tx, snapshot_id).await?;
    let alarms = alarm_store::find_many(&mut tx, &alarm_ids).await?;
    let path = group_path::find(&mut tx, camera.domain_id).await?;
    tx.rollback().await?;
    let push = |topic: &str, resource, ids: Vec<i64>| -> Option<Push> {
        let data = json!({"type": "device.event.image", "event_ids": ids, "device_id": camera.id});
        (!ids.is_empty()).then(|| push::of_resource(camera.project_id, topic, resource, path.clone(), data))
    };
    let all = events.iter().map(|(id, _)| *id).collect();
    let access = events.iter().filter(|(_, category)| *category == ACCESS).map(|(id, _)| *id).collect();
    let of_events = [push("events.devices", Resource::DeviceEvent, all), push("events.access-control", Resource::AccessEvent, access)];
    let of_alarms = alarms.iter().map(|row| device_alarm::build_push(row, "image", false, path.clone()));
    app.pusher.send(of_events.into_iter().flatten().chain(of_alarms).collect());
    Ok(())
}
