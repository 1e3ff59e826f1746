//! Events that the websocket pushes and that no webhook sends: they are one user's own, or have no durable event behind them.

/// An event of the websocket alone.
#[derive(Debug)]
pub struct PersonalEvent {
    pub topic: &'static str,
    pub kind: &'static str,
    pub description: &'static str,
}

pub const PERSONAL: &[PersonalEvent] = &[
    PersonalEvent {
        topic: "private-users.{id}",
        kind: "the class of a notification",
        description: "A notification of the user: `notification`, as the list of notifications answers it.",
    },
    PersonalEvent {
        topic: "private-users.{id}",
        kind: "notifications.read",
        description: "Notifications of the user were read by what somebody else has done: an alarm is processed. The console reads the unread ones \
            again.",
    },
    PersonalEvent {
        topic: "private-users.{id}",
        kind: "RoleChangedEvent",
        description: "The user's role has changed: `roleId`. The console reads the profile again.",
    },
    PersonalEvent { topic: "private-users.{id}", kind: "SipNumberChanged", description: "A virtual number of the user has changed." },
    PersonalEvent {
        topic: "private-users.{id}",
        kind: "announce.changed, conversation.changed",
        description: "As in the catalogue, to the author of an announce and to the people of a conversation.",
    },
    PersonalEvent {
        topic: "private-users.{id}",
        kind: "device_search.found and others",
        description: "The progress of the user's search for devices: `request_id`, and what was found.",
    },
    PersonalEvent {
        topic: "private-users.{id}",
        kind: "structure_import",
        description: "The progress of the user's import of a structure: `token`, `phase`, `done`, `total`.",
    },
    PersonalEvent {
        topic: "private-users.{id}, calls-management.{number}",
        kind: "CallUpdated and others",
        description: "A call of the user: `call`, as the list of active calls answers it.",
    },
    PersonalEvent {
        topic: "events.devices, events.access-control",
        kind: "device.event.image",
        description: "Events have an image now: `event_ids`, `device_id`. Links to images are signed for a session.",
    },
    PersonalEvent {
        topic: "backups",
        kind: "backup",
        description: "The progress of a backup: `id`, `done`, `total`. Webhooks get `backup.made` and `backup.applied` at its end.",
    },
    PersonalEvent {
        topic: "amenity-reservations",
        kind: "amenity_reservation.changed",
        description: "A reservation was made, changed, cancelled or deleted, or its state has changed: `id`, `amenity_id`. To those who may view the \
            reservations of one of the amenity's groups, to its user and to who made it.",
    },
    PersonalEvent {
        topic: "private-app-changes",
        kind: "resynchronise",
        description: "Pushes may have been lost: the console reads again what it shows.",
    },
];
