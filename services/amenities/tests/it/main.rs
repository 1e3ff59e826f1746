//! The service as far as it goes, against a real database.
mod rounds;
mod schema;

use amenities::{Lists, MIGRATIONS};
use kit::tree::{self, Projection};
use proto::vestibule::events::v1::GroupChanged;
use proto::vestibule::gateway::v1::DescribeListsRequest;
use proto::vestibule::gateway::v1::lists_server::Lists as _;
use testing::{App, PROJECT, nobody, service};

/// A snapshot of a group; parent 0 is none.
fn group(id: i64, parent_id: i64, version: i64) -> GroupChanged {
    GroupChanged { project_id: PROJECT, id, version, parent_id, name: format!("group {id}"), ..GroupChanged::default() }
}

async fn path(app: &App, group: i64) -> Vec<i64> {
    let mut tx = app.context.database.tenant(PROJECT).await.unwrap();
    tree::path(&mut tx, group).await.unwrap()
}

async fn hear(app: &App, groups: &[GroupChanged]) {
    for group in groups {
        app.deliver(&Projection, tree::TOPIC, group).await.unwrap();
    }
}

#[tokio::test]
async fn a_request_that_goes_away_while_its_transaction_begins_leaves_nothing_to_the_next() {
    let app = App::start("amenities", &MIGRATIONS).await;
    let database = &app.context.database;
    let connections = database.pool().options().get_max_connections();
    // Every connection is there, so that only the answer to BEGIN is waited for.
    roles(database, connections).await;
    for _ in 0..connections {
        tokio::select! {
            biased;
            _answered_already = database.system() => {}
            () = std::future::ready(()) => {}
        }
    }
    let roles = roles(database, connections).await;
    assert!(roles.iter().all(|role| role != "vestibule_system"), "{roles:?}");
}

/// Whom as many transactions of a project, side by side, act as.
async fn roles(database: &kit::Database, count: u32) -> Vec<String> {
    let (mut side_by_side, mut roles) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let mut tx = database.tenant(PROJECT).await.unwrap();
        roles.push(sqlx::query_scalar("SELECT current_user::text").fetch_one(&mut *tx).await.unwrap());
        side_by_side.push(tx);
    }
    roles
}

#[tokio::test]
async fn the_tree_follows_what_domains_says() {
    let app = App::start("amenities", &MIGRATIONS).await;
    hear(&app, &[group(1, 0, 1), group(2, 1, 1), group(3, 2, 1), group(4, 0, 1)]).await;
    assert_eq!(path(&app, 3).await, [1, 2, 3]);
    // Only the moved group is told: what is below moves with it. A snapshot that is older changes nothing.
    hear(&app, &[group(2, 4, 2), group(2, 1, 1)]).await;
    assert_eq!(path(&app, 3).await, [4, 2, 3]);
    hear(&app, &[GroupChanged { deleted: true, ..group(3, 2, 2) }]).await;
    assert_eq!(path(&app, 3).await, Vec::<i64>::new());
    assert_eq!(path(&app, 2).await, [4, 2]);
}

#[tokio::test]
async fn a_group_that_is_heard_of_before_its_parent_finds_its_place() {
    let app = App::start("amenities", &MIGRATIONS).await;
    hear(&app, &[group(3, 2, 1), group(2, 1, 1), group(1, 0, 1)]).await;
    assert_eq!(path(&app, 3).await, [1, 2, 3]);
}

#[tokio::test]
async fn it_has_no_lists_to_describe() {
    let app = App::start("amenities", &MIGRATIONS).await;
    let lists = Lists::new(app.context.clone());
    let ask = |caller| lists.describe_lists(app.context.signer.request(&caller, DescribeListsRequest {}));
    assert!(ask(service(PROJECT, "api-gateway")).await.unwrap().into_inner().items.is_empty());
    assert!(ask(nobody()).await.is_err());
}

#[tokio::test]
async fn every_table_is_under_row_level_security() {
    let app = App::start("amenities", &MIGRATIONS).await;
    assert_eq!(testing::rows_without_tenancy(&app).await, Vec::<String>::new());
}
