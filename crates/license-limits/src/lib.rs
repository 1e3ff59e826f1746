//! What licences allow, where it is used. Each service that asks keeps what holds from `licensing.license.changed` in tables of
//! its own: it calls nobody, and works while licensing is away.
//!
//! - Features of groups and users: all six services (`features`, `project_features`, `project_user_features`).
//! - Numbers: telephony counts numbers, identity mobile apps, access ukey2. They decide about the last licence in the transaction
//!   of the item, with the row of `license_usage` locked (`take`). What is used is published as `licensing.usage.counted`, for licensing.
mod decision;
pub mod features;
mod projection;
mod suspension;
mod take;
mod usage;

pub use decision::{Exceeded, NodeState};
pub use projection::{USER_TOPIC, project, project_features, project_off_groups, project_user, project_user_features};
pub use suspension::{reconcile, reconcile_all};
pub use take::{ItemsToMove, ItemsToTake, move_items, take};
pub use usage::publish_all;

/// What a service counts. The statements are constants of the service.
#[derive(Clone, Copy, Debug)]
pub struct CountedItems {
    /// sip, mobile_app or ukey2.
    pub kind: Kind,
    /// Selects `project_id, id, group_id, user_id, created_at` of everything that is counted. The group is that at which an
    /// item is at home: NULL for none. `{now}` stands for the time.
    pub items: &'static str,
    /// The catalogue's sentences.
    pub exceeded: &'static str,
    pub exceeded_of_group: &'static str,
    pub exceeded_of_user: &'static str,
}

impl CountedItems {
    /// The items of a statement whose parameter `now` is the time.
    fn items_at(&self, now: &str) -> String {
        self.items.replace("{now}", now)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Sip,
    MobileApp,
    Ukey2,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Sip => "sip",
            Kind::MobileApp => "mobile_app",
            Kind::Ukey2 => "ukey2",
        }
    }

    fn of(self, numbers: Option<&proto::vestibule::events::v1::LicenseNumbers>) -> Option<i64> {
        let numbers = numbers?;
        match self {
            Kind::Sip => numbers.sip,
            Kind::MobileApp => numbers.mobile_app,
            Kind::Ukey2 => numbers.ukey2,
        }
    }
}
