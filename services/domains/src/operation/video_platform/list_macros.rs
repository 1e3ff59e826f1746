use std::sync::Arc;

use kit::Result;
use policy::Caller;

use super::find_usable;
use crate::app::App;
use crate::integration_server::{AxxonOne, Macro};
use crate::operation::integration::check_server::unavailable;

pub async fn list_macros(app: &App, caller: &Caller, id: i64) -> Result<Vec<Macro>> {
    let platform = find_usable(app, caller, id).await?;
    if let Some(known) = app.video_platforms.macros.get(&platform.key) {
        return Ok(known.to_vec());
    }
    let secret = platform.draft.open_secret(&app.context.sealer).unwrap_or_default();
    let server = AxxonOne::new(&app.context.outgoing, &platform.draft, &secret);
    let found = server.macros().await.map_err(|error| unavailable(&error))?;
    app.video_platforms.macros.insert(platform.key, Arc::new(found.clone()));
    Ok(found)
}
