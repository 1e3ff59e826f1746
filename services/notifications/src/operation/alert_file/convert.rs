use std::sync::LazyLock;

use audio_upload::Sound;
use kit::{Error, Result};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// One sound at a time, which takes up to 60 MiB.
static CONVERSION: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(1));

/// `invalid file` for what is no sound, and for a file on which a decoder gives up.
pub async fn convert(data: Vec<u8>) -> Result<Sound> {
    let _permit = CONVERSION.acquire().await.map_err(Error::internal)?;
    match spawn_blocking(move || audio_upload::convert(data)).await {
        Ok(converted) => converted.map_err(|error| Error::invalid_file(error.to_string())),
        Err(error) => {
            tracing::error!(%error, "a decoder of sounds has panicked");
            Err(Error::invalid_file("the sound is damaged"))
        }
    }
}
