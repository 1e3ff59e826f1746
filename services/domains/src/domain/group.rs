//! What a group may hold.
use kit::{Fields, Mask, Result};
use proto::vestibule::domains::v1::{Group, GroupKind};
use serde_json::{Value, json};

use super::logic_address;

pub const MAX_NAME: usize = 100;
pub const MAX_DESCRIPTION: usize = 1000;
/// Of virtual numbers, and of apps.
pub const MAX_COUNT: i32 = 1_000_000;

/// What people say of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupDraft {
    pub name: String,
    pub description: Option<String>,
    pub parent_id: Option<i64>,
    pub domain_type_id: Option<i64>,
    pub logic_address: Option<String>,
    /// Virtual numbers and apps that are meant for it.
    pub sip_count: Option<i32>,
    pub app_count: Option<i32>,
}

impl GroupDraft {
    pub fn from_api(group: Group) -> Self {
        GroupDraft {
            name: group.name,
            description: group.description,
            parent_id: group.parent_id,
            domain_type_id: group.domain_type_id,
            logic_address: group.logic_address,
            sip_count: group.sip_count,
            app_count: group.app_count,
        }
    }

    /// Takes the fields that the mask names, except the parent: a move has rules of its own (`operation::group::update`).
    pub fn merge(&mut self, mask: &Mask, new: GroupDraft) {
        mask.apply("name", &mut self.name, new.name);
        mask.apply("description", &mut self.description, new.description);
        mask.apply("domain_type_id", &mut self.domain_type_id, new.domain_type_id);
        mask.apply("logic_address", &mut self.logic_address, new.logic_address);
        mask.apply("sip_count", &mut self.sip_count, new.sip_count);
        mask.apply("app_count", &mut self.app_count, new.app_count);
    }

    /// Checks every field and brings it to the form that is stored. `kind` is that of the type; None without one.
    pub fn validate(mut self, kind: Option<GroupKind>) -> Result<GroupDraft> {
        let mut fields = Fields::new();
        self.name = self.name.trim().to_string();
        fields.text("name", &self.name, MAX_NAME);
        self.description = self.description.map(|text| text.trim().to_string()).filter(|text| !text.is_empty());
        fields.optional_multiline_text("description", self.description.as_deref(), MAX_DESCRIPTION);
        let address = self.logic_address.take().unwrap_or_default();
        match logic_address::canonical(kind.unwrap_or(GroupKind::Common), &address) {
            Ok(address) => self.logic_address = address,
            Err(message) => fields.add("logic_address", message),
        }
        for (field, count) in [("sip_count", self.sip_count), ("app_count", self.app_count)] {
            if let Some(count) = count {
                fields.range(field, count, 0, MAX_COUNT);
            }
        }
        fields.finish()?;
        Ok(self)
    }

    /// For the audit trail.
    pub fn audit_view(&self) -> Value {
        json!({
            "name": self.name,
            "description": self.description,
            "parent_id": self.parent_id,
            "domain_type_id": self.domain_type_id,
            "logic_address": self.logic_address,
            "sip_count": self.sip_count,
            "app_count": self.app_count,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> GroupDraft {
        GroupDraft { name: name.into(), ..GroupDraft::default() }
    }

    #[test]
    fn a_name_has_1_to_100_characters() {
        assert!(named(&"я".repeat(100)).validate(None).is_ok());
        for (name, message) in [(" ".to_string(), "required"), ("я".repeat(101), "maximum length is 100")] {
            let error = named(&name).validate(None).unwrap_err();
            assert!(matches!(error, kit::Error::Invalid(fields) if fields["name"] == message));
        }
    }

    #[test]
    fn a_group_without_a_type_or_of_a_common_one_has_no_address() {
        for kind in [None, Some(GroupKind::Common)] {
            let draft = GroupDraft { logic_address: Some("12".into()), ..named("a") };
            assert_eq!(draft.validate(kind).unwrap().logic_address, None);
        }
    }

    #[test]
    fn every_bad_field_is_told_at_once() {
        let draft = GroupDraft { logic_address: Some("x".into()), description: Some("d".repeat(1001)), ..named("") };
        let Err(kit::Error::Invalid(fields)) = draft.validate(Some(GroupKind::Floor)) else { panic!("taken") };
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["description", "logic_address", "name"]);
    }

    #[test]
    fn counts_are_within_0_and_a_million() {
        for count in [None, Some(0), Some(MAX_COUNT)] {
            assert!(GroupDraft { sip_count: count, app_count: count, ..named("a") }.validate(None).is_ok());
        }
        for count in [Some(-1), Some(MAX_COUNT + 1)] {
            let Err(kit::Error::Invalid(fields)) = (GroupDraft { sip_count: count, app_count: count, ..named("a") }).validate(None) else {
                panic!("taken")
            };
            assert_eq!(fields.keys().collect::<Vec<_>>(), ["app_count", "sip_count"]);
        }
    }

    #[test]
    fn what_a_patch_does_not_name_stays() {
        let mut draft = GroupDraft { description: Some("old".into()), ..named("old") };
        let mask = Mask::new(Some(prost_types::FieldMask { paths: vec!["description".into()] }));
        draft.merge(&mask, named("new"));
        assert_eq!(draft, named("old"));
    }
}
