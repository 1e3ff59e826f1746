//! What a service has besides the layers of the layout, and what deviates from its rules for now.
use crate::rules::Rule;

/// Service, module, what it talks to or does beside the layers.
pub const ADAPTERS: &[(&str, &str, &str)] = &[
    ("access", "peers", "the other services, over gRPC"),
    ("amenities", "peers", "access, over gRPC"),
    ("amenities", "push", "browsers, over Redis"),
    ("domains", "peers", "the other services, over gRPC"),
    ("domains", "integration_server", "the servers of integrations, over HTTP"),
    ("api-gateway", "api_site", "the operations of all services, over gRPC, for backups"),
    ("api-gateway", "error", "the errors of its HTTP interface"),
    ("api-gateway", "rest", "browsers and other clients, over HTTP"),
    ("api-gateway", "server", "connections from browsers and other clients"),
    ("api-gateway", "session", "identity's sessions, over gRPC"),
    ("api-gateway", "ws", "browsers, over websockets"),
    ("device-gateway", "bas_ip", "the vocabulary of one family of devices"),
    ("device-gateway", "broker_users", "the users of the MQTT broker, over its control topic"),
    ("device-gateway", "counters", "Prometheus"),
    ("device-gateway", "device_link", "devices, over whichever protocol they speak"),
    ("device-gateway", "http_link", "devices, over HTTP"),
    ("device-gateway", "intake", "requests and events of devices, from MQTT into the tables"),
    ("device-gateway", "mqtt", "devices, over the MQTT broker"),
    ("device-gateway", "push", "browsers, over Redis"),
    ("identity", "attempts", "counters of attempts, in Redis"),
    ("identity", "entity_counts", "access and device-gateway, over gRPC"),
    ("identity", "invalidation", "api-gateway's caches of sessions, over Redis"),
    ("identity", "ip_blocking", "bans, in Redis, and the guard before unauthenticated calls"),
    ("identity", "oidc", "OpenID Connect providers, over HTTP"),
    ("identity", "passkeys", "authenticators, by WebAuthn"),
    ("identity", "password_hashing", "Argon2id on a bounded number of threads"),
    ("identity", "tickets", "short-lived secrets, in Redis"),
    ("notifications", "peers", "device-gateway, over gRPC"),
    ("licensing", "license_server", "the licence server, over HTTP"),
    ("notifications", "push", "browsers, over Redis"),
    ("notifications", "smtp", "mail servers"),
    ("notifications", "web_push", "the push services of browsers, over HTTP"),
    ("notifications", "webhook_http", "the servers of webhooks, over HTTP"),
    ("telephony", "edge", "Kamailio, over JSON-RPC"),
    ("telephony", "media", "rtpengine, over its NG protocol"),
    ("telephony", "signalling", "phones and trunks, over SIP"),
];

/// Folder of the crate, files of it that may import each other, reason.
pub const CIRCLES: &[(&str, &[&str], &str)] = &[
    ("crates/device-protocol", &["identifier", "link"], "an identifier is linked to schedules, and messages of links carry identifiers"),
    ("crates/transcode", &["input", "operation"], "`Operation::request` is the interface of `input`, which reads by the plan of the operation"),
    ("crates/transcode", &["openapi/names", "openapi/schema"], "schemas and their names are made in one recursive walk over the messages"),
    ("services/access", &["domain/guest_key", "domain/identifier", "domain/number"], "a guest's key is an identifier with hours of its own"),
    ("services/access", &["store/identifier", "store/related"], "identifiers have related rows, and are those of access rules"),
    ("services/api-gateway", &["app", "ws"], "`App` holds the hub of sockets, and a socket authenticates through `App`"),
    (
        "services/device-gateway",
        &["app", "broker_users", "device_link", "http_link", "mqtt"],
        "`App` holds the links to devices, and what arrives by a link is handled with `App`",
    ),
    (
        "services/device-gateway",
        &["jobs/sync/run_forwards", "jobs/sync/run_task"],
        "tables of forwards are one kind of task, with the outcome of all",
    ),
    (
        "services/domains",
        &["publish", "store/group", "store/group_settings", "store/group_type", "store/logo", "store/settings"],
        "a store publishes its change in the same transaction, and `publish` reads the rows that follow from it",
    ),
    (
        "services/identity",
        &["operation/session/login", "operation/session/login_provider"],
        "one sign-in: by password, or by a provider and then by password",
    ),
    ("services/licensing", &["domain/license", "domain/license_state"], "the state of a licence follows from its period"),
    ("services/notifications", &["operation/announce/remind", "operation/announce/send"], "a reminder is sent as the announce was"),
    (
        "tools/device-simulator",
        &["clock", "device", "journal", "link", "profile", "state/identifiers", "state/profiles"],
        "parts of one simulated device, which know the device that they are of",
    ),
    ("tools/faults", &["fleet", "world"], "the world starts the fleet, whose panels report to the world"),
];

