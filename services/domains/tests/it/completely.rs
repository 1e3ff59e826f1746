//! A group with what belongs to it. Other services are stood in for.
use std::sync::{Arc, Mutex};

use kit::caller::Signer;
use proto::vestibule::access::v1::{
    AccessRule, Identifier, ListAccessRulesRequest, ListAccessRulesResponse, ListIdentifiersRequest, ListIdentifiersResponse,
};
use proto::vestibule::device::v1::{Device, ListDevicesRequest, ListDevicesResponse};
use proto::vestibule::domains::v1::groups_server::Groups as _;
use proto::vestibule::domains::v1::{GetGroupCompletelyRequest, GroupCompletely};
use proto::vestibule::identity::v1::{CountMobileClientsRequest, CountMobileClientsResponse, ListUsersRequest, ListUsersResponse, User};
use proto::vestibule::telephony::v1::{ListSipNumbersRequest, ListSipNumbersResponse, SipNumber};
use testing::{PROJECT, StandIn, administrator, group_administrator, someone};
use tonic::{Code, Request, Status};

use crate::site::{Site, detail};

/// What the others were asked: (user, filters).
type ReceivedFilters = Arc<Mutex<Vec<(i64, String)>>>;

/// Others who know one of each; device-gateway answers with `devices`.
fn others(site: &Site, devices: Result<i64, Code>) -> ReceivedFilters {
    let asked = ReceivedFilters::default();
    let signer = site.app.context.signer.clone();
    let note = {
        let asked = asked.clone();
        move |metadata: &tonic::metadata::MetadataMap, filters: &str| note(&signer, &asked, metadata, filters)
    };
    let (users, clients, rules, identifiers, numbers) = (note.clone(), note.clone(), note.clone(), note.clone(), note.clone());
    let identity = StandIn::default().answer("vestibule.identity.v1.Users/ListUsers", move |request: Request<ListUsersRequest>| {
        users(request.metadata(), &request.get_ref().filters);
        Ok(ListUsersResponse { items: vec![User { id: 17, name: "Anna".into(), ..Default::default() }], total: 1, ..Default::default() })
    });
    let identity =
        identity.answer("vestibule.identity.v1.MobileClientCounts/CountMobileClients", move |request: Request<CountMobileClientsRequest>| {
            clients(request.metadata(), &format!("mobile clients within {}", request.get_ref().within_domain_id));
            Ok(CountMobileClientsResponse { total: 6 })
        });
    let access = StandIn::default()
        .answer("vestibule.access.v1.AccessRules/ListAccessRules", move |request: Request<ListAccessRulesRequest>| {
            rules(request.metadata(), &request.get_ref().filters);
            Ok(ListAccessRulesResponse {
                items: vec![AccessRule { id: 3, name: "Front".into(), ..Default::default() }],
                total: 2,
                ..Default::default()
            })
        })
        .answer("vestibule.access.v1.Identifiers/ListIdentifiers", move |request: Request<ListIdentifiersRequest>| {
            identifiers(request.metadata(), &request.get_ref().filters);
            Ok(ListIdentifiersResponse {
                items: vec![Identifier { id: 5, name: "Card".into(), ..Default::default() }],
                total: if request.get_ref().filters.contains("ukey2") { 1 } else { 3 },
                ..Default::default()
            })
        });
    let telephony = StandIn::default().answer("vestibule.telephony.v1.SipNumbers/ListSipNumbers", move |request: Request<ListSipNumbersRequest>| {
        numbers(request.metadata(), &request.get_ref().filters);
        let number = SipNumber { id: 6, number: "1001".into(), ..Default::default() };
        Ok(ListSipNumbersResponse { items: vec![number], total: 4, ..Default::default() })
    });
    let gateway = StandIn::default().answer("vestibule.device.v1.Devices/ListDevices", move |request: Request<ListDevicesRequest>| {
        note(request.metadata(), &request.get_ref().filters);
        let total = devices.map_err(|code| Status::new(code, "refused"))?;
        Ok(ListDevicesResponse { items: vec![Device { id: 4, name: "Door".into(), ..Default::default() }], total, ..Default::default() })
    });
    for (service, stand_in) in [("identity", identity), ("access", access), ("telephony", telephony), ("device-gateway", gateway)] {
        let routes = stand_in.routes();
        site.app.context.peers.add(service, routes);
    }
    asked
}

