//! The house again, with two replicas of telephony on one database, broker and Redis, and phones that reach them by the
//! edge as it is shipped.
use kit::Clock;
use kit::caller::Signer;
use kit::peers::{Peer, Peers};
use policy::Caller;
use proto::vestibule::telephony::v1::calls_client::CallsClient;
use telephony::domain::{account, realm};
use testing::PROJECT;
use tonic::Request;

use super::exchange::Leg;
use super::house::{eventually, inhabited};
use super::relay::Relay;
use super::replica::Replica;
use super::rtp::Voice;
use super::softphone::{Softphone, password};
use crate::kamailio::{Changes, DOMAIN, Kamailio, SECRET, own_addresses};
use crate::site::Site;

pub struct Town {
    pub site: Site,
    pub replicas: [Replica; 2],
    kamailio: Kamailio,
    _relay: Relay,
}

impl Town {
    pub async fn open() -> Town {
        let (site, relay) = (inhabited().await, Relay::start());
        has_passwords(&site).await;
        let [first, second, of_first, of_second] = own_addresses();
        let kamailio = Kamailio::start(&site.app, &[first, second], Changes::default()).await;
        let replicas = [(0, first, of_first), (1, second, of_second)]
            .map(|(shard, sip, grpc)| Replica::new(sip, grpc, settings(&site, &relay, &kamailio, shard)));
        let mut town = Town { site, replicas, kamailio, _relay: relay };
        for replica in &mut town.replicas {
            replica.start().await;
        }
        town.edge_serves().await;
        town
    }

    async fn edge_serves(&self) {
        let rpc = self.kamailio.addresses[4];
        let served = async || reqwest::get(format!("http://{rpc}/metrics")).await.ok()?.error_for_status().ok().map(|_| ());
        let served = tokio::time::timeout(std::time::Duration::from_secs(20), eventually(served)).await;
        assert!(served.is_ok(), "the edge does not start:\n{}", self.kamailio.log());
    }

    /// A phone with this number.
    pub async fn phone(&self, number: &str) -> Softphone {
        Softphone::register(number, self.kamailio.addresses[0]).await
    }

    /// A call of the phone that this replica has come to keep, and its id. Calls go to any: others are hung up.
    pub async fn call_kept_by(&self, shard: usize, phone: &Softphone, to: &str, voice: &Voice) -> (String, Leg) {
        for _ in 0..40 {
            let (response, leg) = phone.call(to, &voice.sdp(), &[]).outcome().await;
            if response.status_code.code() != 200 {
                // So many calls one after another are too many.
                tokio::time::sleep(std::time::Duration::from_secs(2)).await;
                continue;
            }
            let id = self.only_call().await;
            if id.starts_with(&format!("{shard}-")) {
                voice.speak_to(&String::from_utf8_lossy(&response.body));
                return (id, leg);
            }
            leg.hang_up().await;
            self.has_no_call().await;
        }
        panic!("no call comes to replica {shard}");
    }

    async fn calls(&self) -> Vec<(String, String)> {
        let mut tx = self.site.app.context.database.tenant(PROJECT).await.unwrap();
        sqlx::query_as("SELECT id, status FROM active_calls ORDER BY created_at").fetch_all(&mut *tx).await.unwrap()
    }

    pub async fn only_call(&self) -> String {
        eventually(async || <[_; 1]>::try_from(self.calls().await).ok().map(|[(id, _)]| id)).await
    }

    pub async fn has_no_call(&self) {
        eventually(async || self.calls().await.is_empty().then_some(())).await;
    }

    /// When the call with this id has come to this status.
    pub async fn becomes(&self, id: &str, status: &str) {
        eventually(async || self.calls().await.iter().any(|call| (call.0.as_str(), call.1.as_str()) == (id, status)).then_some(())).await;
    }

    /// What a browser asks, where its request came to this replica.
    pub async fn ask<T>(&self, shard: usize, caller: &Caller, message: T) -> (CallsClient<Peer>, Request<T>) {
        let settings = &self.site.app.context.settings;
        let peers = Peers::new(settings).unwrap();
        peers.at("telephony", &format!("https://{}", self.replicas[shard].grpc)).unwrap();
        // The replicas have the real time.
        let signer = Signer::new(&settings.service_keys, Clock::system());
        (CallsClient::new(peers.peer("telephony")), signer.request(caller, message))
    }
}

fn settings(site: &Site, relay: &Relay, kamailio: &Kamailio, shard: u16) -> Vec<(&'static str, String)> {
    let [_, _, _, inside, rpc] = kamailio.addresses;
    let server = site.app.context.settings.database_url("telephony");
    let database = format!("{}/{}", server.rsplit_once('/').unwrap().0, site.app.database());
    vec![
        ("VESTIBULE_DATABASE_URL", database),
        ("VESTIBULE_DATABASE_CONNECTIONS", "5".into()),
        ("VESTIBULE_AMQP_PREFIX", site.app.database().into()),
        ("VESTIBULE_SIP_SHARD", shard.to_string()),
        ("VESTIBULE_SIP_DOMAIN", DOMAIN.into()),
        ("VESTIBULE_SIP_SECRET", SECRET.into()),
        ("VESTIBULE_SIP_EDGE_ADDR", inside.to_string()),
        ("VESTIBULE_SIP_EDGE_RPC_URL", format!("http://{rpc}/RPC")),
        ("VESTIBULE_SIP_MEDIA_ADDR", relay.address.to_string()),
        ("VESTIBULE_SIP_SOUNDS", relay.sounds.path().display().to_string()),
    ]
}

/// As people enter them.
async fn has_passwords(site: &Site) {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    for number in ["101", "102", "110", "112", "201"] {
        let ha1 = account::ha1(number, &realm::for_project(PROJECT, DOMAIN), &password(number));
        sqlx::query("UPDATE sip_numbers SET ha1 = $1 WHERE number = $2").bind(ha1).bind(number).execute(&mut *tx).await.unwrap();
    }
    tx.commit().await.unwrap();
}
