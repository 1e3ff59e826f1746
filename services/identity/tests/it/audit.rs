use identity::{verify_audit, verify_project_audit};
use kit::Error;
use proto::vestibule::events::v1::AuditRecorded;

use crate::site::{PASSWORD, Site};

/// A chain of the given length, and the one event of the site's own beginning before it.
async fn recorded(site: &Site, events: i64) {
    site.deliver_audit().await;
    for id in 1..events {
        let event = AuditRecorded {
            project_id: site.project,
            user_id: site.admin.user_id,
            user_name: "Alex".into(),
            action: "edit".into(),
            resource: "users".into(),
            resource_id: id,
            before: r#"{"name": "a"}"#.into(),
            after: r#"{"name": "b"}"#.into(),
            at: Some(kit::clock::to_proto(testing::NOW + time::Duration::nanoseconds(123_456_789))),
            ..Default::default()
        };
        site.deliver("audit.recorded", &event).await;
    }
}

fn broken_at(result: kit::Result<u64>) -> i64 {
    match result {
        Err(Error::Conflict { code: "audit_chain_broken", data, .. }) => data["sequence"].as_i64().unwrap(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_untouched_chain_is_whole() {
    let site = Site::start().await;
    recorded(&site, 5).await;
    assert_eq!(verify_project_audit(&site.app.context, site.project).await.unwrap(), 5);
}

#[tokio::test]
async fn the_chain_detects_a_changed_row() {
    let site = Site::start().await;
    recorded(&site, 5).await;
    site.as_owner(r#"UPDATE audit_events SET after = '{"name": "c"}' WHERE sequence = 3"#).await;
    assert_eq!(broken_at(verify_project_audit(&site.app.context, site.project).await), 3);
    assert!(verify_audit(&site.app.context).await.is_err());
}

#[tokio::test]
async fn the_chain_detects_a_changed_row_whose_hash_was_made_anew() {
    let site = Site::start().await;
    recorded(&site, 5).await;
    site.as_owner("UPDATE audit_events SET hash = sha256('anything') WHERE sequence = 5").await;
    assert_eq!(broken_at(verify_project_audit(&site.app.context, site.project).await), 5);
}

#[tokio::test]
async fn the_chain_detects_a_removed_row() {
    let site = Site::start().await;
    recorded(&site, 5).await;
    site.as_owner("DELETE FROM audit_events WHERE sequence = 2; UPDATE audit_events SET sequence = sequence - 1 WHERE sequence > 2").await;
    assert_eq!(broken_at(verify_project_audit(&site.app.context, site.project).await), 2);
}

#[tokio::test]
async fn the_chain_detects_rows_cut_off_at_its_end() {
    let site = Site::start().await;
    recorded(&site, 5).await;
    site.as_owner("DELETE FROM audit_events WHERE sequence > 3").await;
    assert_eq!(broken_at(verify_project_audit(&site.app.context, site.project).await), 4);
}

#[tokio::test]
async fn the_service_itself_cannot_change_what_was_recorded() {
    let site = Site::start().await;
    recorded(&site, 2).await;
    for statement in ["UPDATE audit_events SET ip = ''", "DELETE FROM audit_events", "TRUNCATE audit_events"] {
        let mut tx = site.app.context.database.system().await.unwrap();
        let refused = sqlx::query(statement).execute(&mut *tx).await.unwrap_err();
        assert_eq!(refused.as_database_error().unwrap().code().as_deref(), Some("42501"), "{statement}");
    }
}

#[tokio::test]
async fn each_project_has_a_chain_of_its_own() {
    let site = Site::start().await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.email("other"), PASSWORD, "Olga").await.unwrap();
    recorded(&site, 3).await;
    assert_eq!(verify_audit(&site.app.context).await.unwrap(), [(site.project, 4 - 1), (other.project_id, 1)]);
}

#[tokio::test]
async fn a_change_of_a_user_arrives_in_the_chain_without_its_secrets() {
    let site = Site::start().await;
    site.person("anna", "user", &[11]).await;
    site.deliver_audit().await;
    let mut tx = site.app.context.database.tenant(site.project).await.unwrap();
    let (action, name, after): (String, String, String) =
        sqlx::query_as("SELECT action, resource_name, after FROM audit_events ORDER BY sequence DESC LIMIT 1").fetch_one(&mut *tx).await.unwrap();
    assert_eq!((action.as_str(), name.as_str()), ("create", "anna"));
    assert!(after.contains("anna") && !after.contains(PASSWORD) && !after.contains("argon2"));
}
