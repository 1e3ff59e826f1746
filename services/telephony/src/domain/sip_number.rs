//! A virtual number: its fields, their rules, and the rights that some of them need.
use forwarding::Queue;
use kit::{Fields, Mask};
use policy::{Caller, Permission};
use serde::Serialize;
use serde_json::{Value, json};

const MAX_NAME: usize = 100;
const MAX_DIGITS: usize = 12;

/// The fields that can be changed, except for the password.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SipNumberDraft {
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
    pub forward_mode: ForwardMode,
    pub forward_rules: Vec<Queue>,
    pub forward_group_id: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ForwardMode {
    Disabled,
    Manual,
    Picked,
}

impl ForwardMode {
    /// As the table has it.
    pub fn word(self) -> &'static str {
        match self {
            ForwardMode::Disabled => "disabled",
            ForwardMode::Manual => "manual",
            ForwardMode::Picked => "picked",
        }
    }

    pub fn from_word(word: &str) -> ForwardMode {
        [ForwardMode::Manual, ForwardMode::Picked].into_iter().find(|mode| mode.word() == word).unwrap_or(ForwardMode::Disabled)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberHolder {
    User(i64),
    Device(i64),
}

/// What a request says of a number.
#[derive(Clone, Debug)]
pub struct SipNumberInput {
    pub draft: SipNumberDraft,
    /// None where the request leaves it out: a new number is active, another stays as it is.
    pub is_active: Option<bool>,
    pub password: Option<String>,
}

impl SipNumberDraft {
    /// Takes the fields that the mask names.
    pub fn merge(&mut self, input: &SipNumberInput, mask: &Mask) {
        let (draft, is_active) = (input.draft.clone(), input.is_active.unwrap_or(self.is_active));
        mask.apply("is_active", &mut self.is_active, is_active);
        mask.apply("user", &mut self.user_id, draft.user_id);
        mask.apply("device", &mut self.device_id, draft.device_id);
        mask.apply("domain", &mut self.domain_id, draft.domain_id);
        mask.apply("forward_group", &mut self.forward_group_id, draft.forward_group_id);
        macro_rules! apply {
            ($($field:ident),+) => { $(mask.apply(stringify!($field), &mut self.$field, draft.$field);)+ };
        }
        apply!(number, name, is_reserved, is_system, is_general, forward_mode, forward_rules);
    }

    /// A new one may be without a number: it gets the next free one.
    pub fn validate(&self, fields: &mut Fields, is_new: bool) {
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
            ForwardMode::Manual => forwarding::check_needed(fields, "forward_rules", &self.forward_rules),
            ForwardMode::Picked | ForwardMode::Disabled => forwarding::check(fields, "forward_rules", &self.forward_rules),
        }
        fields.check(self.forward_mode != ForwardMode::Picked || self.forward_group_id.is_some(), "forward_group", "required");
    }

    pub fn holder(&self) -> Option<NumberHolder> {
        self.user_id.map(NumberHolder::User).or(self.device_id.map(NumberHolder::Device))
    }

    /// For the audit log. Of the password, only that it has changed.
    pub fn audit_view(&self, has_new_password: bool) -> Value {
        let mut view = json!(self);
        if has_new_password {
            view["password"] = json!("changed");
        }
        view
    }

    /// Whether the caller holds the rights that some fields need besides the right to change numbers. `before`: None for
    /// a new one.
    pub fn is_permitted(before: Option<&SipNumberDraft>, after: &SipNumberDraft, caller: &Caller) -> bool {
        let was_active = before.is_none_or(|before| before.is_active);
        let touches_system = after.is_system || before.is_some_and(|before| before.is_system);
        (after.is_active == was_active || caller.can(Permission::CanActivateSipNumber))
            && (!touches_system || caller.can(Permission::CanMarkSystemSipNumber))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number() -> SipNumberDraft {
        SipNumberDraft {
            number: "101".into(),
            name: String::new(),
            is_active: true,
            is_reserved: false,
            is_system: false,
            user_id: None,
            device_id: None,
            domain_id: 1,
            is_general: false,
            forward_mode: ForwardMode::Disabled,
            forward_rules: Vec::new(),
            forward_group_id: None,
        }
    }

    fn refused(change: impl FnOnce(&mut SipNumberDraft)) -> Vec<String> {
        let (mut fields, mut number) = (Fields::new(), number());
        change(&mut number);
        number.validate(&mut fields, false);
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
        assert_eq!(refused(|n| n.forward_mode = ForwardMode::Manual), ["forward_rules"]);
        assert_eq!(refused(|n| n.forward_mode = ForwardMode::Picked), ["forward_group"]);
        assert!(refused(|n| (n.forward_mode, n.forward_group_id) = (ForwardMode::Picked, Some(3))).is_empty());
    }

    #[test]
    fn an_absent_key_is_unchanged_and_null_takes_away() {
        let before = SipNumberDraft { name: "Anna".into(), user_id: Some(7), is_active: false, ..number() };
        let mut after = before.clone();
        let input = SipNumberInput { draft: number(), is_active: None, password: None };
        after.merge(&input, &mask(&["user", "is_active"]));
        assert_eq!(after, SipNumberDraft { user_id: None, ..before });
    }

    #[test]
    fn switching_and_marking_need_rights_of_their_own() {
        use policy::CallerKind;
        let with =
            |rights: &[Permission]| Caller { kind: CallerKind::User, user_id: 1, permissions: rights.iter().copied().collect(), ..Caller::default() };
        let (nothing, activates, marks) = (with(&[]), with(&[Permission::CanActivateSipNumber]), with(&[Permission::CanMarkSystemSipNumber]));
        let (on, off) = (number(), SipNumberDraft { is_active: false, ..number() });
        let system = SipNumberDraft { is_system: true, ..number() };
        assert!(SipNumberDraft::is_permitted(None, &on, &nothing) && !SipNumberDraft::is_permitted(None, &off, &nothing));
        assert!(!SipNumberDraft::is_permitted(Some(&on), &off, &nothing) && SipNumberDraft::is_permitted(Some(&on), &off, &activates));
        assert!(!SipNumberDraft::is_permitted(None, &system, &nothing) && SipNumberDraft::is_permitted(None, &system, &marks));
        assert!(!SipNumberDraft::is_permitted(Some(&system), &on, &activates) && !SipNumberDraft::is_permitted(Some(&system), &system, &nothing));
    }

    fn mask(paths: &[&str]) -> Mask {
        Mask::new(Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() }))
    }
}
