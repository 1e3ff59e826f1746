//! Events of telephony, written in the transaction of the change that they report.
use kit::listing::Permitted;
use kit::outbox::{self, Outgoing};
use kit::{Clock, Result, Tx, clock};
use policy::action;
use proto::vestibule::events::v1::{ApartmentNumbersChanged, NumberChanged, SipServiceRestart, SosCalled};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::config::Config;
use crate::domain::registrar::Registrar;
use crate::domain::route::Party;
use crate::store::apartment_number;
use crate::store::registrar;
use crate::store::sip_number::SipNumberRow;
use crate::store::sip_number::published::{self, PublishedNumber};
use crate::store::sip_service::Restart;

pub const NUMBER_CHANGED: &str = "telephony.number.changed";
pub const APARTMENT_NUMBERS_CHANGED: &str = "telephony.apartment_numbers.changed";
pub const SOS_CALLED: &str = "telephony.sos.called";
pub const SERVICE_RESTART: &str = "telephony.service.restart";

/// Events of one INSERT.
const BATCH: usize = 500;

/// Numbers of one project, as they are now.
pub async fn numbers_changed(connection: &mut PgConnection, config: &Config, project_id: i64, ids: &[i64]) -> Result<()> {
    let numbers = published::by_ids(connection, project_id, ids).await?;
    publish(connection, config, project_id, numbers, false).await
}

/// Called before the number is deleted.
pub async fn number_deleted(connection: &mut PgConnection, config: &Config, number: &Permitted<SipNumberRow, action::Delete>) -> Result<()> {
    let numbers = published::before_deletion(connection, number).await?;
    publish(connection, config, number.project_id(), numbers, true).await
}

/// All numbers that devices hold, because they register elsewhere now.
pub async fn device_numbers_changed(connection: &mut PgConnection, config: &Config, project_id: i64) -> Result<()> {
    let numbers = published::held_by_devices(connection, project_id).await?;
    publish(connection, config, project_id, numbers, false).await
}

async fn publish(connection: &mut PgConnection, config: &Config, project_id: i64, numbers: Vec<PublishedNumber>, deleted: bool) -> Result<()> {
    if numbers.is_empty() {
        return Ok(());
    }
    apartments_of(connection, project_id, &numbers).await?;
    let registrar = registrar::find(connection, config, project_id).await?;
    let events: Vec<Outgoing<NumberChanged>> = numbers.into_iter().map(|number| number_event(number, &registrar, deleted)).collect();
    for batch in events.chunks(BATCH) {
        outbox::emit_all(connection, NUMBER_CHANGED, batch).await?;
    }
    Ok(())
}

/// Of the groups in which these numbers ring.
async fn apartments_of(connection: &mut PgConnection, project_id: i64, numbers: &[PublishedNumber]) -> Result<()> {
    let users: Vec<i64> = numbers.iter().filter_map(|number| number.user_id).collect();
    let mut groups = match users.is_empty() {
        true => Vec::new(),
        false => apartment_number::groups_of_users(connection, project_id, &users).await?,
    };
    // A number that a person or a panel has lost has no holder any more: it may have been one of its group.
    groups.extend(numbers.iter().filter(|number| number.user_id.is_none() && number.device_id.is_none()).map(|number| number.domain_id));
    apartment_numbers_changed(connection, project_id, groups).await
}

/// What rings in these groups may have changed.
pub async fn apartment_numbers_changed(connection: &mut PgConnection, project_id: i64, mut groups: Vec<i64>) -> Result<()> {
    groups.sort_unstable();
    groups.dedup();
    groups.retain(|group| *group != 0);
    if groups.is_empty() {
        return Ok(());
    }
    let event = ApartmentNumbersChanged { project_id, group_ids: groups };
    outbox::emit(connection, project_id, APARTMENT_NUMBERS_CHANGED, "apartment-numbers", &event).await
}

fn number_event(number: PublishedNumber, registrar: &Registrar, deleted: bool) -> Outgoing<NumberChanged> {
    let device_id = number.device_id.unwrap_or_default();
    let event = NumberChanged {
        project_id: number.project_id,
        id: number.id,
        version: number.version,
        deleted,
        number: number.number,
        name: number.name,
        is_active: number.is_active,
        user_id: number.user_id.unwrap_or_default(),
        device_id,
        domain_id: number.domain_id,
        is_general: number.is_general,
        realm: registrar.realm.clone(),
        proxy_address: registrar.address.clone(),
        proxy_port: registrar.port.into(),
        transport: registrar.transport.clone(),
        // Only a device is configured with its password.
        sealed_password: if device_id == 0 || deleted { Vec::new() } else { number.sealed_password },
    };
    Outgoing { project_id: number.project_id, aggregate: format!("number:{}", number.id), event }
}

/// Once per call for help, in the transaction that first writes the call.
pub async fn sos_called(tx: &mut Tx, project_id: i64, call_id: &str, from: &Party, at: OffsetDateTime) -> Result<()> {
    let event = SosCalled {
        project_id,
        call_id: call_id.into(),
        device_id: from.device_id,
        device_name: from.device_name.clone(),
        domain_id: from.domain_id,
        number: from.number.clone(),
        at: Some(clock::to_proto(at)),
    };
    outbox::emit(tx, project_id, SOS_CALLED, &format!("call:{call_id}"), &event).await
}

/// `phase`: started, completed or failed.
pub async fn service_restart(tx: &mut Tx, clock: &Clock, restart: &Restart, phase: &str) -> Result<()> {
    let event = SipServiceRestart {
        project_id: restart.project_id,
        phase: phase.into(),
        user_id: restart.user_id,
        user_name: restart.user_name.clone(),
        at: Some(clock::to_proto(clock.now())),
    };
    outbox::emit(tx, restart.project_id, SERVICE_RESTART, "sip-service", &event).await
}
