//! The table as it is now: groups and their addresses from here, numbers from telephony.
use std::collections::BTreeSet;
use std::time::Duration;

use kit::{Error, Result};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::telephony::v1::ListApartmentNumbersRequest;
use proto::vestibule::telephony::v1::apartment_numbers_client::ApartmentNumbersClient;

use crate::app::App;
use crate::domain::forward::{self, ApartmentForward, ApartmentNumber};
use crate::store::device::{self, DeviceRow};
use crate::store::{apartment, sent_forward};

const FETCH_TIMEOUT: Duration = Duration::from_secs(10);

/// A table, with the apartments that the device has confirmed.
pub struct DeviceForwards {
    pub device: DeviceRow,
    pub table: Vec<ApartmentForward>,
    pub confirmed: BTreeSet<String>,
    pub is_supported: bool,
}

/// Who may see the device sees the numbers; whose they are only who may see the people of the apartment.
pub async fn find(app: &App, right: &Authorized<resource::Device, action::View>, id: i64) -> Result<DeviceForwards> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = device::find(&mut reader, right, id).await?.ok_or(Error::NotFound)?;
    drop(reader);
    if !forward::is_supported(&row.device()) {
        return Ok(DeviceForwards { device: row, table: Vec::new(), confirmed: BTreeSet::new(), is_supported: false });
    }
    let mut table = fetch(app, row.project_id, row.domain_id).await?;
    let groups: Vec<i64> = table.iter().map(|row| row.group_id).collect();
    let mut reader = app.context.database.read(right.project_id()).await?;
    let visible: BTreeSet<i64> =
        apartment::covered(&mut reader, &right.caller().scope(Resource::User, Action::View), &groups).await?.into_iter().collect();
    let sent = sent_forward::list(&mut reader, id).await?;
    for row in table.iter_mut().filter(|row| !visible.contains(&row.group_id)) {
        for number in &mut row.numbers {
            number.user = number.user.take().map(|_| (0, String::new()));
        }
    }
    let is_confirmed = |row: &&ApartmentForward| !row.is_ambiguous && sent.get(&row.apartment).and_then(Option::as_ref) == Some(&row.sent());
    let confirmed = table.iter().filter(is_confirmed).map(|row| row.apartment.clone()).collect();
    Ok(DeviceForwards { device: row, table, confirmed, is_supported: true })
}

/// Of a panel in this group.
pub async fn fetch(app: &App, project_id: i64, domain_id: i64) -> Result<Vec<ApartmentForward>> {
    let mut tx = app.context.database.system().await?;
    let groups = apartment::list(&mut tx, project_id, domain_id).await?;
    tx.commit().await?;
    if groups.is_empty() {
        return Ok(Vec::new());
    }
    let request = ListApartmentNumbersRequest { group_ids: groups.iter().map(|group| group.group_id).collect() };
    let request = app.context.signer.as_service(app.context.service, project_id, request);
    let mut client = ApartmentNumbersClient::new(app.context.peers.peer("telephony"));
    let answer =
        tokio::time::timeout(FETCH_TIMEOUT, client.list_apartment_numbers(request)).await.map_err(|error| Error::Unavailable(error.into()))?;
    let items = answer.map_err(|error| Error::Unavailable(error.into()))?.into_inner().items;
    let number = |item: proto::vestibule::telephony::v1::ApartmentNumber| ApartmentNumber {
        group_id: item.group_id,
        number: item.number,
        user: (!item.is_general).then_some((item.user_id, item.user_name)),
    };
    Ok(forward::table(groups, items.into_iter().map(number).collect()))
}
