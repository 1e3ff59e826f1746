//! Who holds numbers, when they go.
use kit::{Context, Result};
use sqlx::PgConnection;

use super::announce::Announcer;
use crate::domain::account::Account;
use crate::domain::password;

/// Somebody, or something, that is no more.
#[derive(Clone, Copy, Debug)]
pub enum Gone {
    User(i64),
    Device(i64),
}

impl Gone {
    fn statement(self) -> (&'static str, i64) {
        match self {
            Gone::User(id) => ("SELECT id, project_id, number FROM sip_numbers WHERE user_id = $1 ORDER BY id FOR UPDATE", id),
            Gone::Device(id) => ("SELECT id, project_id, number FROM sip_numbers WHERE device_id = $1 ORDER BY id FOR UPDATE", id),
        }
    }
}

/// Their numbers stay, are nobody's, and have another password: what a phone that was theirs remembers is of no use.
/// Gives project and number of each.
pub async fn release(connection: &mut PgConnection, context: &Context, announcer: &Announcer<'_>, gone: Gone) -> Result<Vec<(i64, String)>> {
    let (held, holder) = gone.statement();
    let numbers: Vec<(i64, i64, String)> = sqlx::query_as(held).bind(holder).fetch_all(&mut *connection).await?;
    for (id, project_id, number) in &numbers {
        let account = Account::new(&context.sealer, announcer.config, *project_id, number, &password::make(&mut rand::rng()));
        sqlx::query(
            "UPDATE sip_numbers SET user_id = NULL, device_id = NULL, sealed_password = $3, ha1 = $4, updated_at = $5, version = version + 1
             WHERE project_id = $1 AND id = $2",
        )
        .bind(project_id)
        .bind(id)
        .bind(&account.sealed_password)
        .bind(&account.ha1)
        .bind(announcer.now)
        .execute(&mut *connection)
        .await?;
        announcer.numbers(connection, *project_id, &[*id]).await?;
    }
    Ok(numbers.into_iter().map(|(_, project_id, number)| (project_id, number)).collect())
}
