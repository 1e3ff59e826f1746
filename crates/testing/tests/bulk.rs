//! Deleting many: the meaning that every service shares.
use kit::bulk::{Deletion, MAX_ITEMS};
use kit::db::Migrator;
use kit::{Error, Result};
use proto::vestibule::common::v1::DeleteAllResponse;
use sqlx::PgConnection;
use testing::{App, OTHER_PROJECT, PROJECT};

/// The kit's own tables and no others.
static NONE: Migrator = Migrator::DEFAULT;

/// Groups 1 to `count` of the project, in the kit's projection of the tree.
async fn app_with_groups(count: i64) -> App {
    let app = App::start("groups", &NONE).await;
    let mut tx = app.context.database.system().await.unwrap();
    sqlx::query("INSERT INTO group_nodes (id, project_id, name, version, deleted) SELECT id, $1, 'A', 1, false FROM generate_series(1, $2) id")
        .bind(PROJECT)
        .bind(count)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    app
}

/// Deletes a group; 13 is refused and 500 meets a fault, both after the deletion, so that it has to be undone.
async fn delete(connection: &mut PgConnection, id: i64) -> Result<()> {
    let deleted = sqlx::query("DELETE FROM group_nodes WHERE id = $1").bind(id).execute(connection).await?;
    match id {
        _ if deleted.rows_affected() == 0 => Err(Error::NotFound),
        13 => Err(Error::Forbidden),
        500 => Err(Error::internal(anyhow::anyhow!("a fault"))),
        _ => Ok(()),
    }
}

async fn insert(connection: &mut PgConnection, id: i64) -> Result<()> {
    let insert = sqlx::query("INSERT INTO group_nodes (id, project_id, name, version, deleted) VALUES ($1, $2, 'A', 1, false)");
    insert.bind(id).bind(PROJECT).execute(connection).await?;
    Ok(())
}

async fn delete_all(app: &App, project_id: i64, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    let mut deletion = Deletion::begin(&app.context.database, project_id, ids).await?;
    while let Some(mut item) = deletion.next().await? {
        let deleted = delete(&mut item.savepoint, item.id).await;
        item.finish(deleted).await?;
    }
    deletion.commit().await
}

async fn left(app: &App) -> Vec<i64> {
    let mut tx = app.context.database.system().await.unwrap();
    sqlx::query_scalar("SELECT id FROM group_nodes ORDER BY id").fetch_all(&mut *tx).await.unwrap()
}

#[tokio::test]
async fn each_item_has_its_answer_in_the_order_asked() {
    let app = app_with_groups(3).await;
    let response = delete_all(&app, PROJECT, vec![3, 99, 1, 1]).await.unwrap();
    let answers: Vec<_> = response.items.iter().map(|item| (item.id, item.done, item.message.as_str())).collect();
    assert_eq!(answers, [(3, true, ""), (99, false, "item not found"), (1, true, ""), (1, false, "item not found")]);
    assert_eq!(left(&app).await, [2]);
}

