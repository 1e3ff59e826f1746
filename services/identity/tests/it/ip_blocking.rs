use identity::{Config, LoginLimits};
use policy::{Caller, Permission};
use prost_types::FieldMask;
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::identity::v1::ip_blocking_server::IpBlocking;
use proto::vestibule::identity::v1::*;
use serde_json::json;
use std::time::Duration;
use tonic::{Code, Status};
use tower::ServiceExt;
use transcode::{AccessKind, Registry};

use crate::site::{PASSWORD, Site, code, fields, refusal};

const ADDRESS: &str = "192.0.2.7";

/// Three failures are enough.
async fn strict() -> Site {
    let limits = LoginLimits { account: 100, address: 3, window: Duration::from_secs(900) };
    Site::with_config(Config { limits, ..Default::default() }).await
}

impl Site {
    async fn fail(&self, ip: &str, times: usize) {
        for _ in 0..times {
            assert_eq!(code(self.login_from(ip, &self.admin_email, "wrong password", false).await), Code::Unauthenticated);
        }
    }

    async fn login_at(&self, ip: &str) -> Result<Vec<Session>, Status> {
        self.login_from(ip, &self.admin_email, PASSWORD, false).await
    }

    async fn banned(&self, search: &str) -> Vec<BannedIp> {
        let request = ListBannedIpsRequest { search: search.into(), ..Default::default() };
        self.ip_blocking().list_banned_ips(self.request(&self.dealers_caller(), request)).await.unwrap().into_inner().items
    }

    async fn blocking(&self) -> IpBlockingStatus {
        self.ip_blocking().get_ip_blocking_status(self.request(&self.dealers_caller(), GetIpBlockingStatusRequest {})).await.unwrap().into_inner()
    }

