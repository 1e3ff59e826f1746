//! A guest's key as somebody enters it.

use kit::{Error, Fields, Mask, Result};
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};

use super::{GuestKeyKind, GuestType, KeyWeek};
use crate::domain::identifier::audited_value;

const MAX_NAME: usize = 100;
const MAX_MESSAGE: usize = 500;
const MAX_PASSES: i32 = 9_999;
const MAX_RULES: usize = 100;
const MAX_VALUE: usize = 36;

/// What the giver sets. The pass limit is 0 where there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestKeyDraft {
    pub name: String,
    /// None where the request names no kind that exists.
    pub kind: Option<GuestKeyKind>,
    pub value: String,
    pub guest_type: GuestType,
    pub message: String,
    /// Ids, in order, each once.
    pub access_rules: Vec<i64>,
    /// None for the creator.
    pub owner_id: Option<i64>,
    pub period_restrict_active: bool,
    pub period_restrict_from: Option<OffsetDateTime>,
    pub period_restrict_to: Option<OffsetDateTime>,
    pub pass_limit: i32,
    /// Of a recurring key.
    pub hours: Option<KeyWeek>,
}

/// The least of the limits of the groups on the path; None where no group limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GuestLimits {
    pub max_passes_count: Option<i32>,
    pub max_period_days: Option<i32>,
}

impl GuestKeyDraft {
    /// Takes the fields that the mask names from `new`; kind, value and giver stay as they were made.
    pub fn merge(&mut self, new: GuestKeyDraft, mask: &Mask) -> Result<()> {
        let mut fields = Fields::new();
        fields.check(!mask.has("kind") || new.kind == self.kind, "kind", "cannot be changed");
        fields.check(!mask.has("value") || new.value.trim().is_empty() || new.value.trim() == self.value, "value", "cannot be changed");
        fields.check(!mask.has("owner") || new.owner_id.is_none() || new.owner_id == self.owner_id, "owner", "cannot be changed");
        fields.finish()?;
        macro_rules! take {
            ($($field:ident),+ $(,)?) => { $(mask.apply(stringify!($field), &mut self.$field, new.$field);)+ };
        }
        take!(name, guest_type, message, access_rules, period_restrict_active, period_restrict_from, period_restrict_to, pass_limit, hours);
        Ok(())
    }

    /// Refuses names, messages and rules that are wrong, whatever the limits.
    pub fn check_texts(&self) -> Result<()> {
        let mut fields = Fields::new();
        self.add_wrong_texts(&mut fields);
        fields.finish()
    }

    /// Refuses a draft by every field that is wrong. Without a period it has no dates; a period without a begin begins now.
    pub fn normalize(&mut self, now: OffsetDateTime) -> Result<GuestKeyKind> {
        let period = (self.period_restrict_from.or(Some(now)), self.period_restrict_to);
        (self.period_restrict_from, self.period_restrict_to) = if self.period_restrict_active { period } else { (None, None) };
        let mut fields = Fields::new();
        self.add_wrong_texts(&mut fields);
        fields.optional_text("value", Some(&self.value), MAX_VALUE);
        fields.check(self.kind.is_some(), "kind", "required");
        fields.check(self.kind != Some(GuestKeyKind::LicensePlate) || !self.value.trim().is_empty(), "value", "required");
        fields.range("pass_limit", self.pass_limit, 0, MAX_PASSES);
        let period = self.period_restrict_active.then_some((self.period_restrict_from, self.period_restrict_to));
        add_wrong_limits(&mut fields, "pass_limit", self.pass_limit, period, now);
        fields.finish()?;
        self.kind.ok_or_else(|| Error::field("kind", "required"))
    }

    fn add_wrong_texts(&self, fields: &mut Fields) {
        fields.text("name", &self.name, MAX_NAME);
        fields.optional_multiline_text("message", Some(&self.message), MAX_MESSAGE);
        fields.check(!self.access_rules.is_empty(), "access_rules", "required");
        fields.check(self.access_rules.len() <= MAX_RULES, "access_rules", "too many items: at most 100");
        if let Some(hours) = &self.hours {
            hours.check(fields);
            // Nobody asks about a plate.
            fields.check(self.kind != Some(GuestKeyKind::LicensePlate), "hours", "can't perform action");
        }
    }

