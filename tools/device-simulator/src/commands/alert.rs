//! Sounds of emergency alerts: fetched from the server and repeated for some time. No loudspeaker: what would be heard is written down.

use std::sync::Arc;
use std::time::Duration;

use device_protocol::Request;
use device_protocol::alert::{AlertPlay, AlertStop};
use device_protocol::model::DeviceType;
use serde_json::json;

use super::{Answer, CommandError, ok};
use crate::device::{Device, lock};
use crate::sounds::Sounds;

/// For the download of a sound.
const FETCH_TIMEOUT: Duration = Duration::from_secs(30);

pub fn play(device: &Device, request: &Request, play: AlertPlay) -> Answer {
    if !matches!(device.model.device_type, DeviceType::Monitor | DeviceType::Panel) {
        return Err(CommandError::NotFound);
    }
    if device.faults().refuse_alerts {
        return Err(CommandError::Refused("the loudspeaker is defective".to_owned()));
    }
    let url = play.url.clone();
    let is_new = device.sounds().begin(&play, device.clock.now()).map_err(|why| CommandError::Refused(why.to_owned()))?;
    if is_new {
        fetch(&device.sounds, play.id, url);
    }
    Ok(ok(request, &json!({})))
}

pub fn stop(device: &Device, request: &Request, stop: AlertStop) -> Answer {
    device.sounds().end(stop.id);
    Ok(ok(request, &json!({})))
}

/// In the background: the device has answered by then.
fn fetch(sounds: &Arc<std::sync::Mutex<Sounds>>, id: i64, url: String) {
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
    let sounds = sounds.clone();
    runtime.spawn(async move {
        let fetched = download(&url).await;
        if let Err(error) = &fetched {
            tracing::warn!(id, %error, "the sound of an alert could not be fetched");
        }
        lock(&sounds).fetched(id, fetched.ok());
    });
}

/// Returns the number of bytes.
async fn download(url: &str) -> anyhow::Result<usize> {
    let answer = reqwest::Client::new().get(url).timeout(FETCH_TIMEOUT).send().await?.error_for_status()?;
    Ok(answer.bytes().await?.len())
}
