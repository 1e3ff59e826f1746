//! Row 12: users from a table, all or nothing, against COPY.
use std::fmt::Write;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection};

use crate::Arguments;
use crate::load::FIRST;
use crate::report::{Report, Target};
use crate::stage::Stage;

/// The rows of an import, by table, as COPY takes them.
const TABLES: [(&str, &str); 3] = [
    ("accounts", "id, email, created_at, updated_at"),
    ("users", "id, project_id, account_id, role_id, name, email, phone, is_active, activated_at, locale, created_at, updated_at"),
    ("user_domains", "project_id, user_id, domain_id"),
];

pub async fn measure(stage: &Stage, arguments: &Arguments, report: &mut Report) -> Result<()> {
    let count = arguments.users;
    let (role_id, domain_id) = (first(stage, "/roles?search=user").await?, first(stage, "/domains").await?);
    let fields = [("role_id", role_id.to_string()), ("domain_id", domain_id.to_string())];
    let begin = Instant::now();
    let answer = stage.api.upload("/users/import", &fields, "users.csv", table(count).into_bytes()).await.done().context("the import")?;
    let ours = begin.elapsed().as_secs_f64();
    ensure!(answer["created"] == count, "not every user was made: {answer}");

    let limit = copy(stage, count, role_id, domain_id).await?;
    report.add(12, format!("import of {count} users, against COPY"), "s", ours, limit, Target::None);
    Ok(())
}

/// The id of the first item of a list.
async fn first(stage: &Stage, path: &str) -> Result<i64> {
    let list = stage.api.get(path).await.done()?;
    list["items"][0]["id"].as_i64().with_context(|| format!("{path} has an item"))
}

fn email(index: usize) -> String {
    format!("bench-{index}@import.test")
}

fn phone(index: usize) -> String {
    format!("+3120{index:07}")
}

/// What is uploaded.
fn table(count: usize) -> String {
    let mut text = String::from("name,email,phone\n");
    for index in 0..count {
        writeln!(text, "User {index},{},{}", email(index), phone(index)).expect("a text takes more text");
    }
    text
}

/// The same rows into tables with the same indexes, in one transaction: what Postgres itself can do. Seconds.
async fn copy(stage: &Stage, count: usize, role_id: i64, domain_id: i64) -> Result<f64> {
    let mut connection = PgConnection::connect(&stage.environment.owner_url("identity")).await?;
    let mut data = [String::new(), String::new(), String::new()];
    let (project, at) = (stage.project, "2026-01-01T00:00:00Z");
    for index in 0..count {
        let (id, email, phone) = (FIRST + index as i64, email(index), phone(index));
        writeln!(data[0], "{id}\t{email}\t{at}\t{at}")?;
        writeln!(data[1], "{id}\t{project}\t{id}\t{role_id}\tUser {index}\t{email}\t{phone}\tt\t{at}\ten\t{at}\t{at}")?;
        writeln!(data[2], "{project}\t{id}\t{domain_id}")?;
    }
    for (table, _) in TABLES {
        let statement = format!("DROP TABLE IF EXISTS bench_{table}; CREATE TABLE bench_{table} (LIKE {table} INCLUDING ALL)");
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await?;
    }
    let begin = Instant::now();
    sqlx::raw_sql("BEGIN").execute(&mut connection).await?;
    for ((table, columns), rows) in TABLES.iter().zip(&data) {
        let mut into = connection.copy_in_raw(&format!("COPY bench_{table} ({columns}) FROM STDIN")).await?;
        into.send(rows.as_bytes()).await?;
        into.finish().await?;
    }
    sqlx::raw_sql("COMMIT").execute(&mut connection).await?;
    let seconds = begin.elapsed().as_secs_f64();
    connection.close().await?;
    Ok(seconds)
}
