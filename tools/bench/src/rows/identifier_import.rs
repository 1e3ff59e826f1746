//! Row 13: identifiers from a table, all or nothing, within its limit.
use std::fmt::Write;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::report::{Report, Target};
use crate::stage::Stage;

/// The most that a table may have.
const ROWS: usize = 100_000;
/// Numbers that no loaded card has.
const FIRST_NUMBER: u32 = 3_000_000_000;
const LIMIT_SECONDS: f64 = 10.0;

pub async fn measure(stage: &Stage, report: &mut Report) -> Result<()> {
    let fields = [("format", "dec".to_owned())];
    let begin = Instant::now();
    let attempt = stage.api.upload("/identifiers/import", &fields, "cards.csv", table().into_bytes()).await.done().context("the attempt")?;
    report.note(format!("row 13: the attempt at {ROWS} rows took {:.1} s", begin.elapsed().as_secs_f64()));
    ensure!(attempt["created"] == ROWS, "not every row can be made: {}", attempt["errors"]);
    let begin = Instant::now();
    let body = json!({ "action": "skip", "filepath": attempt["filepath"] });
    let done = stage.api.post_long("/identifiers/import/continue", body).await.done().context("the continuation")?;
    let ours = begin.elapsed().as_secs_f64();
    ensure!(done["created"] == ROWS, "not every identifier was made: {done}");
    report.add(13, format!("import of {ROWS} identifiers, within its limit"), "s", ours, LIMIT_SECONDS, Target::AtMost(1.0));
    Ok(())
}

fn table() -> String {
    let mut text = String::from("name,type,value\n");
    for row in 0..ROWS {
        writeln!(text, "Card {row},card,{}", FIRST_NUMBER + row as u32).expect("a text takes more text");
    }
    text
}
