use access::app::App;
use access::rpc::lists::ListsService;
use policy::Caller;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::{CreateIdentifierRequest, Identifier, ListIdentifiersRequest, ListIdentifiersResponse};
use proto::vestibule::gateway::v1::DescribeListsRequest;
use proto::vestibule::gateway::v1::lists_server::Lists;
use testing::{OTHER_PROJECT, PROJECT, nobody, service, statements};
use tonic::Code;

use crate::site::{ANNA, BORIS, FOREIGN_USER, Site, card};

async fn named(site: &Site, name: &str, owner: i64, value: &str) {
    let identifier = Some(Identifier { name: name.into(), ..card(owner, value) });
    site.identifiers.create_identifier(site.by(&site.admin(), CreateIdentifierRequest { identifier })).await.expect("a card");
}

async fn search(site: &Site, caller: &Caller, request: ListIdentifiersRequest) -> ListIdentifiersResponse {
    site.identifiers.list_identifiers(site.by(caller, request)).await.expect("a list").into_inner()
}

fn part(search: &str) -> ListIdentifiersRequest {
    ListIdentifiersRequest { search: search.into(), size: 100, sort: "id".into(), ..Default::default() }
}

#[tokio::test]
async fn a_part_finds_by_its_index_what_reading_the_table_finds() {
    let site = Site::start().await;
    for (at, name) in ["Garage C0FFEE", "garage_2", "Ключ от ворот", "100% cotton", r"back\slash", "ab"].iter().enumerate() {
        named(&site, name, if at % 2 == 0 { ANNA } else { BORIS }, &format!("{}", 13_961_168 + at)).await;
    }
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    for text in ["c0ffe", "GARAGE", "age_2", "ключ", "КЛЮЧ ОТ", "0% c", r"k\s", "961168", "139611", "nothing such", "a", "ab", "---"] {
        let read: Vec<i64> = sqlx::query_scalar(
            "SELECT id FROM identifiers WHERE project_id = $1 AND (strpos(lower(name), lower($2)) > 0 OR strpos(lower(number), lower($2)) > 0
                 OR strpos(lower(value), lower($2)) > 0) ORDER BY id",
        )
        .bind(PROJECT)
        .bind(text)
        .fetch_all(&mut *tx)
        .await
        .unwrap();
        let found = search(&site, &site.admin(), part(text)).await;
        assert_eq!(found.items.iter().map(|item| item.id).collect::<Vec<_>>(), read, "{text}");
        assert_eq!(found.total, read.len() as i64, "{text}");
    }
    let (found, made) = statements(search(&site, &site.admin(), part("garage"))).await;
    assert_eq!(found.total, 2);
    assert!(made.iter().all(|statement| !statement.contains("ILIKE")), "{made:?}");
}

#[tokio::test]
async fn a_part_finds_no_row_of_another_project_and_none_out_of_reach() {
    let site = Site::start().await;
    named(&site, "Garage of Anna", ANNA, "1000001").await;
    named(&site, "Garage of Boris", BORIS, "1000002").await;
    site.try_card(&testing::administrator(OTHER_PROJECT), FOREIGN_USER, "1000001").await.expect("another project's card");
    assert_eq!(search(&site, &testing::administrator(OTHER_PROJECT), part("Garage of")).await.total, 0);
    assert_eq!(search(&site, &testing::administrator(OTHER_PROJECT), part("000001")).await.total, 1);
    let anna = testing::someone(PROJECT, ANNA, [], &[]);
    assert_eq!(search(&site, &anna, part("Garage of")).await.items.iter().map(|item| item.name.as_str()).collect::<Vec<_>>(), ["Garage of Anna"]);
    let filters = r#"[{"field":"name","rule":"has","value":"boris"}]"#.to_owned();
    assert_eq!(search(&site, &site.admin(), ListIdentifiersRequest { filters, ..part("Garage of") }).await.total, 1);
    // The function itself knows the project of the transaction only, and nothing without one.
    let mut tx = site.app.context.database.tenant(OTHER_PROJECT).await.unwrap();
    let found: Vec<i64> = sqlx::query_scalar("SELECT identifiers_by_part('%Garage of%')").fetch_one(&mut *tx).await.unwrap();
    assert!(found.is_empty(), "{found:?}");
    drop(tx);
    let found: Vec<i64> = sqlx::query_scalar("SELECT identifiers_by_part('%Garage of%')").fetch_one(site.app.context.database.pool()).await.unwrap();
    assert!(found.is_empty(), "{found:?}");
}

#[tokio::test]
async fn a_part_that_more_than_ten_thousand_rows_have_is_listed_in_the_order_of_the_list() {
    let site = Site::start().await;
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query(
        "INSERT INTO identifiers (project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, owner_id, created_at, updated_at)
         SELECT $1, gen_random_uuid(), 'Common ' || n, 1, n::text, n::text, n::text, true, 1, $2, now(), now() FROM generate_series(1, 10001) n",
    )
    .bind(PROJECT)
    .bind(ANNA)
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    for page in [1, 2] {
        let found = search(&site, &site.admin(), ListIdentifiersRequest { page, size: 10, sort: "-name".into(), ..part("common") }).await;
        assert_eq!(found.total, 10_001);
        let first = if page == 1 { "Common 10001" } else { "Common 9991" };
        assert_eq!(found.items[0].name, first);
    }
    assert_eq!(search(&site, &site.admin(), part("common 10")).await.total, 113);
}

#[tokio::test]
async fn the_keys_of_a_page_name_no_join_and_its_rows_have_their_owners() {
    let site = Site::start().await;
    for number in 1..4 {
        site.card(ANNA, &format!("100000{number}")).await;
    }
    let request = ListIdentifiersRequest { size: 10, ..Default::default() };
    let (listed, made) = statements(search(&site, &site.admin(), request)).await;
    assert!(listed.items.iter().all(|item| item.owner.as_ref().is_some_and(|owner| !owner.name.is_empty())), "the rows themselves have their owners");
    let keys = made.iter().find(|statement| statement.contains(" IN (SELECT i.id")).expect("the statement of the page");
    let (_, keys) = keys.split_once(" IN (SELECT i.id").unwrap();
    assert!(!keys.contains("JOIN"), "{keys}");
}

#[tokio::test]
async fn the_lists_are_described_to_services_and_users_only() {
    let site = Site::start().await;
    let lists = ListsService(App::new(&site.app.context));
    let described = lists.describe_lists(site.by(&service(PROJECT, "api-gateway"), DescribeListsRequest {})).await.unwrap().into_inner();
    assert_eq!(described.items.len(), 6);
    assert_eq!(lists.describe_lists(site.by(&nobody(), DescribeListsRequest {})).await.unwrap_err().code(), Code::Unauthenticated);
}
