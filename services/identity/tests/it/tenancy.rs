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
    assert_eq!(crate::site::said(foreign_role).1, "invalid related entity sent");
}
