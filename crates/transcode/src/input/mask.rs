//! The field mask of a PATCH: what the body speaks of.

use crate::plan::{Kind, Message, Plans, Shape};
use serde_json::{Map, Value};

/// The paths of the keys that a valid body has, in the order of the fields.
///
/// An object for a message adds the paths inside it, so that its other fields stay as they are:
/// `device_settings.sip.proxy_address`. Null clears the field that it stands for. Lists, maps and
/// well-known types are replaced whole. An empty object adds no path, save where the object
/// itself says something: for a message without fields, and for a member of a oneof.
pub(super) fn paths(plans: &Plans, plan: &Message, body: &Value) -> Vec<String> {
    let mut mask = Mask { plans, paths: Vec::new() };
    if let Value::Object(body) = body {
        mask.add(plan, body, "");
    }
    mask.paths
}

struct Mask<'p> {
    plans: &'p Plans,
    paths: Vec<String>,
}

impl Mask<'_> {
    fn add(&mut self, plan: &Message, body: &Map<String, Value>, prefix: &str) {
        for field in &plan.fields {
            let Some(value) = body.get(field.name()) else { continue };
            let path = format!("{prefix}{}", field.name());
            match (field.shape, field.kind, value) {
                (Shape::Explicit, Kind::Message(id), Value::Object(inner)) => {
                    let inner_plan = self.plans.message(id);
                    let says_itself = inner_plan.fields.is_empty() || field.oneof.is_some();
                    if inner_plan.well_known.is_some() || (inner.is_empty() && says_itself) {
                        self.paths.push(path);
                    } else {
                        self.add(inner_plan, inner, &format!("{path}."));
                    }
                }
                _ => self.paths.push(path),
            }
        }
    }
}
