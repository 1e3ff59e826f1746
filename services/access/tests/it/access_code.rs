//! How long an access code has to be: a guess at a keypad stays hopeless.
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use tonic::Status;

use crate::site::*;

fn code(value: &str) -> Identifier {
    Identifier { r#type: IdentifierType::AccessCode.into(), value: value.into(), ..card(ANNA, "1") }
}

async fn create(site: &Site, value: &str) -> Result<Identifier, Status> {
    let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(code(value)) });
    Ok(site.identifiers.create_identifier(request).await?.into_inner())
}

async fn patch(site: &Site, id: i64, identifier: Identifier, paths: &[&str]) -> Result<Identifier, Status> {
    let request = UpdateIdentifierRequest { id, identifier: Some(identifier), update_mask: mask(paths) };
    Ok(site.identifiers.update_identifier(site.by(&site.admin(), request)).await?.into_inner())
}

/// Codes of an earlier version, written past the rule.
async fn insert_codes(site: &Site, values: &[String]) {
    let mut tx = site.app.context.database.tenant(testing::PROJECT).await.unwrap();
    sqlx::query(
        "INSERT INTO identifiers (project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, owner_id, created_at, updated_at)
         SELECT $1, gen_random_uuid(), 'Code', 4, v, v, v, true, 1, $2, now(), now() FROM unnest($3::text[]) v",
    )
    .bind(testing::PROJECT)
    .bind(ANNA)
    .bind(values)
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_code_of_fewer_than_six_digits_is_refused_however_it_is_entered() {
    let site = Site::start().await;
    for short in ["1", "123", "12345"] {
        let refused = create(&site, short).await.unwrap_err();
        assert_eq!(field_message(&refused, "value"), "minimum length is 6", "{short}");
    }
    let made = create(&site, "004711").await.expect("six digits");
    let refused = patch(&site, made.id, code("4711"), &["value"]).await.unwrap_err();
    assert_eq!(field_message(&refused, "value"), "minimum length is 6");
    let card = site.card(ANNA, "77").await;
    let refused = patch(&site, card.id, code("77"), &["type", "value"]).await.unwrap_err();
    assert_eq!(field_message(&refused, "value"), "minimum length is 6", "a card becomes no short code either");
    assert_eq!(patch(&site, made.id, code("815815"), &["value"]).await.unwrap().value, "815815");
}

#[tokio::test]
async fn a_short_code_of_before_opens_and_is_changed_as_long_as_it_stays_the_same() {
    let site = Site::start().await;
    site.rule(lets(ANNA, DOOR_1)).await;
    insert_codes(&site, &["1234".into()]).await;
    let all = site.identifiers.list_identifiers(site.by(&site.admin(), ListIdentifiersRequest::default())).await.unwrap().into_inner().items;
    let id = all[0].id;
    assert_eq!(site.decided(id, DOOR_1).await, (true, "granted_by".into()));
    let renamed = patch(&site, id, Identifier { name: "Gate".into(), ..code("1234") }, &["name", "value", "is_active"]).await.unwrap();
    assert_eq!((renamed.name.as_str(), renamed.value.as_str()), ("Gate", "1234"));
    assert!(patch(&site, id, code("4321"), &["value"]).await.is_err());
}

#[tokio::test]
async fn codes_grow_with_their_number_so_that_one_of_a_thousand_is_taken_at_most() {
    let site = Site::start().await;
    insert_codes(&site, &(0..1_000).map(|number| format!("{number:06}")).collect::<Vec<_>>()).await;
    let refused = create(&site, "123456").await.unwrap_err();
    assert_eq!(field_message(&refused, "value"), "minimum length is 7");
    create(&site, "1234567").await.expect("seven digits");
}

#[tokio::test]
async fn the_platform_makes_a_code_where_none_is_entered() {
    let site = Site::start().await;
    let made = create(&site, "").await.unwrap();
    assert!(made.value.len() == 6 && made.value.bytes().all(|byte| byte.is_ascii_digit()), "{}", made.value);
}
