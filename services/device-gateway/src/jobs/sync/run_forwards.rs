//! Sends a panel the numbers of its apartments: those that it has not confirmed, apartment by apartment.
use std::time::Duration;

use device_protocol::DeviceCall;
use device_protocol::forward::Forward;
use kit::Result;
use sqlx::PgConnection;

use super::run_task::{Outcome, ask};
use crate::app::App;
use crate::bas_ip::outcome;
use crate::domain::forward;
use crate::operation::device_forward::fetch;
use crate::store::device_sync::ClaimedDevice;
use crate::store::item::DeviceKey;
use crate::store::sent_forward;

/// Of one turn: the rest is sent in the next, after tasks of the list.
const MAX_CALLS: usize = 20;
const MAX_TURN: Duration = Duration::from_secs(10);

pub async fn run(app: &App, claimed: &ClaimedDevice) -> Result<Outcome> {
    let table = match fetch(app, claimed.key.project_id, claimed.device.domain_id).await {
        Ok(table) => table,
        Err(error) => return Ok(Outcome::Retry(format!("the numbers of the apartments cannot be fetched: {error}"))),
    };
    let mut tx = app.context.database.system().await?;
    let sent = sent_forward::list(&mut tx, claimed.key.device_id).await?;
    tx.commit().await?;
    let mut refused = Vec::new();
    let began = tokio::time::Instant::now();
    for (calls, (apartment, numbers)) in forward::difference(&table, &sent).into_iter().enumerate() {
        // A revocation for the same panel does not wait for hundreds of apartments. What a panel refuses stays different, so that a
        // turn which ends has to have made progress.
        if calls >= MAX_CALLS + refused.len() || (began.elapsed() >= MAX_TURN && calls > refused.len()) {
            return Ok(Outcome::Continue);
        }
        if let Err(end) = send(app, claimed, &apartment, numbers, &mut refused).await? {
            return Ok(end);
        }
    }
    Ok(match refused.first() {
        Some(first) => Outcome::Failed(format!("{} apartments refused: {first}", refused.len())),
        None => Outcome::Completed(None),
    })
}

/// It is uncertain what the panel calls from the moment of the request to that of its answer.
async fn send(
    app: &App,
    claimed: &ClaimedDevice,
    apartment: &str,
    numbers: Vec<String>,
    refused: &mut Vec<String>,
) -> Result<std::result::Result<(), Outcome>> {
    let mut tx = app.context.database.system().await?;
    set(&mut tx, claimed.key, apartment, None).await?;
    tx.commit().await?;
    let call = DeviceCall::WriteForward { apartment: apartment.to_owned(), forward: Forward { forward_entity_list: numbers.clone() } };
    match ask(app, claimed, &call).await? {
        Ok(response) if response.is_success() => {}
        // The other apartments are sent all the same.
        Ok(response) if outcome::is_final(&response) => {
            refused.push(format!("{apartment}: {}", outcome::refusal(&response)));
            return Ok(Ok(()));
        }
        Ok(response) => return Ok(Err(Outcome::Retry(outcome::refusal(&response)))),
        Err(end) => return Ok(Err(end)),
    }
    let mut tx = app.context.database.system().await?;
    match numbers.is_empty() {
        true => delete(&mut tx, claimed.key, apartment).await?,
        false => set(&mut tx, claimed.key, apartment, Some(&numbers)).await?,
    }
    tx.commit().await?;
    Ok(Ok(()))
}

/// None: it is uncertain what the panel calls.
async fn set(connection: &mut PgConnection, key: DeviceKey, apartment: &str, numbers: Option<&[String]>) -> Result<()> {
    sqlx::query(
        "INSERT INTO sent_forwards (device_id, project_id, apartment, numbers) VALUES ($1, $2, $3, $4)
         ON CONFLICT (device_id, apartment) DO UPDATE SET numbers = excluded.numbers",
    )
    .bind(key.device_id)
    .bind(key.project_id)
    .bind(apartment)
    .bind(numbers)
    .execute(connection)
    .await?;
    Ok(())
}

async fn delete(connection: &mut PgConnection, key: DeviceKey, apartment: &str) -> Result<()> {
    let statement = "DELETE FROM sent_forwards WHERE project_id = $1 AND device_id = $2 AND apartment = $3";
    sqlx::query(statement).bind(key.project_id).bind(key.device_id).bind(apartment).execute(connection).await?;
    Ok(())
}
