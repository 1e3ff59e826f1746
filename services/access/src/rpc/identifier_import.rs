//! The messages of an import of identifiers.
use kit::Error;
use kit::Result;
use proto::vestibule::access::v1::{
    CardPreview as CardPreviewMessage, CardReading as CardReadingNumber, DuplicateIdentifier, ImportAction as ImportActionNumber,
    ImportIdentifiersResponse, ReadingHits as ReadingHitsMessage,
};
use proto::vestibule::common::v1::{Ref, RowError};

use crate::domain::card_reading::{CardReading, ReadingHits};
use crate::operation::identifier_import::{Attempt, CardPreview, ImportAction};

/// Duplicates and errors of an answer.
const MAX_LISTED: usize = 1_000;

/// None for `auto`.
pub fn decode_reading(reading: CardReadingNumber) -> Option<CardReading> {
    match reading {
        CardReadingNumber::Unspecified | CardReadingNumber::Auto => None,
        CardReadingNumber::Dec => Some(CardReading::Dec),
        CardReadingNumber::Hex => Some(CardReading::Hex),
        CardReadingNumber::HexReversed => Some(CardReading::HexReversed),
        CardReadingNumber::Facility => Some(CardReading::Facility),
    }
}

fn encode_reading(reading: CardReading) -> CardReadingNumber {
    match reading {
        CardReading::Dec => CardReadingNumber::Dec,
        CardReading::Hex => CardReadingNumber::Hex,
        CardReading::HexReversed => CardReadingNumber::HexReversed,
        CardReading::Facility => CardReadingNumber::Facility,
    }
}

pub fn decode_action(action: ImportActionNumber) -> Result<ImportAction> {
    match action {
        ImportActionNumber::Skip => Ok(ImportAction::Skip),
        ImportActionNumber::Replace => Ok(ImportAction::Replace),
        ImportActionNumber::Unspecified => Err(Error::field("action", "required")),
    }
}

pub fn encode(attempt: Attempt) -> ImportIdentifiersResponse {
    let Attempt { plan, reading, preview, hits, file_path } = attempt;
    let existing: Vec<_> = plan.planned.iter().filter_map(|row| Some((row.line.index, row.existing.as_ref()?))).collect();
    let duplicate = |(index, found): &(usize, &crate::store::identifier_import::ExistingIdentifier)| DuplicateIdentifier {
        index: *index as i32,
        existing: found.is_visible.then(|| Ref { id: found.id, name: found.name.clone() }),
        is_replaceable: found.is_visible && found.is_editable && found.is_replaceable(),
    };
    let error = |error: kit::error::RowError| RowError { index: error.index as i32, field: error.field, message: error.message };
    ImportIdentifiersResponse {
        rows: plan.rows as i32,
        created: (plan.planned.len() - existing.len()) as i32,
        duplicates_count: existing.len() as i32,
        duplicates: existing.iter().take(MAX_LISTED).map(duplicate).collect(),
        errors_count: plan.errors.len() as i32,
        errors: plan.errors.into_iter().take(MAX_LISTED).map(error).collect(),
        format: reading.map_or(CardReadingNumber::Unspecified, encode_reading).into(),
        preview: preview.into_iter().map(encode_preview).collect(),
        readings: hits.into_iter().map(encode_hits).collect(),
        filepath: file_path,
    }
}

fn encode_preview(preview: CardPreview) -> CardPreviewMessage {
    let [dec, hex, hex_reversed, facility] = preview.readings;
    CardPreviewMessage { value: preview.value, dec, hex, hex_reversed, facility }
}

fn encode_hits(hits: ReadingHits) -> ReadingHitsMessage {
    ReadingHitsMessage { format: encode_reading(hits.reading).into(), readable: hits.readable as i32, known: hits.known as i32 }
}