/// Prefix of the path, rule, reason. An entry leaves with the last finding that it covers.
pub const EXCEPTIONS: &[(&str, Rule, &str)] = &[
    ("crates/kit-core/src/variables.rs", Rule::EnvironmentInOnePlace, "the one place: settings are parsed here, and described"),
    ("crates/kit-core/src/zone.rs", Rule::DatesMeetInOnePlace, "the one place: the border between the crates `time` and `jiff`"),
    (
        "crates/cluster/src/election.rs",
        Rule::DatesMeetInOnePlace,
        "the client of Kubernetes has `jiff` in its messages; the crate lies below the kit",
    ),
    ("crates/testing/src/database.rs", Rule::EnvironmentInOnePlace, "a harness of tests, which reads where the test set of servers is"),
    ("crates/e2e-harness/src/environment.rs", Rule::EnvironmentInOnePlace, "a harness of tools, which reads where the platform is that ./dev runs"),
    ("crates/spreadsheet/src/table.rs", Rule::TypeCarriesItsNoun, "a row of a table is the noun of this crate"),
    (
        "services/device-gateway/src/rpc/door.rs",
        Rule::SameNounInOperation,
        "another service opens a lock of a device by the operation of the noun `device`",
    ),
    (
        "services/api-gateway/src/rpc/system.rs",
        Rule::SameNounInOperation,
        "what the platform says of itself is answered from the settings; what belongs to its operator is the operation `installation`",
    ),
    (
        "services/access/src/store/device_access.rs",
        Rule::NoUpwardImport,
        "the facts of an access decision include what other services own; read in one snapshot",
    ),
    ("crates/kit/src/server_figures.rs", Rule::RedisNamesBeginWithTheInstallation, "asks the server about itself, and names no key"),
];

/// Writing functions of stores on the list below, at most: more only with a queue that serves no caller.
pub const MAX_WRITES_WITHOUT_PROOF: usize = 118;

