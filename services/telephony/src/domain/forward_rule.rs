//! A forward rule: its fields and their rules.
use forwarding::Queue;
use kit::{Fields, Mask, Result};
use serde_json::{Value, json};

const MAX_NAME: usize = 100;

/// The fields that can be changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ForwardRuleDraft {
    pub name: String,
    /// None for a rule of the whole project.
    pub domain_id: Option<i64>,
    pub queues: Vec<Queue>,
}

impl ForwardRuleDraft {
    /// Takes the fields that the mask names.
    pub fn merge(&mut self, draft: ForwardRuleDraft, mask: &Mask) {
        mask.apply("name", &mut self.name, draft.name);
        mask.apply("domain", &mut self.domain_id, draft.domain_id);
        mask.apply("forward_rules", &mut self.queues, draft.queues);
    }

    pub fn validate(&self) -> Result<()> {
        let mut fields = Fields::new();
        fields.text("name", &self.name, MAX_NAME);
        forwarding::check_needed(&mut fields, "forward_rules", &self.queues);
        fields.finish()
    }

    /// For the audit log.
    pub fn audit_view(&self) -> Value {
        json!({ "name": self.name, "domain": self.domain_id, "forward_rules": self.queues })
    }
}
