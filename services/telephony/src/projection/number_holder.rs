//! Numbers of users and devices that were deleted.
use kit::Result;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::password;
use crate::publish;

#[derive(Clone, Copy, Debug)]
pub enum DeletedHolder {
    User(i64),
    Device(i64),
}

impl DeletedHolder {
    fn statement(self) -> (&'static str, i64) {
        match self {
            DeletedHolder::User(id) => ("SELECT id, project_id, number FROM sip_numbers WHERE user_id = $1 ORDER BY id FOR UPDATE", id),
            DeletedHolder::Device(id) => ("SELECT id, project_id, number FROM sip_numbers WHERE device_id = $1 ORDER BY id FOR UPDATE", id),
        }
    }
}

/// Its numbers stay, without a holder and with another password, so that the phone that was theirs cannot register.
/// Returns project and number of each.
pub async fn release_numbers(connection: &mut PgConnection, app: &App, holder: DeletedHolder) -> Result<Vec<(i64, String)>> {
    let (select, id) = holder.statement();
    let numbers: Vec<(i64, i64, String)> = sqlx::query_as(select).bind(id).fetch_all(&mut *connection).await?;
    for (id, project_id, number) in &numbers {
        let account = Account::new(&app.context.sealer, &app.config, *project_id, number, &password::generate(&mut rand::rng()));
        sqlx::query(
            "UPDATE sip_numbers SET user_id = NULL, device_id = NULL, sealed_password = $3, ha1 = $4, updated_at = $5, version = version + 1
             WHERE project_id = $1 AND id = $2",
        )
        .bind(project_id)
        .bind(id)
        .bind(&account.sealed_password)
        .bind(&account.ha1)
        .bind(app.context.clock.now())
        .execute(&mut *connection)
        .await?;
        publish::numbers_changed(connection, &app.config, *project_id, &[*id]).await?;
    }
    Ok(numbers.into_iter().map(|(_, project_id, number)| (project_id, number)).collect())
}
