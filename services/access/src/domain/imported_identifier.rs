//! Identifiers that come with a structure that is imported: a row of the table, read and checked.

use kit::error::RowError;
use serde_json::{Value, json};

use super::identifier::{CONTROL_CHARACTERS, IdentifierType, UKEY2_IS_ISSUED, audited_value};
use super::number::Number;

const MAX_NAME: usize = 100;

/// A row as it was sent.
#[derive(Clone, Debug)]
pub struct ImportedRow {
    /// Its place in the table, and the column that errors are reported for.
    pub index: usize,
    pub field: String,
    /// None where the row names no type that exists.
    pub kind: Option<IdentifierType>,
    pub value: String,
    /// The same number in the other notation, where the table has both; empty otherwise.
    pub other_value: String,
    pub name: String,
    pub owner_id: Option<i64>,
    /// The owner comes with the same import and has no id yet.
    pub owner_is_new: bool,
    /// The group that the row is in.
    pub group_id: i64,
}

/// An identifier to create.
#[derive(Clone, Debug)]
pub struct ImportedIdentifierDraft {
    pub kind: IdentifierType,
    pub name: String,
    pub value: String,
    pub number: String,
    pub unique_value: String,
    pub owner_id: Option<i64>,
    pub group_id: i64,
}

/// An identifier of the project that has the number of a row.
#[derive(Clone, Copy, Debug)]
pub struct Existing {
    pub owner_id: Option<i64>,
    /// Created by this import.
    pub is_of_import: bool,
}

impl ImportedRow {
    pub fn error(&self, message: impl Into<String>) -> RowError {
        RowError { index: self.index, field: self.field.clone(), message: message.into() }
    }

    /// The identifier that the row describes.
    pub fn parse(&self) -> Result<ImportedIdentifierDraft, RowError> {
        let kind = self.kind.ok_or_else(|| self.error("required"))?;
        if kind == IdentifierType::Ukey2 {
            return Err(self.error(UKEY2_IS_ISSUED));
        }
        if self.value.contains(char::is_control) || self.name.contains(char::is_control) {
            return Err(self.error(CONTROL_CHARACTERS));
        }
        let number = Number::parse(kind, &self.value).map_err(|error| self.error(error.to_string()))?;
        if !self.other_value.is_empty() {
            let other = Number::parse(kind, &self.other_value);
            if other.map_or(true, |other| other.unique_value() != number.unique_value()) {
                return Err(self.error("two fields must match"));
            }
        }
        Ok(ImportedIdentifierDraft {
            kind,
            name: self.name.chars().take(MAX_NAME).collect(),
            value: self.value.trim().into(),
            number: number.for_device(),
            unique_value: number.unique_value(),
            owner_id: self.owner_id,
            group_id: self.group_id,
        })
    }

    /// Whether an existing identifier is the one that the row describes: the import created it, or it has the same owner.
    pub fn same_owner(&self, existing: Existing) -> bool {
        existing.is_of_import || (existing.owner_id == self.owner_id && !(self.owner_is_new && self.owner_id.is_none()))
    }
}

impl ImportedIdentifierDraft {
    /// What is unique in a project: the number of the type, and the value in its one notation.
    pub fn key(&self) -> (i16, String) {
        (self.kind.number(), self.unique_value.clone())
    }

    /// As the audit log keeps it.
    pub fn audit_view(&self) -> Value {
        json!({ "name": self.name, "type": self.kind.as_str(), "value": audited_value(self.kind, &self.value), "owner_id": self.owner_id })
    }
}
