//! The counter of statements counts what it says.
use futures::FutureExt;
use kit::db::Migrator;
use testing::{App, PROJECT, assert_statements, statements};

/// The kit's own tables and no others.
static NONE: Migrator = Migrator::DEFAULT;

async fn read(app: &App, times: usize) -> Vec<i64> {
    let mut reader = app.context.database.read(PROJECT).await.unwrap();
    let mut ids = Vec::new();
    for _ in 0..times {
        ids.extend(sqlx::query_scalar::<_, i64>("SELECT id FROM group_nodes").fetch_all(&mut *reader).await.unwrap());
    }
    ids
}

async fn insert(app: &App, id: i64) {
    let mut tx = app.context.database.tenant(PROJECT).await.unwrap();
    let insert = "INSERT INTO group_nodes (id, project_id, name, version, deleted) VALUES ($1, $2, 'A', 1, false)";
    sqlx::query(insert).bind(id).bind(PROJECT).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn each_statement_counts_and_transactions_do_not() {
    let app = App::start("groups", &NONE).await;
    assert_statements(1, insert(&app, 1)).await;
    assert_eq!(assert_statements(3, read(&app, 3)).await, [1, 1, 1]);
    assert_statements(0, async {}).await;
    let (_, of_both) = statements(async {
        insert(&app, 2).await;
        read(&app, 1).await;
    })
    .await;
    let first_words: Vec<_> = of_both.iter().filter_map(|statement| statement.split(' ').next()).collect();
    assert_eq!(first_words, ["INSERT", "SELECT"]);
}

#[tokio::test]
async fn one_statement_too_many_fails_and_is_named() {
    let app = App::start("groups", &NONE).await;
    let counted = std::panic::AssertUnwindSafe(assert_statements(1, read(&app, 2))).catch_unwind().await;
    let panic = counted.expect_err("two are not one");
    let message = panic.downcast_ref::<String>().expect("a message");
    assert!(message.contains("2 statements in place of 1") && message.contains("SELECT id FROM group_nodes"), "{message}");
}

#[tokio::test]
async fn pieces_of_work_beside_each_other_are_counted_each_by_itself() {
    let app = App::start("groups", &NONE).await;
    futures::join!(assert_statements(1, read(&app, 1)), assert_statements(2, read(&app, 2)), read(&app, 5));
}