fn note(signer: &Signer, asked: &ReceivedFilters, metadata: &tonic::metadata::MetadataMap, filters: &str) {
    let caller = signer.caller(metadata).expect("a signed caller");
    asked.lock().unwrap().push((caller.user_id, filters.to_string()));
}

async fn completely(site: &Site, caller: &policy::Caller, id: i64, relations: &[&str]) -> Result<GroupCompletely, Status> {
    let with_relations = relations.iter().map(|name| name.to_string()).collect();
    site.groups.get_group_completely(site.request(caller, GetGroupCompletelyRequest { id, with_relations })).await.map(tonic::Response::into_inner)
}

#[tokio::test]
async fn a_group_comes_with_what_belongs_to_it() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    site.group("Flat", Some(id)).await;
    let asked = others(&site, Ok(1));
    let whole = completely(&site, &group_administrator(PROJECT, 5, &[id]), id, &[]).await.unwrap();
    assert_eq!(whole.group.unwrap().name, "House");
    let first = [&whole.users, &whole.devices, &whole.access_rules, &whole.identifiers, &whole.sip_numbers].map(|refs| refs[0].name.as_str());
    assert_eq!(first, ["Anna", "Door", "Front", "Card", "1001"]);
    let counts = whole.counts.unwrap();
    assert_eq!((counts.domains, counts.users, counts.devices, counts.access_rules, counts.identifiers), (2, Some(1), Some(1), Some(2), Some(3)));
    assert_eq!((counts.sip_numbers, counts.ukey2_keys, counts.mobile_apps), (Some(4), Some(1), Some(6)));
    let asked = asked.lock().unwrap();
    assert_eq!(asked.len(), 12);
    assert!(asked.contains(&(5, format!("mobile clients within {id}"))));
    assert!(asked.iter().all(|(user, _)| *user == 5), "the others are asked as the caller");
}

#[tokio::test]
async fn only_what_is_asked_for_is_fetched() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    let asked = others(&site, Ok(1));
    let admin = administrator(PROJECT);
    let whole = completely(&site, &admin, id, &["users"]).await.unwrap();
    assert_eq!((whole.users.len(), whole.devices.len(), whole.counts), (1, 0, None));
    assert_eq!(*asked.lock().unwrap(), [(1, format!(r#"[{{"field":"domains","rule":"equals","value":{id}}}]"#))]);
    let refused = completely(&site, &admin, id, &["secrets"]).await.unwrap_err();
    assert_eq!(detail(&refused).1, serde_json::json!({ "fields": { "with_relations.secrets": "unknown field" } }));
}

#[tokio::test]
async fn what_the_caller_may_not_see_is_empty_and_uncounted() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    others(&site, Err(Code::PermissionDenied));
    let whole = completely(&site, &administrator(PROJECT), id, &["devices", "users", "counts"]).await.unwrap();
    assert_eq!((whole.devices.len(), whole.users.len()), (0, 1));
    assert_eq!(whole.counts.unwrap().devices, None);
}

#[tokio::test]
async fn a_service_that_is_away_is_not_taken_for_one_that_knows_nothing() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    others(&site, Err(Code::Unavailable));
    assert_eq!(completely(&site, &administrator(PROJECT), id, &["devices"]).await.unwrap_err().code(), Code::Unavailable);
    assert!(completely(&site, &administrator(PROJECT), id, &["users"]).await.is_ok());
}

#[tokio::test]
async fn nobody_else_is_asked_about_a_group_out_of_sight() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    let asked = others(&site, Ok(1));
    assert_eq!(completely(&site, &someone(PROJECT, 5, [], &[]), id, &[]).await.unwrap_err().code(), Code::NotFound);
    assert!(asked.lock().unwrap().is_empty());
}
