//! A project with groups and a licence, as events describe it: a residence with two buildings, and a flat in the first.
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use licensing::config::Config;
use licensing::domain::counts::Counts;
use licensing::domain::license::Plan;
use licensing::domain::license_file::{PREFIX, Payload, TrustedKeys, Way, key_id};
use licensing::events::{Events, PROJECT as PROJECT_CHANGED, USAGE};
use licensing::operation::license::add::add_file;
use licensing::rpc::{GroupLicenseService, GroupMoveService, LicenseReportService, LicenseService, UserLicenseService};
use policy::{Authorized, Caller, action, resource};
use proto::vestibule::events::v1::{DeviceChanged, GroupChanged, GroupLicenseUsage, LicenseUsageCounted, ProjectChanged, UserChanged};
use proto::vestibule::licensing::v1::group_licenses_server::GroupLicenses as _;
use proto::vestibule::licensing::v1::{GetGroupLicenseRequest, GroupLicense, LicenseCounts, UpdateGroupLicenseRequest};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use testing::{App, PROJECT, administrator};
use time::{Duration, OffsetDateTime};
use tonic::{Request, Status};
use uuid::Uuid;

pub const RESIDENCE: i64 = 10;
pub const FIRST: i64 = 11;
pub const SECOND: i64 = 12;
pub const FLAT: i64 = 13;
pub const ANNA: i64 = 100;
pub const PROJECT_UID: Uuid = Uuid::from_u128(77);

pub struct Site {
    pub app: App,
    pub service: licensing::app::App,
}

pub fn signing_key() -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(&[5; 32]).unwrap()
}

impl Site {
    /// Without a licence: the evaluation licence is removed.
    pub async fn start() -> Site {
        Site::start_with(Config::default()).await
    }

    pub async fn start_with(config: Config) -> Site {
        let app = App::start("licensing", &licensing::MIGRATIONS).await;
        let public = URL_SAFE_NO_PAD.encode(signing_key().public_key());
        let config = Config { trusted_keys: TrustedKeys::parse([public.as_str()]).unwrap(), ..config };
        let service = licensing::app::App::new(app.context.clone(), config).unwrap();
        let site = Site { app, service };
        let project = ProjectChanged {
            id: PROJECT,
            version: 1,
            name: "Riverside".into(),
            uid: PROJECT_UID.to_string(),
            time_zone: "UTC".into(),
            ..Default::default()
        };
        site.deliver(PROJECT_CHANGED, &project).await;
        let mut tx = site.app.context.database.system().await.unwrap();
        sqlx::query("DELETE FROM licenses").execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        for (id, parent_id) in [(RESIDENCE, 0), (FIRST, RESIDENCE), (SECOND, RESIDENCE), (FLAT, FIRST)] {
            let group = GroupChanged { project_id: PROJECT, id, version: 1, parent_id, name: format!("group {id}"), ..Default::default() };
            site.deliver("domains.group.changed", &group).await;
        }
        let anna = UserChanged {
            project_id: PROJECT,
            id: ANNA,
            version: 1,
            name: "Anna".into(),
            is_active: true,
            domain_ids: vec![FLAT],
            ..Default::default()
        };
        site.deliver("identity.user.changed", &anna).await;
        site
    }

    pub async fn deliver(&self, topic: &str, event: &impl prost::Message) {
        self.app.deliver(&Events(self.service.clone()), topic, event).await.expect("the event is taken");
    }

