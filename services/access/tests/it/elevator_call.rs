//! Calls of a lift from the console.
use std::sync::{Arc, Mutex};

use policy::Caller;
use policy::Permission::{CanEditElevator, CanInterceptCallLikeConcierge, CanViewElevators};
use proto::vestibule::access::v1::elevators_server::Elevators;
use proto::vestibule::access::v1::*;
use proto::vestibule::device::v1::lifts_server::{Lifts, LiftsServer};
use proto::vestibule::device::v1::{CallLiftRequest, CallLiftResponse, GetLiftStatesRequest, GetLiftStatesResponse, LiftState};
use proto::vestibule::events::v1::{DeviceChanged, LiftControllerState};
use testing::PROJECT;
use tonic::service::Routes;
use tonic::{Code, Request, Response, Status};

use crate::elevator::{LIFT_1, LIFT_2, create, elevator, floor, lift, public, site_with_lifts};
use crate::license_features::{deliver_period, deliver_state};
use crate::site::*;

/// device-gateway, played.
#[derive(Clone, Default)]
struct Gateway {
    calls: Arc<Mutex<Vec<CallLiftRequest>>>,
    is_away: Arc<Mutex<bool>>,
}

#[tonic::async_trait]
impl Lifts for Gateway {
    async fn call_lift(&self, request: Request<CallLiftRequest>) -> Result<Response<CallLiftResponse>, Status> {
        if *self.is_away.lock().unwrap() {
            return Err(kit::Error::Unavailable(anyhow::anyhow!("no controller is online")).into());
        }
        let request = request.into_inner();
        let device_ids = request.commands.iter().map(|command| command.device_id).collect();
        self.calls.lock().unwrap().push(request);
        Ok(Response::new(CallLiftResponse { device_ids }))
    }

    async fn get_lift_states(&self, request: Request<GetLiftStatesRequest>) -> Result<Response<GetLiftStatesResponse>, Status> {
        let state = |device_id| LiftState { device_id, not_ready_reason: if device_id == LIFT_1 { "" } else { "offline" }.into() };
        Ok(Response::new(GetLiftStatesResponse { items: request.into_inner().device_ids.into_iter().map(state).collect() }))
    }
}

async fn site_with_gateway() -> (Site, Gateway) {
    let (site, gateway) = (site_with_lifts().await, Gateway::default());
    site.app.context.peers.add("device-gateway", Routes::new(LiftsServer::new(gateway.clone())));
    (site, gateway)
}

async fn call(site: &Site, caller: &Caller, request: CallElevatorRequest) -> Result<i32, Status> {
    Ok(site.elevators.call_elevator(site.by(caller, request)).await?.into_inner().floor)
}

fn to(id: i64, floor: i32) -> CallElevatorRequest {
    CallElevatorRequest { id, floor, ..Default::default() }
}

#[tokio::test]
async fn a_resident_sends_the_lift_to_their_floors_and_the_guard_to_any() {
    let (site, gateway) = site_with_gateway().await;
    let north = create(&site, elevator(BUILDING_1, &[LIFT_1])).await.id;
    let who = |id: i64, more: &[policy::Permission]| {
        testing::someone(PROJECT, id, [&[CanViewElevators][..], more].concat().into_iter().collect::<policy::PermissionSet>(), &[BUILDING_1])
    };
    let anna = who(ANNA, &[]);
    assert_eq!(call(&site, &anna, to(north, 1)).await.unwrap(), 1);
    assert_eq!(call(&site, &anna, CallElevatorRequest { id: north, apartment: Some("01-05".into()), ..Default::default() }).await.unwrap(), 3);
    assert_eq!(call(&site, &anna, to(north, 5)).await.unwrap_err().code(), Code::PermissionDenied);
    for guard in [who(31, &[CanInterceptCallLikeConcierge]), who(32, &[CanEditElevator])] {
        assert_eq!(call(&site, &guard, to(north, 5)).await.unwrap(), 5);
    }
    let sent = gateway.calls.lock().unwrap().clone();
    assert_eq!(sent.iter().map(|call| (call.user_id, call.floor)).collect::<Vec<_>>(), [(ANNA, 1), (ANNA, 3), (31, 5), (32, 5)]);
    assert!(sent.iter().all(|call| call.elevator_id == north && call.commands.len() == 1 && call.commands[0].releases));
    *gateway.is_away.lock().unwrap() = true;
    let refused = call(&site, &anna, to(north, 1)).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::Unavailable, "device or service not available"));
}

