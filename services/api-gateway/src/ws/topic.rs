//! Which topics there are, and who may subscribe to them.
use kit::realtime::Audience;
use policy::{Action, Caller, Resource};

use crate::session::lacks_app_feature;

/// Topics of a resource's pushes.
const RESOURCES: [(&str, Resource); 11] = [
    ("events.access-control", Resource::AccessEvent),
    ("events.devices", Resource::DeviceEvent),
    ("events.elevators", Resource::ElevatorEvent),
    ("devices", Resource::Device),
    ("device-tasks", Resource::DeviceTask),
    ("device-alarms", Resource::DeviceAlarm),
    ("emergency-alerts", Resource::AlertRun),
    ("announces", Resource::AnnounceResponse),
    ("conversations", Resource::Conversation),
    ("backups", Resource::Backup),
    ("amenity-reservations", Resource::AmenityReservation),
];
const APP: &str = "private-app-changes";
/// What mobile apps need for events: as the operations by which these are read.
const FAMILY_EVENTS: &str = "mobile_app.family_events";

/// What a topic's pushes are about.
pub enum Topic {
    /// `private-users.{id}`: the user's own.
    User(i64),
    /// `calls-management.{number}`: calls for a number. The gateway does not know whose it is, so anybody may subscribe,
    /// and only pushes to a user are handed on: whoever pushes names the number's user.
    Calls,
    /// `private-app-changes`: for everybody in the project.
    App,
    /// Pushes of a resource, each to those whose scope covers its group; with the topic's name.
    Resource(&'static str, Resource),
}

impl Topic {
    pub fn parse(name: &str) -> Option<Topic> {
        let of_resource = RESOURCES.iter().find(|(topic, _)| *topic == name);
        Some(match of_resource {
            Some((topic, resource)) => Topic::Resource(topic, *resource),
            None if name == APP => Topic::App,
            None if is_of_calls(name) => Topic::Calls,
            None => Topic::User(name.strip_prefix("private-users.")?.parse().ok()?),
        })
    }

    /// The name without whose it is, for traces: a number or an id is nothing for them.
    pub fn template(&self) -> &'static str {
        match self {
            Topic::User(_) => "private-users.{id}",
            Topic::Calls => "calls-management.{number}",
            Topic::App => APP,
            Topic::Resource(topic, _) => topic,
        }
    }

    /// The topics of a user have what is their own: not for a token without it.
    pub fn admits(&self, caller: &Caller) -> bool {
        let views = |resource| !caller.scope(resource, Action::View).is_empty();
        match self {
            Topic::User(id) => caller.user_id == *id && views(Resource::Notification),
            Topic::Calls => views(Resource::CallHistory),
            Topic::App => true,
            Topic::Resource(_, resource) => views(*resource) && self.app_feature().is_none_or(|feature| !lacks_app_feature(caller, feature)),
        }
    }

    /// The feature of the licence that the user of a mobile app needs besides.
    fn app_feature(&self) -> Option<&'static str> {
        matches!(self, Topic::Resource(_, Resource::AccessEvent | Resource::DeviceEvent)).then_some(FAMILY_EVENTS)
    }

    /// Whether a push to such an audience belongs here: what is one user's own is never for more.
    pub fn takes(&self, audience: &Audience) -> bool {
        match self {
            Topic::User(_) | Topic::Calls => matches!(audience, Audience::User(_)),
            Topic::App | Topic::Resource(..) => true,
        }
    }
}

