//! The messages of the API by entity and part, for what the types of their fields are.
use std::sync::LazyLock;

use prost_reflect::{DescriptorPool, MessageDescriptor};

use crate::entity::Entity;

pub const MESSAGES: &[(&str, &str)] = &[
    ("domain-types", "domains.v1.GroupType"),
    ("settings/general", "domains.v1.GeneralSettings"),
    ("settings/sip", "domains.v1.SipSettings"),
    ("settings/whitelabel", "domains.v1.WhiteLabel"),
    ("markers", "identity.v1.Marker"),
    ("domains", "domains.v1.Group"),
    ("roles", "identity.v1.Role"),
    ("users", "identity.v1.User"),
    ("devices", "device.v1.Device"),
    ("time-rules", "access.v1.TimeRule"),
    ("identifiers", "access.v1.Identifier"),
    ("access-rules", "access.v1.AccessRule"),
    ("elevators", "access.v1.Elevator"),
    ("elevator-access-rules", "access.v1.ElevatorAccessRule"),
    ("sip-trunks", "telephony.v1.SipTrunk"),
    ("sip-numbers", "telephony.v1.SipNumber"),
    ("forward-rules", "telephony.v1.ForwardRule"),
    ("mail-templates", "notifications.v1.MailTemplate"),
    ("amenities", "amenities.v1.Amenity"),
    ("emergency-alerts", "notifications.v1.EmergencyAlert"),
];

static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| DescriptorPool::decode(proto::DESCRIPTORS).expect("descriptors of this build"));

/// None for an entity or part without one: a test finds it.
pub fn of(entity: &Entity, part: Option<&str>) -> Option<MessageDescriptor> {
    let name = part.map_or_else(|| entity.name.to_owned(), |part| format!("{}/{part}", entity.name));
    let message = MESSAGES.iter().find(|(known, _)| *known == name)?.1;
    POOL.get_message_by_name(&format!("vestibule.{message}"))
}