    /// What the groups above allow: a key without a limit passes none.
    pub fn ensure_within(&self, limits: GuestLimits) -> Result<()> {
        ensure_limits(self.pass_limit, Some((self.period_restrict_from, self.period_restrict_to)), limits)
    }

    /// As the audit log keeps it.
    pub fn audit_view(&self, is_revoked: bool) -> Value {
        json!({
            "name": self.name,
            "kind": self.kind.map(GuestKeyKind::as_str),
            "value": self.kind.map_or(Value::Null, |kind| match kind {
                GuestKeyKind::LicensePlate => audited_value(kind.identifier_type(), &self.value),
                // They open doors for whoever reads them.
                _ => Value::Null,
            }),
            "guest_type": self.guest_type.as_str(),
            "message": self.message,
            "owner_id": self.owner_id,
            "period_restrict_from": self.period_restrict_from.map(|at| at.to_string()),
            "period_restrict_to": self.period_restrict_to.map(|at| at.to_string()),
            "pass_limit": self.pass_limit,
            "hours": self.hours,
            "revoked": is_revoked,
            "access_rules": self.access_rules,
        })
    }
}

/// Begin and end of a key that is limited in time.
type Period = (Option<OffsetDateTime>, Option<OffsetDateTime>);

/// A key ends some day, or after some passes: nobody's door is open to a guest for ever. `passes_field`: the field of the form that is
/// wrong where it does neither.
fn add_wrong_limits(fields: &mut Fields, passes_field: &str, pass_limit: i32, period: Option<Period>, now: OffsetDateTime) {
    fields.check(period.is_some() || pass_limit > 0, passes_field, "at least one must have a value");
    let Some((from, to)) = period else { return };
    fields.check(to.is_some(), "period_restrict_to", "required");
    let is_in_order = !matches!((from, to), (Some(from), Some(to)) if from >= to);
    fields.check(is_in_order, "period_restrict_to", "must be greater than period_restrict_from");
    fields.check(to.is_none_or(|to| to > now), "period_restrict_to", "date or time must be in the future");
}

/// Refuses limits that a key cannot have, of one that is changed as an identifier. Parameters as of `ensure_limits`.
pub fn ensure_ends(pass_limit: i32, period: Option<Period>, now: OffsetDateTime) -> Result<()> {
    let mut fields = Fields::new();
    fields.range("passes_restrict_max_count", pass_limit, 0, MAX_PASSES);
    add_wrong_limits(&mut fields, "passes_restrict_active", pass_limit, period, now);
    fields.finish()
}

/// `pass_limit`: 0 for none; `period`: none for a key that is not limited in time.
pub fn ensure_limits(pass_limit: i32, period: Option<Period>, limits: GuestLimits) -> Result<()> {
    if let Some(max) = limits.max_passes_count
        && (pass_limit == 0 || pass_limit > max)
    {
        return Err(reached("maximum_passes_count_reached", "maximum passes count reached", max));
    }
    let length = period.and_then(|(from, to)| from.zip(to)).map(|(from, to)| to - from);
    if let Some(max) = limits.max_period_days
        && length.is_none_or(|length| length > Duration::days(max.into()))
    {
        return Err(reached("maximum_days_reached", "maximum days reached", max));
    }
    Ok(())
}

