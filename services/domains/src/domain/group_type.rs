//! What a type of groups may hold.
use kit::{Fields, Mask, Result};
use proto::vestibule::domains::v1::GroupType;
use serde_json::{Value, json};

/// Kind of a group; its numbers are those that the table stores.
pub use proto::vestibule::domains::v1::GroupKind;

pub const MAX_NAME: usize = 31;

/// The types that a new project gets, and their names in Russian. The console says those as well, as long as a type has
/// the name that it came with.
pub const DEFAULTS: [(&str, GroupKind, &str); 6] = [
    ("company", GroupKind::Common, "компания"),
    ("site", GroupKind::Common, "объект"),
    ("building", GroupKind::Building, "здание"),
    ("entrance", GroupKind::Unit, "подъезд"),
    ("floor", GroupKind::Floor, "этаж"),
    ("apartment", GroupKind::Apartment, "квартира"),
];

/// What a type is called in a language. A name that somebody gave is the same in all of them.
pub fn name_in<'a>(locale: &str, kind: GroupKind, name: &'a str) -> &'a str {
    let default = DEFAULTS.iter().find(|(default, of, _)| *default == name && *of == kind);
    default.filter(|_| locale == "ru").map_or(name, |(.., russian)| russian)
}

#[derive(Clone, Debug, PartialEq)]
pub struct GroupTypeDraft {
    pub name: String,
    pub kind: GroupKind,
}

impl GroupTypeDraft {
    pub fn from_api(group_type: GroupType) -> Self {
        GroupTypeDraft { kind: group_type.r#type(), name: group_type.name }
    }

    pub fn merge(&mut self, mask: &Mask, new: GroupTypeDraft) {
        mask.apply("type", &mut self.kind, new.kind);
        mask.apply("name", &mut self.name, new.name);
    }

    pub fn validate(mut self) -> Result<GroupTypeDraft> {
        let mut fields = Fields::new();
        self.name = self.name.trim().to_string();
        fields.text("name", &self.name, MAX_NAME);
        fields.check(self.kind != GroupKind::Unspecified, "type", "required");
        fields.finish()?;
        Ok(self)
    }

    /// For the audit trail.
    pub fn audit_view(&self) -> Value {
        json!({ "name": self.name, "type": kind_word(self.kind) })
    }
}

/// As the API names it.
pub fn kind_word(kind: GroupKind) -> &'static str {
    match kind {
        GroupKind::Unspecified => "",
        GroupKind::Building => "building",
        GroupKind::Unit => "unit",
        GroupKind::Floor => "floor",
        GroupKind::Apartment => "apartment",
        GroupKind::Common => "common",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_that_came_with_the_project_is_called_in_the_projects_language() {
        assert_eq!(name_in("ru", GroupKind::Unit, "entrance"), "подъезд");
        assert_eq!(name_in("en", GroupKind::Unit, "entrance"), "entrance");
        assert_eq!(name_in("ru", GroupKind::Floor, "entrance"), "entrance", "another type of that name");
        assert_eq!(name_in("ru", GroupKind::Unit, "Gate"), "Gate");
    }

    #[test]
    fn a_type_needs_a_kind_and_a_name_of_1_to_31_characters() {
        assert!(GroupTypeDraft { name: "n".repeat(31), kind: GroupKind::Common }.validate().is_ok());
        let Err(kit::Error::Invalid(fields)) = (GroupTypeDraft { name: "n".repeat(32), kind: GroupKind::Unspecified }).validate() else {
            panic!("taken")
        };
        assert_eq!((fields["name"].as_str(), fields["type"].as_str()), ("maximum length is 31", "required"));
    }
}
