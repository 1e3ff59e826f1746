//! Licences.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::license::{License, Period};

/// Licences of one project that a call reads: nobody has nearly as many.
const LIMIT: i64 = 500;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plan {
    Basic = 1,
    Plus = 2,
    Trial = 3,
    Evaluation = 4,
}

impl Plan {
    fn of(number: i16) -> Plan {
        match number {
            1 => Plan::Basic,
            2 => Plan::Plus,
            3 => Plan::Trial,
            _ => Plan::Evaluation,
        }
    }

    /// As the API names it.
    pub fn word(self) -> &'static str {
        match self {
            Plan::Basic => "basic",
            Plan::Plus => "plus",
            Plan::Trial => "trial",
            Plan::Evaluation => "evaluation",
        }
    }
}

/// A licence as it is shown.
#[derive(Debug)]
pub struct Stored {
    pub id: i64,
    pub name: String,
    pub plan: Plan,
    pub license: License,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    name: String,
    plan: i16,
    features: Option<Vec<String>>,
    valid_from: OffsetDateTime,
    valid_to: Option<OffsetDateTime>,
}

/// The licences of a project, the oldest first.
pub async fn of_project(connection: &mut PgConnection, project_id: i64) -> Result<Vec<Stored>> {
    let rows: Vec<Row> =
        sqlx::query_as("SELECT id, name, plan, features, valid_from, valid_to FROM licenses WHERE project_id = $1 ORDER BY valid_from, id LIMIT $2")
            .bind(project_id)
            .bind(LIMIT)
            .fetch_all(connection)
            .await?;
    let stored = |row: Row| Stored {
        id: row.id,
        name: row.name,
        plan: Plan::of(row.plan),
        license: License { period: Period { from: row.valid_from, to: row.valid_to }, features: row.features },
    };
    Ok(rows.into_iter().map(stored).collect())
}

/// A licence for everything, without an end.
pub async fn insert_unlimited(connection: &mut PgConnection, project_id: i64, name: &str, plan: Plan, from: OffsetDateTime) -> Result<()> {
    sqlx::query("INSERT INTO licenses (project_id, name, plan, valid_from, created_at) VALUES ($1, $2, $3, $4, $4)")
        .bind(project_id)
        .bind(name)
        .bind(plan as i16)
        .bind(from)
        .execute(connection)
        .await?;
    Ok(())
}