/// Numbers have at most twelve digits.
fn is_of_calls(name: &str) -> bool {
    let digits = |number: &str| (1..=12).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    name.strip_prefix("calls-management.").is_some_and(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{CallerKind, CallerToken, Permission};
    use transcode::Registry;

    fn admits(caller: &Caller, topic: &str) -> bool {
        Topic::parse(topic).is_some_and(|topic| topic.admits(caller))
    }

    #[test]
    fn a_user_subscribes_to_their_own_topic_only() {
        let caller = Caller { user_id: 5, kind: CallerKind::User, ..Caller::default() };
        assert!(admits(&caller, "private-users.5") && !admits(&caller, "private-users.6"));
    }

    #[test]
    fn a_token_of_single_permissions_does_not_hear_what_is_its_users_own() {
        let token = |is_without_own| Some(CallerToken { is_limited: true, is_without_own, ..CallerToken::default() });
        let permissions = [Permission::CanViewDevices].into_iter().collect();
        let mut caller = Caller { user_id: 5, kind: CallerKind::User, domain_ids: vec![1], permissions, token: token(true), ..Caller::default() };
        assert!(!admits(&caller, "private-users.5") && !admits(&caller, "calls-management.101") && admits(&caller, "devices"));
        caller.token = token(false);
        assert!(admits(&caller, "private-users.5") && admits(&caller, "calls-management.101"));
    }

    #[test]
    fn events_need_the_right_to_view_them() {
        let mut caller = Caller { user_id: 5, kind: CallerKind::User, domain_ids: vec![1], ..Caller::default() };
        assert!(!admits(&caller, "events.access-control"));
        caller.permissions = [Permission::CanViewAccessControlEvents, Permission::CanViewAllDevices].into_iter().collect();
        assert!(admits(&caller, "events.access-control"));
    }

    #[test]
    fn apps_without_the_feature_are_refused_events_by_websocket() {
        let permissions = [Permission::CanViewAccessControlEvents, Permission::CanViewDeviceEvents, Permission::CanViewAllDevices];
        let permissions = permissions.into_iter().collect();
        let mut caller = Caller { user_id: 5, kind: CallerKind::User, domain_ids: vec![1], permissions, ..Caller::default() };
        for topic in ["events.access-control", "events.devices"] {
            caller.app_features = None;
            assert!(admits(&caller, topic), "{topic} by a browser");
            caller.app_features = Some(vec!["mobile_app".into()]);
            let is_refused = !admits(&caller, topic);
            assert!(is_refused && admits(&caller, "devices"), "{topic}");
            caller.app_features = Some(vec!["mobile_app".into(), FAMILY_EVENTS.into()]);
            assert!(admits(&caller, topic), "{topic}");
        }
    }

    #[test]
    fn apps_need_for_a_topic_what_they_need_for_its_list() {
        let registry = Registry::new(proto::DESCRIPTORS).unwrap();
        let mut compared = 0;
        for (name, resource) in RESOURCES {
            let path = format!("/api/v0/{}", resource.name());
            let lists = registry.operations().iter().find(|operation| operation.verb == http::Method::GET && operation.path == path);
            let Some(list) = lists else { continue };
            assert_eq!(Topic::parse(name).unwrap().app_feature(), list.access.app_feature.as_deref(), "{name}");
            compared += usize::from(list.access.app_feature.is_some());
        }
        assert_eq!(compared, 2, "of events.access-control and events.devices");
    }

    #[test]
    fn calls_of_a_number_are_for_its_user_alone() {
        let topic = Topic::parse("calls-management.101").unwrap();
        assert!(topic.takes(&Audience::User(5)));
        let path = vec![1];
        assert!(!topic.takes(&Audience::Project) && !topic.takes(&Audience::Scope { resource: "devices".into(), path }));
        for wrong in ["calls-management.", "calls-management.1x", "calls-management.1234567890123", "calls-management.+31"] {
            assert!(Topic::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn what_traces_say_of_a_topic_names_nobody() {
        for name in ["private-users.5", "calls-management.101", APP, "events.devices"] {
            let template = Topic::parse(name).unwrap().template();
            assert!(!template.contains(|character: char| character.is_ascii_digit()), "{template}");
        }
    }

    #[test]
    fn the_catalogue_of_events_has_the_topics_and_the_rights_to_them() {
        let of_catalogue: Vec<(&str, Resource)> =
            event_catalogue::EVENTS.iter().map(|event| (event.topic, event.resource)).filter(|(topic, _)| !topic.is_empty()).collect();
        for topic in &of_catalogue {
            assert!(RESOURCES.contains(topic), "{topic:?}");
        }
        for topic in RESOURCES {
            let is_personal = event_catalogue::PERSONAL.iter().any(|event| event.topic.contains(topic.0));
            assert!(of_catalogue.contains(&topic) || is_personal, "{topic:?}");
        }
    }

    #[test]
    fn an_unknown_topic_is_none() {
        assert!(Topic::parse("everything").is_none() && Topic::parse("private-users.x").is_none());
    }
}
