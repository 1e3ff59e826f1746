//! The one table of what a backup carries, in the order in which it is applied: what a row names stands before it.
use serde_json::Value;

pub struct Entity {
    /// As the path of the API has it; the file of the zip is named after it.
    pub name: &'static str,
    pub parts: EntityParts,
    /// By what a row is found again in another project.
    pub key: Key,
    /// What references of its rows lead to.
    pub references: &'static [Reference],
    /// Fields that are written when every row is there: they name numbers as text.
    pub late_fields: &'static [&'static str],
    /// Keys within carried fields that the API only answers, as paths.
    pub answered: &'static [&'static str],
    /// Paths of what the API takes and answers masked. A text of a site names them; people's passwords are never set by a file.
    pub secrets: &'static [&'static str],
    /// Rows that another entity makes and owns: they are neither carried nor deleted.
    pub is_foreign: fn(&Value) -> bool,
    /// Rows that are left out for who may not export them.
    pub is_code: fn(&Value) -> bool,
    /// Rows that are never deleted.
    pub is_protected: fn(&Value) -> bool,
    /// A list leaves out some of the carried fields: each row is asked for by itself.
    pub is_read_each: bool,
    /// Fields that are null where the caller may not see them, and never otherwise.
    pub null_where_hidden: &'static [&'static str],
    /// Lists that the API cuts unless it is asked for the whole of them.
    pub cut_lists: &'static [&'static str],
}

pub enum EntityParts {
    /// `/api/v0/{name}` and `/api/v0/{name}/{id}`.
    Rows(Fields),
    /// `/api/v0/{name}/{part}`, one row each, which is only changed.
    Singletons(&'static [(&'static str, Fields)]),
}

/// Every field of the message is in one of the two: a test compares them with the contract.
#[derive(Clone, Copy)]
pub struct Fields {
    pub carried: &'static [&'static str],
    /// Derived, secret, or of this installation.
    pub not_carried: &'static [&'static str],
}

pub enum Key {
    /// All of them.
    All(&'static [&'static str]),
    /// The first that has a value.
    First(&'static [&'static str]),
    /// The names from the root.
    Path,
}

pub struct Reference {
    /// As `domains[]` or `device_status_notify.user`.
    pub path: &'static str,
    pub to: &'static str,
    /// The id alone, in place of `{id, name}`.
    pub is_id: bool,
    /// What it leads to may be created after the row: the field is then written at the end.
    pub is_late: bool,
}

const fn to(path: &'static str, to: &'static str) -> Reference {
    Reference { path, to, is_id: false, is_late: false }
}

const fn late(path: &'static str, to: &'static str) -> Reference {
    Reference { path, to, is_id: false, is_late: true }
}

const fn id_of(path: &'static str, to: &'static str) -> Reference {
    Reference { path, to, is_id: true, is_late: false }
}

fn never(_: &Value) -> bool {
    false
}

