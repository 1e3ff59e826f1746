//! Every feature of the licence catalogue: where the platform asks for it, in service and console, and the tests that see it
//! refused. A feature that nothing asks for has its reason here. Reads the source files only.
use std::collections::BTreeSet;
use std::fs;

use licensing::domain::feature;

/// A place that asks for a feature: a file, and text that is in it.
type Place = (&'static str, &'static str);

struct Gate {
    feature: &'static str,
    services: &'static [Place],
    /// Tests that see it refused, by file and name.
    tests: &'static [Place],
    console: &'static [Place],
    /// Tests of the console that see it closed, by file and name.
    console_tests: &'static [Place],
    /// Why there is no gate in a service or in the console.
    reason: &'static str,
}

/// Of all screens of a feature.
const CLOSED_SCREENS: &str = "screens of %s are closed to those who have every right and not the feature";

/// Of what the gateway refuses to sessions of mobile apps.
const IN_APPS: &str = "the console is no mobile app: its sessions need no feature of one";

/// Of what an app does on its own device.
const BY_APPS: &str = "the app offers it or not by license_info of its profile: what Siri or a watch asks for comes as any other call of the app, \
    and opens doors by mobile_app.remote_open";

/// Of a browser's session and an app's, with and without features, over HTTP.
const BY_AN_APP: Place = ("tests/mobile_apps.rs", "an_app_is_refused_what_its_user_has_no_feature_for_and_a_browser_is_not");

/// What an app may know of its features. It refuses nothing: the feature is not in a list.
const IN_SESSIONS: Place = ("services/identity/tests/it/app_licenses.rs", "the_session_of_an_app_names_the_features_of_apps_that_its_user_has");

