//! The service, against a real database.
mod amenity;
mod amenity_reservation;
mod amenity_rules;
mod license_features;
mod lists;
mod periodic;
mod places;
mod pushes;
mod reminders;
mod schema;
mod site;
mod statements;
mod unchanged;

use amenities::MIGRATIONS;
use kit::tree;
use proto::vestibule::events::v1::GroupChanged;
use testing::{App, PROJECT};

/// A snapshot of a group; parent 0 is none.
fn group(id: i64, parent_id: i64, version: i64) -> GroupChanged {
    GroupChanged { project_id: PROJECT, id, version, parent_id, name: format!("group {id}"), ..GroupChanged::default() }
}

async fn path(app: &App, group: i64) -> Vec<i64> {
    let mut tx = app.context.database.tenant(PROJECT).await.unwrap();
    tree::path(&mut tx, group).await.unwrap()
}

async fn receive(app: &App, groups: &[GroupChanged]) {
    for group in groups {
        let mut tx = app.context.database.system().await.unwrap();
        tree::apply(&mut tx, group).await.unwrap();
        tx.commit().await.unwrap();
    }
}

#[tokio::test]
async fn a_request_cancelled_while_its_transaction_begins_leaves_the_connection_clean() {
    let app = App::start("amenities", &MIGRATIONS).await;
    let database = &app.context.database;
    let connections = database.pool().options().get_max_connections();
    // All connections are open, so that only the answer to BEGIN is awaited.
    roles(database, connections).await;
    for _ in 0..connections {
        tokio::select! {
            biased;
            _completed = database.system() => {}
            () = std::future::ready(()) => {}
        }
    }
    let roles = roles(database, connections).await;
    assert!(roles.iter().all(|role| role != "vestibule_system"), "{roles:?}");
}

/// The roles of as many concurrent transactions of a project.
async fn roles(database: &kit::Database, count: u32) -> Vec<String> {
    let (mut open, mut roles) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let mut tx = database.tenant(PROJECT).await.unwrap();
        roles.push(sqlx::query_scalar("SELECT current_user::text").fetch_one(&mut *tx).await.unwrap());
        open.push(tx);
    }
    roles
}

#[tokio::test]
async fn the_tree_follows_the_events_of_domains() {
    let app = App::start("amenities", &MIGRATIONS).await;
    receive(&app, &[group(1, 0, 1), group(2, 1, 1), group(3, 2, 1), group(4, 0, 1)]).await;
    assert_eq!(path(&app, 3).await, [1, 2, 3]);
    // The event names the moved group only; the groups below move with it. An older snapshot changes nothing.
    receive(&app, &[group(2, 4, 2), group(2, 1, 1)]).await;
    assert_eq!(path(&app, 3).await, [4, 2, 3]);
    receive(&app, &[GroupChanged { deleted: true, ..group(3, 2, 2) }]).await;
    assert_eq!(path(&app, 3).await, Vec::<i64>::new());
    assert_eq!(path(&app, 2).await, [4, 2]);
}

#[tokio::test]
async fn a_group_may_arrive_before_its_parent() {
    let app = App::start("amenities", &MIGRATIONS).await;
    receive(&app, &[group(3, 2, 1), group(2, 1, 1), group(1, 0, 1)]).await;
    assert_eq!(path(&app, 3).await, [1, 2, 3]);
}

#[tokio::test]
async fn every_table_is_under_row_level_security() {
    let app = App::start("amenities", &MIGRATIONS).await;
    assert_eq!(testing::rows_without_tenancy(&app).await, Vec::<String>::new());
}
