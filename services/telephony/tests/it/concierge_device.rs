//! Doors that are opened from the phone.
use policy::{Caller, Permission};
use proto::vestibule::access::v1::{CheckUserRequest, CheckUserResponse};
use proto::vestibule::device::v1::{OpenDoorRequest, OpenDoorResponse};
use proto::vestibule::telephony::v1::calls_server::Calls;
use proto::vestibule::telephony::v1::*;
use std::sync::{Arc, Mutex};
use telephony::rpc::call::CallService;
use testing::{PROJECT, StandIn, someone};
use tonic::{Code, Request, Status};

use super::site::*;
use super::world::*;

/// Somebody who may call the panels of building 1 and below.
fn anna() -> Caller {
    someone(PROJECT, ANNA, [Permission::CanCallPanel], &[BUILDING_1])
}

fn api(site: &Site) -> CallService {
    CallService(site.service.clone())
}

async fn listed(site: &Site, caller: &Caller) -> Vec<ConciergeDevice> {
    api(site).list_concierge_devices(site.by(caller, ListConciergeDevicesRequest {})).await.unwrap().into_inner().items
}

async fn open(site: &Site, caller: &Caller, token: &str) -> Result<bool, Status> {
    let request = site.by(caller, OpenConciergeDeviceRequest { token: token.into() });
    Ok(api(site).open_concierge_device(request).await?.into_inner().opened)
}

/// Somebody who opens panels at any time.
fn concierge() -> Caller {
    someone(PROJECT, ANNA, [Permission::CanCallPanel, Permission::CanInterceptCallLikeConcierge], &[BUILDING_1])
}

/// Access says of every user whether the rules let them open.
fn rules_allow(site: &Site, allowed: bool) -> Arc<Mutex<Vec<CheckUserRequest>>> {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let memory = asked.clone();
    let access = StandIn::default().answer("vestibule.access.v1.RemoteChecks/CheckUser", move |request: Request<CheckUserRequest>| {
        memory.lock().unwrap().push(request.into_inner());
        Ok(CheckUserResponse { allowed })
    });
    site.app.context.peers.add("access", access.routes());
    asked
}

/// Both panels have a number; device-gateway answers as told and remembers what it was asked.
async fn site(answer: Result<bool, Status>) -> (Site, Arc<Mutex<Vec<OpenDoorRequest>>>) {
    let site = Site::start().await;
    site.keep(held_by_panel("201", PANEL_1, BUILDING_1)).await;
    site.keep(held_by_panel("202", PANEL_2, BUILDING_2)).await;
    let asked = Arc::new(Mutex::new(Vec::new()));
    let (memory, signer) = (asked.clone(), site.app.context.signer.clone());
    let doors = StandIn::default().answer("vestibule.device.v1.Doors/OpenDoor", move |request: Request<OpenDoorRequest>| {
        let service = signer.caller(request.metadata()).unwrap();
        assert_eq!((service.as_service().unwrap(), service.project_id), ("telephony", PROJECT));
        memory.lock().unwrap().push(request.into_inner());
        answer.clone().map(|opened| OpenDoorResponse { opened })
    });
    site.app.context.peers.add("device-gateway", doors.routes());
    (site, asked)
}

#[tokio::test]
async fn panels_with_a_number_are_listed_as_far_as_the_caller_may_call_them() {
    let (site, _) = site(Ok(true)).await;
    let names = async |caller: Caller| listed(&site, &caller).await.into_iter().map(|device| device.name).collect::<Vec<_>>();
    assert_eq!(names(anna()).await, ["panel 1001"]);
    assert_eq!(names(someone(PROJECT, 7, [Permission::CanCallPanel], &[RESIDENCE])).await, ["panel 1001", "panel 1002"]);
    assert_eq!(names(someone(PROJECT, 7, [Permission::CanCallAll], &[])).await, ["panel 1001", "panel 1002"]);
    assert!(names(someone(PROJECT, 7, [Permission::CanCallSelfDomain], &[RESIDENCE])).await.is_empty());
    let device = listed(&site, &anna()).await.swap_remove(0);
    assert_eq!(device.sip_number.unwrap().number, "201");
    site.execute("UPDATE sip_numbers SET is_active = false WHERE number = '201'").await;
    assert_eq!(listed(&site, &anna()).await[0].sip_number, None, "its door can still be opened");
    site.execute("DELETE FROM sip_numbers WHERE number = '201'").await;
    assert!(listed(&site, &anna()).await.is_empty());
}

