//! The operations on the SIP service, with a real edge.
use cluster::RestartBy;
use policy::{Caller, Permission};
use prost::Message as _;
use proto::vestibule::events::v1::{AuditRecorded, SipServiceRestart};
use proto::vestibule::telephony::v1::sip_service_server::SipService as _;
use proto::vestibule::telephony::v1::{
    GetSipServiceStatusRequest, ReinitSipServiceRequest, RestartSipServiceRequest, SipServiceState, SipServiceStatus,
};
use telephony::domain::{account, realm};
use telephony::jobs::abandoned_restarts;
use telephony::rpc::sip_service::SipServiceRpc;
use testing::{OTHER_PROJECT, PROJECT, administrator, someone};
use tonic::{Code, Status};

use super::phone::Phone;
use super::server::{DOMAIN, Server, password};

fn api(server: &Server, restart: Option<&str>) -> SipServiceRpc {
    let restart = restart.map(|command| RestartBy::Command(command.into()));
    let config = telephony::Config { restart, ..server.config.clone() };
    SipServiceRpc(telephony::App::new(&server.app.context, config).unwrap())
}

async fn status(server: &Server, api: &SipServiceRpc, project: i64) -> SipServiceStatus {
    let request = server.app.context.signer.request(&administrator(project), GetSipServiceStatusRequest {});
    api.get_sip_service_status(request).await.unwrap().into_inner()
}

async fn restart(server: &Server, api: &SipServiceRpc, project: i64) -> Result<(), Status> {
    let dealer = Caller { dealer_id: 1, ..administrator(project) };
    let request = server.app.context.signer.request(&dealer, RestartSipServiceRequest {});
    api.restart_sip_service(request).await.map(|_| ())
}

/// Phases of restarts that were published, in their order.
async fn published_phases(server: &Server) -> Vec<String> {
    let events = server.app.events().await.into_iter().filter(|(topic, _)| topic == "telephony.service.restart");
    events.map(|(_, payload)| SipServiceRestart::decode(payload.as_slice()).unwrap().phase).collect()
}

#[tokio::test]
async fn the_status_says_which_part_answers_and_who_is_registered_in_the_project() {
    let server = Server::start().await;
    let api = api(&server, None);
    assert_eq!(Phone::new(&server, "1001").await.register().await, Some(200));
    server.eventually("the registration is counted", || async { status(&server, &api, PROJECT).await.registered_numbers == 1 }).await;
    assert_eq!(status(&server, &api, OTHER_PROJECT).await.registered_numbers, 0);
    let reported = status(&server, &api, PROJECT).await;
    // The edge alone answers: in place of telephony there is this test, and of rtpengine nobody.
    let ready: Vec<_> = reported.parts.iter().map(|part| (part.name.as_str(), part.is_ready, part.message.is_some())).collect();
    assert_eq!(ready, [("edge", true, false), ("media", false, true), ("call_control", false, true)]);
    assert_eq!(reported.state(), SipServiceState::Degraded);
    assert!(reported.started_at.is_some() && reported.parts[0].version.is_some());
}

#[tokio::test]
async fn a_service_whose_edge_is_away_has_stopped() {
    let mut server = Server::start().await;
    server.config.calls.as_mut().unwrap().edge_rpc = "http://127.0.0.1:9/RPC".into();
    let api = api(&server, None);
    let reported = status(&server, &api, PROJECT).await;
    assert_eq!(reported.state(), SipServiceState::Stopped);
    assert_eq!(reported.started_at, None);
}

#[tokio::test]
async fn accounts_are_written_anew_from_the_passwords_of_the_project() {
    let server = Server::start().await;
    let mut tx = server.app.context.database.system().await.unwrap();
    for (number, text) in [("1001", password(PROJECT, "1001")), ("1002", "Another2".into())] {
        let sealed = account::Account::new(&server.app.context.sealer, &server.config, PROJECT, number, &text).sealed_password;
        sqlx::query("UPDATE sip_numbers SET sealed_password = $3, ha1 = 'lost' WHERE project_id = $1 AND number = $2")
            .bind(PROJECT)
            .bind(number)
            .bind(sealed)
            .execute(&mut *tx)
            .await
            .unwrap();
    }
    sqlx::query("DELETE FROM sip_numbers WHERE project_id = $1 AND number NOT IN ('1001', '1002')").bind(PROJECT).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(Phone::new(&server, "1001").await.register().await, Some(401));

    let dealer = Caller { dealer_id: 1, ..administrator(PROJECT) };
    let request = server.app.context.signer.request(&dealer, ReinitSipServiceRequest {});
    assert_eq!(api(&server, None).reinit_sip_service(request).await.unwrap().into_inner().accounts, 2);
    assert_eq!(Phone::new(&server, "1001").await.register().await, Some(200));
    let changed = Phone::new(&server, "1002").await.with(("1002".into(), "Another2".into()));
    assert_eq!(changed.register().await, Some(200));
    let untouched = Phone::from("127.0.0.1", &server, OTHER_PROJECT, "1001").await;
    assert_eq!((untouched.realm.clone(), untouched.register().await), (realm::for_project(OTHER_PROJECT, DOMAIN), Some(200)));
}