/// File, functions, reason: what stores write without a proof, because no caller asks for it, or for now.
pub const WRITES_WITHOUT_PROOF: &[(&str, &[&str], &str)] = &[
    (
        "access/src/store/device_list.rs",
        &["increment_versions"],
        "follows from a change that was proven, or from an event: the lists of devices change for no caller",
    ),
    ("access/src/store/guest_key.rs", &["revoke_of_giver"], "event: the giver is deleted"),
    ("access/src/store/identifier.rs", &["follow_owner"], "event: an owner who has left groups"),
    ("device-gateway/src/store/alarm_door.rs", &["lock", "update_closed"], "what devices report: when doors were closed"),
    (
        "device-gateway/src/store/device_alarm.rs",
        &["insert", "update_from_events", "insert_logs", "insert_escalation_log"],
        "what events of devices and due steps make of alarms, in the transaction that stores the events",
    ),
    (
        "device-gateway/src/store/device_token.rs",
        &["insert", "update_expiry", "delete_of_device"],
        "logins of devices, which are no callers with rights; a changed password, whose device was locked",
    ),
    ("device-gateway/src/store/broker_restart.rs", &["finish_abandoned", "finish"], "ends a restart in the background, when its caller has gone"),
    (
        "device-gateway/src/store/device_sync.rs",
        &["enqueue", "end_contact_pause", "record_plan"],
        "the work queue of the sync job; it holds no data of a project",
    ),
    (
        "device-gateway/src/store/device_clock.rs",
        &["set_due"],
        "a device whose settings a caller changes is sent the time again; the device was locked",
    ),
    ("device-gateway/src/store/alarm_escalation.rs", &["start", "advance"], "events raise alarms, and a job notifies more people"),
    ("device-gateway/src/store/event.rs", &["insert"], "what devices report; no caller asks for it"),
    ("device-gateway/src/store/event_retention.rs", &["delete_expired"], "job: the retention of the logs"),
    (
        "device-gateway/src/store/event_image.rs",
        &["take_turn", "insert_images", "complete", "delete", "delete_expired"],
        "events ask for images, and a job deletes old ones; no caller asks for it",
    ),
    (
        "device-gateway/src/store/lift_event.rs",
        &["copy_from_devices", "insert_command", "finish_command", "fail_sent_before"],
        "the log of elevators: what controllers report, releases that follow from it, calls whose right access has proven; retention",
    ),
    (
        "device-gateway/src/store/item.rs",
        &["set_stored", "clear_refusals", "mark_uncertain", "mark_all_uncertain", "delete_all_actual"],
        "desired and reported items, written by the sync job; a caller's request to send everything again locks the device first",
    ),
    ("device-gateway/src/store/rejected_message.rs", &["insert"], "what devices sent that is invalid; no caller asks for it"),
    (
        "device-gateway/src/store/remote_opening.rs",
        &["delete", "name_openers"],
        "written beside the audit record of an opening whose right was proven, and when the device reports it",
    ),
    (
        "device-gateway/src/store/remote_session.rs",
        &["delete_expired", "delete_expired_of_device"],
        "the sweep, and whoever comes before it: an expired session has no effect any more",
    ),
    (
        "device-gateway/src/store/task.rs",
        &["advance", "overtake", "reconcile_with_status", "end_pauses", "start", "insert"],
        "tasks of devices, moved on by the sync job; what callers ask for goes by the device or the task that was locked",
    ),
    ("domains/src/store/settings.rs", &["lock_for_event"], "event: a project is new, or its dealer gives it another region"),
    ("domains/src/store/structure_import.rs", &["claim_abandoned"], "job: recovery of imports whose process has stopped"),
    (
        "identity/src/store/account.rs",
        &["create", "rename", "mark_password_foreign", "remove_access", "set_password", "prove_email", "detach", "delete_unused", "revoke_sessions"],
        "accounts belong to no project: who may change one is decided by its password, its links, or the rules of `operation/user/account.rs`",
    ),
    ("identity/src/store/audit_event/chain.rs", &["append"], "event: what services record"),
    (
        "identity/src/store/dealer.rs",
        &["ensure", "give", "update"],
        "projects of a dealer, locked by the dealer's id: the platform's own transaction, without a right in a project",
    ),
    ("identity/src/store/identity_provider.rs", &["prove_email", "link"], "signing in: there is no caller yet"),
    (
        "identity/src/store/invitation.rs",
        &["take_allowance", "insert_waiting", "delete_waiting", "replace", "delete"],
        "follows from creating or changing the user, also by an import that ends for no caller; or from accepting, by the link",
    ),
    ("identity/src/store/license.rs", &["take_mobile_app"], "signing in, where there is no caller yet"),
    ("identity/src/store/mobile_client.rs", &["attach"], "signing in, where there is no caller yet"),
    ("identity/src/store/passkey.rs", &["mark_used"], "signing in, by a passkey that was locked"),
    ("identity/src/store/password_recovery.rs", &["ask", "next", "replace", "void", "take"], "recovery of a password: there is no caller"),
    ("identity/src/store/project.rs", &["insert"], "the platform's own: bootstrap and dealers"),
    ("identity/src/store/refresh_token.rs", &["insert", "mark_used"], "signing in and staying signed in: there is no caller yet"),
    ("identity/src/store/registration.rs", &["insert", "renew", "count_wrong_code", "delete"], "registration: there is no caller yet"),
    ("identity/src/store/role/list.rs", &["insert_defaults"], "what a new project begins with"),
    ("identity/src/store/self_registration.rs", &["insert", "take"], "registration: there is no caller yet"),
    (
        "identity/src/store/session.rs",
        &["insert", "mark_refreshed", "revoke", "revoke_own", "revoke_others", "revoke_project"],
        "signing in and out, by the session itself or its owner; a dealer's suspension",
    ),
    ("identity/src/store/support.rs", &["user", "insert", "take_ended"], "support sessions of a dealer, in the platform's own transaction"),
    (
        "identity/src/store/user/change.rs",
        &["insert_first", "join_account"],
        "registration and bootstrap without a caller, an invitation accepted by its link",
    ),
    ("licensing/src/store/license.rs", &["insert_unlimited"], "event: a new project's evaluation"),
    ("licensing/src/store/project_features.rs", &["upsert"], "follows from the licences, also when a period begins or ends"),
    ("notifications/src/store/mail.rs", &["insert", "insert_failed"], "the queue of mails, to which events add"),
    ("notifications/src/store/alarm_recipient.rs", &["insert_notifications"], "event: nobody has taken an alarm"),
    ("notifications/src/store/mail_template.rs", &["delete_of_group"], "event: a group was deleted"),
    ("notifications/src/store/recipients.rs", &["insert_for_recipients", "insert_of_alert_run"], "events: what users are notified of"),
    ("telephony/src/store/active_call/mod.rs", &["upsert", "delete", "end_others"], "signalling: calls as they go on"),
    (
        "telephony/src/store/alarm_call.rs",
        &["claim", "renew", "release", "delete", "delete_expired"],
        "signalling: the queue of calls that escalations of alarms ask for",
    ),
    ("telephony/src/store/call_history/insert.rs", &["insert"], "signalling: calls that have ended"),
    ("telephony/src/store/sip_number/published.rs", &["held_by_devices"], "event: another registrar"),
    ("telephony/src/store/sip_service.rs", &["end_restart"], "ends a restart in the background, when its caller has gone"),
    ("telephony/src/store/trunk_registration.rs", &["update_status"], "signalling: what a provider answers"),
];