#[tokio::test]
async fn a_resident_opens_a_door_while_the_rules_open_it_and_at_no_other_time() {
    let (site, asked) = site(Ok(true)).await;
    let token = listed(&site, &anna()).await.swap_remove(0).token;
    let checks = rules_allow(&site, false);
    assert_eq!(open(&site, &anna(), &token).await.unwrap_err().code(), Code::PermissionDenied);
    assert!(asked.lock().unwrap().is_empty(), "no panel was asked");
    let expected = CheckUserRequest { project_id: PROJECT, device_id: PANEL_1, user_id: ANNA, lock_number: 1 };
    assert_eq!(*checks.lock().unwrap(), [expected]);
    rules_allow(&site, true);
    assert!(open(&site, &anna(), &token).await.unwrap());
}

#[tokio::test]
async fn a_resident_opens_the_door_of_a_panel_that_calls_them() {
    let (site, asked) = site(Ok(true)).await;
    site.keep(held_by("110", ANNA, BUILDING_1)).await;
    let token = listed(&site, &anna()).await.swap_remove(0).token;
    rules_allow(&site, false);
    site.execute(
        "INSERT INTO active_calls (id, project_id, shard, type, status, caller, callee, is_sos, candidates, info, created_at, updated_at)
         SELECT '0-a', project_id, 0, 'normal', 'calling', number, '110', false, '{110}',
             jsonb_build_object('address', '', 'device', jsonb_build_object('id', device_id, 'name', '')), now(), now()
         FROM sip_numbers WHERE number = '202'",
    )
    .await;
    assert_eq!(open(&site, &anna(), &token).await.unwrap_err().code(), Code::PermissionDenied, "another panel calls");
    site.execute("UPDATE active_calls SET info = jsonb_set(info, '{device,id}', (SELECT to_jsonb(device_id) FROM sip_numbers WHERE number = '201'))")
        .await;
    assert!(open(&site, &anna(), &token).await.unwrap());
    assert_eq!(asked.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_door_stays_shut_for_a_resident_while_access_is_away() {
    let (site, asked) = site(Ok(true)).await;
    let token = listed(&site, &anna()).await.swap_remove(0).token;
    assert_eq!(open(&site, &anna(), &token).await.unwrap_err().code(), Code::Unavailable);
    assert!(asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_door_is_opened_by_its_token_for_the_user() {
    let (site, asked) = site(Ok(true)).await;
    let token = listed(&site, &concierge()).await.swap_remove(0).token;
    assert!(open(&site, &concierge(), &token).await.unwrap());
    let expected = OpenDoorRequest {
        device_id: PANEL_1,
        lock_number: 1,
        user_id: ANNA,
        user_name: "user 100".into(),
        domain_ids: concierge().domain_ids,
        identifier: None,
    };
    assert_eq!(*asked.lock().unwrap(), [expected]);
}

#[tokio::test]
async fn a_token_of_another_user_an_old_one_and_one_of_a_panel_out_of_reach_open_nothing() {
    let (site, asked) = site(Ok(true)).await;
    let token = listed(&site, &concierge()).await.swap_remove(0).token;
    let other = someone(PROJECT, BORIS, [Permission::CanCallAll], &[]);
    assert_eq!(open(&site, &other, &token).await.unwrap_err().code(), Code::NotFound, "another user's");
    let moved = Caller { domain_ids: vec![BUILDING_2], ..concierge() };
    assert_eq!(open(&site, &moved, &token).await.unwrap_err().code(), Code::NotFound, "no longer in reach");
    let without_right = someone(PROJECT, ANNA, [], &[BUILDING_1]);
    assert_eq!(open(&site, &without_right, &token).await.unwrap_err().code(), Code::NotFound, "the right is gone");
    for wrong in ["", "1001", "AAAAAAAA"] {
        assert_eq!(open(&site, &concierge(), wrong).await.unwrap_err().code(), Code::NotFound, "{wrong}");
    }
    site.app.context.clock.advance(time::Duration::DAY);
    assert_eq!(open(&site, &concierge(), &token).await.unwrap_err().code(), Code::NotFound, "a day old");
    assert!(asked.lock().unwrap().is_empty(), "no panel was asked");
}

#[tokio::test]
async fn what_the_device_refuses_is_refused_in_its_words() {
    let (site, _) = site(Err(kit::Error::conflict("device status is offline, unable to connect").into())).await;
    let token = listed(&site, &concierge()).await.swap_remove(0).token;
    let refused = open(&site, &concierge(), &token).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "device status is offline, unable to connect"));
}

#[tokio::test]
async fn doors_are_opened_with_the_licence_of_the_web_phone_only() {
    let (site, asked) = site(Ok(true)).await;
    let token = listed(&site, &concierge()).await.swap_remove(0).token;
    site.license(PROJECT, &["sip"], 2).await;
    assert_eq!(open(&site, &concierge(), &token).await.unwrap_err().message(), "feature is not licensed");
    assert!(asked.lock().unwrap().is_empty());
}
