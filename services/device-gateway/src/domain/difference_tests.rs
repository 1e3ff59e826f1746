use proptest::prelude::*;

use super::*;

fn link(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn wanted(kind: ItemKind, number: u128, hash: &str) -> DesiredItem {
    DesiredItem { kind, link_id: link(number), hash: hash.into(), size: 100 }
}

fn limits(items: usize) -> ChunkLimits {
    ChunkLimits { items, bytes: usize::MAX }
}

fn held(kind: ItemKind, number: u128, hash: &str) -> ActualItem {
    ActualItem { kind, link_id: link(number), hash: Some(hash.into()), refused: None }
}

/// What a device that refuses nothing makes of the tasks.
fn applied(actual: &[ActualItem], works: &[PlannedTask]) -> HashMap<(ItemKind, Uuid), String> {
    let mut device: HashMap<_, _> = actual.iter().filter_map(|item| Some(((item.kind, item.link_id), item.hash.clone()?))).collect();
    for work in works {
        for item in &work.items {
            match work.kind {
                TaskKind::IdentifiersSave => device.insert((ItemKind::Identifier, item.link_id), item.hash.clone()),
                TaskKind::SchedulesSave => device.insert((ItemKind::Schedule, item.link_id), item.hash.clone()),
                TaskKind::IdentifiersDelete => device.remove(&(ItemKind::Identifier, item.link_id)),
                TaskKind::SchedulesDelete => device.remove(&(ItemKind::Schedule, item.link_id)),
                other => panic!("{other:?} carries no items"),
            };
        }
    }
    device
}

fn kind() -> impl Strategy<Value = ItemKind> {
    prop_oneof![Just(ItemKind::Identifier), Just(ItemKind::Schedule)]
}

fn desired_list() -> impl Strategy<Value = Vec<DesiredItem>> {
    let item = (kind(), 0_u128..40, "[a-c]").prop_map(|(kind, number, hash)| wanted(kind, number, &hash));
    proptest::collection::vec(item, 0..60).prop_map(|mut items| {
        items.sort_by_key(|item| (item.kind, item.link_id));
        items.dedup_by_key(|item| (item.kind, item.link_id));
        items
    })
}

fn actual_list() -> impl Strategy<Value = Vec<ActualItem>> {
    let item = (kind(), 0_u128..40, proptest::option::of("[a-c]"), proptest::option::of("[a-c]"))
        .prop_map(|(kind, number, hash, refused)| ActualItem { kind, link_id: link(number), hash, refused });
    proptest::collection::vec(item, 0..60).prop_map(|mut items| {
        items.sort_by_key(|item| (item.kind, item.link_id));
        items.dedup_by_key(|item| (item.kind, item.link_id));
        items
    })
}

proptest! {
    #[test]
    fn the_tasks_lead_to_what_is_wanted_but_for_what_was_refused(desired in desired_list(), actual in actual_list(), chunk in 1_usize..7) {
        let works = difference(&desired, &actual, limits(chunk));
        let device = applied(&actual, &works);
        for item in &desired {
            let before = actual.iter().find(|a| (a.kind, a.link_id) == (item.kind, item.link_id));
            let was_refused = before.is_some_and(|a| a.refused.as_ref() == Some(&item.hash) && a.hash.as_ref() != Some(&item.hash));
            let now = device.get(&(item.kind, item.link_id));
            if was_refused {
                prop_assert_eq!(now, before.and_then(|a| a.hash.as_ref()));
            } else {
                prop_assert_eq!(now, Some(&item.hash));
            }
        }
        let surplus = device.keys().filter(|key| !desired.iter().any(|item| (item.kind, item.link_id) == **key)).count();
        prop_assert_eq!(surplus, 0);
    }

    #[test]
    fn a_device_in_step_has_nothing_to_do(desired in desired_list(), chunk in 1_usize..7) {
        let actual: Vec<ActualItem> = desired.iter().map(|d| ActualItem { kind: d.kind, link_id: d.link_id, hash: Some(d.hash.clone()), refused: None }).collect();
        prop_assert!(difference(&desired, &actual, limits(chunk)).is_empty());
    }

    #[test]
    fn no_task_of_several_items_is_over_the_bytes_and_none_could_take_the_next_item(
        sizes in proptest::collection::vec(0_usize..400, 0..60), items in 1_usize..7, bytes in 1_usize..1_000,
    ) {
        let desired: Vec<DesiredItem> =
            sizes.iter().zip(0..).map(|(size, number)| DesiredItem { size: *size, ..wanted(ItemKind::Identifier, number, "h") }).collect();
        let tasks = difference(&desired, &[], ChunkLimits { items, bytes });
        let sent: Vec<Uuid> = tasks.iter().flat_map(|task| &task.items).map(|item| item.link_id).collect();
        prop_assert_eq!(&sent, &desired.iter().map(|item| item.link_id).collect::<Vec<_>>());
        let mut left = sizes.as_slice();
        for task in &tasks {
            let (own, after) = left.split_at(task.items.len());
            let total: usize = own.iter().sum();
            prop_assert!(own.len() == 1 || total <= bytes);
            prop_assert!(own.len() <= items);
            prop_assert!(after.first().is_none_or(|next| own.len() == items || total + next > bytes));
            left = after;
        }
    }

    #[test]
    fn no_task_is_empty_or_over_the_limit(desired in desired_list(), actual in actual_list(), chunk in 1_usize..7) {
        for work in difference(&desired, &actual, limits(chunk)) {
            prop_assert!((1..=chunk).contains(&work.items.len()));
        }
    }
}

#[test]
fn a_schedule_comes_before_its_identifiers_and_goes_after_them() {
    let desired = [wanted(ItemKind::Identifier, 1, "i"), wanted(ItemKind::Schedule, 2, "s")];
    let actual = [held(ItemKind::Identifier, 3, "x"), held(ItemKind::Schedule, 4, "y")];
    let kinds: Vec<TaskKind> = difference(&desired, &actual, limits(50)).into_iter().map(|work| work.kind).collect();
    assert_eq!(kinds, [TaskKind::IdentifiersDelete, TaskKind::SchedulesSave, TaskKind::IdentifiersSave, TaskKind::SchedulesDelete]);
}

#[test]
fn a_refused_body_is_not_sent_again_and_a_new_one_is() {
    let refused = ActualItem { kind: ItemKind::Identifier, link_id: link(1), hash: None, refused: Some("a".into()) };
    assert!(difference(&[wanted(ItemKind::Identifier, 1, "a")], std::slice::from_ref(&refused), limits(50)).is_empty());
    assert_eq!(difference(&[wanted(ItemKind::Identifier, 1, "b")], &[refused], limits(50)).len(), 1);
}

#[test]
fn what_was_refused_and_is_no_longer_wanted_needs_no_deletion() {
    let refused = ActualItem { kind: ItemKind::Identifier, link_id: link(1), hash: None, refused: Some("a".into()) };
    assert!(difference(&[], &[refused], limits(50)).is_empty());
}

#[test]
fn a_long_list_comes_in_chunks() {
    let desired: Vec<DesiredItem> = (0..120).map(|n| wanted(ItemKind::Identifier, n, "h")).collect();
    let sizes: Vec<usize> = difference(&desired, &[], limits(50)).iter().map(|work| work.items.len()).collect();
    assert_eq!(sizes, [50, 50, 20]);
}