fn reached(code: &'static str, message: &str, max: i32) -> Error {
    Error::Conflict { code, message: message.into(), data: json!({ "max": max }) }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

    fn draft() -> GuestKeyDraft {
        GuestKeyDraft {
            name: "Courier".into(),
            kind: Some(GuestKeyKind::Qr),
            value: String::new(),
            guest_type: GuestType::Courier,
            message: "Ring twice\nplease".into(),
            access_rules: vec![1],
            owner_id: None,
            period_restrict_active: true,
            period_restrict_from: None,
            period_restrict_to: Some(NOW + Duration::DAY),
            pass_limit: 1,
            hours: None,
        }
    }

    fn refused(draft: GuestKeyDraft) -> Vec<String> {
        match draft.clone().normalize(NOW) {
            Err(Error::Invalid(fields)) => fields.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_key_is_limited_by_time_or_by_passes() {
        assert_eq!(refused(GuestKeyDraft { period_restrict_active: false, pass_limit: 0, ..draft() }), ["pass_limit"]);
        let mut unlimited_in_time = GuestKeyDraft { period_restrict_active: false, ..draft() };
        assert!(unlimited_in_time.normalize(NOW).is_ok());
        assert_eq!((unlimited_in_time.period_restrict_from, unlimited_in_time.period_restrict_to), (None, None));
        let mut from_now = draft();
        assert!(from_now.normalize(NOW).is_ok());
        assert_eq!(from_now.period_restrict_from, Some(NOW));
    }

    #[test]
    fn as_an_identifier_too_a_key_ends_some_day_or_after_some_passes() {
        let refused = |pass_limit, period| match ensure_ends(pass_limit, period, NOW) {
            Err(Error::Invalid(fields)) => fields.into_keys().next().unwrap_or_default(),
            Err(error) => panic!("{error:?}"),
            Ok(()) => String::new(),
        };
        assert_eq!(refused(0, None), "passes_restrict_active");
        assert_eq!(refused(10_000, None), "passes_restrict_max_count");
        assert_eq!(refused(0, Some((Some(NOW), None))), "period_restrict_to");
        assert_eq!(refused(0, Some((None, Some(NOW)))), "period_restrict_to");
        assert_eq!(refused(1, None), "");
        assert_eq!(refused(0, Some((Some(NOW), Some(NOW + Duration::DAY)))), "");
    }

    #[test]
    fn a_key_without_rules_or_in_the_past_is_refused() {
        assert_eq!(refused(GuestKeyDraft { access_rules: Vec::new(), ..draft() }), ["access_rules"]);
        assert_eq!(
            refused(GuestKeyDraft { period_restrict_from: Some(NOW - Duration::DAY), period_restrict_to: Some(NOW), ..draft() }),
            ["period_restrict_to"]
        );
        assert_eq!(refused(GuestKeyDraft { kind: Some(GuestKeyKind::LicensePlate), ..draft() }), ["value"]);
    }

    #[test]
    fn the_limits_of_the_groups_hold_for_keys_without_limits_too() {
        let limits = GuestLimits { max_passes_count: Some(3), max_period_days: Some(2) };
        let message = |change: fn(&mut GuestKeyDraft)| {
            let mut draft = draft();
            change(&mut draft);
            draft.normalize(NOW).unwrap();
            draft.ensure_within(limits).err().map(|error| error.to_string())
        };
        assert_eq!(message(|draft| draft.pass_limit = 3), None);
        assert_eq!(message(|draft| draft.pass_limit = 4).as_deref(), Some("maximum passes count reached"));
        assert_eq!(message(|draft| draft.pass_limit = 0).as_deref(), Some("maximum passes count reached"));
        assert_eq!(message(|draft| draft.period_restrict_to = Some(NOW + Duration::days(2))), None);
        let longer = |draft: &mut GuestKeyDraft| draft.period_restrict_to = Some(NOW + Duration::days(2) + Duration::SECOND);
        assert_eq!(message(longer).as_deref(), Some("maximum days reached"));
        assert_eq!(message(|draft| draft.period_restrict_active = false).as_deref(), Some("maximum days reached"));
    }

    #[test]
    fn kind_value_and_giver_stay_as_they_were_made() {
        let mut key = GuestKeyDraft { value: "4f1d".into(), owner_id: Some(7), ..draft() };
        let all = Mask::new(Some(prost_types::FieldMask { paths: ["kind", "value", "owner", "name"].map(String::from).to_vec() }));
        let new = GuestKeyDraft { name: "Guest".into(), kind: Some(GuestKeyKind::Url), value: "else".into(), owner_id: Some(8), ..draft() };
        match key.merge(new, &all) {
            Err(Error::Invalid(fields)) => assert_eq!(fields.into_keys().collect::<Vec<_>>(), ["kind", "owner", "value"]),
            other => panic!("{other:?}"),
        }
        let same = GuestKeyDraft { name: "Guest".into(), value: "4f1d".into(), owner_id: Some(7), ..draft() };
        key.merge(same, &all).unwrap();
        assert_eq!(key.name, "Guest");
    }
}
