//! What lies in the store of files.
use blob::Usage;
use kit::Result;

use crate::app::App;

pub async fn files(app: &App) -> Result<Usage> {
    let settings = &app.context.settings;
    blob::usage(&settings.blob, &settings.certificate_authorities).await
}
