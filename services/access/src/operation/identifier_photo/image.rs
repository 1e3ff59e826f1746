use kit::Result;
use uuid::Uuid;

use crate::app::App;
use crate::store::identifier_photo as store;

/// The photo of a face, for device-gateway, which writes it to devices.
pub async fn image(app: &App, project_id: i64, link_id: Uuid, sha256: &str) -> Result<Vec<u8>> {
    let mut reader = app.context.database.read(project_id).await?;
    let blob = store::find_blob(&mut reader, project_id, link_id, sha256).await?;
    drop(reader);
    app.photos.get(&blob).await
}
