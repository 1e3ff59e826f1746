//! A group that is deleted leaves nothing behind that names it.
use proto::vestibule::access::v1::access_rules_server::AccessRules as _;
use proto::vestibule::access::v1::identifiers_server::Identifiers as _;
use proto::vestibule::access::v1::{AccessRule, GetAccessRuleRequest, GetIdentifierRequest};
use proto::vestibule::events::v1::{GroupChanged, UserChanged};
use testing::PROJECT;

use crate::site::{ANNA, BUILDING_1, BUILDING_2, DOOR_2, Site, group, reference, user};

#[tokio::test]
async fn identifiers_and_rules_of_a_group_that_is_deleted_do_not_name_it_any_more() {
    let site = Site::start().await;
    let (annas, nobodys) = (site.card(ANNA, "11").await, site.card(ANNA, "12").await);
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("UPDATE identifiers SET domain_id = $1").bind(BUILDING_1).execute(&mut *tx).await.unwrap();
    sqlx::query("UPDATE identifiers SET owner_id = NULL WHERE id = $1").bind(nobodys.id).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let rule = AccessRule { domains: vec![reference(BUILDING_1), reference(BUILDING_2)], ..crate::site::lets(ANNA, DOOR_2) };
    let rule = site.rule(rule).await;
    site.deliver("identity.user.changed", &UserChanged { domain_ids: vec![BUILDING_2], ..user(PROJECT, ANNA, BUILDING_2, 9) }).await;

    site.deliver("domains.group.changed", &GroupChanged { deleted: true, ..group(PROJECT, BUILDING_1, 0, 9) }).await;
    let of = async |id| {
        let request = site.by(&site.admin(), GetIdentifierRequest { id, ..Default::default() });
        site.identifiers.get_identifier(request).await.unwrap().into_inner().domain.map(|group| group.id)
    };
    assert_eq!((of(annas.id).await, of(nobodys.id).await), (Some(BUILDING_2), None));
    let request = site.by(&site.admin(), GetAccessRuleRequest { id: rule.id });
    let rule = site.access_rules.get_access_rule(request).await.unwrap().into_inner();
    assert_eq!(rule.domains.iter().map(|group| group.id).collect::<Vec<_>>(), [BUILDING_2]);
}
