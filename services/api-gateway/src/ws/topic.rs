//! Which topics there are, and who may subscribe to them.
use policy::{Action, Caller, Resource};

/// What a topic's pushes are about.
pub enum Topic {
    /// `private-users.{id}`: the user's own.
    User(i64),
    /// `private-app-changes`: for everybody in the project.
    App,
    /// Pushes of a resource, each to those whose scope covers its group.
    Of(Resource),
}

impl Topic {
    pub fn parse(name: &str) -> Option<Topic> {
        Some(match name {
            "private-app-changes" => Topic::App,
            "events.access-control" => Topic::Of(Resource::AccessEvent),
            "events.devices" => Topic::Of(Resource::DeviceEvent),
            "devices" => Topic::Of(Resource::Device),
            "device-tasks" => Topic::Of(Resource::DeviceTask),
            _ => Topic::User(name.strip_prefix("private-users.")?.parse().ok()?),
        })
    }

    pub fn admits(&self, caller: &Caller) -> bool {
        match self {
            Topic::User(id) => caller.user_id == *id,
            Topic::App => true,
            Topic::Of(resource) => !caller.scope(*resource, Action::View).is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{CallerKind, Permission};

    fn admits(caller: &Caller, topic: &str) -> bool {
        Topic::parse(topic).is_some_and(|topic| topic.admits(caller))
    }

    #[test]
    fn a_user_subscribes_to_their_own_topic_only() {
        let caller = Caller { user_id: 5, kind: CallerKind::User, ..Caller::default() };
        assert!(admits(&caller, "private-users.5") && !admits(&caller, "private-users.6"));
    }

    #[test]
    fn events_need_the_right_to_view_them() {
        let mut caller = Caller { user_id: 5, kind: CallerKind::User, domain_ids: vec![1], ..Caller::default() };
        assert!(!admits(&caller, "events.access-control"));
        caller.permissions = [Permission::CanViewAccessControlEvents, Permission::CanViewAllDevices].into_iter().collect();
        assert!(admits(&caller, "events.access-control"));
    }

    #[test]
    fn an_unknown_topic_is_none() {
        assert!(Topic::parse("everything").is_none() && Topic::parse("private-users.x").is_none());
    }
}