const fn rows(name: &'static str, key: Key, carried: &'static [&'static str], not_carried: &'static [&'static str]) -> Entity {
    Entity {
        name,
        parts: EntityParts::Rows(Fields { carried, not_carried }),
        key,
        references: &[],
        late_fields: &[],
        answered: &[],
        secrets: &[],
        is_foreign: never,
        is_code: never,
        is_protected: never,
        is_read_each: false,
        null_where_hidden: &[],
        cut_lists: &[],
    }
}

const ABOUT: &[&str] = &["id", "created_at", "updated_at", "created_by_user"];

const SETTINGS: &[(&str, Fields)] = &[
    (
        "general",
        Fields {
            carried: &[
                "time_zone",
                "time_format",
                "locale",
                "locales",
                "identifier_format",
                "registration",
                "face_consent_required",
                "event_image_days",
                "event_days",
            ],
            // Its code is unique in the installation.
            not_carried: &["self_registration"],
        },
    ),
    // Addresses, realm and accounts are of the installation.
    (
        "sip",
        Fields {
            carried: &["is_enabled", "talk_timeout", "first_number", "last_number"],
            not_carried: &[
                "proxy_address",
                "realm_address",
                "proxy_port",
                "transport",
                "stun_address",
                "stun_port",
                "turn_address",
                "turn_port",
                "turn_user_name",
                "turn_password",
            ],
        },
    ),
    ("whitelabel", Fields { carried: &["is_enabled", "name", "address", "email", "phone"], not_carried: &["logo"] }),
];

pub static ENTITIES: &[Entity] = &[
    rows("domain-types", Key::All(&["name"]), &["type", "name"], &["id", "domains_count"]),
    Entity {
        parts: EntityParts::Singletons(SETTINGS),
        references: &[late("registration.role", "roles"), late("registration.domain", "domains")],
        ..rows("settings", Key::All(&[]), &[], &[])
    },
    rows("markers", Key::All(&["name"]), &["name", "color"], &["id", "created_at", "created_by_user", "users_count"]),
    Entity {
        references: &[
            id_of("parent_id", "domains"),
            id_of("domain_type_id", "domain-types"),
            late("device_status_notify.user", "users"),
            late("device_status_notify.alarm_escalation[].recipients[]", "users"),
        ],
        late_fields: &["sip_number"],
        answered: &["whitelabel_settings.logo"],
        is_read_each: true,
        null_where_hidden: &["device_status_notify", "sip_number"],
        ..rows(
            "domains",
            Key::Path,
            &[
                "name",
                "description",
                "parent_id",
                "domain_type_id",
                "logic_address",
                "whitelabel_settings",
                "apple_wallet_settings",
                "guest_identifier_limits",
                "device_status_notify",
                "sip_number",
            ],
            &[
                "id",
                "parent_lft",
                "parent_rgt",
                "path",
                "children_count",
                "descendants_count",
                "created_at",
                "updated_at",
                "created_by_user",
                "sip_trunk",
                "sip_count",
                "app_count",
                "features_off",
            ],
        )
    },
    Entity {
        references: &[late("available_roles[]", "roles")],
        is_protected: |row| row["is_default"] == true,
        ..rows(
            "roles",
            Key::All(&["name"]),
            &["name", "description", "available_roles", "permissions"],
            &["id", "created_by_user", "is_default", "created_at", "updated_at", "users_count"],
        )
    },
    Entity {
        references: &[to("role", "roles"), to("domains[]", "domains"), to("markers[]", "markers"), late("linked_users[]", "users")],
        answered: &["markers[].color"],
        ..rows(
            "users",
            Key::First(&["email", "login", "name"]),
            &[
                "login",
                "name",
                "description",
                "role",
                "domains",
                "email",
                "is_active",
                "profile",
                "markers",
                "linked_users",
                "elevator_access_disabled",
            ],
            &[
                "id",
                "avatar_url",
                "activated_at",
                "password",
                "created_at",
                "updated_at",
                "created_by_user",
                "is_invited",
                "send_registration_link",
                "has_second_factor",
            ],
        )
    },
    Entity {
        references: &[to("domain", "domains")],
        secrets: &["password", "device_password", "device_settings.mqtt.password", "device_settings.sip.password"],
        ..rows(
            "devices",
            Key::All(&["serial_number"]),
            &[
                "name",
                "description",
                "type",
                "model",
                "ip_address",
                "port",
                "login",
                "device_login",
                "serial_number",
                "domain",
                "device_settings",
                "get_logs",
                "protocol",
                "management",
                "location_latitude",
                "location_longitude",
            ],
            &["id", "password", "device_password", "device_info", "created_at", "updated_at", "created_by_user"],
        )
    },
    rows(
        "time-rules",
        Key::All(&["name"]),
        &[
            "name",
            "description",
            "valid_from",
            "valid_to",
            "is_all_day",
            "repeat_mode",
            "repeat_duration_mode",
            "repeat_duration_count",
            "repeat_duration_until",
            "repeat_custom_mode",
            "repeat_custom_monthes",
            "repeat_custom_weekdays",
            "repeat_custom_days",
            "repeat_custom_looper",
            "repeat_custom_use_day_types",
            "repeat_custom_day_iteration",
            "repeat_custom_day_type",
            "time_zone",
        ],
        &["id", "access_rules", "created_by_user", "created_at", "updated_at", "link_id", "has_own_zone"],
    ),
    Entity {
        references: &[to("owner", "users"), to("domain", "domains")],
        // A photo does not travel, and what a guest key, a booking or ukey2 has made goes with those.
        is_foreign: |row| {
            matches!(row["origin"].as_str(), Some("guest" | "reservation" | "ukey2")) || row["type"] == "face" || row["type"] == "ukey2"
        },
        is_code: |row| matches!(row["type"].as_str(), Some("access_code" | "qr")),
        ..rows(
            "identifiers",
            Key::All(&["type", "value"]),
            &[
                "name",
                "description",
                "is_active",
                "type",
                "value",
                "owner_type",
                "owner",
                "domain",
                "period_restrict_active",
                "period_restrict_from",
                "period_restrict_to",
                "passes_restrict_active",
                "passes_restrict_max_count",
            ],
            &[
                "id",
                "value_dec",
                "value_hex",
                "passes_restrict_passes_count",
                "access_rules",
                "revoked_at",
                "link_id",
                "created_at",
                "updated_at",
                "created_by_user",
                "origin",
                "origin_ref",
                "photo_taken_at",
                "has_own_hours",
            ],
        )
    },
    Entity {
        references: &[
            to("devices[]", "devices"),
            to("time_rules[]", "time-rules"),
            to("users[]", "users"),
            to("identifiers[]", "identifiers"),
            to("domains[]", "domains"),
        ],
        cut_lists: &["users", "identifiers"],
        ..rows(
            "access-rules",
            Key::All(&["name"]),
            &["name", "description", "devices", "time_rules", "users", "identifiers", "domains", "prohibition", "is_shareable"],
            ABOUT,
        )
    },
    Entity {
        references: &[to("domain", "domains"), to("devices[]", "devices")],
        answered: &["devices[].is_ready", "devices[].not_ready_reason"],
        ..rows(
            "elevators",
            Key::All(&["name"]),
            &["name", "domain", "devices"],
            &["id", "elevator_access_rules", "floors_count", "created_by_user", "created_at", "updated_at"],
        )
    },
    Entity {
        references: &[to("users[]", "users"), to("elevators[]", "elevators")],
        answered: &["elevators[].available_floors", "elevators[].floors[].name", "elevators[].floors[].is_missing"],
        cut_lists: &["users"],
        ..rows("elevator-access-rules", Key::All(&["name"]), &["name", "description", "users", "elevators"], ABOUT)
    },
    Entity {
        references: &[to("domains[]", "domains")],
        secrets: &["password"],
        ..rows(
            "sip-trunks",
            Key::All(&["name"]),
            &["name", "outgoing_number", "termination_uri", "login", "is_registration_enabled", "domains"],
            &["id", "password", "status", "status_message", "created_at", "updated_at", "created_by_user"],
        )
    },
    Entity {
        references: &[
            to("user", "users"),
            to("device", "devices"),
            to("domain", "domains"),
            to("forward_rules[].params.trunk_numbers[].trunk", "sip-trunks"),
            late("forward_group", "forward-rules"),
        ],
        late_fields: &["forward_mode", "forward_rules", "forward_group"],
        secrets: &["password"],
        is_protected: |row| row["is_general"] == true,
        ..rows(
            "sip-numbers",
            Key::All(&["number"]),
            &[
                "number",
                "name",
                "is_active",
                "is_reserved",
                "is_system",
                "user",
                "device",
                "domain",
                "is_general",
                "forward_mode",
                "forward_rules",
                "forward_group",
            ],
            &["id", "password", "is_registered", "created_at", "updated_at", "created_by_user"],
        )
    },
    Entity {
        references: &[to("domain", "domains"), to("forward_rules[].params.trunk_numbers[].trunk", "sip-trunks")],
        ..rows(
            "forward-rules",
            Key::All(&["name"]),
            &["name", "domain", "forward_rules"],
            &["id", "sip_numbers_count", "created_at", "updated_at", "created_by_user"],
        )
    },
    Entity {
        references: &[to("domain", "domains")],
        ..rows("mail-templates", Key::All(&["mail_type_id", "locale", "domain"]), &["subject", "body", "mail_type_id", "domain", "locale"], ABOUT)
    },
    Entity {
        references: &[to("domains[]", "domains"), to("access_rules[]", "access-rules")],
        ..rows(
            "amenities",
            Key::All(&["name"]),
            &[
                "name",
                "address",
                "description",
                "domains",
                "access_rules",
                "number_of_persons",
                "time_slots",
                "is_exclusive",
                "time_zone",
                "horizon_days",
                "cancel_before",
                "live_per_user",
                "lead",
            ],
            &["id", "image_url", "terms_of_use_url", "terms_version", "effective_time_zone", "created_by_user", "created_at", "updated_at"],
        )
    },
    Entity {
        references: &[
            to("domains[]", "domains"),
            to("devices[]", "devices"),
            to("pass_domains[]", "domains"),
            to("start_roles[]", "roles"),
            to("release_roles[]", "roles"),
        ],
        ..rows(
            "emergency-alerts",
            Key::All(&["name"]),
            &[
                "name",
                "device_type",
                "filename",
                "playback_duration",
                "open_locks",
                "domains",
                "devices",
                "door_mode",
                "door_duration",
                "pass_domains",
                "start_roles",
                "release_roles",
                "message",
            ],
            &["id", "file", "run", "names_nothing", "created_by_user", "created_at", "updated_at"],
        )
    },
];

impl Entity {
    pub fn find(name: &str) -> Option<&'static Entity> {
        ENTITIES.iter().find(|entity| entity.name == name)
    }

    pub fn fields(&self, part: Option<&str>) -> Option<Fields> {
        match self.parts {
            EntityParts::Rows(fields) => part.is_none().then_some(fields),
            EntityParts::Singletons(parts) => parts.iter().find(|(name, _)| Some(*name) == part).map(|(_, fields)| *fields),
        }
    }

    pub fn is_singletons(&self) -> bool {
        matches!(self.parts, EntityParts::Singletons(_))
    }

    /// Which part of the settings a row is.
    pub fn part<'a>(&self, key: &'a str) -> Option<&'a str> {
        self.is_singletons().then_some(key)
    }

    /// Where it stands among the entities.
    pub fn position(&self) -> usize {
        ENTITIES.iter().position(|entity| entity.name == self.name).expect("one of the table")
    }
}

impl std::fmt::Debug for Entity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}
