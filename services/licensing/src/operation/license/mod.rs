//! Licences of a project.
pub mod add;
pub mod create_evaluation;
pub mod preview_end;
pub mod remove;

use serde_json::{Value, json};

use crate::store::license::LicenseRow;

/// For the audit log.
fn audit_view(row: &LicenseRow) -> Value {
    json!({
        "plan": row.plan.word(),
        "source": row.source.word(),
        "customer": row.customer,
        "features": row.license.features,
        "sip": row.license.counts.sip,
        "mobile_app": row.license.counts.mobile_app,
        "ukey2": row.license.counts.ukey2,
        "valid_from": row.license.period.from.unix_timestamp(),
        "valid_to": row.license.period.to.map(|to| to.unix_timestamp()),
    })
}
