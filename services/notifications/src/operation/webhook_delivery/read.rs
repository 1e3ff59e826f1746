use kit::Result;
use policy::action;

use crate::app::App;
use crate::store::webhook::{self, Right};
use crate::store::webhook_delivery::{self as store, DeliveriesBefore, WebhookDeliveryRow};

pub struct DeliveryPage {
    pub items: Vec<WebhookDeliveryRow>,
    pub has_more: bool,
}

pub async fn list(app: &App, right: &Right<action::View>, id: i64, before: DeliveriesBefore) -> Result<DeliveryPage> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = webhook::find(&mut reader, right, id).await?;
    let mut items = store::list(&mut reader, &row, before).await?;
    let has_more = items.len() as i64 > before.limit;
    items.truncate(before.limit as usize);
    Ok(DeliveryPage { items, has_more })
}