#[tokio::test]
async fn an_item_that_is_refused_is_undone_and_undoes_no_other() {
    let app = app_with_groups(14).await;
    let response = delete_all(&app, PROJECT, vec![12, 13, 14]).await.unwrap();
    assert_eq!(response.items.iter().map(|item| item.done).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(response.items[1].message, "action prohibited");
    assert_eq!(left(&app).await, (1..=11).chain([13]).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_statement_that_fails_spoils_no_other_item() {
    let app = app_with_groups(2).await;
    let mut deletion = Deletion::begin(&app.context.database, PROJECT, vec![1, 2]).await.unwrap();
    while let Some(mut item) = deletion.next().await.unwrap() {
        let deleted = match item.id {
            1 => insert(&mut item.savepoint, 2).await,
            id => delete(&mut item.savepoint, id).await,
        };
        item.finish(deleted).await.unwrap();
    }
    let response = deletion.commit().await.unwrap();
    let answers: Vec<_> = response.items.into_iter().map(|item| (item.done, item.message)).collect();
    assert_eq!(answers, [(false, "value not unique".to_string()), (true, String::new())]);
    assert_eq!(left(&app).await, [1]);
}

#[tokio::test]
async fn a_fault_of_the_service_undoes_all() {
    let app = app_with_groups(500).await;
    let response = delete_all(&app, PROJECT, vec![1, 500, 2]).await;
    assert!(matches!(response, Err(Error::Internal(_))));
    assert_eq!(left(&app).await.len(), 500);
}

#[tokio::test]
async fn nothing_of_another_project_is_deleted() {
    let app = app_with_groups(1).await;
    let response = delete_all(&app, OTHER_PROJECT, vec![1]).await.unwrap();
    assert!(!response.items[0].done);
    assert_eq!(left(&app).await, [1]);
}

#[tokio::test]
async fn a_call_with_too_many_items_deletes_none() {
    let app = app_with_groups(1).await;
    let ids = (1..=MAX_ITEMS as i64 + 1).collect();
    let Err(Error::Invalid(fields)) = delete_all(&app, PROJECT, ids).await else { panic!("taken") };
    assert_eq!(fields["items"], "maximum length is 500");
    assert_eq!(left(&app).await, [1]);
}

/// One call has deleted its first group and has still to delete the second, the other the other way round: the order of the
/// ids decides who comes first, so that neither waits for what the other holds.
#[tokio::test]
async fn calls_with_the_same_items_in_opposite_order_do_not_block_each_other() {
    let app = app_with_groups(2).await;
    let mut first = Deletion::begin(&app.context.database, PROJECT, vec![2, 1]).await.unwrap();
    let mut item = first.next().await.unwrap().expect("an item");
    let deleted = delete(&mut item.savepoint, item.id).await;
    item.finish(deleted).await.unwrap();

    let database = app.context.database.clone();
    let second = tokio::spawn(async move {
        let mut deletion = Deletion::begin(&database, PROJECT, vec![1, 2]).await?;
        while let Some(mut item) = deletion.next().await? {
            let deleted = delete(&mut item.savepoint, item.id).await;
            item.finish(deleted).await?;
        }
        deletion.commit().await
    });
    wait_until_blocked(&app).await;

    while let Some(mut item) = first.next().await.unwrap() {
        let deleted = delete(&mut item.savepoint, item.id).await;
        item.finish(deleted).await.unwrap();
    }
    let first = first.commit().await.unwrap().items;
    let second = second.await.unwrap().unwrap().items;
    assert_eq!(first.iter().map(|item| (item.id, item.done)).collect::<Vec<_>>(), [(2, true), (1, true)]);
    assert_eq!(second.iter().map(|item| (item.id, item.done)).collect::<Vec<_>>(), [(1, false), (2, false)]);
}

/// Until a connection to the test's database waits for a lock.
async fn wait_until_blocked(app: &App) {
    loop {
        // As the role whose sessions are looked at: Postgres shows a role what its own wait for.
        let mut tx = app.context.database.tenant(PROJECT).await.unwrap();
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let count: i64 = sqlx::query_scalar(waiting).fetch_one(&mut *tx).await.unwrap();
        if count > 0 {
            return;
        }
    }
}

#[tokio::test]
async fn an_order_of_its_own_is_kept_and_the_answers_are_in_that_of_the_call() {
    let app = app_with_groups(3).await;
    let tx = app.context.database.tenant(PROJECT).await.unwrap();
    let mut deletion = Deletion::in_order(tx, vec![1, 9, 2, 3], &[3, 1, 2]).unwrap();
    let mut order = Vec::new();
    while let Some(mut item) = deletion.next().await.unwrap() {
        order.push(item.id);
        let deleted = delete(&mut item.savepoint, item.id).await;
        item.finish(deleted).await.unwrap();
    }
    assert_eq!(order, [3, 1, 2, 9]);
    let answers = deletion.commit().await.unwrap().items;
    assert_eq!(answers.iter().map(|item| (item.id, item.done)).collect::<Vec<_>>(), [(1, true), (9, false), (2, true), (3, true)]);
}

/// As the handlers of calls need it.
#[tokio::test]
async fn a_deletion_may_go_from_thread_to_thread() {
    let app = app_with_groups(1).await;
    let deleting = tokio::spawn(async move { delete_all(&app, PROJECT, vec![1]).await });
    assert!(deleting.await.unwrap().unwrap().items[0].done);
}
