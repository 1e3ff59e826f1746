//! Settings of a project, in areas: each is one document, read, changed and checked as a whole.
pub mod address;
pub mod apple_wallet;
pub mod general;
pub mod mail;
pub mod push_server;
pub mod sip;
#[cfg(test)]
mod tests;

use kit::seal::Sealer;
use kit::{Fields, Mask};
use proto::vestibule::domains::v1 as api;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::group_settings;
use super::white_label::WhiteLabel;

/// One area. The default is what a project without a row has; stored names are those of the API.
pub trait Area: Clone + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync {
    /// As the path has it: `push-server`.
    const NAME: &'static str;
    /// Fields that are sealed.
    const SECRETS: &'static [&'static str] = &[];
    /// Whether it is published to other services.
    const IS_PUBLISHED: bool = false;
    type Api: Send;

    /// Takes what the mask names, and notes what only the request shows to be wrong.
    fn merge(&mut self, mask: &Mask, new: Self::Api, sealer: &Sealer, fields: &mut Fields);
    fn validate(&self, fields: &mut Fields);

    /// The licence feature that it needs while it is as it is.
    fn feature(&self) -> Option<&'static str> {
        None
    }
}

impl Area for WhiteLabel {
    const NAME: &'static str = "whitelabel";
    const IS_PUBLISHED: bool = true;
    type Api = api::WhiteLabel;

    fn merge(&mut self, mask: &Mask, new: api::WhiteLabel, _: &Sealer, fields: &mut Fields) {
        WhiteLabel::merge(self, mask, "", new, fields);
    }

    fn validate(&self, fields: &mut Fields) {
        WhiteLabel::validate(self, fields, "");
    }

    fn feature(&self) -> Option<&'static str> {
        group_settings::Area::WhiteLabel.feature().filter(|_| self.is_enabled)
    }
}

/// A secret goes to the server that it was entered for: whoever changes the server, and does not know the secret,
/// would else be told it there.
fn check_server_of_secret(fields: &mut Fields, path: &str, is_unchanged: bool, before: &Option<String>, after: &Option<String>) {
    fields.check(!is_unchanged || before == after, path, "required with another server");
}

/// Both states for the audit trail. Of a secret it says whether it is set, and that it was changed.
pub fn audit_view<A: Area>(before: &A, after: &A) -> (Value, Value) {
    let (mut before, mut after) = (json!(before), json!(after));
    for secret in A::SECRETS {
        let was_changed = before[secret] != after[secret] && !before[secret].is_null() && !after[secret].is_null();
        for state in [&mut before, &mut after] {
            if !state[secret].is_null() {
                state[secret] = json!("set");
            }
        }
        if was_changed {
            after[secret] = json!("changed");
        }
    }
    (before, after)
}
