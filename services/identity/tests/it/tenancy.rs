use std::task::Poll;

use tokio::net::{TcpListener, TcpStream};
use tonic::Code;

use crate::site::{PASSWORD, Site, administrator, code};

#[tokio::test]
async fn every_table_is_under_row_level_security() {
    let site = Site::start().await;
    assert_eq!(testing::rows_without_tenancy(&site.app).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_project_sees_no_account_at_all() {
    let site = Site::start().await;
    let mut tx = site.app.context.database.tenant(site.project).await.unwrap();
    let seen: i64 = sqlx::query_scalar("SELECT count(*) FROM accounts").fetch_one(&mut *tx).await.unwrap();
    assert_eq!(seen, 0);
    let made = sqlx::query("INSERT INTO accounts (email, created_at, updated_at) VALUES ('x@y.z', now(), now())").execute(&mut *tx).await;
    assert!(made.is_err());
}

#[tokio::test]
async fn the_tables_show_a_project_its_own_rows_only() {
    let site = Site::start().await;
    identity::bootstrap(&site.app.context, "Other", &site.email("other"), PASSWORD, "Olga").await.unwrap();
    site.login(&site.admin_email, PASSWORD).await.unwrap();
    site.login(&site.email("other"), PASSWORD).await.unwrap();
    site.deliver_audit().await;
    let mut tx = site.app.context.database.tenant(site.project).await.unwrap();
    for table in ["users", "roles", "role_available_roles", "sessions", "refresh_tokens", "audit_events", "audit_heads", "outbox"] {
        let statement = format!("SELECT count(*) > 0, count(*) FILTER (WHERE project_id <> {}) FROM {table}", site.project);
        let (some, foreign): (bool, i64) = sqlx::query_as(sqlx::AssertSqlSafe(statement)).fetch_one(&mut *tx).await.unwrap();
        assert_eq!((some, foreign), (true, 0), "{table}");
    }
    let projects: Vec<i64> = sqlx::query_scalar("SELECT id FROM projects").fetch_all(&mut *tx).await.unwrap();
    assert_eq!(projects, [site.project]);
}

/// One connection, so that the readers follow each other on it.
fn database(site: &Site) -> kit::Database {
    let url = site.app.context.settings.database_url("identity");
    let (server, _) = url.rsplit_once('/').unwrap();
    kit::Database::connect_url(&format!("{server}/{}", site.app.database()), 2).unwrap()
}

async fn projects(database: &kit::Database, project: i64) -> kit::Result<Vec<i64>> {
    let mut reader = database.read(project).await?;
    Ok(sqlx::query_scalar("SELECT DISTINCT project_id FROM users").fetch_all(&mut *reader).await?)
}

#[tokio::test]
async fn readers_see_their_own_project_whoever_read_before_on_the_connection() {
    let site = Site::start().await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.email("other"), PASSWORD, "Olga").await.unwrap();
    let database = database(&site);
    for project in [site.project, other.project_id, other.project_id, site.project] {
        assert_eq!(projects(&database, project).await.unwrap(), [project]);
    }
    assert_eq!(projects(&database, 0).await.unwrap(), Vec::<i64>::new());
}

/// The same, through a link that this test's own thread serves: Postgres never answers before the reader has waited.
async fn database_behind_a_link(site: &Site) -> kit::Database {
    let url = site.app.context.settings.database_url("identity");
    let (credentials, address) = url.rsplit_once('@').unwrap();
    let (server, _) = address.split_once('/').unwrap();
    let link = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("{credentials}@{}/{}", link.local_addr().unwrap(), site.app.database());
    let server = server.to_owned();
    tokio::spawn(async move {
        while let Ok((mut reader, _)) = link.accept().await {
            let mut postgres = TcpStream::connect(&server).await.unwrap();
            tokio::spawn(async move { tokio::io::copy_bidirectional(&mut reader, &mut postgres).await });
        }
    });
    kit::Database::connect_url(&url, 2).unwrap()
}

#[tokio::test]
async fn a_reader_that_is_given_up_in_between_leaves_the_next_its_own_project() {
    let site = Site::start().await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.email("other"), PASSWORD, "Olga").await.unwrap();
    let database = database_behind_a_link(&site).await;
    projects(&database, site.project).await.unwrap();
    // Cut at its first step, its second, and so on, until it is through.
    for steps in 0.. {
        let is_through = cut(projects(&database, other.project_id), steps).await;
        assert_eq!(projects(&database, site.project).await.unwrap(), [site.project], "cut after {steps}");
        if is_through {
            assert!(steps > 1, "it is cut while the project is set, and while it reads");
            break;
        }
    }
}

/// Gives up what has not ended when it waits for the `left + 1`st time; whether it ended before.
async fn cut(work: impl Future<Output = kit::Result<Vec<i64>>>, mut left: usize) -> bool {
    let mut work = Box::pin(work);
    std::future::poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(answer) => Poll::Ready(answer.is_ok()),
        Poll::Pending if left == 0 => Poll::Ready(false),
        Poll::Pending => {
            left -= 1;
            Poll::Pending
        }
    })
    .await
}

#[tokio::test]
async fn a_reader_writes_nothing() {
    let site = Site::start().await;
    let mut reader = site.app.context.database.read(site.project).await.unwrap();
    let error = sqlx::query("UPDATE users SET name = 'x'").execute(&mut *reader).await.unwrap_err();
    assert!(error.to_string().contains("read-only transaction"), "{error}");
}

#[tokio::test]
async fn readers_come_back_after_their_connections_are_cut() {
    let site = Site::start().await;
    let database = database(&site);
    projects(&database, site.project).await.unwrap();
    let mut tx = site.app.context.database.tenant(site.project).await.unwrap();
    // Those of this user alone: Postgres's own, such as autovacuum's, are not anybody's to cut.
    let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()";
    let cut: i64 = sqlx::query_scalar(cut).fetch_one(&mut *tx).await.unwrap();
    assert!(cut > 0);
    let end = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while projects(&database, site.project).await.is_err() {
        assert!(std::time::Instant::now() < end);
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn another_tenants_user_is_not_found() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.email("other"), PASSWORD, "Olga").await.unwrap();
    let stranger = administrator(&other);
    assert_eq!(code(site.get(&stranger, anna.id).await), Code::NotFound);
    assert_eq!(code(site.patch(&stranger, anna.id, &["name"], Default::default()).await), Code::NotFound);
    assert_eq!(code(site.delete(&stranger, anna.id).await), Code::NotFound);
    assert_eq!(site.names(&stranger, Default::default()).await.unwrap(), ["Olga"]);
    assert!(site.get(&site.admin, anna.id).await.is_ok());
}

#[tokio::test]
async fn another_tenants_groups_and_roles_cannot_be_given() {
    let site = Site::start().await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.email("other"), PASSWORD, "Olga").await.unwrap();
    let stranger = administrator(&other);
    let foreign_group = site.new_user("eva", "user", &[11]);
    assert_eq!(code(site.create(&stranger, foreign_group.clone()).await), Code::InvalidArgument);
    let foreign_role = site.patch(&stranger, other.user_id, &["role"], foreign_group).await;
    assert_eq!(crate::site::refusal(foreign_role).1, "invalid related entity sent");
}
