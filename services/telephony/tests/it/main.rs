//! The service as far as it goes, against a real database.
use kit::admin::Checked;
use kit::tree::{self, Projection};
use proto::vestibule::events::v1::GroupChanged;
use proto::vestibule::gateway::v1::DescribeListsRequest;
use proto::vestibule::gateway::v1::lists_server::Lists as _;
use telephony::{Lists, MIGRATIONS};
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
async fn the_service_is_ready_once_its_database_is_at_this_builds_schema() {
    let app = App::start("telephony", &MIGRATIONS).await;
    let checked = Checked { context: app.context.clone(), migrations: Some(&MIGRATIONS) };
    assert_eq!(checked.readiness().await.message, "");
}

#[tokio::test]
async fn the_tree_follows_what_domains_says() {
    let app = App::start("telephony", &MIGRATIONS).await;
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
    let app = App::start("telephony", &MIGRATIONS).await;
    hear(&app, &[group(3, 2, 1), group(2, 1, 1), group(1, 0, 1)]).await;
    assert_eq!(path(&app, 3).await, [1, 2, 3]);
}

#[tokio::test]
async fn it_has_no_lists_to_describe() {
    let app = App::start("telephony", &MIGRATIONS).await;
    let lists = Lists::new(app.context.clone());
    let ask = |caller| lists.describe_lists(app.context.signer.request(&caller, DescribeListsRequest {}));
    assert!(ask(service(PROJECT, "api-gateway")).await.unwrap().into_inner().items.is_empty());
    assert!(ask(nobody()).await.is_err());
}

#[tokio::test]
async fn every_table_is_under_row_level_security() {
    let app = App::start("telephony", &MIGRATIONS).await;
    assert_eq!(testing::rows_without_tenancy(&app).await, Vec::<String>::new());
}
