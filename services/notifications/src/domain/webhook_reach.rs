//! Whether a webhook gets an event: by its own filter, and by what whoever vouches for it may view now.
use event_catalogue::EventType;
use policy::{Action, Caller, CallerKind, PermissionSet, Scope};

/// Who vouches for a webhook, with the rights of now; without any when they are no active user any more.
#[derive(Clone, Debug, Default)]
pub struct WebhookOwner {
    caller: Caller,
}

impl WebhookOwner {
    pub fn new(project_id: i64, user_id: i64, permissions: &[String], groups: Vec<i64>) -> WebhookOwner {
        let permissions = PermissionSet::from_codes(permissions.iter().map(String::as_str));
        WebhookOwner { caller: Caller { project_id, user_id, permissions, domain_ids: groups, kind: CallerKind::User, ..Caller::default() } }
    }

    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Whether they may view the event where it happened: in one of the groups at whose ends the paths are.
    pub fn may_view(&self, event: &EventType, paths: &[Vec<i64>]) -> bool {
        let scope = self.caller.scope(event.resource, Action::View);
        scope.all || paths.iter().any(|path| scope.covers_group(path))
    }
}

/// Whether the caller may view such events in some group. What is one's own only is never sent.
pub fn may_view_somewhere(caller: &Caller, event: &EventType) -> bool {
    let Scope { all, domain, descendants, .. } = caller.scope(event.resource, Action::View);
    all || domain || descendants
}

/// A webhook's group, with its path from the root, itself last.
pub struct WebhookGroup<'a> {
    pub id: i64,
    pub path: &'a [i64],
}

/// Whether an event is within the webhook's group: it happened in the group or below, or it reaches everything below a group above.
pub fn is_within(group: &WebhookGroup<'_>, paths: &[Vec<i64>], reaches_below: bool) -> bool {
    paths.iter().any(|path| path.contains(&group.id) || (reaches_below && path.last().is_some_and(|last| group.path.contains(last))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUSE: [i64; 2] = [1, 2];
    const FLAT: [i64; 3] = [1, 2, 3];

    fn owner(permissions: &[&str], groups: &[i64]) -> WebhookOwner {
        let permissions: Vec<String> = permissions.iter().map(|code| (*code).to_owned()).collect();
        WebhookOwner::new(1, 5, &permissions, groups.to_vec())
    }

    fn event(name: &str) -> &'static EventType {
        event_catalogue::find(name).unwrap()
    }

    #[test]
    fn an_event_goes_where_its_owner_may_view_it() {
        let events = event("device.event.arrived");
        let everywhere = owner(&["can_view_device_events", "can_view_all_devices"], &[]);
        let below = owner(&["can_view_device_events", "can_view_descendant_devices"], &[2]);
        assert!(everywhere.may_view(events, &[HOUSE.to_vec()]) && everywhere.may_view(events, &[]));
        assert!(below.may_view(events, &[FLAT.to_vec()]) && !below.may_view(events, &[HOUSE.to_vec()]));
        assert!(!owner(&["can_view_all_devices"], &[]).may_view(events, &[HOUSE.to_vec()]));
        assert!(!WebhookOwner::default().may_view(events, &[HOUSE.to_vec()]));
    }

    #[test]
    fn a_right_to_the_log_of_access_control_is_none_to_that_of_devices() {
        let guard = owner(&["can_view_access_control_events", "can_view_all_devices"], &[]);
        assert!(guard.may_view(event("device.event.arrived/access"), &[]));
        assert!(!guard.may_view(event("device.event.arrived"), &[]));
    }

    #[test]
    fn what_is_ones_own_only_is_not_sent() {
        let resident = Caller { user_id: 5, kind: CallerKind::User, ..Caller::default() };
        assert!(!may_view_somewhere(&resident, event("identifier.changed")));
    }

    #[test]
    fn a_group_is_reached_from_below_and_by_what_reaches_everything_below_it() {
        let house = WebhookGroup { id: 2, path: &HOUSE };
        assert!(is_within(&house, &[FLAT.to_vec()], false));
        assert!(!is_within(&house, &[vec![1]], false) && is_within(&house, &[vec![1]], true));
        assert!(!is_within(&house, &[vec![1, 9]], true) && !is_within(&house, &[], true));
    }
}
