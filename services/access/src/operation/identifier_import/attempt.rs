use bytes::Bytes;
use kit::Result;
use uuid::Uuid;

use super::continuation::Continuation;
use super::plan::{self, ImportPlan};
use crate::app::App;
use crate::domain::card_reading::{self, CardReading, ReadingHits};
use crate::domain::identifier_import::{COLUMNS, LIMITS, MAX_SAMPLE, card_texts, has_secrets};
use crate::operation::secret_guess;
use crate::store::identifier_import::{self as store, ImportRight};

/// Cards that are shown in every reading.
const MAX_PREVIEW: usize = 20;

/// What would come of a table.
#[derive(Debug, Default)]
pub struct Attempt {
    pub plan: ImportPlan,
    /// How cards are read; None where somebody has to choose first, and the plan is empty.
    pub reading: Option<CardReading>,
    pub preview: Vec<CardPreview>,
    pub hits: Vec<ReadingHits>,
    /// For the continuation; empty where there is nothing to continue.
    pub file_path: String,
}

/// The number of a card as it is written, and in each reading; None where a reading cannot read it.
#[derive(Clone, Debug)]
pub struct CardPreview {
    pub value: String,
    pub readings: [Option<String>; 4],
}

/// Looks at a table and creates nothing. Without a reading the table's cards decide.
pub async fn attempt(app: &App, right: &ImportRight, bytes: Bytes, reading: Option<CardReading>) -> Result<Attempt> {
    let table = spreadsheet::read(bytes.clone(), LIMITS).await?;
    table.expect(COLUMNS)?;
    let guesses = secret_guess::begin(app, right.caller(), has_secrets(&table)).await?;
    let mut tx = crate::store::snapshot(&app.context.database, right.project_id()).await?;
    let sample: Vec<&str> = card_texts(&table).into_iter().take(MAX_SAMPLE).collect();
    let known = store::known_cards(&mut tx, right.project_id(), &card_reading::candidates(&sample)).await?.into_iter().collect();
    let hits = card_reading::hits(&sample, &known);
    let guessed = || if sample.is_empty() { Some(CardReading::Dec) } else { card_reading::choose(&hits, sample.len()) };
    let attempt = Attempt {
        reading: reading.or_else(guessed),
        preview: sample.iter().take(MAX_PREVIEW).map(|text| preview(text)).collect(),
        hits: if sample.is_empty() { Vec::new() } else { hits.to_vec() },
        plan: ImportPlan { rows: table.len(), ..ImportPlan::default() },
        file_path: String::new(),
    };
    let Some(reading) = attempt.reading else {
        guesses.finish(0).await?;
        return Ok(attempt);
    };
    let plan = plan::make(&mut tx, right.caller(), &table, reading, app.shortest_code, false).await?;
    tx.rollback().await?;
    guesses.finish(plan.hits).await?;
    let continuation = Continuation::new(right.caller(), Uuid::now_v7(), &bytes, reading, plan.hits, app.context.clock.now());
    app.blobs.put(&continuation.key(), bytes).await?;
    Ok(Attempt { plan, file_path: continuation.seal(&app.context.sealer), ..attempt })
}

fn preview(text: &str) -> CardPreview {
    let decimal = |reading: CardReading| reading.read(text).ok().map(|card| card.dec().unwrap_or_else(|| card.hex()));
    CardPreview { value: text.to_owned(), readings: CardReading::ALL.map(decimal) }
}
