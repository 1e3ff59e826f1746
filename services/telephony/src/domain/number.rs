//! A virtual number: what may be said of it.
use forwarding::Queue;
use kit::{Fields, Mask};
use policy::{Caller, Permission};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::telephony::v1 as api;
use serde::Serialize;

const MAX_NAME: usize = 100;
const MAX_DIGITS: usize = 12;

/// What can be changed of one, except for its password.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Number {
    pub number: String,
    pub name: String,
    pub is_active: bool,
    pub is_reserved: bool,
    pub is_system: bool,
    pub user_id: Option<i64>,
    pub device_id: Option<i64>,
    /// 0 for none yet.
    pub domain_id: i64,
    pub is_general: bool,
    pub forward_mode: Mode,
    pub forward_rules: Vec<Queue>,
    pub forward_group_id: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    Disabled,
    Manual,
    Picked,
}

impl Mode {
    /// As the table has it.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Disabled => "disabled",
            Mode::Manual => "manual",
            Mode::Picked => "picked",
        }
    }

    pub fn from_word(word: &str) -> Mode {
        [Mode::Manual, Mode::Picked].into_iter().find(|mode| mode.word() == word).unwrap_or(Mode::Disabled)
    }

    fn from_api(mode: api::ForwardMode) -> Mode {
        match mode {
            api::ForwardMode::Manual => Mode::Manual,
            api::ForwardMode::Picked => Mode::Picked,
            api::ForwardMode::Disabled | api::ForwardMode::Unspecified => Mode::Disabled,
        }
    }
}

impl From<Mode> for api::ForwardMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Disabled => api::ForwardMode::Disabled,
            Mode::Manual => api::ForwardMode::Manual,
            Mode::Picked => api::ForwardMode::Picked,
        }
    }
}

impl Number {
    /// A new one, with its defaults.
    pub fn from_api(new: api::SipNumber) -> Self {
        Number {
            number: new.number.trim().into(),
            forward_mode: Mode::from_api(new.forward_mode()),
            name: new.name.trim().into(),
            is_active: new.is_active.unwrap_or(true),
            is_reserved: new.is_reserved,
            is_system: new.is_system,
            user_id: id(new.user),
            device_id: id(new.device),
            domain_id: id(new.domain).unwrap_or_default(),
            is_general: new.is_general,
            forward_rules: new.forward_rules.into_iter().map(Queue::from_api).collect(),
            forward_group_id: id(new.forward_group),
        }
    }

    /// Takes what the mask names.
    pub fn patch(&mut self, new: api::SipNumber, mask: &Mask) {
        let is_active = new.is_active.unwrap_or(self.is_active);
        let new = Number::from_api(new);
        mask.apply("is_active", &mut self.is_active, is_active);
        mask.apply("user", &mut self.user_id, new.user_id);
        mask.apply("device", &mut self.device_id, new.device_id);
        mask.apply("domain", &mut self.domain_id, new.domain_id);
        mask.apply("forward_group", &mut self.forward_group_id, new.forward_group_id);
        macro_rules! take {
            ($($field:ident),+) => { $(mask.apply(stringify!($field), &mut self.$field, new.$field);)+ };
        }
        take!(number, name, is_reserved, is_system, is_general, forward_mode, forward_rules);
    }

    /// A new one may be without a number: it gets the next free one.
    pub fn check(&self, fields: &mut Fields, is_new: bool) {
        if self.number.is_empty() {
            fields.check(is_new, "number", "required");
        } else {
            let ok = self.number.len() <= MAX_DIGITS && self.number.bytes().all(|byte| byte.is_ascii_digit());
            fields.check(ok, "number", "must be a number of up to 12 digits");
        }
        fields.optional_text("name", Some(&self.name), MAX_NAME);
        fields.check(self.user_id.is_none() || self.device_id.is_none(), "device", "a number belongs to a user or to a device");
        let is_held = self.user_id.is_some() || self.device_id.is_some();
        fields.check(!self.is_general || !is_held, "is_general", "a general number belongs to no user and no device");
        fields.check(!self.is_reserved || !(is_held || self.is_general), "is_reserved", "a reserved number is kept free");
        match self.forward_mode {
            Mode::Manual => forwarding::check_needed(fields, "forward_rules", &self.forward_rules),
            Mode::Picked | Mode::Disabled => forwarding::check(fields, "forward_rules", &self.forward_rules),
        }
        fields.check(self.forward_mode != Mode::Picked || self.forward_group_id.is_some(), "forward_group", "required");
    }

