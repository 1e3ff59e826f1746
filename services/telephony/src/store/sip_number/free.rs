//! The next free numbers of a project's range.
use kit::{Error, Result};
use policy::{ActionKind, Authorized, resource};
use serde_json::Value;
use sqlx::PgConnection;

use crate::domain::number_range::NumberRange;

/// The range of a project, which is locked until the transaction ends: numbers are given out and counted one after the
/// other. To be locked before any number is.
pub struct FreeNumbers {
    project_id: i64,
    range: NumberRange,
    /// Every number of the range below is taken.
    next: i64,
}

pub async fn lock_range<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::SipNumber, A>) -> Result<FreeNumbers> {
    let project_id = right.project_id();
    let settings: Option<(String, String)> = sqlx::query_as("SELECT first_number, last_number FROM project_sip WHERE project_id = $1")
        .bind(project_id)
        .fetch_optional(&mut *connection)
        .await?;
    let (first, last) = settings.unwrap_or_default();
    let range = NumberRange::new(&first, &last);
    let next = sqlx::query_scalar(
        "INSERT INTO number_ranges AS r (project_id, first_number, next) VALUES ($1, $2, $3)
         ON CONFLICT (project_id) DO UPDATE SET first_number = excluded.first_number,
             next = CASE WHEN r.first_number = excluded.first_number THEN r.next ELSE excluded.next END
         RETURNING next",
    )
    .bind(project_id)
    .bind(&range.first_number)
    .bind(range.first)
    .fetch_one(connection)
    .await?;
    Ok(FreeNumbers { project_id, range, next })
}

impl FreeNumbers {
    /// Takes as many, in their order; or none, when there are not enough.
    pub async fn take(&mut self, connection: &mut PgConnection, count: usize) -> Result<Vec<String>> {
        // The series is made while it is read: as many look-ups of one number as numbers are passed over and taken.
        let mut values: Vec<i64> = sqlx::query_scalar(
            "SELECT s.value FROM (SELECT generate_series($2::bigint, $3::bigint) AS value) s
             WHERE (SELECT n.id FROM sip_numbers n WHERE n.project_id = $1
                    AND n.number = lpad(s.value::text, greatest($4, length(s.value::text)), '0')) IS NULL
             LIMIT $5",
        )
        .bind(self.project_id)
        .bind(self.next)
        .bind(self.range.last)
        .bind(self.range.width() as i32)
        .bind(count as i64)
        .fetch_all(&mut *connection)
        .await?;
        if values.len() < count {
            return Err(Error::Conflict {
                code: "no_free_numbers",
                message: "no free numbers in the range of the project".into(),
                data: Value::Null,
            });
        }
        values.sort_unstable();
        self.next = values.last().map_or(self.next, |last| last + 1);
        sqlx::query("UPDATE number_ranges SET next = $2 WHERE project_id = $1").bind(self.project_id).bind(self.next).execute(connection).await?;
        Ok(values.into_iter().map(|value| self.range.write(value)).collect())
    }
    /// A number that is free again.
    pub async fn release(&self, connection: &mut PgConnection, number: &str) -> Result<()> {
        let Ok(value) = number.parse::<i64>() else { return Ok(()) };
        sqlx::query("UPDATE number_ranges SET next = greatest(least(next, $2), first_number::bigint) WHERE project_id = $1")
            .bind(self.project_id)
            .bind(value)
            .execute(connection)
            .await?;
        Ok(())
    }
}
