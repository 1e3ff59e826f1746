//! Floors and apartments of a group.
use proto::vestibule::domains::v1::groups_server::Groups as _;
use proto::vestibule::domains::v1::{Group, GroupKind, ListPlacesRequest, ListPlacesResponse};
use testing::{PROJECT, administrator, group_administrator, someone};
use tonic::Code;

use crate::site::Site;

/// A house of two floors with an apartment each; apartment 2 lies on the first.
async fn house(site: &Site) -> i64 {
    let (floor, apartment) = (site.group_type("floor", GroupKind::Floor).await, site.group_type("apartment", GroupKind::Apartment).await);
    let house = site.group("House", None).await;
    for (number, inner) in [("2", "1"), ("1", "2")] {
        let made = site.create(&administrator(PROJECT), place(format!("Floor {number}"), house, floor, number)).await.unwrap();
        site.create(&administrator(PROJECT), place(format!("Flat {inner}"), made.id, apartment, inner)).await.unwrap();
    }
    house
}

fn place(name: String, parent: i64, kind: i64, address: &str) -> Group {
    Group { name, parent_id: Some(parent), domain_type_id: Some(kind), logic_address: Some(address.into()), ..Group::default() }
}

fn places(list: ListPlacesResponse) -> Vec<(String, String, Vec<String>)> {
    let path = |path: Vec<proto::vestibule::common::v1::Ref>| path.into_iter().map(|above| above.name).collect();
    list.items.into_iter().map(|place| (place.name, place.logic_address.unwrap(), path(place.path))).collect()
}

#[tokio::test]
async fn floors_and_apartments_anywhere_below_come_in_the_order_of_their_addresses() {
    let site = Site::start().await;
    let house = house(&site).await;
    let company = site.group("Company", None).await;
    site.move_to(&administrator(PROJECT), house, Some(company)).await.unwrap();
    let request = |id| site.request(&administrator(PROJECT), ListPlacesRequest { id, ..Default::default() });
    let floors = places(site.groups.list_floors(request(house)).await.unwrap().into_inner());
    assert_eq!(floors, [("Floor 1".into(), "01".into(), vec![]), ("Floor 2".into(), "02".into(), vec![])]);
    let flats = places(site.groups.list_apartments(request(company)).await.unwrap().into_inner());
    let way = |floor: &str| vec!["House".to_string(), floor.to_string()];
    assert_eq!(flats, [("Flat 1".into(), "01".into(), way("Floor 2")), ("Flat 2".into(), "02".into(), way("Floor 1"))]);
}

#[tokio::test]
async fn places_come_in_pages() {
    let site = Site::start().await;
    let house = house(&site).await;
    let request = |size| site.request(&administrator(PROJECT), ListPlacesRequest { id: house, size, ..Default::default() });
    let page = site.groups.list_floors(request(10)).await.unwrap().into_inner();
    assert_eq!((page.total, page.page, page.size), (2, 1, 10));
    assert_eq!(site.groups.list_floors(request(7)).await.unwrap_err().code(), Code::InvalidArgument);
}

#[tokio::test]
async fn places_of_a_group_out_of_sight_are_not_there() {
    let site = Site::start().await;
    let house = house(&site).await;
    let request = |caller| site.request(&caller, ListPlacesRequest { id: house, ..Default::default() });
    assert_eq!(site.groups.list_floors(request(someone(PROJECT, 5, [], &[]))).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(site.groups.list_floors(request(group_administrator(PROJECT, 6, &[house]))).await.unwrap().into_inner().total, 2);
}
