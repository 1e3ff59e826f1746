//! An identifier as somebody enters it.

use kit::{Error, Fields, Mask, Result};
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::{IdentifierType, OwnerType};
use crate::domain::number::Number;

const MAX_NAME: usize = 100;
const MAX_DESCRIPTION: usize = 1000;
const MAX_PASSES: i32 = 99_999;
/// As `Fields` says it.
pub const CONTROL_CHARACTERS: &str = "must not contain control characters";
pub const PERIOD_ORDER: &str = "must be greater than period_restrict_from";
/// A ukey2 lives on a telephone: it comes and goes by being issued and revoked.
pub const UKEY2_IS_ISSUED: &str = "ukey2 identifiers are issued, not entered";

/// What a person may set of an identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentifierDraft {
    pub name: String,
    pub description: Option<String>,
    pub is_active: bool,
    /// None where the request names no type that exists.
    pub kind: Option<IdentifierType>,
    /// As it was typed.
    pub value: String,
    pub owner_type: OwnerType,
    pub owner_id: Option<i64>,
    pub period_restrict_active: bool,
    pub period_restrict_from: Option<OffsetDateTime>,
    pub period_restrict_to: Option<OffsetDateTime>,
    pub passes_restrict_active: bool,
    pub passes_restrict_max_count: i32,
    /// Ids of the rules that name the identifier itself, in order, each once.
    pub access_rules: Vec<i64>,
}

impl IdentifierDraft {
    /// Takes the fields that the mask names from `new`.
    pub fn merge(&mut self, new: IdentifierDraft, mask: &Mask) {
        macro_rules! take {
            ($($field:ident),+ $(,)?) => { $(mask.apply(stringify!($field), &mut self.$field, new.$field);)+ };
        }
        mask.apply("type", &mut self.kind, new.kind);
        mask.apply("owner", &mut self.owner_id, new.owner_id);
        take!(
            name,
            description,
            is_active,
            value,
            owner_type,
            period_restrict_active,
            period_restrict_from,
            period_restrict_to,
            passes_restrict_active,
            passes_restrict_max_count,
            access_rules,
        );
    }

    /// Type and number of a draft without errors; otherwise every field that is wrong. `before` is the type that the
    /// identifier has had; None for a new one.
    pub fn validate(&self, before: Option<IdentifierType>) -> Result<(IdentifierType, Number)> {
        let mut fields = Fields::new();
        fields.text("name", &self.name, MAX_NAME);
        fields.optional_multiline_text("description", self.description.as_deref(), MAX_DESCRIPTION);
        fields.check(self.kind.is_some(), "type", "required");
        let is_retyped = self.kind.is_some() && self.kind != before;
        fields.check(!is_retyped || ![self.kind, before].contains(&Some(IdentifierType::Ukey2)), "type", UKEY2_IS_ISSUED);
        let (from, to) = (self.period_restrict_from, self.period_restrict_to);
        if self.period_restrict_active {
            fields.check(from.is_some() || to.is_some(), "period_restrict_from", "at least one must have a value");
            fields.check(self.has_period_in_order(), "period_restrict_to", PERIOD_ORDER);
        }
        if self.passes_restrict_active {
            fields.range("passes_restrict_max_count", self.passes_restrict_max_count, 1, MAX_PASSES);
        }
        let kind = self.kind.unwrap_or(IdentifierType::Card);
        fields.check(!self.value.contains(char::is_control), "value", CONTROL_CHARACTERS);
        let number = Number::parse(kind, &self.value);
        if let Err(error) = &number {
            fields.add("value", error.to_string());
        }
        fields.finish()?;
        Ok((kind, number.map_err(|error| Error::field("value", error.to_string()))?))
    }

    /// Whether its end, if it has one, is after its begin.
    pub fn has_period_in_order(&self) -> bool {
        !matches!((self.period_restrict_from, self.period_restrict_to), (Some(from), Some(to)) if from >= to)
    }

    /// As the audit log keeps it.
    pub fn audit_view(&self, is_revoked: bool) -> Value {
        json!({
            "name": self.name,
            "description": self.description,
            "type": self.kind.map(IdentifierType::as_str),
            "value": self.kind.map_or(Value::Null, |kind| audited_value(kind, &self.value)),
            "is_active": self.is_active,
            "owner_id": self.owner_id,
            "period_restrict_from": self.period_restrict_from.map(|at| at.to_string()),
            "period_restrict_to": self.period_restrict_to.map(|at| at.to_string()),
            "passes_restrict_max_count": self.passes_restrict_active.then_some(self.passes_restrict_max_count),
            "revoked": is_revoked,
            "access_rules": self.access_rules,
        })
    }
}

/// Codes, QR codes and keys of applications are secrets as passwords are; the other values are printed on cards and plates.
pub fn audited_value(kind: IdentifierType, value: &str) -> Value {
    if kind.is_secret() || kind == IdentifierType::Ukey2 { Value::Null } else { json!(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_audit_log_has_the_numbers_of_things_and_no_secret() {
        let is_audited = |kind: &IdentifierType| !audited_value(*kind, "13961168").is_null();
        let audited: Vec<&str> = IdentifierType::ALL.iter().filter(|kind| is_audited(kind)).map(|kind| kind.as_str()).collect();
        assert_eq!(audited, ["card", "ukey", "face", "license_plate"]);
    }
}
