//! Whom settings of groups name to be told of devices, and the mails that they get.
use kit::seal::Sealer;
use kit::{Result, tree};
use proto::vestibule::events::v1::{GroupSettingsChanged, MailRequested};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{local_time, mail};
use crate::domain::device_status::{KIND, Trouble, What};
use crate::domain::mail::locale::Locale;

/// Mails of this kind that somebody gets in an hour at most: a house that loses its network is told, not each panel of it.
const AN_HOUR: i64 = 20;

/// Takes a snapshot, unless a newer one was taken.
pub async fn apply(connection: &mut PgConnection, changed: &GroupSettingsChanged) -> Result<()> {
    sqlx::query(
        "INSERT INTO device_status_settings (project_id, group_id, version, user_id, of_offline, of_failed_tasks) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (project_id, group_id) DO UPDATE SET version = excluded.version, user_id = excluded.user_id, of_offline = excluded.of_offline,
             of_failed_tasks = excluded.of_failed_tasks
         WHERE device_status_settings.version < excluded.version",
    )
    .bind(changed.project_id)
    .bind(changed.id)
    .bind(changed.version)
    .bind(changed.device_status_user_id)
    .bind(changed.notify_about_offline_device)
    .bind(changed.notify_about_device_task_failed)
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn forget_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM device_status_settings WHERE project_id = $1 AND group_id = $2")
        .bind(project_id)
        .bind(group_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Somebody who is to be told.
#[derive(sqlx::FromRow)]
struct Named {
    id: i64,
    name: String,
    email: String,
    locale: String,
}

/// Queues a mail to whoever is named by the device's group or a group above; each is sent one for an event.
pub async fn tell(connection: &mut PgConnection, sealer: &Sealer, event_id: Uuid, trouble: &Trouble, now: OffsetDateTime) -> Result<()> {
    let group: Option<String> = sqlx::query_scalar("SELECT name FROM group_nodes WHERE project_id = $1 AND id = $2 AND NOT deleted")
        .bind(trouble.project_id)
        .bind(trouble.domain_id)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(group) = group else { return Ok(()) };
    let local = local_time::of(connection, trouble.project_id).await?;
    for named in named(connection, trouble, now).await? {
        let locale = Locale::nearest(&named.locale);
        let mail = MailRequested {
            project_id: trouble.project_id,
            kind: KIND.into(),
            to_email: named.email,
            to_name: named.name,
            locale: locale.code().into(),
            domain_id: trouble.domain_id,
            values: trouble.values(&group, locale, &local).into_iter().collect(),
            expires_at: None,
        };
        mail::insert(connection, sealer, of_receiver(event_id, named.id), &mail, now).await?;
    }
    Ok(())
}

/// Those who have had as many as they get in an hour are left out.
async fn named(connection: &mut PgConnection, trouble: &Trouble, now: OffsetDateTime) -> Result<Vec<Named>> {
    let path = tree::path(connection, trouble.domain_id).await?;
    Ok(sqlx::query_as(
        "SELECT DISTINCT u.id, coalesce(u.name, '') AS name, u.email, coalesce(u.locale, '') AS locale
         FROM device_status_settings s JOIN users u ON u.project_id = $1 AND u.id = s.user_id
         WHERE s.project_id = $1 AND s.group_id = ANY($2) AND CASE WHEN $3 THEN s.of_offline ELSE s.of_failed_tasks END
             AND u.is_active AND u.email <> ''
             AND (SELECT count(*) FROM mails m WHERE m.project_id = $1 AND m.kind = $4 AND m.to_email = u.email AND m.created_at > $5) < $6
         ORDER BY u.id",
    )
    .bind(trouble.project_id)
    .bind(path)
    .bind(trouble.what == What::Offline)
    .bind(KIND)
    .bind(now - Duration::hours(1))
    .bind(AN_HOUR)
    .fetch_all(connection)
    .await?)
}

/// A mail is queued once for an event; here an event has several, one for each receiver.
fn of_receiver(event_id: Uuid, user_id: i64) -> Uuid {
    Uuid::from_u128(event_id.as_u128() ^ u128::from(user_id.unsigned_abs()))
}
