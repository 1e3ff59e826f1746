//! Time, languages, and how people come in by themselves.
use std::collections::BTreeSet;

use kit::seal::Sealer;
use kit::{Fields, Mask, zone};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1 as api;
use proto::vestibule::events::v1::{ProjectGeneral, RegistrationUserType};
use serde::{Deserialize, Serialize};

use super::Area;
use crate::domain::path::text;

pub const LOCALES: [&str; 2] = ["en", "ru"];
const TIME_FORMATS: [&str; 3] = ["DD-MM-YYYY", "MM-DD-YYYY", "YYYY-MM-DD"];
const IDENTIFIER_FORMATS: [&str; 2] = ["dec", "hex"];
const MAX_USER_TYPES: usize = 20;
const MAX_USER_TYPE: usize = 31;
const MAX_OBJECT_NAMES: usize = 20;
const MAX_OBJECT_NAME: usize = 100;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct General {
    pub time_zone: String,
    pub time_format: String,
    pub locale: String,
    pub locales: Vec<String>,
    pub identifier_format: String,
    pub registration: Registration,
    pub self_registration: SelfRegistration,
    pub event_image_days: i32,
    pub event_days: i32,
    pub face_consent_required: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Registration {
    pub is_enabled: bool,
    pub role_id: Option<i64>,
    pub domain_id: Option<i64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SelfRegistration {
    pub is_enabled: bool,
    pub invitation_code: Option<String>,
    pub user_types: Vec<UserType>,
    pub object_names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UserType {
    pub name: String,
    pub role_id: i64,
}

impl Default for General {
    fn default() -> Self {
        General {
            time_zone: "UTC".into(),
            time_format: "DD-MM-YYYY".into(),
            locale: "en".into(),
            locales: LOCALES.map(String::from).to_vec(),
            identifier_format: "dec".into(),
            registration: Registration::default(),
            self_registration: SelfRegistration::default(),
            event_image_days: 30,
            event_days: 365,
            face_consent_required: true,
        }
    }
}

impl Area for General {
    const NAME: &'static str = "general";
    const IS_PUBLISHED: bool = true;
    type Api = api::GeneralSettings;

    fn merge(&mut self, mask: &Mask, new: api::GeneralSettings, _: &Sealer, _: &mut Fields) {
        mask.apply("time_zone", &mut self.time_zone, zone::canonical_name(new.time_zone.trim()));
        mask.apply("time_format", &mut self.time_format, new.time_format);
        mask.apply("locale", &mut self.locale, new.locale);
        mask.apply("locales", &mut self.locales, new.locales);
        mask.apply("identifier_format", &mut self.identifier_format, new.identifier_format);
        self.registration.merge(mask, new.registration.unwrap_or_default());
        self.self_registration.merge(mask, new.self_registration.unwrap_or_default());
        mask.apply("event_image_days", &mut self.event_image_days, new.event_image_days);
        mask.apply("event_days", &mut self.event_days, new.event_days);
        mask.apply("face_consent_required", &mut self.face_consent_required, new.face_consent_required);
    }

    fn validate(&self, fields: &mut Fields) {
        fields.check(zone::is_known(&self.time_zone), "time_zone", "unknown time zone");
        one_of(fields, "time_format", &self.time_format, &TIME_FORMATS);
        one_of(fields, "locale", &self.locale, &LOCALES);
        let is_known = LOCALES.contains(&self.locale.as_str());
        fields.check(
            !is_known || self.locales.is_empty() || self.locales.contains(&self.locale),
            "locale",
            "must be one of the languages of the project",
        );
        fields.check(!self.locales.is_empty(), "locales", "required");
        fields.check(self.locales.iter().all(|locale| LOCALES.contains(&locale.as_str())), "locales", "must be one of: en, ru");
        fields.check(all_differ(&self.locales), "locales", "value must be unique");
        one_of(fields, "identifier_format", &self.identifier_format, &IDENTIFIER_FORMATS);
        self.registration.validate(fields);
        self.self_registration.validate(fields);
        fields.check((1..=365).contains(&self.event_image_days), "event_image_days", "must be within 1 - 365");
        fields.check((7..=3_650).contains(&self.event_days), "event_days", "must be within 7 - 3650");
    }
}

impl General {
    /// With the zone and the language that the project is given; what is not known here is left as it is.
    pub fn with_region(mut self, time_zone: &str, locale: &str) -> Self {
        if zone::is_known(time_zone) {
            self.time_zone = zone::canonical_name(time_zone);
        }
        if LOCALES.contains(&locale) {
            self.locale = locale.into();
            if !self.locales.iter().any(|known| known == locale) {
                self.locales.push(locale.into());
            }
        }
        self
    }

    /// Roles that it gives to people who come by themselves.
    pub fn roles(&self) -> BTreeSet<i64> {
        self.registration.role_id.into_iter().chain(self.self_registration.user_types.iter().map(|kind| kind.role_id)).collect()
    }

    /// With the roles and the group that it names.
    pub fn into_api(self, role: impl Fn(i64) -> Ref, group: impl Fn(i64) -> Ref) -> api::GeneralSettings {
        let Registration { is_enabled, role_id, domain_id } = self.registration;
        let own = self.self_registration;
        api::GeneralSettings {
            time_zone: self.time_zone,
            time_format: self.time_format,
            locale: self.locale,
            locales: self.locales,
            identifier_format: self.identifier_format,
            registration: Some(api::RegistrationSettings { is_enabled, role: role_id.map(&role), domain: domain_id.map(group) }),
            self_registration: Some(api::SelfRegistrationSettings {
                is_enabled: own.is_enabled,
                invitation_code: own.invitation_code,
                user_types: own
                    .user_types
                    .into_iter()
                    .map(|kind| api::UserTypeSettings { name: kind.name, role: Some(role(kind.role_id)) })
                    .collect(),
                object_names: own.object_names,
            }),
            event_image_days: self.event_image_days,
            event_days: self.event_days,
            face_consent_required: self.face_consent_required,
        }
    }

    pub fn into_event(self) -> ProjectGeneral {
        let (anybody, own) = (self.registration, self.self_registration);
        let user_type = |kind: UserType| RegistrationUserType { name: kind.name, role_id: kind.role_id };
        ProjectGeneral {
            time_zone: self.time_zone,
            time_format: self.time_format,
            locale: self.locale,
            identifier_format: self.identifier_format,
            registration_enabled: anybody.is_enabled,
            registration_role_id: anybody.role_id.unwrap_or_default(),
            registration_domain_id: anybody.domain_id.unwrap_or_default(),
            self_registration_enabled: own.is_enabled,
            invitation_code: own.invitation_code.unwrap_or_default(),
            user_types: own.user_types.into_iter().map(user_type).collect(),
            object_names: own.object_names,
            locales: self.locales,
            event_image_days: self.event_image_days,
            event_days: self.event_days,
            face_consent_optional: !self.face_consent_required,
        }
    }
}

impl Registration {
    fn merge(&mut self, mask: &Mask, new: api::RegistrationSettings) {
        mask.apply("registration.is_enabled", &mut self.is_enabled, new.is_enabled);
        mask.apply("registration.role", &mut self.role_id, new.role.map(|role| role.id));
        mask.apply("registration.domain", &mut self.domain_id, new.domain.map(|group| group.id));
    }

    fn validate(&self, fields: &mut Fields) {
        if self.is_enabled {
            fields.check(self.role_id.is_some(), "registration.role", "required");
            fields.check(self.domain_id.is_some(), "registration.domain", "required");
        }
    }
}

impl SelfRegistration {
    fn merge(&mut self, mask: &Mask, new: api::SelfRegistrationSettings) {
        let kind = |kind: api::UserTypeSettings| UserType { name: kind.name.trim().into(), role_id: kind.role.map_or(0, |role| role.id) };
        let names = new.object_names.iter().map(|name| name.trim().to_string()).collect();
        mask.apply("self_registration.is_enabled", &mut self.is_enabled, new.is_enabled);
        mask.apply("self_registration.invitation_code", &mut self.invitation_code, text(new.invitation_code));
        mask.apply("self_registration.user_types", &mut self.user_types, new.user_types.into_iter().map(kind).collect());
        mask.apply("self_registration.object_names", &mut self.object_names, names);
    }

    fn validate(&self, fields: &mut Fields) {
        if let Some(code) = &self.invitation_code {
            let path = "self_registration.invitation_code";
            fields.check((6..=64).contains(&code.len()), path, "length must be within 6 - 64");
            fields.check(code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'), path, "letters, digits, dash or underscore");
        }
        self.check_user_types(fields);
        fields.check(self.object_names.len() <= MAX_OBJECT_NAMES, "self_registration.object_names", "too many items: at most 20");
        for (index, name) in self.object_names.iter().enumerate() {
            fields.text(&format!("self_registration.object_names.{index}"), name, MAX_OBJECT_NAME);
        }
    }

    fn check_user_types(&self, fields: &mut Fields) {
        let path = "self_registration.user_types";
        fields.check(!self.is_enabled || !self.user_types.is_empty(), path, "required");
        fields.check(self.user_types.len() <= MAX_USER_TYPES, path, "too many items: at most 20");
        let mut names = BTreeSet::new();
        for (index, kind) in self.user_types.iter().enumerate() {
            let name = format!("{path}.{index}.name");
            fields.text(&name, &kind.name, MAX_USER_TYPE);
            fields.check(names.insert(kind.name.to_lowercase()), &name, "value must be unique");
            fields.check(kind.role_id != 0, &format!("{path}.{index}.role"), "required");
        }
    }
}

fn all_differ(items: &[String]) -> bool {
    items.iter().collect::<BTreeSet<_>>().len() == items.len()
}

pub(super) fn one_of(fields: &mut Fields, path: &str, value: &str, words: &[&str]) {
    fields.check(words.contains(&value), path, &format!("must be one of: {}", words.join(", ")));
}
