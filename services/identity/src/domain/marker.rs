//! What a marker is made of.
use kit::{Fields, Mask, Result};
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};

const MAX_NAME: usize = 31;
const BLACK: &str = "#000000";

/// What a request may set of a marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkerDraft {
    pub name: String,
    /// As #rrggbb, in small letters.
    pub color: String,
}

impl MarkerDraft {
    pub fn from_api(marker: &api::Marker) -> Self {
        MarkerDraft { name: marker.name.trim().into(), color: marker.color.as_deref().unwrap_or(BLACK).trim().to_ascii_lowercase() }
    }

    /// Takes from `new` what the mask names.
    pub fn merge(mut self, mask: &Mask, new: MarkerDraft) -> Self {
        mask.apply("name", &mut self.name, new.name);
        mask.apply("color", &mut self.color, new.color);
        self
    }

    pub fn check(&self) -> Result<()> {
        let mut fields = Fields::new();
        fields.text("name", &self.name, MAX_NAME);
        let digits = self.color.strip_prefix('#').unwrap_or_default();
        let is_color = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        fields.check(is_color, "color", "must be #rrggbb");
        fields.finish()
    }

    /// How the audit log shows it.
    pub fn audit_view(&self) -> Value {
        json!({ "name": self.name, "color": self.color })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(name: &str, color: Option<&str>) -> MarkerDraft {
        MarkerDraft::from_api(&api::Marker { name: name.into(), color: color.map(str::to_string), ..Default::default() })
    }

    #[test]
    fn a_marker_is_black_where_no_color_is_said() {
        assert_eq!(draft("Family", None).color, "#000000");
        assert_eq!(draft("Family", Some("#FF4530")).color, "#ff4530");
    }

    #[test]
    fn a_color_is_six_hex_digits_and_a_name_has_1_to_31_characters() {
        assert!(draft("Ж", Some("#00ff00")).check().is_ok() && draft(&"ж".repeat(31), None).check().is_ok());
        for bad in [draft("", None), draft(&"x".repeat(32), None), draft("a", Some("red")), draft("a", Some("#12345")), draft("a", Some("#12345g"))] {
            assert!(bad.check().is_err(), "{bad:?}");
        }
    }
}