    /// Whom it is of: a user, a device or nobody.
    pub fn holder(&self) -> Option<(bool, i64)> {
        self.user_id.map(|id| (true, id)).or(self.device_id.map(|id| (false, id)))
    }

    /// Whether the caller holds the rights that some fields need besides the right to change numbers. `before`: None for
    /// a new one.
    pub fn may_become(before: Option<&Number>, after: &Number, caller: &Caller) -> bool {
        let was_active = before.is_none_or(|before| before.is_active);
        let touches_system = after.is_system || before.is_some_and(|before| before.is_system);
        (after.is_active == was_active || caller.can(Permission::CanActivateSipNumber))
            && (!touches_system || caller.can(Permission::CanMarkSystemSipNumber))
    }
}

fn id(reference: Option<Ref>) -> Option<i64> {
    reference.map(|reference| reference.id).filter(|id| *id != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number() -> Number {
        Number::from_api(api::SipNumber { number: "101".into(), domain: Some(Ref { id: 1, ..Default::default() }), ..Default::default() })
    }

    fn refused(change: impl FnOnce(&mut Number)) -> Vec<String> {
        let (mut fields, mut number) = (Fields::new(), number());
        change(&mut number);
        number.check(&mut fields, false);
        match fields.finish() {
            Err(kit::Error::Invalid(fields)) => fields.into_keys().collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_number_is_1_to_12_digits() {
        assert!(refused(|_| {}).is_empty() && refused(|n| n.number = "123456789012".into()).is_empty());
        for bad in ["", "1234567890123", "10a", "+31", "१०१"] {
            assert_eq!(refused(|n| n.number = bad.into()), ["number"], "{bad}");
        }
    }

    #[test]
    fn a_number_belongs_to_a_user_or_a_device_or_a_group_at_large() {
        assert_eq!(refused(|n| (n.user_id, n.device_id) = (Some(1), Some(2))), ["device"]);
        assert_eq!(refused(|n| (n.user_id, n.is_general) = (Some(1), true)), ["is_general"]);
        assert_eq!(refused(|n| (n.device_id, n.is_general) = (Some(1), true)), ["is_general"]);
        assert!(refused(|n| n.is_general = true).is_empty());
    }

    #[test]
    fn a_reserved_number_is_kept_free() {
        assert!(refused(|n| n.is_reserved = true).is_empty());
        assert_eq!(refused(|n| (n.is_reserved, n.user_id) = (true, Some(1))), ["is_reserved"]);
        assert_eq!(refused(|n| (n.is_reserved, n.is_general) = (true, true)), ["is_reserved"]);
    }

    #[test]
    fn a_forward_mode_has_what_it_follows() {
        assert_eq!(refused(|n| n.forward_mode = Mode::Manual), ["forward_rules"]);
        assert_eq!(refused(|n| n.forward_mode = Mode::Picked), ["forward_group"]);
        assert!(refused(|n| (n.forward_mode, n.forward_group_id) = (Mode::Picked, Some(3))).is_empty());
    }

    #[test]
    fn an_absent_key_is_unchanged_and_null_takes_away() {
        let before = Number { name: "Anna".into(), user_id: Some(7), is_active: false, ..number() };
        let mut after = before.clone();
        after.patch(api::SipNumber::default(), &mask(&["user", "is_active"]));
        assert_eq!(after, Number { user_id: None, ..before });
    }

    #[test]
    fn switching_and_marking_need_rights_of_their_own() {
        use policy::CallerKind;
        let with =
            |rights: &[Permission]| Caller { kind: CallerKind::User, user_id: 1, permissions: rights.iter().copied().collect(), ..Caller::default() };
        let (nothing, activates, marks) = (with(&[]), with(&[Permission::CanActivateSipNumber]), with(&[Permission::CanMarkSystemSipNumber]));
        let (on, off) = (number(), Number { is_active: false, ..number() });
        let system = Number { is_system: true, ..number() };
        assert!(Number::may_become(None, &on, &nothing) && !Number::may_become(None, &off, &nothing));
        assert!(!Number::may_become(Some(&on), &off, &nothing) && Number::may_become(Some(&on), &off, &activates));
        assert!(!Number::may_become(None, &system, &nothing) && Number::may_become(None, &system, &marks));
        assert!(!Number::may_become(Some(&system), &on, &activates) && !Number::may_become(Some(&system), &system, &nothing));
    }

    fn mask(paths: &[&str]) -> Mask {
        Mask::new(Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() }))
    }
}