const CATALOGUE: &[Gate] = &[
    Gate {
        feature: "amenity",
        services: &[
            ("services/amenities/src/operation/amenity/create.rs", "FEATURE"),
            ("services/amenities/src/operation/amenity/update.rs", "FEATURE"),
            ("services/amenities/src/operation/amenity_reservation/create.rs", "FEATURE"),
        ],
        tests: &[
            ("services/amenities/tests/it/amenity.rs", "without_a_licence_no_amenity_is_made"),
            ("services/amenities/tests/it/license_features.rs", "amenities_are_made_in_groups_that_have_the_feature_and_changed_without"),
            ("services/amenities/tests/it/license_features.rs", "places_are_reserved_by_those_only_whose_group_and_who_themselves_have_the_feature"),
        ],
        console: &[
            ("web-console/src/features/amenities/entity.ts", "'amenity'"),
            ("web-console/src/features/amenities/AmenityFields.tsx", "feature=\"amenity\""),
        ],
        console_tests: &[
            ("web-console/src/app/licensedScreens.test.ts", CLOSED_SCREENS),
            ("web-console/src/features/groups/FeatureLack.test.tsx", "of the chosen groups those are named that have not the feature"),
        ],
        reason: "",
    },
    Gate {
        feature: "elevator",
        services: &[
            ("services/access/src/operation/elevator/create.rs", "FEATURE"),
            ("services/access/src/operation/elevator_access_rule/create.rs", "FEATURE"),
            ("services/device-gateway/src/domain/licensed_features.rs", "\"elevator\""),
        ],
        tests: &[
            ("services/access/tests/it/elevator.rs", "lifts_need_their_licence_to_be_made_and_not_to_be_kept"),
            ("services/access/tests/it/license_features.rs", "lifts_are_made_in_groups_and_given_to_users_that_have_the_feature"),
            ("services/access/tests/it/elevator.rs", "lifts_go_on_through_the_grace_then_end_and_come_back_with_the_next_licence"),
            ("services/device-gateway/tests/it/settings.rs", "settings_that_a_licence_allows_are_switched_on_with_it_and_off_without"),
            ("services/device-gateway/tests/it/settings.rs", "settings_are_switched_on_for_devices_whose_group_has_the_feature"),
        ],
        console: &[
            ("web-console/src/features/elevators/entity.ts", "'elevator'"),
            ("web-console/src/features/elevators/FormPage.tsx", "feature=\"elevator\""),
            ("web-console/src/features/elevator-access-rules/entity.ts", "'elevator'"),
            ("web-console/src/features/devices/form/LiftTab.tsx", "feature=\"elevator\""),
        ],
        console_tests: &[
            ("web-console/src/app/licensedScreens.test.ts", CLOSED_SCREENS),
            ("web-console/src/features/devices/form/LicensedSwitch.test.tsx", "what a licence does not give cannot be switched on"),
        ],
        reason: "",
    },
    Gate {
        feature: "face_id",
        services: &[
            ("services/access/src/operation/identifier_photo/set.rs", "\"face_id\""),
            ("services/access/src/operation/identifier_import/plan.rs", "\"face_id\""),
            ("services/access/src/store/license.rs", "\"face_id\""),
            ("services/access/src/store/device_access.rs", "\"face_id\""),
        ],
        tests: &[
            ("services/access/tests/it/identifier_photo.rs", "consent_is_asked_for_unless_the_project_wants_none_and_the_licence_has_faces"),
            ("services/access/tests/it/identifier_photo.rs", "faces_go_on_through_the_grace_then_end_and_come_back_with_the_next_licence"),
            ("services/access/tests/it/license_features.rs", "faces_and_plates_are_made_with_their_feature_and_changed_without"),
        ],
        console: &[("web-console/src/features/identifiers/types.ts", "face_id")],
        console_tests: &[(
            "web-console/src/features/identifiers/types.test.ts",
            "faces and plates are offered with their feature of the licence only",
        )],
        reason: "",
    },
    Gate {
        feature: "identifier.guest",
        services: &[
            ("services/access/src/operation/guest_key/mod.rs", "GUESTS"),
            ("services/access/src/store/license.rs", "\"identifier.guest\""),
            ("services/domains/src/domain/group_settings/mod.rs", "CanManageSelfDomainGuestAccess"),
            ("services/access/src/store/device_access.rs", "\"identifier.guest\""),
        ],
        tests: &[
            ("services/access/tests/it/license_features.rs", "guests_are_let_in_by_those_only_whose_group_and_who_themselves_have_the_feature"),
            (
                "services/access/tests/it/guest_key.rs",
                "keys_of_guests_go_on_through_the_grace_then_are_suspended_and_come_back_with_the_next_licence",
            ),
            ("services/domains/tests/it/group_settings.rs", "settings_that_a_licence_allows_are_switched_on_with_it_and_off_without"),
            ("services/domains/tests/it/group_settings.rs", "settings_are_switched_on_in_groups_that_have_the_feature_and_off_without"),
        ],
        console: &[("web-console/src/features/guest-access/entity.ts", "'identifier.guest'")],
        console_tests: &[
            ("web-console/src/app/licensedScreens.test.ts", CLOSED_SCREENS),
            ("web-console/src/features/groups/access.test.ts", "settings that a licence allows are switched on with its feature, and off without"),
        ],
        reason: "",
    },
    Gate {
        feature: "license_plate",
        services: &[
            ("services/access/src/operation/guest_key/mod.rs", "\"license_plate\""),
            ("services/access/src/operation/identifier_import/plan.rs", "\"license_plate\""),
            ("services/access/src/store/license.rs", "\"license_plate\""),
            ("services/device-gateway/src/domain/licensed_features.rs", "\"license_plate\""),
        ],
        tests: &[
            ("services/access/tests/it/license_features.rs", "faces_and_plates_are_made_with_their_feature_and_changed_without"),
            ("services/access/tests/it/guest_key.rs", "the_next_guest_may_come_in_the_same_car_and_not_two_at_once"),
            (
                "services/access/tests/it/license_features.rs",
                "plates_and_guests_go_on_through_the_grace_then_end_and_come_back_with_the_next_licence",
            ),
            ("services/device-gateway/tests/it/settings.rs", "settings_that_a_licence_allows_are_switched_on_with_it_and_off_without"),
            ("services/device-gateway/tests/it/settings.rs", "settings_are_switched_on_for_devices_whose_group_has_the_feature"),
        ],
        console: &[
            ("web-console/src/features/devices/form/CameraTabs.tsx", "feature=\"license_plate\""),
            ("web-console/src/features/identifiers/types.ts", "license_plate"),
        ],
        console_tests: &[
            ("web-console/src/features/identifiers/types.test.ts", "faces and plates are offered with their feature of the licence only"),
            ("web-console/src/features/devices/form/LicensedSwitch.test.tsx", "what a licence does not give cannot be switched on"),
        ],
        reason: "",
    },
    Gate {
        feature: "mobile_app",
        services: &[
            ("services/identity/src/operation/session/open.rs", "take_mobile_app"),
            ("services/identity/src/store/license.rs", "require_feature"),
            ("crates/license-limits/src/suspension.rs", "has_feature"),
        ],
        tests: &[
            ("services/identity/tests/it/mobile_client.rs", "as_many_apps_sign_in_as_the_licence_counts_and_one_that_is_signed_in_does_so_again"),
            ("services/identity/tests/it/app_licenses.rs", "apps_sign_in_where_project_group_and_user_have_the_feature"),
        ],
        console: &[],
        console_tests: &[],
        reason: "the console is no mobile app; apps are counted where they sign in, and Basic has some without an end",
    },
    Gate {
        feature: "mobile_app.apple_watch",
        services: &[("services/identity/src/store/license.rs", "app_features")],
        tests: &[IN_SESSIONS],
        console: &[],
        console_tests: &[],
        reason: BY_APPS,
    },
    Gate {
        feature: "mobile_app.domain_forward_rule",
        services: &[
            ("services/api-gateway/src/rest/call.rs", "check_app"),
            ("proto/vestibule/telephony/v1/forward_rule.proto", "app_feature: \"mobile_app.domain_forward_rule\""),
        ],
        tests: &[("services/api-gateway/src/rest/call.rs", "apps_without_the_feature_are_refused_forward_rules_of_groups"), BY_AN_APP],
        console: &[],
        console_tests: &[],
        reason: IN_APPS,
    },
    Gate {
        feature: "mobile_app.family_events",
        services: &[
            ("services/api-gateway/src/rest/call.rs", "check_app"),
            ("services/api-gateway/src/ws/topic.rs", "FAMILY_EVENTS"),
            ("proto/vestibule/device/v1/event.proto", "app_feature: \"mobile_app.family_events\""),
        ],
        tests: &[
            ("services/api-gateway/src/rest/call.rs", "apps_without_the_feature_are_refused_the_logs_of_events"),
            ("services/api-gateway/src/ws/topic.rs", "apps_without_the_feature_are_refused_events_by_websocket"),
            BY_AN_APP,
        ],
        console: &[],
        console_tests: &[],
        reason: IN_APPS,
    },
    Gate {
        feature: "mobile_app.remote_open",
        services: &[
            ("services/api-gateway/src/rest/call.rs", "check_app"),
            ("proto/vestibule/device/v1/device.proto", "app_feature: \"mobile_app.remote_open\""),
            ("proto/vestibule/telephony/v1/call.proto", "app_feature: \"mobile_app.remote_open\""),
        ],
        tests: &[("services/api-gateway/src/rest/call.rs", "apps_without_the_feature_are_refused_doors_from_afar"), BY_AN_APP],
        console: &[],
        console_tests: &[],
        reason: IN_APPS,
    },
    Gate {
        feature: "mobile_app.siri",
        services: &[("services/identity/src/store/license.rs", "app_features")],
        tests: &[IN_SESSIONS],
        console: &[],
        console_tests: &[],
        reason: BY_APPS,
    },
    Gate {
        feature: "mobile_app.white_label",
        services: &[
            ("services/domains/src/domain/group_settings/mod.rs", "CanManageSelfDomainWhiteLabelSettings"),
            ("services/domains/src/operation/group_logo/set.rs", "Area::WhiteLabel.feature()"),
            ("services/domains/src/domain/settings/mod.rs", "Area::WhiteLabel.feature()"),
            ("services/domains/src/operation/project_logo/set.rs", "Area::WhiteLabel.feature()"),
        ],
        tests: &[
            ("services/domains/tests/it/group_settings.rs", "settings_that_a_licence_allows_are_switched_on_with_it_and_off_without"),
            ("services/domains/tests/it/group_settings.rs", "settings_are_switched_on_in_groups_that_have_the_feature_and_off_without"),
            ("services/domains/tests/it/logo.rs", "a_picture_is_set_with_the_licence_for_a_white_label_and_removed_without"),
            ("services/domains/tests/it/logo.rs", "a_picture_is_set_in_groups_that_have_the_feature"),
            ("services/domains/tests/it/settings.rs", "the_projects_white_label_is_switched_on_and_changed_with_the_licence_and_off_without"),
        ],
        console: &[
            ("web-console/src/features/groups/access.ts", "'mobile_app.white_label'"),
            ("web-console/src/features/settings/panels/whiteLabel.ts", "'mobile_app.white_label'"),
        ],
        console_tests: &[
            ("web-console/src/features/groups/access.test.ts", "settings that a licence allows are switched on with its feature, and off without"),
            (
                "web-console/src/features/settings/panels/whiteLabel.test.ts",
                "the white label of the project is switched on with its feature, and off without",
            ),
        ],
        reason: "",
    },
    Gate {
        feature: "sip",
        services: &[
            ("services/telephony/src/operation/sip_number/create.rs", "features::SIP"),
            ("services/telephony/src/operation/sip_number/update.rs", "features::SIP"),
            ("services/telephony/src/operation/sip_number/generate.rs", "features::SIP"),
            ("services/telephony/src/operation/forward_rule/create.rs", "features::SIP"),
            ("services/telephony/src/operation/forward_rule/related.rs", "features::SIP"),
            ("services/telephony/src/operation/call_credentials/issue.rs", "SIP"),
            ("services/telephony/src/store/routing/number.rs", "license_suspended"),
            ("services/domains/src/domain/group_settings/mod.rs", "CanManageSelfDomainForwardSettings"),
        ],
        tests: &[
            ("services/telephony/tests/it/sip_number.rs", "numbers_need_the_licence_and_may_be_looked_at_and_deleted_without"),
            ("services/telephony/tests/it/license_limits.rs", "numbers_are_made_for_groups_and_users_that_have_the_feature"),
            ("services/telephony/tests/it/license_limits.rs", "forward_rules_are_made_in_groups_that_have_the_feature_and_changed_without"),
            ("services/telephony/tests/it/routing.rs", "numbers_of_a_group_without_the_feature_do_not_call_and_are_not_called"),
            ("services/domains/tests/it/group_settings.rs", "settings_are_switched_on_in_groups_that_have_the_feature_and_off_without"),
        ],
        console: &[
            ("web-console/src/features/sip-numbers/entity.ts", "'sip'"),
            ("web-console/src/features/sip-numbers/NumberFields.tsx", "feature=\"sip\""),
            ("web-console/src/features/forward-rules/FormPage.tsx", "feature=\"sip\""),
            ("web-console/src/features/groups/access.ts", "forward: 'sip'"),
            ("web-console/src/features/forward-rules/entity.ts", "'sip'"),
            ("web-console/src/features/phone/Phone.tsx", "has('sip')"),
        ],
        console_tests: &[
            ("web-console/src/app/licensedScreens.test.ts", CLOSED_SCREENS),
            ("web-console/src/features/groups/FeatureLack.test.tsx", "of the chosen groups those are named that have not the feature"),
            ("web-console/src/features/phone/Phone.test.tsx", "the phone is not there with %j only"),
        ],
        reason: "",
    },
    Gate {
        feature: "sip.trunks",
        services: &[
            ("services/telephony/src/operation/sip_trunk/create.rs", "features::TRUNKS"),
            ("services/telephony/src/operation/sip_trunk/update.rs", "features::TRUNKS"),
            ("services/telephony/src/operation/sip_number/related.rs", "features::TRUNKS"),
            ("services/domains/src/domain/group_settings/mod.rs", "CanManageSelfDomainSipTrunks"),
        ],
        tests: &[
            ("services/telephony/tests/it/sip_trunk.rs", "trunks_need_a_licence_of_their_own"),
            ("services/telephony/tests/it/forward_rule.rs", "calls_outside_need_the_licence_for_trunks"),
            ("services/telephony/tests/it/license_limits.rs", "queues_of_a_number_call_outside_in_groups_that_have_the_feature"),
            ("services/domains/tests/it/group_settings.rs", "settings_are_switched_on_in_groups_that_have_the_feature_and_off_without"),
        ],
        console: &[
            ("web-console/src/features/sip-trunks/entity.ts", "'sip.trunks'"),
            ("web-console/src/features/sip-trunks/TrunkFields.tsx", "feature=\"sip.trunks\""),
            ("web-console/src/features/groups/access.ts", "trunk: 'sip.trunks'"),
            ("web-console/src/features/forward-rules/queues/TrunkNumbers.tsx", "has('sip.trunks')"),
        ],
        console_tests: &[
            ("web-console/src/app/licensedScreens.test.ts", CLOSED_SCREENS),
            ("web-console/src/features/forward-rules/queues/TrunkNumbers.test.tsx", "numbers outside are added with the feature for trunks only"),
        ],
        reason: "",
    },
    Gate {
        feature: "sip.web_dialer",
        services: &[
            ("services/telephony/src/operation/call_credentials/issue.rs", "WEB_DIALER"),
            ("services/telephony/src/operation/contact/list.rs", "WEB_DIALER"),
            ("services/telephony/src/operation/interception/set.rs", "WEB_DIALER"),
            ("services/telephony/src/operation/concierge_device/open.rs", "WEB_DIALER"),
        ],
        tests: &[
            ("services/telephony/tests/it/call_credentials.rs", "the_web_phone_needs_both_licences_and_somebody_who_is_signed_in"),
            ("services/telephony/tests/it/contact.rs", "contacts_need_the_licence_of_the_web_phone"),
            ("services/telephony/tests/it/interception.rs", "it_needs_the_permission_and_the_licence_and_is_on_record"),
            ("services/telephony/tests/it/concierge_device.rs", "doors_are_opened_with_the_licence_of_the_web_phone_only"),
            ("services/telephony/tests/it/license_limits.rs", "the_web_phone_and_its_contacts_are_off_for_whom_the_feature_is_off"),
        ],
        console: &[("web-console/src/features/phone/Phone.tsx", "has('sip.web_dialer')")],
        console_tests: &[("web-console/src/features/phone/Phone.test.tsx", "the phone is not there with %j only")],
        reason: "",
    },
    Gate {
        feature: "ukey2",
        services: &[("services/access/src/operation/ukey2/issue.rs", "FEATURE"), ("services/access/src/store/device_access.rs", "\"ukey2\"")],
        tests: &[
            ("services/access/tests/it/ukey2.rs", "keys_go_on_through_the_grace_then_end_and_come_back_with_the_next_licence"),
            ("services/access/tests/it/ukey2.rs", "a_user_for_whom_the_feature_is_off_gets_no_key"),
        ],
        console: &[("web-console/src/features/ukey2/access.ts", "feature: 'ukey2'")],
        console_tests: &[
            ("web-console/src/app/licensedScreens.test.ts", CLOSED_SCREENS),
            ("web-console/src/app/licensedScreens.test.ts", "a mobile key is issued with its feature, and revoked without"),
        ],
        reason: "",
    },
];

