//! What a dealer may set of a project.
use kit::{Fields, Mask};
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};
use uuid::Uuid;

use super::profile::LOCALES;

const MAX_NAME: usize = 100;
const MAX_DESCRIPTION: usize = 1000;
const MAX_REASON: usize = 500;
const MINUTES: std::ops::RangeInclusive<i32> = 5..=480;
const DEFAULT_MINUTES: i32 = 60;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectDraft {
    pub name: String,
    pub description: String,
    pub is_suspended: bool,
    pub time_zone: String,
    pub locale: String,
}

/// A project as other services know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectSnapshot {
    pub id: i64,
    pub version: i64,
    pub is_suspended: bool,
    pub name: String,
    pub time_zone: String,
    pub locale: String,
    pub uid: Uuid,
}

impl ProjectDraft {
    /// Texts trimmed; what is absent has its default.
    pub fn from_api(project: &api::DealerProject) -> Self {
        let text =
            |value: &Option<String>, default: &str| value.as_deref().map(str::trim).filter(|text| !text.is_empty()).unwrap_or(default).to_string();
        ProjectDraft {
            name: project.name.trim().into(),
            description: text(&project.description, ""),
            is_suspended: project.is_suspended,
            time_zone: text(&project.time_zone, "UTC"),
            locale: text(&project.locale, "en"),
        }
    }

    /// Takes from `new` what the mask names.
    pub fn merge(mut self, mask: &Mask, new: ProjectDraft) -> Self {
        mask.apply("name", &mut self.name, new.name);
        mask.apply("description", &mut self.description, new.description);
        mask.apply("is_suspended", &mut self.is_suspended, new.is_suspended);
        mask.apply("time_zone", &mut self.time_zone, new.time_zone);
        mask.apply("locale", &mut self.locale, new.locale);
        self
    }

    pub fn check(&self, fields: &mut Fields) {
        fields.text("name", &self.name, MAX_NAME);
        fields.optional_multiline_text("description", Some(&self.description), MAX_DESCRIPTION);
        fields.check(kit::zone::is_known(&self.time_zone), "time_zone", "unknown time zone");
        fields.check(LOCALES.contains(&self.locale.as_str()), "locale", "must be one of: en, ru");
    }

    /// For the audit log.
    pub fn audit_view(&self) -> Value {
        json!({
            "name": self.name,
            "description": self.description,
            "is_suspended": self.is_suspended,
            "time_zone": self.time_zone,
            "locale": self.locale,
        })
    }
}

/// Notes what is wrong with the first administrator.
pub fn check_administrator(fields: &mut Fields, administrator: Option<&api::ProjectAdministrator>) {
    let Some(administrator) = administrator else { return fields.add("administrator", "required") };
    fields.text("administrator.name", &administrator.name, MAX_NAME);
    fields.email("administrator.email", administrator.email.trim());
}

/// Why a dealer signs in to a project, and for how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportRequest {
    pub reason: String,
    pub minutes: i32,
}

impl SupportRequest {
    pub fn from_api(request: &api::StartSupportSessionRequest) -> kit::Result<Self> {
        let minutes = if request.minutes == 0 { DEFAULT_MINUTES } else { request.minutes };
        let support = SupportRequest { reason: request.reason.trim().into(), minutes };
        let mut fields = Fields::new();
        fields.multiline_text("reason", &support.reason, MAX_REASON);
        fields.range("minutes", minutes, *MINUTES.start(), *MINUTES.end());
        fields.finish()?;
        Ok(support)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ok(change: impl FnOnce(&mut api::DealerProject)) -> bool {
        let mut project = api::DealerProject { name: "Riverside".into(), ..Default::default() };
        change(&mut project);
        let mut fields = Fields::new();
        ProjectDraft::from_api(&project).check(&mut fields);
        fields.is_empty()
    }

    #[test]
    fn a_project_has_a_name_and_known_zone_and_language() {
        assert!(is_ok(|_| ()));
        assert!(is_ok(|project| (project.time_zone, project.locale) = (Some("Europe/Amsterdam".into()), Some("ru".into()))));
        assert!(!is_ok(|project| project.name = " ".into()));
        assert!(!is_ok(|project| project.name = "x".repeat(101)));
        assert!(!is_ok(|project| project.description = Some("x".repeat(1001))));
        assert!(!is_ok(|project| project.time_zone = Some("Mars/Olympus".into())));
        assert!(!is_ok(|project| project.locale = Some("de".into())));
    }

    #[test]
    fn a_support_session_has_a_reason_and_lasts_5_to_480_minutes_or_60() {
        let support = |reason: &str, minutes| SupportRequest::from_api(&api::StartSupportSessionRequest { id: 1, reason: reason.into(), minutes });
        assert_eq!(support(" broken ", 0).unwrap(), SupportRequest { reason: "broken".into(), minutes: 60 });
        assert!(support("x", 5).is_ok() && support("x", 480).is_ok());
        assert!(support("", 60).is_err() && support(&"x".repeat(501), 60).is_err());
        assert!(support("x", 4).is_err() && support("x", 481).is_err() && support("x", -1).is_err());
    }
}
