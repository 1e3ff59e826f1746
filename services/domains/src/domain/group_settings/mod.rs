//! Settings of a group, area by area: each area is changed with a right of its own.
mod device_status;
mod forward;
mod guest_limits;
mod trunk;

use kit::{Fields, Mask};
use policy::{Permission, Resource};
use proto::vestibule::domains::v1 as api;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::apple_wallet::AppleWallet;
use super::white_label::WhiteLabel;

pub use device_status::DeviceStatus;
pub use forward::Forward;
pub use guest_limits::GuestLimits;
pub use trunk::Trunk;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GroupSettings {
    pub whitelabel: WhiteLabel,
    pub apple_wallet: AppleWallet,
    pub guest_limits: GuestLimits,
    pub device_status: DeviceStatus,
    pub forward: Forward,
    pub trunk: Trunk,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    WhiteLabel,
    AppleWallet,
    GuestLimits,
    DeviceStatus,
    Forward,
    Trunk,
}

impl Area {
    pub const ALL: [Area; 6] = [Area::WhiteLabel, Area::AppleWallet, Area::GuestLimits, Area::DeviceStatus, Area::Forward, Area::Trunk];

    /// The field of a group's message that holds it.
    pub fn path(self) -> &'static str {
        match self {
            Area::WhiteLabel => "whitelabel_settings",
            Area::AppleWallet => "apple_wallet_settings",
            Area::GuestLimits => "guest_identifier_limits",
            Area::DeviceStatus => "device_status_notify",
            Area::Forward => "sip_number",
            Area::Trunk => "sip_trunk",
        }
    }

    /// What the right to edit it is a right to.
    pub fn resource(self) -> Resource {
        match self {
            Area::WhiteLabel => Resource::GroupWhiteLabel,
            // The catalogue has no right for cards alone.
            Area::AppleWallet => Resource::Group,
            Area::GuestLimits => Resource::GroupGuestAccess,
            Area::DeviceStatus => Resource::GroupNotifications,
            Area::Forward => Resource::GroupForwarding,
            Area::Trunk => Resource::GroupTrunk,
        }
    }

    /// The licence feature by which it is switched on: that of the catalogue's right to it.
    pub fn feature(self) -> Option<&'static str> {
        match self {
            Area::WhiteLabel => Permission::CanManageSelfDomainWhiteLabelSettings.feature(),
            Area::GuestLimits => Permission::CanManageSelfDomainGuestAccess.feature(),
            Area::Forward => Permission::CanManageSelfDomainForwardSettings.feature(),
            Area::Trunk => Permission::CanManageSelfDomainSipTrunks.feature(),
            Area::AppleWallet | Area::DeviceStatus => None,
        }
    }

    /// Whether everybody who sees the group sees it: the others tell numbers and names of those who look after it.
    pub fn is_public(self) -> bool {
        matches!(self, Area::WhiteLabel | Area::AppleWallet | Area::GuestLimits)
    }
}

impl GroupSettings {
    /// Takes what the mask names, and checks what is checked only where it changes.
    pub fn merge(&mut self, mask: &Mask, group: api::Group, fields: &mut Fields) {
        self.whitelabel.merge(mask, Area::WhiteLabel.path(), group.whitelabel_settings.unwrap_or_default(), fields);
        self.apple_wallet.merge(mask, Area::AppleWallet.path(), group.apple_wallet_settings.unwrap_or_default());
        self.guest_limits.merge(mask, Area::GuestLimits.path(), group.guest_identifier_limits.unwrap_or_default());
        self.device_status.merge(mask, Area::DeviceStatus.path(), group.device_status_notify.unwrap_or_default());
        self.forward.merge(mask, Area::Forward.path(), group.sip_number.unwrap_or_default());
        self.trunk.merge(mask, Area::Trunk.path(), group.sip_trunk.unwrap_or_default());
    }

    /// `has_users`: whether somebody belongs to the group or to a group below it.
    pub fn validate(&self, fields: &mut Fields, has_users: bool) {
        self.whitelabel.validate(fields, Area::WhiteLabel.path());
        self.apple_wallet.validate(fields, Area::AppleWallet.path());
        self.guest_limits.validate(fields, Area::GuestLimits.path());
        self.device_status.validate(fields, Area::DeviceStatus.path());
        self.forward.validate(fields, Area::Forward.path(), has_users);
        self.trunk.validate(fields, Area::Trunk.path());
    }

    /// Areas in which it differs from `other`.
    pub fn differing(&self, other: &GroupSettings) -> Vec<Area> {
        let differs = |area: &Area| match area {
            Area::WhiteLabel => self.whitelabel != other.whitelabel,
            Area::AppleWallet => self.apple_wallet != other.apple_wallet,
            Area::GuestLimits => self.guest_limits != other.guest_limits,
            Area::DeviceStatus => self.device_status != other.device_status,
            Area::Forward => self.forward != other.forward,
            Area::Trunk => self.trunk != other.trunk,
        };
        Area::ALL.into_iter().filter(differs).collect()
    }

    /// Whether an area does something.
    pub fn is_on(&self, area: Area) -> bool {
        match area {
            Area::WhiteLabel => self.whitelabel.is_enabled,
            Area::AppleWallet => self.apple_wallet.is_enabled,
            Area::GuestLimits => self.guest_limits != GuestLimits::default(),
            Area::DeviceStatus => self.device_status != DeviceStatus::default(),
            Area::Forward => self.forward.is_active,
            Area::Trunk => self.trunk.is_enabled,
        }
    }

    /// For the audit trail: it holds no secret.
    pub fn audit_view(&self) -> Value {
        json!({
            "whitelabel_settings": self.whitelabel,
            "apple_wallet_settings": self.apple_wallet,
            "guest_identifier_limits": self.guest_limits,
            "device_status_notify": self.device_status,
            "sip_number": self.forward,
            "sip_trunk": self.trunk,
        })
    }
}

/// Paths of the areas that a new group's message has.
pub fn given(group: &api::Group) -> Vec<String> {
    let has = |area: &Area| match area {
        Area::WhiteLabel => group.whitelabel_settings.is_some(),
        Area::AppleWallet => group.apple_wallet_settings.is_some(),
        Area::GuestLimits => group.guest_identifier_limits.is_some(),
        Area::DeviceStatus => group.device_status_notify.is_some(),
        Area::Forward => group.sip_number.is_some(),
        Area::Trunk => group.sip_trunk.is_some(),
    };
    Area::ALL.into_iter().filter(has).map(|area| area.path().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_tells_the_areas_that_it_touches() {
        let before = GroupSettings::default();
        let mut after = before.clone();
        after.trunk.is_enabled = true;
        after.whitelabel.name = Some("Harbour".into());
        assert_eq!(after.differing(&before), [Area::WhiteLabel, Area::Trunk]);
        assert_eq!(before.differing(&before), []);
    }

    #[test]
    fn a_document_of_an_older_build_is_read() {
        let read: GroupSettings = serde_json::from_value(json!({ "trunk": { "is_enabled": true } })).unwrap();
        assert_eq!(read, GroupSettings { trunk: Trunk { is_enabled: true, ..Trunk::default() }, ..GroupSettings::default() });
    }
}