fn read(path: &str) -> String {
    fs::read_to_string(format!("../{path}")).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn every_feature_of_the_catalogue_has_its_gates_or_a_reason() {
    let listed: BTreeSet<&str> = CATALOGUE.iter().map(|gate| gate.feature).collect();
    assert_eq!((listed.len(), &listed), (CATALOGUE.len(), &feature::all()));
    for gate in CATALOGUE {
        let is_whole = !gate.services.is_empty() && !gate.tests.is_empty() && !gate.console.is_empty();
        assert!(is_whole == gate.reason.is_empty(), "{}: gates in service and console with tests, or a reason", gate.feature);
        assert!(gate.services.is_empty() == gate.tests.is_empty(), "{}: a gate has a test", gate.feature);
        assert!(gate.console.is_empty() == gate.console_tests.is_empty(), "{}: a gate of the console has a test", gate.feature);
    }
}

#[test]
fn the_gates_are_where_the_catalogue_says() {
    for gate in CATALOGUE {
        for (path, text) in gate.services.iter().chain(gate.console) {
            assert!(read(path).contains(text), "{}: {path} does not ask for {text}", gate.feature);
        }
    }
}

#[test]
fn the_tests_of_the_gates_of_the_console_exist() {
    for gate in CATALOGUE {
        for (path, name) in gate.console_tests {
            let text = read(path);
            let start = text.find(&format!("'{name}'")).unwrap_or_else(|| panic!("{}: {path} has no test {name}", gate.feature));
            let before = text[..start].trim_end();
            assert!(before.ends_with("test(") || before.ends_with(")("), "{}: {name} is no test", gate.feature);
            if *name == CLOSED_SCREENS {
                let is_listed = text.contains(&format!("  {}: [", gate.feature)) || text.contains(&format!("  '{}': [", gate.feature));
                assert!(is_listed, "{}: {path} examines no screens of it", gate.feature);
            }
        }
    }
}

#[test]
fn the_tests_of_the_gates_exist_and_see_a_refusal() {
    for gate in CATALOGUE {
        for (path, name) in gate.tests {
            let text = read(path);
            let body = body_of(&text, name).unwrap_or_else(|| panic!("{}: {path} has no test {name}", gate.feature));
            let sees_refusal = match (path, name) == (&IN_SESSIONS.0, &IN_SESSIONS.1) {
                true => sees_left_out(body, gate.feature),
                false => body.contains("refused") || body.contains("unwrap_err()") || body.contains("exceeded"),
            };
            assert!(sees_refusal, "{}: {name} sees no refusal", gate.feature);
        }
    }
}

/// Without its name, to its brace.
fn body_of<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let declared = format!("fn {name}(");
    let start = text.find(&declared)?;
    let line = &text[text[..start].rfind('\n').map_or(0, |end| end + 1)..start];
    let indent = &line[..line.len() - line.trim_start().len()];
    let body = &text[start + declared.len()..];
    Some(&body[..body.find(&format!("\n{indent}}}\n"))?])
}

/// The feature is given, and the session is seen with a list of features that has it not.
fn sees_left_out(body: &str, feature: &str) -> bool {
    let feature = format!("\"{feature}\"");
    let mut lists = body.lines().filter(|line| line.contains("assert_eq!(named().await, ["));
    body.contains(&feature) && lists.any(|list| !list.contains(&feature))
}
