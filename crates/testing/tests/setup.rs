//! What `vestibule setup` makes is what services connect to by the same settings.
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use url::Url;

/// The server of the test set, by a user, a password and a path of one's own.
fn url(user: &str, password: &str, path: &str) -> String {
    let mut url = Url::parse(&std::env::var("VESTIBULE_DATABASE_ADMIN_URL").unwrap()).unwrap();
    url.set_username(user).unwrap();
    // Whatever is not a letter or a digit is escaped, as an installer does it.
    let escaped: String =
        password.bytes().map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).into() } else { format!("%{byte:02X}") }).collect();
    url.set_password(Some(&escaped)).unwrap();
    let (name, query) = path.split_once('?').unwrap_or((path, ""));
    url.set_path(name);
    url.set_query((!query.is_empty()).then_some(query));
    url.into()
}

#[tokio::test]
async fn a_service_connects_with_a_password_of_any_characters_and_parameters_after_the_database() {
    let admin_url = std::env::var("VESTIBULE_DATABASE_ADMIN_URL").unwrap();
    let own = uuid::Uuid::now_v7().simple().to_string();
    let (app, owner, database) = (format!("app_{own}"), format!("owner_{own}"), format!("s_{own}_access"));
    let path = format!("s_{own}_{{service}}?sslmode=prefer&application_name=a/b");
    let (app_url, owner_url) = (url(&app, "p@ss:w/o%r'd", &path), url(&owner, "p@ss:w/o%r'd", &path));
    // The braces of the placeholder stand in settings as they are.
    let plain = |url: &str| url.replace("%7Bservice%7D", "{service}");
    let (app_url, owner_url) = (plain(&app_url), plain(&owner_url));

    kit::setup::run(&admin_url, &app_url, &owner_url, "", &["access"]).await.unwrap();
    let service_url = app_url.replace("{service}", "access");
    let mut connection = PgConnection::connect(&service_url).await.expect("the service connects");
    let (name, user): (String, String) =
        sqlx::query_as("SELECT current_database()::text, current_user::text").fetch_one(&mut connection).await.unwrap();
    assert_eq!((name, user), (database.clone(), app.clone()));
    connection.close().await.unwrap();

    let mut admin = PgConnection::connect(&admin_url).await.unwrap();
    for statement in [format!("DROP DATABASE {database}"), format!("DROP ROLE {app}"), format!("DROP ROLE {owner}")] {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut admin).await.unwrap();
    }
}
