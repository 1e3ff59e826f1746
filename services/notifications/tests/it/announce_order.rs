//! The order of a list of which somebody manages a part and has received the rest.
use policy::{Caller, Permission};
use proto::vestibule::notifications::v1::*;
use testing::{PROJECT, someone};

use crate::communications::*;
use crate::harness::*;

#[tokio::test]
async fn sorted_by_name_each_announce_stands_by_what_is_shown_for_its_name() {
    let all = Communications::start().await;
    let sent =
        async |caller: &Caller, name: &str, subject: &str| all.sent(caller, Announce { name: name.into(), subject: subject.into(), ..info() }).await;
    sent(&manager(), "Banners", "Zebras").await;
    sent(&admin(), "Zippers", "Apples").await;
    sent(&admin(), "Anchors", "Cherries").await;
    // Has made one, and has received the others without any right to them.
    let author = someone(PROJECT, MANAGER, [Permission::CanViewAnnounces], &[HOUSE]);
    let sorted = async |sort: &str, page: i32| {
        let request = ListAnnouncesRequest { sort: sort.into(), page, ..Default::default() };
        let found = all.list_announces(&author, request).await.unwrap();
        assert_eq!(found.total, 3);
        found.items.into_iter().map(|announce| announce.name).collect::<Vec<_>>()
    };
    assert_eq!(sorted("name", 1).await, ["Apples", "Banners", "Cherries"]);
    assert_eq!(sorted("-name", 1).await, ["Cherries", "Banners", "Apples"]);
    assert_eq!(sorted("execute_at,name,-created_at", 1).await, ["Apples", "Banners", "Cherries"]);
    assert!(sorted("name", 2).await.is_empty());
}
