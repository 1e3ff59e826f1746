//! Guessing at the login and password of a device is limited.
use std::time::Duration;

use device_gateway::Config;
use device_gateway::domain::remote_session::LoginLimits;
use policy::{Caller, PermissionSet};
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use testing::{PROJECT, someone};
use tonic::{Code, Status};

use crate::panel::Panel;
use crate::remote_session::{WRONG, begin, begin_with, colleague, detail, in_the_audit_log, logins, online, sessions_kept};
use crate::site::{Site, a_panel, until};

const USUAL: LoginLimits = LoginLimits { user: 5, device: 20, window: Duration::from_secs(900) };

async fn limited(limits: LoginLimits) -> Site {
    Site::with_config(Config { remote_login_limits: limits, ..Config::default() }).await
}

async fn guess(site: &Site, caller: &Caller, device: &Device) -> Status {
    begin_with(site, caller, &device.serial_number, WRONG).await.unwrap_err()
}

/// So many wrong guesses, each of which the device refuses.
async fn guess_in_vain(site: &Site, caller: &Caller, device: &Device, times: usize) {
    for _ in 0..times {
        assert_eq!(detail(&guess(site, caller, device).await)["code"], "device_refused_login");
    }
}

fn assert_too_many(refused: &Status) {
    assert_eq!((refused.code(), refused.message()), (Code::ResourceExhausted, "too many requests"));
    let detail = detail(refused);
    assert_eq!(detail["code"], "too_many_requests");
    assert!((1..=900).contains(&detail["data"]["retry_after"].as_i64().unwrap()), "{detail}");
}

#[tokio::test]
async fn after_five_refused_logins_a_user_is_turned_away_without_asking_the_device() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    guess_in_vain(&site, &site.admin(), &device, 5).await;
    assert_too_many(&guess(&site, &site.admin(), &device).await);
    assert_too_many(&begin(&site, &site.admin(), &device).await.unwrap_err());
    assert_eq!((logins(&panel), sessions_kept(&site).await), (5, 0));
    let refused = ("refuse remote control".to_owned(), device.id);
    assert_eq!(in_the_audit_log(&site).await, vec![refused; 5], "who was turned away learned nothing, and fills no log");
    site.end().await;
}

#[tokio::test]
async fn who_is_turned_away_hinders_no_other_user_and_is_free_at_other_devices() {
    let site = Site::start().await;
    let (_panel, device) = online(&site).await;
    let (_other_panel, other) = online(&site).await;
    guess_in_vain(&site, &site.admin(), &device, 5).await;
    assert_too_many(&guess(&site, &site.admin(), &device).await);
    begin(&site, &colleague(), &device).await.unwrap();
    begin(&site, &site.admin(), &other).await.unwrap();
    site.end().await;
}

#[tokio::test]
async fn a_right_login_makes_the_users_wrong_ones_forgotten() {
    let site = Site::start().await;
    let (_panel, device) = online(&site).await;
    for _ in 0..2 {
        guess_in_vain(&site, &site.admin(), &device, 4).await;
        begin(&site, &site.admin(), &device).await.unwrap();
    }
    site.end().await;
}

#[tokio::test]
async fn right_logins_do_not_use_up_the_limits() {
    let site = limited(LoginLimits { user: 2, device: 2, ..USUAL }).await;
    let (_panel, device) = online(&site).await;
    for _ in 0..4 {
        begin(&site, &site.admin(), &device).await.unwrap();
    }
    site.end().await;
}

#[tokio::test]
async fn a_device_bears_twenty_refused_logins_whoever_they_are_of_and_a_right_one_forgets_only_its_users() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    let user = |id| someone(PROJECT, id, PermissionSet::everything(), &[]);
    for id in 1..=4 {
        guess_in_vain(&site, &user(id), &device, 4).await;
    }
    let session = begin(&site, &user(4), &device).await.unwrap();
    assert!(session.is_active);
    guess_in_vain(&site, &user(4), &device, 4).await;
    assert_too_many(&begin(&site, &user(4), &device).await.unwrap_err());
    assert_eq!(logins(&panel), 21);
    site.end().await;
}

#[tokio::test]
async fn a_device_that_is_deleted_and_made_anew_is_still_the_same() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    guess_in_vain(&site, &site.admin(), &device, 5).await;
    panel.vanish().await;
    site.devices().delete_device(site.as_caller(&site.admin(), DeleteDeviceRequest { id: device.id })).await.unwrap();
    let again = Device { serial_number: device.serial_number.clone(), ..a_panel(device.domain.unwrap().id) };
    let again = site.create(&site.admin(), again).await.unwrap();
    let panel = Panel::connect(&again.serial_number).await;
    site.until_online(again.id, true).await;
    assert_ne!(again.id, device.id);
    assert_too_many(&guess(&site, &site.admin(), &again).await);
    assert_eq!(logins(&panel), 0);
    site.end().await;
}

#[tokio::test]
async fn of_guesses_at_the_same_time_no_more_reach_the_device() {
    let site = Site::start().await;
    let (panel, device) = online(&site).await;
    let admin = site.admin();
    let answers = futures::future::join_all((0..12).map(|_| guess(&site, &admin, &device))).await;
    let refused = answers.iter().filter(|answer| answer.code() == Code::FailedPrecondition).count();
    assert_eq!((refused, logins(&panel)), (5, 5));
    site.end().await;
}

#[tokio::test]
async fn what_the_device_did_not_refuse_counts_for_nothing() {
    let site = limited(LoginLimits { user: 2, device: 2, ..USUAL }).await;
    let (panel, device) = online(&site).await;
    panel.memory.lock().unwrap().knows_no_login = true;
    for _ in 0..4 {
        assert_eq!(detail(&guess(&site, &site.admin(), &device).await)["code"], "device_refused");
    }
    panel.memory.lock().unwrap().knows_no_login = false;
    guess_in_vain(&site, &site.admin(), &device, 2).await;
    assert_too_many(&guess(&site, &site.admin(), &device).await);
    site.end().await;
}

#[tokio::test]
async fn who_waits_may_try_again() {
    let site = limited(LoginLimits { user: 1, device: 20, window: Duration::from_secs(2) }).await;
    let (_panel, device) = online(&site).await;
    guess_in_vain(&site, &site.admin(), &device, 1).await;
    let refused = begin(&site, &site.admin(), &device).await.unwrap_err();
    assert!((1..=2).contains(&detail(&refused)["data"]["retry_after"].as_i64().unwrap()));
    until("the limit is lifted", async || begin(&site, &site.admin(), &device).await.is_ok()).await;
    site.end().await;
}

#[tokio::test]
async fn nobody_begins_to_control_a_device_while_redis_is_away() {
    let mut site = Site::start().await;
    let (panel, device) = online(&site).await;
    site.gateway.context.redis = kit::Redis::new("redis://127.0.0.1:1/").unwrap();
    let refused = begin(&site, &site.admin(), &device).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::Unavailable, "device or service not available"));
    assert_eq!((logins(&panel), sessions_kept(&site).await), (0, 0));
    site.end().await;
}
