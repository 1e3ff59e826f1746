//! A row of a projection.
use sqlx::error::BoxDynError;
use sqlx::postgres::PgArguments;
use sqlx::{Arguments as _, AssertSqlSafe, Encode, PgConnection, Postgres, Type};

use crate::{Error, Result};

/// The row of an entity, as an event describes it. Its table has a column `version`.
pub struct Snapshot {
    table: &'static str,
    key: &'static str,
    columns: Vec<&'static str>,
    values: PgArguments,
    /// Of a value that cannot be encoded.
    error: Option<BoxDynError>,
}

impl Snapshot {
    /// `key`: the columns of the table's primary key, as `project_id, group_id`.
    pub fn new(table: &'static str, key: &'static str) -> Self {
        Snapshot { table, key, columns: Vec::new(), values: PgArguments::default(), error: None }
    }

    pub fn set<'t, T>(mut self, column: &'static str, value: T) -> Self
    where
        T: Encode<'t, Postgres> + Type<Postgres>,
    {
        self.columns.push(column);
        self.error = self.error.or(self.values.add(value).err());
        self
    }

    /// Stores the row with its version, unless this version or a newer one is stored. Returns whether it was stored. An
    /// entity never moves to another project, so `project_id` is written once.
    pub async fn store(self, connection: &mut PgConnection, version: i64) -> Result<bool> {
        let Snapshot { table, key, columns, values, error } = self.set("version", version);
        if let Some(error) = error {
            return Err(Error::internal(anyhow::anyhow!(error)));
        }
        let parameters: Vec<String> = (1..=columns.len()).map(|number| format!("${number}")).collect();
        let is_updated = |column: &&str| *column != "project_id" && !key.split(", ").any(|part| part == *column);
        let updates: Vec<String> = columns.iter().copied().filter(is_updated).map(|column| format!("{column} = excluded.{column}")).collect();
        // Names of tables and columns are constants; values are bound.
        let statement = format!(
            "INSERT INTO {table} ({}) VALUES ({}) ON CONFLICT ({key}) DO UPDATE SET {} WHERE {table}.version < excluded.version",
            columns.join(", "),
            parameters.join(", "),
            updates.join(", "),
        );
        let stored = sqlx::query_with(AssertSqlSafe(statement), values).execute(connection).await?;
        Ok(stored.rows_affected() == 1)
    }
}
