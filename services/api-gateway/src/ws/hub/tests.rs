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
    Push::new(project_id, "events.access-control", audience, json!({ "type": "event" }))
}

fn join(hub: &Hub, caller: Caller) -> (u64, Receiver<SocketCommand>) {
    let (commands, inbox) = channel(4);
    let id = hub.add(caller, commands);
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
    assert!(matches!(near.try_recv(), Ok(SocketCommand::Text(..))));
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
    hub.recheck(&SessionChange::UserId(10));
    assert!(matches!(first.try_recv(), Ok(SocketCommand::Recheck)));
    assert!(second.try_recv().is_err());
}

#[test]
fn every_session_is_checked_again_after_changes_were_missed() {
    let hub = Hub::default();
    let (_, mut first) = join(&hub, guard(1, 10, &[2]));
    let (_, mut second) = join(&hub, guard(2, 11, &[2]));
    hub.recheck_all();
    assert!([&mut first, &mut second].into_iter().all(|inbox| matches!(inbox.try_recv(), Ok(SocketCommand::Recheck))));
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
    let sockets: Vec<_> = (0..MAX_SOCKETS_PER_USER).map(|_| join(&hub, guard(1, 10, &[2]))).collect();
    assert!(!hub.has_room(&guard(1, 10, &[2])) && hub.has_room(&guard(1, 11, &[2])));
    drop(sockets);
}

#[test]
fn calls_of_a_number_reach_its_user_alone_whoever_has_subscribed() {
    let hub = Hub::default();
    let mut sockets: Vec<_> = [(1, 10), (1, 11), (2, 10)].map(|(project, user)| join(&hub, guard(project, user, &[2]))).into();
    for (id, _) in &sockets {
        assert!(hub.subscribe(*id, "calls-management.101"));
    }
    let push = |audience| Push::new(1, "calls-management.101", audience, json!({ "type": "CallUpdated" }));
    hub.deliver(&push(Audience::User(10)));
    let received: Vec<bool> = sockets.iter_mut().map(|(_, inbox)| matches!(inbox.try_recv(), Ok(SocketCommand::Text(..)))).collect();
    assert_eq!(received, [true, false, false]);
    // Not even by mistake of whoever pushes.
    hub.deliver(&push(Audience::Project));
    assert!(sockets.iter_mut().all(|(_, inbox)| inbox.try_recv().is_err()));
}

#[test]
fn a_reservation_reaches_the_staff_of_its_group_and_whose_it_is() {
    let hub = Hub::default();
    let join = |project_id: i64, user_id: i64, permissions: &[Permission]| {
        let permissions = permissions.iter().copied().collect();
        let caller = Caller { project_id, user_id, kind: CallerKind::User, permissions, domain_ids: vec![2], ..Caller::default() };
        let (commands, inbox) = channel(4);
        assert!(hub.subscribe(hub.add(caller, commands), "amenity-reservations"));
        inbox
    };
    let view = [Permission::CanViewDomainAmenityReservations, Permission::CanViewDescendantsAmenityReservations];
    let (mut staff, mut of_neighbour) = (join(1, 10, &view), join(2, 10, &view));
    let (mut whose, mut without_right, mut same_id) = (join(1, 11, &[]), join(1, 12, &[]), join(2, 11, &[]));
    let resource = "amenity-reservations".to_string();
    for audience in [Audience::Scope { resource, path: vec![1, 2, 3] }, Audience::User(11)] {
        hub.deliver(&Push::new(1, "amenity-reservations", audience, json!({ "type": "amenity_reservation.changed" })));
    }
    assert!(matches!(staff.try_recv(), Ok(SocketCommand::Text(..))) && matches!(whose.try_recv(), Ok(SocketCommand::Text(..))));
    for (inbox, who) in
        [(&mut of_neighbour, "staff of another project"), (&mut without_right, "without the right"), (&mut same_id, "another project")]
    {
        assert!(inbox.try_recv().is_err(), "{who}");
    }
}