    pub async fn panels(&self, count: i64) {
        for id in 0..count {
            let panel =
                DeviceChanged { project_id: PROJECT, id: 500 + id, version: 1, domain_id: FIRST, r#type: "panel".into(), ..Default::default() };
            self.deliver("device.device.changed", &panel).await;
        }
    }

    pub async fn used(&self, kind: &str, groups: &[(i64, i64)]) {
        let groups = groups.iter().map(|(group_id, used)| GroupLicenseUsage { group_id: *group_id, used: *used }).collect();
        let at = Some(kit::clock::to_proto(self.now()));
        self.deliver(USAGE, &LicenseUsageCounted { project_id: PROJECT, kind: kind.into(), groups, at }).await;
    }

    pub fn now(&self) -> OffsetDateTime {
        self.app.context.clock.now()
    }

    pub fn by<T>(&self, caller: &Caller, message: T) -> Request<T> {
        self.app.context.signer.request(caller, message)
    }

    pub fn licenses(&self) -> LicenseService {
        LicenseService(self.service.clone())
    }

    pub fn groups(&self) -> GroupLicenseService {
        GroupLicenseService(self.service.clone())
    }

    pub fn users(&self) -> UserLicenseService {
        UserLicenseService(self.service.clone())
    }

    pub fn reports(&self) -> LicenseReportService {
        LicenseReportService(self.service.clone())
    }

    pub fn moves(&self) -> GroupMoveService {
        GroupMoveService(self.service.clone())
    }

    /// For the project, from now on for a year: 20 numbers, 10 apps, 5 ukey2.
    pub fn payload(&self, id: u128) -> Payload {
        Payload {
            v: 1,
            id: Uuid::from_u128(id),
            plan: Plan::Plus,
            issued_at: self.now(),
            customer: "Riverside".into(),
            way: Way::Offline,
            project_uid: Some(PROJECT_UID),
            instance_id: None,
            valid_from: self.now(),
            valid_to: Some(self.now() + Duration::days(365)),
            features: ["sip", "sip.web_dialer", "mobile_app", "mobile_app.remote_open", "ukey2", "elevator"].map(String::from).to_vec(),
            counts: Counts { sip: Some(20), mobile_app: Some(10), ukey2: Some(5) },
            per_user: Counts { sip: Some(3), mobile_app: Some(2), ukey2: Some(2) },
            supersedes: Vec::new(),
        }
    }

    /// The same by the licence server.
    pub fn cloud_payload(&self, id: u128) -> Payload {
        Payload { way: Way::Cloud, instance_id: Some(Config::default().instance_id), ..self.payload(id) }
    }

    pub async fn add(&self, payload: &Payload) -> kit::Result<i64> {
        self.add_bytes(&signed_file(payload)).await
    }

    pub async fn add_bytes(&self, file: &[u8]) -> kit::Result<i64> {
        let right: Authorized<resource::License, action::Create> = administrator(PROJECT).authorize().unwrap();
        Ok(add_file(&self.service, &right, file).await?.id)
    }

    pub async fn group(&self, caller: &Caller, id: i64) -> Result<GroupLicense, Status> {
        Ok(self.groups().get_group_license(self.by(caller, GetGroupLicenseRequest { id })).await?.into_inner())
    }

    pub async fn change(&self, caller: &Caller, id: i64, license: GroupLicense, paths: &[&str]) -> Result<GroupLicense, Status> {
        let update_mask = Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
        let request = UpdateGroupLicenseRequest { id, license: Some(license), update_mask };
        Ok(self.groups().update_group_license(self.by(caller, request)).await?.into_inner())
    }

    /// Gives a group limits of its own, with the feature sip.
    pub async fn give(&self, id: i64, sip: i64, mobile_app: i64, ukey2: i64) -> Result<GroupLicense, Status> {
        let counts = Some(LicenseCounts { sip: Some(sip), mobile_app: Some(mobile_app), ukey2: Some(ukey2) });
        let license = GroupLicense { is_active: true, features: vec!["sip".into()], counts, ..Default::default() };
        self.change(&administrator(PROJECT), id, license, &["is_active", "features", "counts"]).await
    }
}

pub fn signed_file(payload: &Payload) -> Vec<u8> {
    let key = signing_key();
    let bytes = serde_json::to_vec(payload).unwrap();
    let signature = URL_SAFE_NO_PAD.encode(key.sign(&[PREFIX, &bytes].concat()));
    json!({
        "payload": URL_SAFE_NO_PAD.encode(&bytes),
        "signatures": [{ "key_id": key_id(key.public_key().as_ref()), "signature": signature }],
    })
    .to_string()
    .into_bytes()
}

/// The items of a refusal.
pub fn items(status: &Status) -> Vec<Value> {
    let detail = status.metadata().get_bin(kit::error::METADATA).and_then(|value| value.to_bytes().ok()).unwrap_or_default();
    let mut detail: Value = serde_json::from_slice(&detail).unwrap_or_default();
    detail["data"]["items"].take().as_array().cloned().unwrap_or_default()
}
