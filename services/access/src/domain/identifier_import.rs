//! A table of identifiers that is imported: what its rows ask for, before anything is known of what they name.

use kit::error::RowError;
use kit::zone::instant;
use kit::{Error, Result};
use spreadsheet::{Columns, Limits, Row, Table};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::card_reading::CardReading;
use super::identifier::{IdentifierDraft, IdentifierType, OwnerType};
use super::identifier_table::HEADINGS;
use super::number::Number;

pub const LIMITS: Limits = Limits { bytes: 64 << 20, rows: 100_000, columns: 16, cell: 1_000 };
pub const COLUMNS: Columns<'static> = Columns { required: &["name", "type", "value"], optional: HEADINGS.split_at(3).1 };
/// Numbers of cards that a reading is guessed from.
pub const MAX_SAMPLE: usize = 1_000;

/// The owner of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnerCell {
    Id(i64),
    Email(String),
}

/// A row as it asks for an identifier. Owner, group and rules are texts still.
#[derive(Clone, Debug)]
pub struct ImportLine {
    pub index: usize,
    /// Without owner and rules.
    pub draft: IdentifierDraft,
    pub kind: IdentifierType,
    pub number: Number,
    pub owner: Option<OwnerCell>,
    /// As "Site / House 1".
    pub group: Option<String>,
    pub rules: Option<String>,
    pub is_revoked: bool,
}

/// Columns of what replacing an identifier changes, which a table may leave out: then it stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplacedColumns {
    pub has_owner: bool,
    pub has_group: bool,
    pub has_valid_from: bool,
    pub has_valid_to: bool,
}

impl ReplacedColumns {
    pub fn new(table: &Table) -> ReplacedColumns {
        let has = |name: &str| table.headings().iter().any(|heading| heading == name);
        ReplacedColumns { has_owner: has("owner"), has_group: has("group"), has_valid_from: has("valid_from"), has_valid_to: has("valid_to") }
    }

    /// The period of a draft that replaces an identifier with the period `from`, `to`.
    pub fn set_period(&self, draft: &mut IdentifierDraft, (from, to): (Option<OffsetDateTime>, Option<OffsetDateTime>)) {
        if !self.has_valid_from {
            draft.period_restrict_from = from;
        }
        if !self.has_valid_to {
            draft.period_restrict_to = to;
        }
        draft.period_restrict_active = draft.period_restrict_from.is_some() || draft.period_restrict_to.is_some();
    }
}

pub fn error(index: usize, field: &str, message: impl Into<String>) -> RowError {
    RowError { index, field: field.into(), message: message.into() }
}

/// The numbers of the cards of a table, as they are written.
pub fn card_texts(table: &Table) -> Vec<&str> {
    let cards = table.rows().filter(|row| kind(row).is_some_and(is_card));
    cards.filter_map(|row| row.text("value")).collect()
}

pub fn is_card(kind: IdentifierType) -> bool {
    matches!(kind, IdentifierType::Card | IdentifierType::Ukey)
}

/// Whether a table has numbers that open doors for whoever knows them.
pub fn has_secrets(table: &Table) -> bool {
    table.rows().any(|row| kind(&row).is_some_and(IdentifierType::is_secret))
}

fn kind(row: &Row<'_>) -> Option<IdentifierType> {
    IdentifierType::parse(&row.text("type")?.to_lowercase())
}

/// The row, or what is wrong with it by itself.
pub fn parse(row: Row<'_>, reading: CardReading, zone: &jiff::tz::TimeZone) -> Result<ImportLine, Vec<RowError>> {
    let mut errors = Vec::new();
    let mut note = |field: &str, message: &str| errors.push(error(row.index, field, message));
    let from = instant_of(row.text("valid_from"), zone).unwrap_or_else(|()| noted(&mut note, "valid_from", NO_TIME));
    let to = instant_of(row.text("valid_to"), zone).unwrap_or_else(|()| noted(&mut note, "valid_to", NO_TIME));
    let passes = row.text("passes").map(|text| text.parse::<i32>());
    if matches!(passes, Some(Err(_))) {
        note("passes", "value must be a number");
    }
    let status = row.text("status").map(str::to_lowercase);
    if status.as_deref().is_some_and(|status| !["active", "inactive", "revoked"].contains(&status)) {
        note("status", "must be one of: active, inactive, revoked");
    }
    let kind = kind(&row);
    if kind.is_none() {
        note("type", "required");
    }
    let draft = IdentifierDraft {
        name: row.text("name").unwrap_or_default().into(),
        description: None,
        is_active: status.as_deref() != Some("inactive"),
        kind,
        value: value(&row, kind, reading),
        owner_type: OwnerType::Owner,
        owner_id: None,
        period_restrict_active: from.is_some() || to.is_some(),
        period_restrict_from: from,
        period_restrict_to: to,
        passes_restrict_active: passes.is_some(),
        passes_restrict_max_count: passes.and_then(|count| count.ok()).unwrap_or(1),
        access_rules: Vec::new(),
    };
    let valid = match draft.validate(kind) {
        Ok(valid) => Some(valid),
        Err(Error::Invalid(fields)) => {
            errors.extend(fields.into_iter().map(|(path, message)| error(row.index, column(&path), message)));
            None
        }
        Err(other) => {
            errors.push(error(row.index, "", other.to_string()));
            None
        }
    };
    match valid {
        Some((kind, number)) if errors.is_empty() => Ok(ImportLine {
            index: row.index,
            draft,
            kind,
            number,
            owner: row.text("owner").map(owner),
            group: row.text("group").map(str::to_owned),
            rules: row.text("rules").map(str::to_owned),
            is_revoked: status.as_deref() == Some("revoked"),
        }),
        _ => Err(errors),
    }
}

const NO_TIME: &str = "value must be a date with time, as 2026-11-23T09:00:00Z";

fn noted<T>(note: &mut impl FnMut(&str, &str), field: &str, message: &str) -> Option<T> {
    note(field, message);
    None
}

/// The number as this platform writes it; what the reading cannot read stays as it is, and is refused in its words.
fn value(row: &Row<'_>, kind: Option<IdentifierType>, reading: CardReading) -> String {
    let text = row.text("value").unwrap_or_default();
    match kind.filter(|kind| is_card(*kind)).map(|_| reading.read(text)) {
        Some(Ok(card)) => card.dec().unwrap_or_else(|| card.hex()),
        // No card is read from this: `Number::parse` refuses it.
        Some(Err(_)) if !text.is_empty() => format!("? {text}"),
        _ => text.into(),
    }
}

fn owner(text: &str) -> OwnerCell {
    text.parse().map_or_else(|_| OwnerCell::Email(text.to_lowercase()), OwnerCell::Id)
}

/// An instant, or a time of the project's clocks. None for an empty cell.
fn instant_of(text: Option<&str>, zone: &jiff::tz::TimeZone) -> Result<Option<OffsetDateTime>, ()> {
    let Some(text) = text else { return Ok(None) };
    if let Ok(at) = OffsetDateTime::parse(text, &Rfc3339) {
        return Ok(Some(at));
    }
    let local: jiff::civil::DateTime = text.parse().map_err(|_| ())?;
    let at = local.to_zoned(zone.clone()).map_err(|_| ())?;
    Ok(Some(instant(at.timestamp())))
}

/// The column of a field of a draft.
fn column(path: &str) -> &str {
    match path {
        "period_restrict_from" => "valid_from",
        "period_restrict_to" => "valid_to",
        "passes_restrict_max_count" => "passes",
        path => path,
    }
}
