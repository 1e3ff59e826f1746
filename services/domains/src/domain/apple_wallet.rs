//! Cards for the Apple Wallet: how those of a group, or of a whole project, look.
use kit::{Fields, Mask};
use proto::vestibule::domains::v1 as api;
use proto::vestibule::events::v1::{WalletLine, WalletLook};
use serde::{Deserialize, Serialize};

use super::path::{text, within};

/// Where none is chosen.
pub const BACKGROUND: &str = "#FF4530";
const MAX_FIELDS: usize = 20;
const MAX_LABEL: usize = 31;
const MAX_VALUE: usize = 500;
const MAX_TEXT: usize = 100;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AppleWallet {
    pub is_enabled: bool,
    pub backfields: Vec<Backfield>,
    pub background_color: Option<String>,
    pub barcode_alt_text: Option<String>,
    pub developer_name: Option<String>,
    pub developer_name_color: Option<String>,
    pub font_color: Option<String>,
}

/// A line on the back of the card.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Backfield {
    pub label: String,
    pub value: String,
}

impl AppleWallet {
    /// Takes what the mask names at `path` (empty where the mask speaks of this message alone).
    pub fn merge(&mut self, mask: &Mask, path: &str, new: api::AppleWallet) {
        let lines = new.backfields.into_iter().map(|line| Backfield { label: line.label.trim().into(), value: line.value.trim().into() });
        mask.apply(&within(path, "is_enabled"), &mut self.is_enabled, new.is_enabled);
        mask.apply(&within(path, "backfields"), &mut self.backfields, lines.collect());
        mask.apply(&within(path, "background_color"), &mut self.background_color, text(new.background_color));
        mask.apply(&within(path, "barcode_alt_text"), &mut self.barcode_alt_text, text(new.barcode_alt_text));
        mask.apply(&within(path, "developer_name"), &mut self.developer_name, text(new.developer_name));
        mask.apply(&within(path, "developer_name_color"), &mut self.developer_name_color, text(new.developer_name_color));
        mask.apply(&within(path, "font_color"), &mut self.font_color, text(new.font_color));
    }

    pub fn validate(&self, fields: &mut Fields, path: &str) {
        fields.check(self.backfields.len() <= MAX_FIELDS, &within(path, "backfields"), "too many values");
        for (index, line) in self.backfields.iter().enumerate() {
            fields.text(&within(path, &format!("backfields.{index}.label")), &line.label, MAX_LABEL);
            fields.multiline_text(&within(path, &format!("backfields.{index}.value")), &line.value, MAX_VALUE);
        }
        fields.optional_text(&within(path, "barcode_alt_text"), self.barcode_alt_text.as_deref(), MAX_TEXT);
        fields.optional_text(&within(path, "developer_name"), self.developer_name.as_deref(), MAX_TEXT);
        for (name, colour) in
            [("background_color", &self.background_color), ("developer_name_color", &self.developer_name_color), ("font_color", &self.font_color)]
        {
            let ok = colour.as_deref().is_none_or(is_colour);
            fields.check(ok, &within(path, name), "must be a colour as #rrggbb");
        }
    }

    /// What other services receive of it.
    pub fn into_event(self) -> WalletLook {
        WalletLook {
            is_enabled: self.is_enabled,
            backfields: self.backfields.into_iter().map(|Backfield { label, value }| WalletLine { label, value }).collect(),
            background_color: self.background_color.unwrap_or_else(|| BACKGROUND.into()),
            font_color: self.font_color.unwrap_or_default(),
            developer_name: self.developer_name.unwrap_or_default(),
            developer_name_color: self.developer_name_color.unwrap_or_default(),
            barcode_alt_text: self.barcode_alt_text.unwrap_or_default(),
        }
    }

    pub fn into_api(self) -> api::AppleWallet {
        api::AppleWallet {
            is_enabled: self.is_enabled,
            backfields: self.backfields.into_iter().map(|Backfield { label, value }| api::WalletField { label, value }).collect(),
            background_color: Some(self.background_color.unwrap_or_else(|| BACKGROUND.into())),
            barcode_alt_text: self.barcode_alt_text,
            developer_name: self.developer_name,
            developer_name_color: self.developer_name_color,
            font_color: self.font_color,
        }
    }
}

fn is_colour(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(wallet: &AppleWallet) -> Vec<(String, String)> {
        let mut fields = Fields::new();
        wallet.validate(&mut fields, "");
        match fields.finish() {
            Err(kit::Error::Invalid(fields)) => fields.into_iter().collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn colours_are_written_with_six_hexadecimal_digits() {
        for (colour, ok) in [("#FF4530", true), ("#ff4530", true), ("FF4530", false), ("#ff453", false), ("#ff453g", false), ("red", false)] {
            let wallet = AppleWallet { font_color: Some(colour.into()), ..AppleWallet::default() };
            assert_eq!(problems(&wallet).is_empty(), ok, "{colour}");
        }
    }

    #[test]
    fn a_card_without_a_background_has_the_default_one() {
        assert_eq!(AppleWallet::default().into_api().background_color.as_deref(), Some("#FF4530"));
    }

    #[test]
    fn a_line_on_the_back_needs_a_label_and_a_value() {
        let line = |label: &str, value: &str| Backfield { label: label.into(), value: value.into() };
        let wallet = AppleWallet { backfields: vec![line("Desk", "+31201234567"), line("", &"v".repeat(501))], ..AppleWallet::default() };
        let expected = [("backfields.1.label", "required"), ("backfields.1.value", "maximum length is 500")];
        assert_eq!(problems(&wallet), expected.map(|(path, message)| (path.to_string(), message.to_string())));
    }

    #[test]
    fn there_are_at_most_20_lines_on_the_back() {
        let line = Backfield { label: "a".into(), value: "b".into() };
        assert!(problems(&AppleWallet { backfields: vec![line.clone(); 20], ..AppleWallet::default() }).is_empty());
        assert_eq!(problems(&AppleWallet { backfields: vec![line; 21], ..AppleWallet::default() }).len(), 1);
    }
}
