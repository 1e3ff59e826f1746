//! Counts the statements of a piece of work, so that a test holds their number: a list that asks once per row is found
//! by its test, not by its users.
//!
//! ```ignore
//! let page = testing::assert_statements(3, groups.list(request)).await.unwrap();
//! ```
//! sqlx reports each statement to `tracing`. Counted are those that the work makes itself, in its own task; what it
//! spawns is not. The statements by which transactions begin and end are left out.
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::instrument::WithSubscriber;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Where sqlx reports statements.
const TARGET: &str = "sqlx::query";
/// First words of statements that belong to a transaction, not to what is done in it.
const TRANSACTION: [&str; 6] = ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SET"];

/// Does the work, and fails unless it took just so many statements; the failure lists them.
#[track_caller]
pub fn assert_statements<F: Future>(expected: usize, work: F) -> impl Future<Output = F::Output> {
    let caller = std::panic::Location::caller();
    async move {
        let (output, statements) = statements(work).await;
        let list: String = statements.iter().map(|statement| format!("\n  {statement}")).collect();
        assert!(statements.len() == expected, "{caller}: {} statements in place of {expected}:{list}", statements.len());
        output
    }
}

/// Does the work, and gives its statements in their order. Prints how many they are: `cargo nextest run -E 'test(statements)'
/// --no-capture` lists them for every operation that has such a test.
#[track_caller]
pub fn statements<F: Future>(work: F) -> impl Future<Output = (F::Output, Vec<String>)> {
    let caller = std::panic::Location::caller();
    async move {
        let log = Log::default();
        let output = work.with_subscriber(log.clone()).await;
        let statements = std::mem::take(&mut *log.0.lock().unwrap_or_else(PoisonError::into_inner));
        println!("{caller}: {} statements", statements.len());
        (output, statements)
    }
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == TARGET
    }

    fn event(&self, event: &Event<'_>) {
        let mut statement = Statement::default();
        event.record(&mut statement);
        let text = statement.text();
        if !TRANSACTION.iter().any(|word| text.starts_with(word)) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// What sqlx says of a statement: its first words, and all of it where those are not all.
#[derive(Default)]
struct Statement {
    summary: String,
    statement: String,
}

impl Statement {
    fn text(&self) -> String {
        let text = if self.statement.is_empty() { &self.summary } else { &self.statement };
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => self.summary = value.into(),
            "db.statement" => self.statement = value.into(),
            _ => {}
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}
