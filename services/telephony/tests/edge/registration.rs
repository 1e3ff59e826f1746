//! Who may register, and how phones are found.
use telephony::domain::realm;
use telephony::edge;
use testing::{OTHER_PROJECT, PROJECT};

use super::phone::Phone;
use super::server::{DISABLED, DOMAIN, SECRET, Server};
use super::websocket::Browser;

/// Of a number of a project, good for so many seconds.
fn short_lived(secret: &str, project: i64, number: &str, seconds: i64) -> (String, String) {
    edge::credentials(secret, &realm::for_project(project, DOMAIN), number, kit::Clock::system().now().unix_timestamp() + seconds)
}

#[tokio::test]
async fn a_panel_registers_with_its_numbers_password_and_is_found_where_it_came_from() {
    let server = Server::start().await;
    let panel = Phone::new(&server, "1001").await;
    assert_eq!(panel.register().await, Some(200));
    let contacts = server.edge.contacts(&panel.realm, "1001").await.unwrap();
    assert_eq!(contacts.len(), 1);
    assert_eq!(contacts[0].uri, panel.contact());
    assert!(!contacts[0].is_websocket);
    assert!(!server.is_registered("1002").await);
}

#[tokio::test]
async fn a_number_of_one_project_is_not_that_of_another() {
    let server = Server::start().await;
    let stranger = Phone::from("127.0.0.1", &server, OTHER_PROJECT, "1001").await;
    assert_eq!(stranger.register().await, Some(200));
    assert!(!server.is_registered("1001").await);
    let mixed = Phone { realm: realm::for_project(PROJECT, DOMAIN), ..Phone::from("127.0.0.1", &server, OTHER_PROJECT, "1001").await };
    assert_eq!(mixed.register().await, Some(401));
}

#[tokio::test]
async fn a_browser_registers_with_credentials_of_an_hour_and_is_gone_with_its_connection() {
    let server = Server::start().await;
    let mut browser = Browser::open(&server, "1002").await;
    assert_eq!(browser.register().await, 200);
    let contacts = server.edge.contacts(&realm::for_project(PROJECT, DOMAIN), "1002").await.unwrap();
    assert!(contacts.len() == 1 && contacts[0].is_websocket, "{contacts:?}");
    drop(browser);
    server.eventually("a browser that left is found no more", || async { !server.is_registered("1002").await }).await;
}

#[tokio::test]
async fn a_number_that_is_switched_off_or_whose_project_is_registers_nobody() {
    let server = Server::start().await;
    assert_eq!(Phone::new(&server, DISABLED).await.register().await, Some(403));
    let by_browser = Phone::new(&server, DISABLED).await.with(short_lived(SECRET, PROJECT, DISABLED, 600));
    assert_eq!(by_browser.register().await, Some(403));
    // Who does not know the password learns nothing of it.
    let guess = Phone::new(&server, DISABLED).await.with((DISABLED.into(), "guess".into()));
    assert_eq!(guess.register().await, Some(401));

    let mut tx = server.app.context.database.system().await.unwrap();
    sqlx::query("INSERT INTO projects (project_id, name, time_zone, locale, suspended, version) VALUES ($1, 'p', 'UTC', 'en', true, 1)")
        .bind(OTHER_PROJECT)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(Phone::from("127.0.0.1", &server, OTHER_PROJECT, "1001").await.register().await, Some(403));
    assert_eq!(Phone::new(&server, "1001").await.register().await, Some(200));
}

#[tokio::test]
async fn another_numbers_short_lived_credentials_are_refused() {
    let server = Server::start().await;
    let with = async |number: &str, credentials| Phone::new(&server, number).await.with(credentials);
    let own = with("1002", short_lived(SECRET, PROJECT, "1002", 600)).await;
    assert_eq!(own.register().await, Some(200));
    let of_another_number = with("1003", short_lived(SECRET, PROJECT, "1002", 600)).await;
    assert_eq!(of_another_number.register().await, Some(403));
    assert_eq!(of_another_number.call("1001").await, Some(403));
    let of_another_project = with("1002", short_lived(SECRET, OTHER_PROJECT, "1002", 600)).await;
    assert_eq!(of_another_project.register().await, Some(403));
    // Without a project, as Kamailio's module takes them too.
    let (expiry, key) = (kit::Clock::system().now().unix_timestamp() + 600, "1002");
    let of_no_project = with("1002", (format!("{expiry}:{key}"), short_lived(SECRET, PROJECT, key, 600).1)).await;
    assert_eq!(of_no_project.register().await, Some(403));
    let forged = with("1002", short_lived("another secret", PROJECT, "1002", 600)).await;
    assert_eq!(forged.register().await, Some(401));
    let expired = with("1002", short_lived(SECRET, PROJECT, "1002", -1)).await;
    assert_eq!(expired.register().await, Some(401));
    assert!(!server.is_registered("1003").await);
}

#[tokio::test]
async fn registrations_outlive_a_restart_of_the_edge() {
    let mut server = Server::start().await;
    assert_eq!(Phone::new(&server, "1001").await.register().await, Some(200));
    let before = server.edge.status().await.unwrap();
    assert!(before.version.starts_with('5') || before.version.starts_with('6'), "{before:?}");
    server.restart().await;
    // One process of the edge reads them back while the others answer already.
    server.eventually("who was registered before is found again", || server.is_registered("1001")).await;
}

#[tokio::test]
async fn the_edges_role_sees_the_accounts_and_nothing_else() {
    let server = Server::start().await;
    let url = server.app.context.settings.edge_database_url.rsplit_once('/').unwrap().0.to_string();
    let database = kit::Database::connect_url(&format!("{url}/{}", server.app.database()), 1).unwrap();
    let accounts: i64 = sqlx::query_scalar("SELECT count(*) FROM accounts").fetch_one(database.pool()).await.unwrap();
    assert_eq!(accounts, 10);
    for table in ["sip_numbers", "people", "sip_trunks", "outbox", "call_history"] {
        let denied = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT 1 FROM public.{table}"))).execute(database.pool()).await.unwrap_err();
        assert!(denied.to_string().contains("permission denied"), "{table}: {denied}");
    }
    let change = sqlx::query("UPDATE accounts SET is_active = 1").execute(database.pool()).await.unwrap_err();
    assert!(change.as_database_error().is_some(), "{change}");
}