#[tokio::test]
async fn a_restart_is_told_when_it_begins_and_when_the_edge_serves_again_and_is_audited() {
    let server = Server::start().await;
    let api = api(&server, Some("true"));
    restart(&server, &api, PROJECT).await.unwrap();
    server.eventually("the restart ends", || async { published_phases(&server).await == ["started", "completed"] }).await;
    assert_ne!(status(&server, &api, PROJECT).await.state(), SipServiceState::Restarting);
    let audited: Vec<_> = server.app.events().await.into_iter().filter(|(topic, _)| topic == kit::audit::TOPIC).collect();
    let record = AuditRecorded::decode(audited[0].1.as_slice()).unwrap();
    assert_eq!((audited.len(), record.action.as_str(), record.resource.as_str()), (1, "restart", "sip-service"));
}

#[tokio::test]
async fn while_one_restart_is_under_way_another_is_refused() {
    let server = Server::start().await;
    // Ends when this test says so.
    let folder = tempfile::tempdir().unwrap();
    let gate = folder.path().join("gate");
    let made = std::process::Command::new("mkfifo").arg(&gate).status().unwrap();
    assert!(made.success());
    let api = api(&server, Some(&format!("read line <{}", gate.display())));
    restart(&server, &api, PROJECT).await.unwrap();
    assert_eq!(status(&server, &api, PROJECT).await.state(), SipServiceState::Restarting);
    // The edge is everybody's.
    assert_eq!(status(&server, &api, OTHER_PROJECT).await.state(), SipServiceState::Restarting);
    for project in [PROJECT, OTHER_PROJECT] {
        assert_eq!(restart(&server, &api, project).await.unwrap_err().code(), Code::FailedPrecondition);
    }
    tokio::fs::write(&gate, "go\n").await.unwrap();
    server.eventually("the restart ends", || async { published_phases(&server).await == ["started", "completed"] }).await;
    restart(&server, &api, OTHER_PROJECT).await.unwrap_or_else(|status| panic!("it may be restarted again: {status}"));
    tokio::fs::write(&gate, "go\n").await.unwrap();
    server.eventually("the second ends", || async { published_phases(&server).await.len() == 4 }).await;
}

#[tokio::test]
async fn a_restart_that_fails_is_told_as_failed_and_not_as_complete() {
    let server = Server::start().await;
    let api = api(&server, Some("exit 1"));
    restart(&server, &api, PROJECT).await.unwrap();
    server.eventually("the restart ends", || async { status(&server, &api, PROJECT).await.state() != SipServiceState::Restarting }).await;
    assert_eq!(published_phases(&server).await, ["started", "failed"]);
}

#[tokio::test]
async fn a_restart_after_which_the_edge_does_not_answer_has_failed() {
    let mut server = Server::start().await;
    server.config.calls.as_mut().unwrap().edge_rpc = "http://127.0.0.1:9/RPC".into();
    restart(&server, &api(&server, Some("true")), PROJECT).await.unwrap();
    server.eventually("the restart ends", || async { published_phases(&server).await == ["started", "failed"] }).await;
}

#[tokio::test]
async fn a_restart_whose_process_ended_is_ended_by_another() {
    let server = Server::start().await;
    let mut tx = server.app.context.database.system().await.unwrap();
    let began = server.app.context.clock.now() - time::Duration::minutes(10);
    let abandoned = "INSERT INTO sip_restarts (project_id, user_id, user_name, started_at) VALUES ($1, 1, 'Alex', $2)";
    sqlx::query(abandoned).bind(PROJECT).bind(began).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let service = telephony::App::new(&server.app.context, server.config.clone()).unwrap();
    abandoned_restarts::end_abandoned(&service).await.unwrap();
    assert_eq!(published_phases(&server).await, ["completed"]);
    abandoned_restarts::end_abandoned(&service).await.unwrap();
    assert_eq!(published_phases(&server).await.len(), 1, "once");
}

#[tokio::test]
async fn who_may_not_change_the_project_restarts_nothing() {
    let server = Server::start().await;
    let api = api(&server, Some("true"));
    let caller = someone(PROJECT, 5, [Permission::CanViewProjectSettings], &[]);
    let request = server.app.context.signer.request(&caller, RestartSipServiceRequest {});
    assert_eq!(api.restart_sip_service(request).await.unwrap_err().code(), Code::PermissionDenied);
    let request = server.app.context.signer.request(&caller, ReinitSipServiceRequest {});
    assert_eq!(api.reinit_sip_service(request).await.unwrap_err().code(), Code::PermissionDenied);
    assert!(server.app.events().await.is_empty());
}
