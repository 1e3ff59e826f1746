//! When and from where a token was used last, as a gateway says.
use kit::Result;
use policy::Caller;

use crate::app::App;
use crate::store;

pub async fn record_use(app: &App, gateway: &Caller, session_id: i64, ip: &str) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    store::token::record_use(&mut tx, gateway, session_id, ip, app.context.clock.now()).await?;
    Ok(tx.commit().await?)
}
