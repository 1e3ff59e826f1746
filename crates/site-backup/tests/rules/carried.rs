use std::collections::BTreeSet;

use prost_reflect::DescriptorPool;
use site_backup::entity::{ENTITIES, EntityParts};

/// The messages of the API, by entity and part.
const MESSAGES: &[(&str, &str)] = &[
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

#[test]
fn every_field_of_the_api_is_carried_or_said_not_to_be() {
    let pool = DescriptorPool::decode(proto::DESCRIPTORS).unwrap();
    for entity in ENTITIES {
        let parts = match entity.parts {
            EntityParts::Rows(fields) => vec![(entity.name.to_owned(), fields)],
            EntityParts::Singletons(parts) => parts.iter().map(|(part, fields)| (format!("{}/{part}", entity.name), *fields)).collect(),
        };
        for (name, fields) in parts {
            let message = MESSAGES.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("{name} has no message here")).1;
            let message = pool.get_message_by_name(&format!("vestibule.{message}")).unwrap_or_else(|| panic!("{message}"));
            let listed: BTreeSet<String> = fields.carried.iter().chain(fields.not_carried).map(|field| (*field).to_owned()).collect();
            assert_eq!(listed.len(), fields.carried.len() + fields.not_carried.len(), "{name}: a field twice");
            let known: BTreeSet<String> = message.fields().map(|field| field.name().to_owned()).collect();
            assert_eq!(listed, known, "{name}");
        }
    }
}

#[test]
fn what_a_row_needs_stands_before_it() {
    for (at, entity) in ENTITIES.iter().enumerate() {
        for reference in entity.references.iter().filter(|reference| !reference.is_late) {
            let to = ENTITIES.iter().position(|other| other.name == reference.to).expect("an entity");
            assert!(to < at || (to == at && reference.path == "parent_id"), "{}: {}", entity.name, reference.path);
        }
    }
}