    async fn set_blocking(&self, paths: &[&str], status: IpBlockingStatus) -> Result<IpBlockingStatus, Status> {
        let update_mask = Some(FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
        let request = self.request(&self.dealers_caller(), UpdateIpBlockingStatusRequest { status: Some(status), update_mask });
        Ok(self.ip_blocking().update_ip_blocking_status(request).await?.into_inner())
    }

    async fn whitelist(&self, address: &str) -> Result<WhitelistEntry, Status> {
        let entry = WhitelistEntry { address: address.into(), description: Some("Office".into()), ..Default::default() };
        Ok(self
            .ip_blocking()
            .add_to_whitelist(self.request(&self.dealers_caller(), AddToWhitelistRequest { entry: Some(entry) }))
            .await?
            .into_inner())
    }

    /// The attempts that the audit log records: those of this minute that are new, and those of a minute that is over.
    pub async fn attempts(&self, action: &str) -> Vec<AuditRecorded> {
        identity::record_attempts(&self.identity).await.unwrap();
        self.audited(action).await
    }
}

#[tokio::test]
async fn an_address_that_fails_too_often_is_banned_for_a_while() {
    let site = strict().await;
    site.fail(ADDRESS, 3).await;
    let (status, message, detail) = refusal(site.login_at(ADDRESS).await);
    assert_eq!((status, message.as_str(), detail["data"]["retry_after"].as_i64()), (Code::ResourceExhausted, "too many requests", Some(900)));
    assert!(site.login_at("192.0.2.8").await.is_ok());
    site.app.context.clock.advance(time::Duration::seconds(901));
    assert!(site.login_at(ADDRESS).await.is_ok());
}

#[tokio::test]
async fn an_ipv6_network_is_banned_as_one() {
    let site = strict().await;
    for host in 1..=3 {
        site.fail(&format!("2001:db8:1:2::{host}"), 1).await;
    }
    assert_eq!(code(site.login_at("2001:db8:1:2:ffff::9").await), Code::ResourceExhausted);
    assert!(site.login_at("2001:db8:1:3::1").await.is_ok());
}

#[tokio::test]
async fn what_is_right_never_bans() {
    let site = strict().await;
    for _ in 0..5 {
        site.login_at(ADDRESS).await.unwrap();
    }
    assert_eq!(site.blocking().await.banned_count, 0);
}

#[tokio::test]
async fn the_environments_limits_are_the_defaults() {
    let site = strict().await;
    let status = site.blocking().await;
    assert_eq!((status.is_enabled, status.max_failures, status.window_seconds, status.ban_seconds), (true, 3, 900, 900));
}

#[tokio::test]
async fn a_banned_address_is_refused_at_every_open_operation() {
    let site = strict().await;
    site.fail(ADDRESS, 3).await;
    let registry = Registry::new(proto::DESCRIPTORS).unwrap();
    let open = registry.operations().iter().filter(|operation| operation.service.starts_with("vestibule.identity."));
    let open: Vec<_> = open.filter(|operation| operation.access.kind == AccessKind::Open).collect();
    assert!(open.len() >= 5, "{}", open.len());
    for operation in open {
        let caller = |ip: &str| Caller { ip: ip.into(), ..testing::nobody() };
        let call = |ip: &str| {
            let metadata = site.request(&caller(ip), ()).into_parts().0;
            let mut request = http::Request::post(operation.grpc_path.as_str()).header("content-type", "application/grpc");
            *request.headers_mut().unwrap() = metadata.into_headers();
            let body = axum::body::Body::from([0; 5].as_slice());
            request.header("content-type", "application/grpc").body(body).unwrap()
        };
        let refused = identity::routes(&site.identity).unwrap().prepare().oneshot(call(ADDRESS)).await.unwrap();
        assert_eq!(refused.headers()["grpc-status"], "8", "{}", operation.grpc_path);
        let other = identity::routes(&site.identity).unwrap().prepare().oneshot(call("192.0.2.8")).await.unwrap();
        assert_ne!(other.headers().get("grpc-status").map(|status| status.as_bytes()), Some(b"8".as_slice()), "{}", operation.grpc_path);
    }
}

#[tokio::test]
async fn addresses_on_the_whitelist_are_never_banned() {
    let site = strict().await;
    let entry = site.whitelist("192.0.2.7/24").await.unwrap();
    assert_eq!((entry.address.as_str(), entry.description.as_deref()), ("192.0.2.0/24", Some("Office")));
    site.fail(ADDRESS, 5).await;
    assert!(site.login_at(ADDRESS).await.is_ok());
    let request = site.request(&site.dealers_caller(), DeleteFromWhitelistRequest { id: entry.id });
    site.ip_blocking().delete_from_whitelist(request).await.unwrap();
    site.fail(ADDRESS, 3).await;
    assert_eq!(code(site.login_at(ADDRESS).await), Code::ResourceExhausted);
    // What comes onto the list is let in at once.
    site.whitelist(ADDRESS).await.unwrap();
    assert!(site.login_at(ADDRESS).await.is_ok());
}

#[tokio::test]
async fn the_whitelist_takes_addresses_and_networks_once() {
    let site = Site::start().await;
    assert_eq!(site.whitelist("192.0.2.7").await.unwrap().address, "192.0.2.7");
    assert_eq!(fields(site.whitelist("192.0.2.7/32").await), json!({ "address": "value must be unique" }));
    assert_eq!(fields(site.whitelist("example.com").await), json!({ "address": "valid url or ip" }));
    let listed = site.ip_blocking().list_whitelist(site.request(&site.dealers_caller(), ListWhitelistRequest {})).await.unwrap().into_inner();
    assert_eq!(listed.items.len(), 1);
    let missing = site.ip_blocking().delete_from_whitelist(site.request(&site.dealers_caller(), DeleteFromWhitelistRequest { id: 0 })).await;
    assert_eq!(code(missing), Code::NotFound);
}

#[tokio::test]
async fn a_ban_tells_when_why_and_after_how_many_failures() {
    let site = strict().await;
    site.fail(ADDRESS, 3).await;
    site.fail("198.51.100.1", 3).await;
    assert_eq!(site.banned("").await.len(), 2);
    let banned = site.banned("192.0").await.remove(0);
    assert_eq!((banned.ip.as_str(), banned.reason.as_str(), banned.failures), (ADDRESS, "login", 3));
    assert_eq!(banned.banned_at.unwrap().seconds, testing::NOW.unix_timestamp());
    assert_eq!(banned.until.unwrap().seconds, testing::NOW.unix_timestamp() + 900);
    assert_eq!(site.blocking().await.banned_count, 2);
}

#[tokio::test]
async fn an_unbanned_address_begins_anew() {
    let site = strict().await;
    site.fail(ADDRESS, 3).await;
    let unban = |ip: &str| site.request(&site.dealers_caller(), UnbanIpRequest { ip: ip.into() });
    site.ip_blocking().unban_ip(unban(ADDRESS)).await.unwrap();
    site.fail(ADDRESS, 2).await;
    assert!(site.login_at(ADDRESS).await.is_ok());
    assert_eq!(code(site.ip_blocking().unban_ip(unban(ADDRESS)).await), Code::NotFound);
    assert!(site.events::<AuditRecorded>("audit.recorded").await.iter().any(|event| event.action == "unban" && event.resource_name == ADDRESS));
}

#[tokio::test]
async fn everybody_is_unbanned_at_once() {
    let site = strict().await;
    for address in [ADDRESS, "198.51.100.1"] {
        site.fail(address, 3).await;
    }
    let unbanned = site.ip_blocking().unban_all_ips(site.request(&site.dealers_caller(), UnbanAllIpsRequest {})).await.unwrap().into_inner().unbanned;
    assert_eq!(unbanned, 2);
    assert_eq!(site.banned("").await, []);
    assert!(site.login_at(ADDRESS).await.is_ok());
}

#[tokio::test]
async fn the_settings_change_what_bans() {
    let site = strict().await;
    let status = IpBlockingStatus { max_failures: 4, ban_seconds: 60, window_seconds: 1, ..Default::default() };
    let set = site.set_blocking(&["max_failures", "ban_seconds"], status).await.unwrap();
    assert_eq!((set.is_enabled, set.max_failures, set.window_seconds, set.ban_seconds), (true, 4, 900, 60));
    site.fail(ADDRESS, 3).await;
    assert!(site.login_at(ADDRESS).await.is_ok());
    site.fail(ADDRESS, 1).await;
    assert_eq!(refusal(site.login_at(ADDRESS).await).2["data"]["retry_after"], 60);
    let edited =
        site.events::<AuditRecorded>("audit.recorded").await.into_iter().find(|event| event.resource == "ip-blocking" && event.action == "edit");
    assert_eq!(edited.unwrap().after, r#"{"ban_seconds":60,"max_failures":4}"#);
}

#[tokio::test]
async fn settings_out_of_bounds_are_refused() {
    let site = Site::start().await;
    let status = IpBlockingStatus { max_failures: 2, window_seconds: 59, ban_seconds: 2_592_001, ..Default::default() };
    let refused = fields(site.set_blocking(&["max_failures", "window_seconds", "ban_seconds"], status).await);
    assert_eq!(refused.as_object().unwrap().len(), 3, "{refused}");
    assert_eq!(refused["max_failures"], "must be within 3 - 10000");
}

#[tokio::test]
async fn switched_off_nobody_is_banned() {
    let site = strict().await;
    site.set_blocking(&["is_enabled"], IpBlockingStatus::default()).await.unwrap();
    site.fail(ADDRESS, 6).await;
    assert!(site.login_at(ADDRESS).await.is_ok());
}

#[tokio::test]
async fn a_banned_address_that_comes_again_is_counted_and_told_in_the_log_of_the_installation() {
    let site = strict().await;
    site.fail(ADDRESS, 3).await;
    for _ in 0..4 {
        assert_eq!(code(site.login_at(ADDRESS).await), Code::ResourceExhausted);
    }
    assert_eq!(site.blocking().await.rejected_last_day, 4);
    // The project of whoever was meant records the ban; that a banned address came again concerns no project.
    let ban = site.attempts("ban").await.remove(0);
    assert_eq!((ban.project_id, ban.resource_id, ban.ip.as_str()), (site.project, site.admin.user_id, ADDRESS));
    let rejected = site.attempts("reject").await;
    assert_eq!(rejected.len(), 1);
    assert_eq!((rejected[0].project_id, rejected[0].resource_name.as_str()), (0, ADDRESS));
    assert_eq!(rejected[0].after, json!({ "address": ADDRESS, "attempts": 4, "what": "banned" }).to_string());
}

#[tokio::test]
async fn a_rejection_answers_alike_for_known_and_unknown() {
    let limits = LoginLimits { account: 1, address: 100, window: Duration::from_secs(900) };
    let site = Site::with_config(Config { limits, ..Default::default() }).await;
    for login in [site.admin_email.clone(), site.email("nobody")] {
        assert_eq!(code(site.login(&login, "wrong password").await), Code::Unauthenticated);
    }
    let known = refusal(site.login(&site.admin_email, PASSWORD).await);
    let unknown = refusal(site.login(&site.email("nobody"), PASSWORD).await);
    assert_eq!((known.0, known.1), (unknown.0, unknown.1));
}

#[tokio::test]
async fn ip_blocking_is_seen_and_changed_with_the_rights_to_the_projects_settings() {
    let site = Site::start().await;
    let viewer = testing::someone(site.project, 7, [Permission::CanViewProjectSettings], &[]);
    let viewer = Caller { dealer_id: 1, ..viewer };
    let nobody = testing::someone(site.project, 8, [], &[]);
    let rpc = site.ip_blocking();
    assert!(rpc.get_ip_blocking_status(site.request(&viewer, GetIpBlockingStatusRequest {})).await.is_ok());
    assert_eq!(code(rpc.unban_all_ips(site.request(&viewer, UnbanAllIpsRequest {})).await), Code::PermissionDenied);
    assert_eq!(code(rpc.get_ip_blocking_status(site.request(&nobody, GetIpBlockingStatusRequest {})).await), Code::PermissionDenied);
    assert_eq!(code(rpc.list_whitelist(site.request(&nobody, ListWhitelistRequest {})).await), Code::PermissionDenied);
}

#[tokio::test]
async fn blocking_belongs_to_the_dealer_and_not_to_the_administrators_of_a_project() {
    let site = Site::start().await;
    let rpc = site.ip_blocking();
    let entry = WhitelistEntry { address: "192.0.2.7".into(), ..Default::default() };
    let update = UpdateIpBlockingStatusRequest { status: Some(IpBlockingStatus::default()), update_mask: None };
    let results = [
        rpc.get_ip_blocking_status(site.request(&site.admin, GetIpBlockingStatusRequest {})).await.map(|_| ()),
        rpc.update_ip_blocking_status(site.request(&site.admin, update)).await.map(|_| ()),
        rpc.list_banned_ips(site.request(&site.admin, ListBannedIpsRequest::default())).await.map(|_| ()),
        rpc.unban_all_ips(site.request(&site.admin, UnbanAllIpsRequest {})).await.map(|_| ()),
        rpc.list_whitelist(site.request(&site.admin, ListWhitelistRequest {})).await.map(|_| ()),
        rpc.add_to_whitelist(site.request(&site.admin, AddToWhitelistRequest { entry: Some(entry) })).await.map(|_| ()),
    ];
    for (at, result) in results.into_iter().enumerate() {
        assert_eq!(code(result), Code::PermissionDenied, "operation {at}");
    }
}

#[tokio::test]
async fn a_network_that_would_switch_blocking_off_is_refused() {
    let site = Site::start().await;
    for wide in ["0.0.0.0/0", "10.0.0.0/8", "192.0.0.0/15", "::/0", "2001::/16"] {
        assert_eq!(fields(site.whitelist(wide).await), json!({ "address": "network is too wide" }), "{wide}");
    }
    assert!(site.whitelist("192.168.0.0/16").await.is_ok() && site.whitelist("2001:db8::/32").await.is_ok());
}