#[tokio::test]
async fn a_guard_of_one_building_is_a_stranger_in_the_other() {
    let (site, _) = site_with_gateway().await;
    // Sees both buildings, and answers visitors of none.
    let south = create(&site, elevator(BUILDING_2, &[LIFT_2])).await.id;
    let watcher = testing::someone(PROJECT, 31, [CanViewElevators], &[RESIDENCE]);
    assert_eq!(call(&site, &watcher, to(south, 2)).await.unwrap_err().code(), Code::PermissionDenied);
    let guard = testing::someone(PROJECT, 31, [CanViewElevators, CanInterceptCallLikeConcierge], &[BUILDING_1]);
    assert_eq!(call(&site, &guard, to(south, 2)).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn what_a_controller_cannot_do_is_refused_before_it_is_asked() {
    let (site, gateway) = site_with_gateway().await;
    let of_mode = |id, mode: &str, version| {
        let state = LiftControllerState { is_enabled: true, device_mode: mode.into(), floors: vec![public(1), floor(5, &[])] };
        DeviceChanged { lift: Some(state), ..lift(PROJECT, id, BUILDING_1, version, &[]) }
    };
    site.deliver("device.device.changed", &of_mode(LIFT_1, "call-up-down", 2)).await;
    let north = create(&site, elevator(BUILDING_1, &[LIFT_1])).await.id;
    let admin = site.admin();
    let up = ElevatorDirection::Up.into();
    for (wrong, field) in [(to(north, 4), "floor"), (to(north, 0), "floor"), (to(north, 5), "direction")] {
        let refused = call(&site, &admin, wrong).await.unwrap_err();
        assert_eq!((refused.code(), field_message(&refused, field).as_str()), (Code::InvalidArgument, "wrong parameters"), "{field}");
    }
    assert_eq!(call(&site, &admin, CallElevatorRequest { direction: up, ..to(north, 5) }).await.unwrap(), 5);
    assert_eq!(gateway.calls.lock().unwrap()[0].commands[0].direction, "up");
    site.deliver("device.device.changed", &of_mode(LIFT_1, "call-down", 3)).await;
    let refused = call(&site, &admin, CallElevatorRequest { direction: up, ..to(north, 5) }).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "can't perform action"));
    assert_eq!(gateway.calls.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_user_calls_ten_times_a_minute() {
    let (site, gateway) = site_with_gateway().await;
    let north = create(&site, elevator(BUILDING_1, &[LIFT_1])).await.id;
    // Nobody else's calls count as this guard's: tests share a Redis.
    let guard = testing::someone(PROJECT, 33, [CanViewElevators, CanEditElevator], &[BUILDING_1]);
    let calls = futures::future::join_all((0..14).map(|_| async { call(&site, &guard, to(north, 1)).await })).await;
    let refused: Vec<&Status> = calls.iter().filter_map(|call| call.as_ref().err()).collect();
    assert_eq!((gateway.calls.lock().unwrap().len(), refused.len()), (10, 4));
    assert!(refused.iter().all(|status| status.code() == Code::ResourceExhausted));
}

#[tokio::test]
async fn an_elevator_says_which_of_its_controllers_are_ready_and_why_not() {
    let (site, _) = site_with_gateway().await;
    let made = create(&site, elevator(BUILDING_1, &[LIFT_1, LIFT_2])).await;
    let request = site.by(&site.admin(), GetElevatorRequest { id: made.id, ..Default::default() });
    let devices = site.elevators.get_elevator(request).await.unwrap().into_inner().devices;
    let states: Vec<_> = devices.iter().map(|device| (device.is_ready, device.not_ready_reason.as_deref())).collect();
    assert_eq!(states, [(Some(true), None), (Some(false), Some("offline"))]);
}

#[tokio::test]
async fn without_the_licence_the_guard_calls_to_public_floors_only() {
    let (site, gateway) = site_with_gateway().await;
    let north = create(&site, elevator(BUILDING_1, &[LIFT_1])).await.id;
    let guard = testing::someone(PROJECT, 34, [CanViewElevators, CanEditElevator], &[BUILDING_1]);
    deliver_state(&site, 11, false, true, &["elevator"]).await;
    assert_eq!(call(&site, &guard, to(north, 5)).await.unwrap(), 5, "in the grace");
    deliver_state(&site, 12, false, false, &["elevator"]).await;
    assert_eq!(call(&site, &guard, to(north, 5)).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(call(&site, &guard, to(north, 1)).await.unwrap(), 1);
    deliver_period(&site, 21, false, true).await;
    assert_eq!(call(&site, &guard, to(north, 5)).await.unwrap_err().code(), Code::PermissionDenied, "after the period of the group");
    deliver_period(&site, 22, true, false).await;
    assert_eq!(call(&site, &guard, to(north, 5)).await.unwrap(), 5);
    assert_eq!(gateway.calls.lock().unwrap().len(), 3);
}
