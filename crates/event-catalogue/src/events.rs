//! The events that webhooks may choose, in the order of the document.
use policy::Resource;
use proto::vestibule::events::v1::{
    BackupApplied, BackupMade, DeviceAlarmChanged, DeviceStatusChanged, EventArrived, GroupChanged, GuestKeyChanged, GuestKeyOpened,
    IdentifierChanged, SosCalled, UserChanged,
};

use crate::encode::{self, TaskChange};
use crate::{EventField, EventType};

const fn field(name: &'static str, kind: &'static str, description: &'static str) -> EventField {
    EventField { name, kind, description }
}

/// 2026-11-26 08:15:29 UTC
const AT: Option<prost_types::Timestamp> = Some(prost_types::Timestamp { seconds: 1_795_680_929, nanos: 0 });

pub const EVENTS: &[EventType] = &[
    EventType {
        name: "device.event.arrived/access",
        kind: "device.event.arrived",
        topic: "events.access-control",
        resource: Resource::AccessEvent,
        description: "A door has let somebody in or has refused them. Events of the category access alone.",
        fields: DEVICE_EVENT,
        example: || encode::device_event_arrived(&door_event()),
    },
    EventType {
        name: "device.event.arrived",
        kind: "device.event.arrived",
        topic: "events.devices",
        resource: Resource::DeviceEvent,
        description: "A device has reported an event, of any category. A webhook that chooses this one and the one above gets each event once.",
        fields: DEVICE_EVENT,
        example: || encode::device_event_arrived(&door_event()),
    },
    EventType {
        name: "device.alarm.changed",
        kind: "device.alarm.changed",
        topic: "device-alarms",
        resource: Resource::DeviceAlarm,
        description: "An alarm was raised, has ended, was taken, given back or processed. The websocket besides pushes changes `repeated`, \
            `image`, `escalated` and `deleted`.",
        fields: &[
            field("id", "integer", "Of the alarm."),
            field("change", "string", "enabled, disabled, reopened, taken, released or processed."),
            field("is_late", "boolean", "The device reported it more than 15 minutes after it happened."),
            field("state", "string", "enabled, disabled or processed."),
            field("severity", "string", "low, medium or high."),
            field("code", "string", "Of the device's event."),
            field("device", "object", "`id` and `name`."),
            field("domain", "object", "`id` and `name` of its group."),
            field("lock_number", "integer", "Null where the device names none."),
            field("count", "integer", "How often it was raised."),
            field("taken_by_user", "object", "`id` and `name` of who has taken it; null for nobody."),
        ],
        example: || {
            encode::device_alarm_changed(&DeviceAlarmChanged {
                alarm_id: 812,
                change: "enabled".into(),
                state: "enabled".into(),
                severity: "high".into(),
                code: "tamper_event".into(),
                device_id: 7,
                device_name: "Main gate".into(),
                domain_id: 2,
                domain_name: "House".into(),
                count: 1,
                ..DeviceAlarmChanged::default()
            })
        },
    },
    EventType {
        name: "sos.called",
        kind: "sos.called",
        topic: "",
        resource: Resource::AlarmCall,
        description: "Somebody has pressed SOS at a panel, whether or not anybody could be rung.",
        fields: &[
            field("call_id", "string", "Of the call history."),
            field("number", "string", "That was called."),
            field("device", "object", "`id` and `name` of the panel; null for a call of no known device."),
            field("domain", "object", "`id` of its group."),
            field("created_at", "string", "RFC 3339."),
        ],
        example: || {
            encode::sos_called(&SosCalled {
                call_id: "c0ffee".into(),
                device_id: 7,
                device_name: "Main gate".into(),
                domain_id: 2,
                number: "112".into(),
                at: AT,
                ..SosCalled::default()
            })
        },
    },
    EventType {
        name: "device.status.changed",
        kind: "device.status.changed",
        topic: "devices",
        resource: Resource::Device,
        description: "A device has come online or gone offline.",
        fields: &[field("device_id", "integer", ""), field("name", "string", "Of the device."), field("status", "string", "online or offline.")],
        example: || {
            encode::device_status_changed(&DeviceStatusChanged {
                device_id: 7,
                device_name: "Main gate".into(),
                online: false,
                ..DeviceStatusChanged::default()
            })
        },
    },
    EventType {
        name: "device.created",
        kind: "device.created",
        topic: "devices",
        resource: Resource::Device,
        description: "There is a new device.",
        fields: DEVICE,
        example: || encode::device("device.created", 7),
    },
    EventType {
        name: "device.changed",
        kind: "device.changed",
        topic: "devices",
        resource: Resource::Device,
        description: "A device was changed by a person.",
        fields: DEVICE,
        example: || encode::device("device.changed", 7),
    },
    EventType {
        name: "device.deleted",
        kind: "device.deleted",
        topic: "devices",
        resource: Resource::Device,
        description: "A device was deleted.",
        fields: DEVICE,
        example: || encode::device("device.deleted", 7),
    },
    EventType {
        name: "device_tasks.changed",
        kind: "device_tasks.changed",
        topic: "device-tasks",
        resource: Resource::DeviceTask,
        description: "A task of a device has failed. The websocket pushes every change of a task's status.",
        fields: &[field("device_id", "integer", ""), field("items", "array", "Tasks: `id`, `kind` and `status`, which is failed for webhooks.")],
        example: || encode::device_tasks_changed(7, [TaskChange { id: 90, kind: "identifiers_add", status: "failed" }].into_iter()),
    },
    EventType {
        name: "elevator_event.changed",
        kind: "elevator_event.changed",
        topic: "events.elevators",
        resource: Resource::ElevatorEvent,
        description: "The log of an elevator has changed. Webhooks: somebody was let in, and their floors are released. The websocket besides \
            pushes the outcomes of commands.",
        fields: &[field("elevator_id", "integer", "Null on the websocket for a controller that belongs to no elevator.")],
        example: || encode::elevator_event_changed(Some(4)),
    },
    EventType {
        name: "alert_run.changed",
        kind: "alert_run.changed",
        topic: "emergency-alerts",
        resource: Resource::AlertRun,
        description: "An emergency alert was started, is being stopped, or is over. The websocket besides pushes what single devices do.",
        fields: &[field("alert_id", "integer", ""), field("run_id", "integer", "")],
        example: || encode::alert_run_changed(3, 15),
    },
    EventType {
        name: "announce.changed",
        kind: "announce.changed",
        topic: "announces",
        resource: Resource::AnnounceResponse,
        description: "An announce or its status has changed. The websocket besides pushes changes of its turnout.",
        fields: &[field("id", "integer", ""), field("status", "string", "new, scheduled, sending, active, stopped or completed.")],
        example: || encode::announce_changed(21, "active"),
    },
    EventType {
        name: "conversation.changed",
        kind: "conversation.changed",
        topic: "conversations",
        resource: Resource::Conversation,
        description: "A conversation between a person and the staff of a group has changed. What two people write to each other is not sent.",
        fields: &[field("id", "integer", ""), field("last_message_id", "integer", "")],
        example: || encode::conversation_changed(33, 401),
    },
    EventType {
        name: "guest_key.changed",
        kind: "guest_key.changed",
        topic: "",
        resource: Resource::Identifier,
        description: "A guest key was created, changed or revoked.",
        fields: &[
            field("id", "integer", "Of the key: an identifier."),
            field("name", "string", ""),
            field("change", "string", "created, updated or revoked."),
            field("owner", "object", "`id` of the giver."),
            field("domain", "object", "`id` of its group; null for none."),
        ],
        example: || {
            encode::guest_key_changed(&GuestKeyChanged {
                id: 51,
                name: "Plumber".into(),
                change: "created".into(),
                owner_id: 5,
                domain_id: 3,
                ..GuestKeyChanged::default()
            })
        },
    },
    EventType {
        name: "guest_key.opened",
        kind: "guest_key.opened",
        topic: "",
        resource: Resource::Identifier,
        description: "A door has opened for a guest key, or has refused it for the third time in a row.",
        fields: &[
            field("id", "integer", "Of the key: an identifier."),
            field("name", "string", ""),
            field("owner", "object", "`id` of the giver."),
            field("domain", "object", "`id` of its group; null for none."),
            field("device", "object", "`id` and `name`."),
            field("is_first", "boolean", "The first opening since the key was made."),
            field("is_refused", "boolean", "Refused rather than opened."),
        ],
        example: || {
            encode::guest_key_opened(&GuestKeyOpened {
                id: 51,
                name: "Plumber".into(),
                owner_id: 5,
                domain_id: 3,
                device_id: 7,
                device_name: "Main gate".into(),
                is_first: true,
                ..GuestKeyOpened::default()
            })
        },
    },
    EventType {
        name: "identifier.changed",
        kind: "identifier.changed",
        topic: "",
        resource: Resource::Identifier,
        description: "An identifier was created, changed, revoked or deleted. It happens in the groups of its holder.",
        fields: &[
            field("id", "integer", ""),
            field("identifier_type", "string", "card, qr, face_id, license_plate and others."),
            field("is_active", "boolean", ""),
            field("is_revoked", "boolean", ""),
            field("is_deleted", "boolean", ""),
            field("owner", "object", "`id` of the holder; null for nobody."),
        ],
        example: || {
            let card = IdentifierChanged { id: 17, r#type: "card".into(), is_active: true, owner_id: 5, ..IdentifierChanged::default() };
            encode::identifier_changed(&card)
        },
    },
    EventType {
        name: "user.changed",
        kind: "user.changed",
        topic: "",
        resource: Resource::User,
        description: "A user was created, changed or deleted. It happens in the user's groups.",
        fields: &[field("id", "integer", ""), field("is_active", "boolean", ""), field("is_deleted", "boolean", "")],
        example: || encode::user_changed(&UserChanged { id: 5, is_active: true, ..UserChanged::default() }),
    },
    EventType {
        name: "domain.changed",
        kind: "domain.changed",
        topic: "",
        resource: Resource::Group,
        description: "A group was created, changed, moved or deleted.",
        fields: &[
            field("id", "integer", ""),
            field("name", "string", ""),
            field("parent_id", "integer", "Null for a root."),
            field("is_deleted", "boolean", ""),
        ],
        example: || encode::group_changed(&GroupChanged { id: 3, name: "Flat 12".into(), parent_id: 2, ..GroupChanged::default() }),
    },
    EventType {
        name: "backup.made",
        kind: "backup.made",
        topic: "",
        resource: Resource::Backup,
        description: "A backup is ready.",
        fields: BACKUP,
        example: || encode::backup_made(&BackupMade { backup_id: 6, name: "Nightly".into(), ..BackupMade::default() }),
    },
    EventType {
        name: "backup.applied",
        kind: "backup.applied",
        topic: "",
        resource: Resource::Backup,
        description: "A backup or a site's file was applied, or that was undone.",
        fields: &[
            field("id", "integer", "Of the backup."),
            field("name", "string", ""),
            field("user", "object", "`id` and `name` of who did it; null for nobody."),
            field("status", "string", "applied, failed or undone."),
            field("refusals_count", "integer", "Items that were not applied."),
        ],
        example: || {
            let applied = BackupApplied {
                backup_id: 6,
                name: "Nightly".into(),
                user_id: 1,
                user_name: "Olga".into(),
                status: "applied".into(),
                ..BackupApplied::default()
            };
            encode::backup_applied(&applied)
        },
    },
];

const DEVICE: &[EventField] = &[field("device_id", "integer", "")];

const BACKUP: &[EventField] =
    &[field("id", "integer", ""), field("name", "string", ""), field("user", "object", "`id` and `name` of who made it; null for the platform.")];

const DEVICE_EVENT: &[EventField] = &[
    field("id", "integer", "Of the event."),
    field("category", "string", "access, info, system or emergency."),
    field("code", "string", "As access_granted_by_valid_identifier."),
    field("device", "object", "`id` and `name`."),
    field("domain", "object", "`id` and `name` of the device's group."),
    field("user", "object", "`id` and `name` of who used the identifier; null where it is not known."),
    field("identifier_id", "integer", "Null for one that is not known."),
    field("identifier_type", "string", "Empty for none."),
    field("identifier_number", "string", "As the device reported it, masked for codes and QR codes; empty for none."),
    field("lock_number", "integer", "0 where the device names none."),
    field("is_revoked", "boolean", "A revoked identifier was used."),
    field("created_at", "string", "By the device's clock, RFC 3339; the time of arrival where that is more than five minutes ahead."),
    field("received_at", "string", "By the platform's clock, RFC 3339."),
    field("device_created_at", "string", "The time by the device's clock, where that was more than five minutes ahead; otherwise null."),
];

fn door_event() -> EventArrived {
    EventArrived {
        event_id: 100_232,
        category: encode::ACCESS_CATEGORY.into(),
        code: "access_granted_by_valid_identifier".into(),
        device_id: 7,
        device_name: "Main gate".into(),
        domain_id: 2,
        domain_name: "House".into(),
        identifier_id: 17,
        identifier_type: "card".into(),
        identifier_number: "0013961168".into(),
        user_id: 5,
        user_name: "Anna Petrova".into(),
        lock_number: 1,
        created_at: AT,
        received_at: AT,
        ..EventArrived::default()
    }
}
