//! Creates devices that a search found, each by itself.
use std::collections::BTreeMap;

use kit::projection_lag::{self, ForeignEntity};
use kit::realtime::Push;
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use sqlx::{Connection, PgConnection};

use crate::app::App;
use crate::bas_ip::settings::Server;
use crate::domain::device::{Device, Protocol, Secrets};
use crate::domain::protocol_change::CHANGE_TIMEOUT;
use crate::operation::device::{create_in, send_server};
use crate::store::item::DeviceKey;
use crate::store::protocol_change;

/// Of one call.
const MAX_ITEMS: usize = 500;

type Right = Authorized<resource::Device, action::Create>;

/// A device to be created, with the secrets of its own page.
pub struct FoundItem {
    pub device: Device,
    pub secrets: Secrets,
}

impl FoundItem {
    /// With these the platform signs in to the device and says where it reports to.
    fn can_sign_in(&self) -> bool {
        let is_given = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
        is_given(&self.device.login) && is_given(&self.secrets.password) && self.device.ip_address.is_some()
    }
}

#[derive(Clone, Debug, Default)]
pub struct FoundResult {
    pub serial_number: String,
    pub id: i64,
    pub message: String,
    pub fields: BTreeMap<String, String>,
}

/// Answers in the order of the items. They are created in the order of their serial numbers, so that two calls never wait for each other.
pub async fn create_found(app: &App, right: &Right, items: Vec<FoundItem>) -> Result<Vec<FoundResult>> {
    if items.is_empty() {
        return Err(Error::field("items", "required"));
    }
    if items.len() > MAX_ITEMS {
        return Err(Error::field("items", format!("maximum length is {MAX_ITEMS}")));
    }
    let mut groups: Vec<i64> = items.iter().map(|item| item.device.domain_id).collect();
    groups.sort_unstable();
    groups.dedup();
    projection_lag::wait_until_projected(&app.context, right.caller(), ForeignEntity::Group, projection_lag::GROUPS, &groups).await?;

    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|at| &items[*at].device.serial_number);
    let mut results = vec![FoundResult::default(); items.len()];
    let mut pushes = Vec::new();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    for at in order {
        let item = &items[at];
        let mut savepoint = tx.begin().await?;
        let created = create_one(app, &mut savepoint, right, item).await;
        match &created {
            Ok(_) => savepoint.commit().await?,
            Err(_) => savepoint.rollback().await?,
        }
        results[at] = answer(&item.device.serial_number, created, &mut pushes)?;
    }
    tx.commit().await?;
    for created in results.iter().filter(|result| result.id != 0) {
        app.broker_users.note(&created.serial_number);
    }
    app.notify_dispatcher();
    app.pusher.send(pushes);
    Ok(results)
}

/// A fault of the service ends the whole call.
fn answer(serial_number: &str, created: Result<(i64, Vec<Push>)>, pushes: &mut Vec<Push>) -> Result<FoundResult> {
    let mut result = FoundResult { serial_number: serial_number.into(), ..FoundResult::default() };
    match created {
        Ok((id, of_device)) => {
            result.id = id;
            pushes.extend(of_device);
        }
        Err(error @ (Error::Unavailable(_) | Error::Internal(_))) => return Err(error),
        Err(error) => {
            result.message = error.to_string();
            if let Error::Invalid(fields) = error {
                result.fields = fields;
            }
        }
    }
    Ok(result)
}

/// A device that the platform can sign in to is called over HTTP until it comes by itself, whatever it is to speak.
async fn create_one(app: &App, connection: &mut PgConnection, right: &Right, item: &FoundItem) -> Result<(i64, Vec<Push>)> {
    let wanted = item.device.protocol;
    if wanted == Protocol::None {
        return Err(Error::field("protocol", "must be one of: http, mqtt"));
    }
    let is_told = item.can_sign_in();
    if is_told && Server::for_protocol(wanted, app).is_none() {
        return Err(Error::conflict("error mqtt broker settings sending"));
    }
    let device = Device { protocol: if is_told { Protocol::Http } else { wanted }, ..item.device.clone() };
    let (row, pushes) = create_in(app, connection, right, &device, &item.secrets).await?;
    let key = DeviceKey { device_id: row.id, project_id: row.project_id };
    if is_told {
        if wanted != device.protocol {
            protocol_change::insert_for_new_device(connection, right, row.id, wanted, app.context.clock.now() + CHANGE_TIMEOUT).await?;
        }
        send_server(connection, app, key).await?;
    }
    Ok((row.id, pushes))
}
