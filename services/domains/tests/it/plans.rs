//! That the statements find their indexes, row-level security and all.
use domains::GROUPS;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use testing::PROJECT;

use crate::site::Site;

/// 300 sites of 15 groups each, written as the service itself would have, and their statistics.
async fn large_site() -> Site {
    let site = Site::start().await;
    let mut tx = site.app.context.database.system().await.unwrap();
    for statement in [
        "INSERT INTO groups (project_id, name, created_by, created_by_name, created_at, updated_at)
         SELECT 1, 'site ' || n, 1, '', now(), now() FROM generate_series(1, 300) n",
        "INSERT INTO groups (project_id, parent_id, name, created_by, created_by_name, created_at, updated_at)
         SELECT 1, s.id, 'group ' || s.id || '-' || n, 1, '', now(), now() FROM groups s, generate_series(1, 15) n",
        "INSERT INTO group_closure (ancestor_id, descendant_id, depth, project_id) SELECT id, id, 0, 1 FROM groups",
        "INSERT INTO group_closure (ancestor_id, descendant_id, depth, project_id) SELECT parent_id, id, 1, 1 FROM groups WHERE parent_id IS NOT NULL",
    ] {
        sqlx::query(statement).execute(&mut *tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    analyze(&site).await;
    site
}

/// The service's role may not analyze tables; their owner may.
async fn analyze(site: &Site) {
    let owner = site.app.context.settings.database_owner_url("domains");
    let url = owner.rsplit_once('/').map(|(server, _)| format!("{server}/{}", site.app.database())).unwrap();
    let mut owner = PgConnection::connect(&url).await.unwrap();
    sqlx::query("ANALYZE").execute(&mut owner).await.unwrap();
}

/// The plan of the list's own statement with another condition.
async fn plan(site: &Site, condition: &str) -> String {
    let statement = format!(
        "EXPLAIN SELECT {} FROM {} WHERE {} = {PROJECT} AND {condition} ORDER BY g.name, {} LIMIT 20",
        GROUPS.select, GROUPS.from, GROUPS.project, GROUPS.key
    );
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let lines: Vec<String> = sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(&mut *tx).await.unwrap();
    lines.join("\n")
}

#[tokio::test]
async fn a_page_of_groups_under_an_ancestor_uses_the_closure_index() {
    let site = large_site().await;
    let ancestor = GROUPS.columns.iter().find(|column| column.name == "ancestor_id").unwrap();
    let plan = plan(&site, &ancestor.sql.replace("{}", "ANY('{7}')")).await;
    assert!(plan.contains("group_closure_pkey") && plan.contains("group_closure_descendant"), "{plan}");
    assert!(!plan.contains("Seq Scan"), "{plan}");
}

#[tokio::test]
async fn a_level_of_the_tree_and_its_counts_use_the_index_of_siblings() {
    let site = large_site().await;
    let plan = plan(&site, "g.parent_key = 7").await;
    assert_eq!(plan.matches("using groups_siblings on groups").count(), 2, "{plan}");
    assert!(!plan.contains("Seq Scan"), "{plan}");
}

#[tokio::test]
async fn a_filter_by_parent_uses_an_index() {
    let site = large_site().await;
    for condition in ["g.parent_id = 7", "g.parent_id IS NULL AND g.name = 'site 7'"] {
        let plan = plan(&site, condition).await;
        assert!(!plan.contains("Seq Scan"), "{plan}");
    }
}
