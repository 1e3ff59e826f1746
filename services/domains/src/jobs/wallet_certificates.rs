//! Reminds the administrators of projects of the end of the certificate that signs their wallet passes, at 9 in the morning of the
//! project: passes that nobody can sign are not made any more.
use std::time::Duration;

use kit::{Context, Result, clock, outbox, run_periodically, zone};
use proto::vestibule::events::v1::WalletCertificateReminderDue;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::certificate_reminder::{DAYS_BEFORE, due};
use crate::domain::settings::Area;
use crate::domain::settings::apple_wallet::WalletSettings;
use crate::domain::settings::general::General;
use crate::store::settings;

pub const TOPIC: &str = "domains.wallet_certificate.reminder_due";
const INTERVAL: Duration = Duration::from_secs(300);
const BATCH: i64 = 100;
/// Hour of the day in the project's zone.
const HOUR: i8 = 9;

pub async fn run(context: Context) -> anyhow::Result<()> {
    run_periodically(context.clone(), INTERVAL, "nobody is reminded of the end of wallet certificates", || remind_all(&context)).await
}

/// Returns how many reminders were published.
pub async fn remind_all(context: &Context) -> Result<usize> {
    let (mut sent, mut last) = (0, 0);
    loop {
        let mut tx = context.database.system().await?;
        let ending = list_ending(&mut tx, context.clock.now(), last).await?;
        let Some(newest) = ending.last() else { return Ok(sent) };
        last = newest.project_id;
        for certificate in ending {
            sent += usize::from(remind(context, &mut tx, certificate).await?);
        }
        tx.commit().await?;
    }
}

#[derive(sqlx::FromRow)]
struct EndingCertificate {
    project_id: i64,
    pass_type_id: Option<String>,
    /// Seconds since 1970.
    expires_at: i64,
}

/// Those that end within the days of the first reminder, and a day more for zones.
async fn list_ending(connection: &mut PgConnection, now: OffsetDateTime, after_project: i64) -> Result<Vec<EndingCertificate>> {
    let first = DAYS_BEFORE.into_iter().max().unwrap_or_default();
    let ending = sqlx::query_as(
        "SELECT project_id, settings->>'pass_type_id' AS pass_type_id, (settings->>'certificate_expires_at')::bigint AS expires_at
         FROM project_settings
         WHERE area = $1 AND (settings->>'certificate_expires_at')::bigint > $2 AND (settings->>'certificate_expires_at')::bigint <= $3 AND project_id > $4
         ORDER BY project_id LIMIT $5",
    );
    Ok(ending
        .bind(WalletSettings::NAME)
        .bind(now.unix_timestamp())
        .bind((now + time::Duration::days(i64::from(first) + 1)).unix_timestamp())
        .bind(after_project)
        .bind(BATCH)
        .fetch_all(connection)
        .await?)
}

/// Whether a reminder was due and is published now. One of a renewed certificate has another end, and is told anew.
async fn remind(context: &Context, connection: &mut PgConnection, certificate: EndingCertificate) -> Result<bool> {
    let EndingCertificate { project_id, pass_type_id, expires_at } = certificate;
    let expires_at = OffsetDateTime::from_unix_timestamp(expires_at).map_err(kit::Error::internal)?;
    let general: General = settings::find_or_default(connection, project_id).await?;
    let zone = zone::find(&general.time_zone);
    let now = zone::timestamp(context.clock.now()).to_zoned(zone.clone());
    if now.hour() < HOUR {
        return Ok(false);
    }
    let days_left = (zone::timestamp(expires_at).to_zoned(zone).date() - now.date()).get_days();
    let Some(days) = due(days_left) else { return Ok(false) };
    let taken = sqlx::query("INSERT INTO wallet_certificate_reminders (project_id, expires_at, days) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(project_id)
        .bind(expires_at)
        .bind(days)
        .execute(&mut *connection)
        .await?;
    if taken.rows_affected() == 0 {
        return Ok(false);
    }
    let event = WalletCertificateReminderDue {
        project_id,
        pass_type_id: pass_type_id.unwrap_or_default(),
        expires_at: Some(clock::to_proto(expires_at)),
        days: days_left.into(),
    };
    outbox::emit(connection, project_id, TOPIC, &format!("wallet-certificate:{project_id}"), &event).await?;
    Ok(true)
}
