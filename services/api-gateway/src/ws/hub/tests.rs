use policy::{CallerKind, Permission};
use tokio::sync::mpsc::{Receiver, channel};

use super::*;

fn guard(project_id: i64, user_id: i64, domain_ids: &[i64]) -> Caller {
    let permissions = [Permission::CanViewAccessControlEvents, Permission::CanViewDevices, Permission::CanViewDescendantDevices];
    Caller {
        project_id,
        user_id,
        kind: CallerKind::User,
        permissions: permissions.into_iter().collect(),
        domain_ids: domain_ids.to_vec(),
        ..Caller::default()
    }
}

fn event(project_id: i64, path: &[i64]) -> Push {
    let audience = Audience::Scope { resource: "events/access-control".into(), path: path.to_vec() };
    Push { project_id, topic: "events.access-control".into(), audience, data: json!({ "type": "event" }) }
}

fn join(hub: &Hub, caller: Caller) -> (u64, Receiver<Order>) {
    let (orders, inbox) = channel(4);
    let id = hub.add(caller, orders);
    assert!(hub.subscribe(id, "events.access-control"));
    (id, inbox)
}

#[test]
fn an_event_reaches_those_whose_groups_hold_the_door() {
    let hub = Hub::default();
    let (_, mut near) = join(&hub, guard(1, 10, &[2]));
    let (_, mut far) = join(&hub, guard(1, 11, &[9]));
    let (_, mut foreign) = join(&hub, guard(2, 12, &[2]));
    hub.deliver(&event(1, &[1, 2, 3]));
    assert!(matches!(near.try_recv(), Ok(Order::Text(_))));
    assert!(far.try_recv().is_err() && foreign.try_recv().is_err());
}

#[test]
fn a_socket_loses_the_topics_that_its_session_may_no_longer_see() {
    let hub = Hub::default();
    let (id, mut inbox) = join(&hub, guard(1, 10, &[2]));
    hub.update(id, Caller { permissions: Default::default(), ..guard(1, 10, &[2]) });
    hub.deliver(&event(1, &[2]));
    assert!(inbox.try_recv().is_err());
    assert!(!hub.subscribe(id, "events.access-control"));
}

#[test]
fn only_the_sessions_concerned_are_checked_again() {
    let hub = Hub::default();
    let (_, mut first) = join(&hub, guard(1, 10, &[2]));
    let (_, mut second) = join(&hub, guard(1, 11, &[2]));
    hub.recheck(&Changed::UserId(10));
    assert!(matches!(first.try_recv(), Ok(Order::Recheck)));
    assert!(second.try_recv().is_err());
}

#[test]
fn a_socket_that_left_leaves_no_subscription() {
    let hub = Hub::default();
    let (id, _inbox) = join(&hub, guard(1, 10, &[2]));
    hub.remove(id);
    assert!(hub.state.read().unwrap().subscribers.is_empty());
}

#[test]
fn a_user_has_a_bounded_number_of_sockets() {
    let hub = Hub::default();
    let kept: Vec<_> = (0..SOCKETS_PER_USER).map(|_| join(&hub, guard(1, 10, &[2]))).collect();
    assert!(!hub.has_room(&guard(1, 10, &[2])) && hub.has_room(&guard(1, 11, &[2])));
    drop(kept);
}
