//! The contract's services: decode, authorize, call an operation, encode.
mod cluster;
mod group_license;
mod group_move;
mod license;
mod license_report;
mod list;
mod user_license;

pub use cluster::ClusterService;
pub use group_license::GroupLicenseService;
pub use group_move::GroupMoveService;
pub use license::LicenseService;
pub use license_report::LicenseReportService;
pub use list::ListService;
pub use user_license::UserLicenseService;

use proto::vestibule::common::v1::Ref;
use proto::vestibule::licensing::v1::{LicenseCounts, LicenseQuota};

use crate::domain::counts::Counts;
use crate::operation::group_license::view::Quota;

fn encode_counts(counts: &Counts) -> LicenseCounts {
    LicenseCounts { sip: counts.sip, mobile_app: counts.mobile_app, ukey2: counts.ukey2 }
}

fn decode_counts(counts: Option<&LicenseCounts>) -> Counts {
    counts.map_or(Counts::UNLIMITED, |counts| Counts { sip: counts.sip, mobile_app: counts.mobile_app, ukey2: counts.ukey2 })
}

fn encode_quota(quota: Quota) -> LicenseQuota {
    let Quota { kind, maximum, used, reserved, free, is_over_limit } = quota;
    LicenseQuota { kind: kind.word().into(), maximum, used, reserved, free, is_over_limit }
}

fn reference((id, name): (i64, String)) -> Ref {
    Ref { id, name }
}
