//! Searching a network, creating what was found, taking in what calls by itself.
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, Ordering};

use device_gateway::Config;
use device_gateway::rpc::device_search::DeviceSearchService;
use device_protocol::management::ManagementProtocol;
use device_simulator::device::{PAGE_LOGIN, PAGE_PASSWORD};
use futures::StreamExt;
use kit::realtime::{Audience, Push};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::device::v1::device_searches_server::DeviceSearches;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::AuditRecorded;
use serde_json::Value;
use testing::{OTHER_PROJECT, PROJECT, administrator, group_administrator};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::http_devices::{login, pong};
use crate::http_panel::HttpPanel;
use crate::panel::Panel;
use crate::site::{ELSEWHERE, HOUSE, PASSWORD, ROOT, Site, until};

/// Each test has a network of its own.
static NETWORK: AtomicU8 = AtomicU8::new(1);

/// A free port, at all addresses of a network of this machine: `127.a.b.0` to `127.a.b.7`.
struct Network {
    site: Site,
    base: String,
    port: u16,
}

impl Network {
    async fn start() -> Network {
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let config = Config { search_ports: [free, 1], broker_url: Some("mqtt://broker.test:1883".into()), ..Config::default() };
        let [one, two] = [std::process::id().to_le_bytes()[0], NETWORK.fetch_add(1, Ordering::Relaxed)];
        Network { site: Site::with_config(config).await, base: format!("127.{}.{}", one.clamp(2, 250), two), port: free }
    }

    fn address(&self, last: u8) -> SocketAddr {
        format!("{}.{last}:{}", self.base, self.port).parse().unwrap()
    }

    fn service(&self) -> DeviceSearchService {
        DeviceSearchService(self.site.gateway.clone())
    }

    async fn search(&self, caller: &policy::Caller, first: &str, last: &str, request_id: &str) -> Result<DeviceSearch, Status> {
        let request = SearchDevicesRequest { start_ip: first.into(), end_ip: last.into(), request_id: request_id.into() };
        Ok(self.service().search_devices(self.site.as_caller(caller, request)).await?.into_inner())
    }

    async fn state(&self, caller: &policy::Caller) -> Result<DeviceSearch, Status> {
        Ok(self.service().get_device_search(self.site.as_caller(caller, GetDeviceSearchRequest {})).await?.into_inner())
    }

    async fn create(&self, caller: &policy::Caller, items: Vec<FoundDeviceItem>) -> Result<Vec<FoundDeviceResult>, Status> {
        let request = self.site.as_caller(caller, CreateFoundDevicesRequest { items });
        Ok(self.service().create_found_devices(request).await?.into_inner().items)
    }

    fn range(&self) -> (String, String) {
        (format!("{}.0", self.base), format!("{}.39", self.base))
    }
}

/// Answers every request with this.
async fn answer_always(address: SocketAddr, answer: &'static str) {
    let listener = TcpListener::bind(address).await.unwrap();
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut request = [0; 1024];
                let _read = connection.read(&mut request).await;
                let _written = connection.write_all(answer.as_bytes()).await;
            });
        }
    });
}

fn serial() -> String {
    format!("T-{}", Uuid::new_v4().simple())
}

/// The pushes of one search, to its end, with whom they go to.
async fn pushes_of(site: &Site, request_id: &str) -> impl Future<Output = Vec<Push>> {
    let client = redis::Client::open(site.app.context.settings.redis_url.as_str()).unwrap();
    let mut pushes = client.get_async_pubsub().await.unwrap();
    pushes.subscribe(kit::realtime::channel(&site.app.context.settings)).await.unwrap();
    let request_id = request_id.to_owned();
    async move {
        let (mut heard, mut of_search) = (pushes.into_on_message(), Vec::new());
        loop {
            for push in kit::realtime::parse(heard.next().await.unwrap().get_payload_bytes()).unwrap_or_default() {
                if push.data["request_id"] == request_id.as_str() {
                    let is_last = push.data["type"] == "device_search.finished";
                    of_search.push(push);
                    if is_last {
                        return of_search;
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn who_searches_hears_of_each_device_and_of_the_progress_and_nobody_else_does() {
    let network = Network::start().await;
    let site = &network.site;
    let (first, second) = (serial(), serial());
    let _panels = (HttpPanel::serve_at(&first, network.address(3)).await, HttpPanel::serve_at(&second, network.address(20)).await);
    answer_always(network.address(5), "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await;
    answer_always(network.address(6), "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/api/info\r\ncontent-length: 0\r\n\r\n").await;
    answer_always(
        network.address(7),
        "HTTP/1.1 200 OK\r\ncontent-length: 56\r\n\r\n{\"serial\": \"T-newer\", \"model\": \"ZZ-99\", \"firmware\": \"1\"}",
    )
    .await;
    let request_id = Uuid::new_v4().to_string();
    let hearing = pushes_of(site, &request_id).await;
    let (start, end) = network.range();
    let begun = network.search(&site.admin(), &start, &end, &request_id).await.unwrap();
    assert_eq!((begun.state(), begun.total), (DeviceSearchState::Running, 40));
    let pushes = tokio::time::timeout(std::time::Duration::from_secs(60), hearing).await.expect("the search ends");

    let me = site.admin().user_id;
    let to_me = |push: &Push| push.topic == format!("private-users.{me}") && matches!(push.audience, Audience::User(user) if user == me);
    assert!(pushes.iter().all(|push| push.project_id == PROJECT && to_me(push)));
    let of = |kind: &str| pushes.iter().filter(|push| push.data["type"] == kind).map(|push| &push.data).collect::<Vec<&Value>>();
    let mut found: Vec<_> = of("device_search.found").iter().map(|data| data["device"]["serial_number"].as_str().unwrap().to_owned()).collect();
    found.sort();
    let mut expected = vec![first.clone(), second.clone(), "T-newer".into()];
    expected.sort();
    assert_eq!(found, expected);
    assert!(of("device_search.progress").iter().all(|data| data["total"] == 40));
    assert_eq!(of("device_search.finished")[0]["state"], "finished");

    // A page that is loaded again sees the same.
    let state = network.state(&site.admin()).await.unwrap();
    assert_eq!((state.state(), state.done, state.request_id.as_str()), (DeviceSearchState::Finished, 40, request_id.as_str()));
    let of_first = state.devices.iter().find(|device| device.serial_number == first).unwrap();
    assert_eq!(
        (of_first.ip_address.as_str(), i32::from(network.port), of_first.model.as_str()),
        (network.address(3).ip().to_string().as_str(), of_first.port, "AA-12")
    );
    assert_eq!((of_first.r#type(), of_first.is_known), (DeviceType::Panel, false));
    let newer = state.devices.iter().find(|device| device.serial_number == "T-newer").unwrap();
    assert_eq!(newer.r#type(), DeviceType::Unspecified, "a model that the platform does not know");
    assert_eq!(network.state(&administrator(OTHER_PROJECT)).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn a_search_of_addresses_that_may_not_be_called_is_refused() {
    let network = Network::start().await;
    let admin = network.site.admin();
    // The operator of the tests allows this machine alone.
    for (start, end) in [
        ("10.0.0.1", "10.0.0.9"),
        ("9.255.255.250", "10.0.0.3"),
        ("169.254.169.254", "169.254.169.254"),
        ("127.0.0.9", "127.0.0.1"),
        ("127.0.0.0", "127.0.4.0"),
        ("::1", "::1"),
        ("", ""),
    ] {
        let refused = network.search(&admin, start, end, "x").await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument, "{start} {end}");
        assert!(refused.message().contains("invalid data sent"), "{refused:?}");
    }
    assert_eq!(network.search(&admin, "127.0.0.1", "127.0.0.1", "").await.unwrap_err().code(), Code::InvalidArgument);
    assert_eq!(network.state(&admin).await.unwrap_err().code(), Code::NotFound, "none has begun");
}

#[tokio::test]
async fn a_project_has_one_search_at_a_time() {
    let network = Network::start().await;
    let site = &network.site;
    // It takes connections to all addresses of this machine and says nothing: the search waits for it, 64 addresses at a time.
    let _silent = TcpListener::bind(("0.0.0.0", network.port)).await.unwrap();
    let (first, last) = (format!("{}.0", network.base), format!("{}.199", network.base));
    network.search(&site.admin(), &first, &last, "one").await.unwrap();
    let refused = network.search(&site.admin(), &first, &first, "two").await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "can't perform action"));
    network.search(&administrator(OTHER_PROJECT), &first, &first, "theirs").await.expect("another project");
    until("it has ended", async || network.state(&site.admin()).await.unwrap().state() == DeviceSearchState::Finished).await;
    network.search(&site.admin(), &first, &first, "three").await.expect("the next one");
}

fn item(serial_number: &str, group: i64) -> FoundDeviceItem {
    FoundDeviceItem {
        serial_number: serial_number.into(),
        model: "AA-12".into(),
        r#type: DeviceType::Panel.into(),
        ip_address: "127.0.0.1".into(),
        port: 80,
        domain: Some(Ref { id: group, ..Default::default() }),
        ..Default::default()
    }
}

#[tokio::test]
async fn each_found_device_is_created_by_itself_or_refused_by_itself() {
    let network = Network::start().await;
    let site = &network.site;
    let (good, other, taken) = (serial(), serial(), site.make_panel().await.serial_number);
    let items = vec![
        item(&other, ROOT),
        item(&taken, ROOT),
        FoundDeviceItem { model: "ZZ-99".into(), ..item(&serial(), ROOT) },
        item(&good, ELSEWHERE),
        item(&other, HOUSE),
        FoundDeviceItem { name: "Gate".into(), ..item(&good, HOUSE) },
        FoundDeviceItem { protocol: Protocol::None.into(), ..item(&serial(), ROOT) },
    ];
    let answers = network.create(&site.admin(), items).await.unwrap();
    let brief: Vec<_> = answers.iter().map(|answer| (answer.id != 0, answer.message.as_str())).collect();
    let used = "serial number or e-mail already used";
    let invalid = "invalid data sent";
    assert_eq!(
        brief,
        [(true, ""), (false, used), (false, invalid), (false, "invalid related entity sent"), (false, used), (true, ""), (false, invalid)]
    );
    assert_eq!(answers[2].fields["model"], "unknown model");
    let created = site.get(&site.admin(), answers[5].id).await.unwrap();
    assert_eq!((created.name.as_str(), created.domain.as_ref().unwrap().id, created.protocol()), ("Gate", HOUSE, Protocol::Mqtt));
    assert_eq!(site.get(&site.admin(), answers[0].id).await.unwrap().name, format!("AA-12 {other}"));
    let audit: Vec<AuditRecorded> = site.outbox_events("audit.recorded").await;
    assert_eq!(audit.iter().filter(|record| record.action == "create" && record.resource == "devices").count(), 3, "the panel before included");

    // Whoever may create in one group creates in no other.
    let of_house = group_administrator(PROJECT, 77, &[HOUSE]);
    if let Ok(answers) = network.create(&of_house, vec![item(&serial(), ROOT), item(&serial(), HOUSE)]).await {
        assert_eq!(answers.iter().map(|answer| answer.id != 0).collect::<Vec<_>>(), [false, true]);
    }
    assert_eq!(network.create(&site.admin(), vec![]).await.unwrap_err().code(), Code::InvalidArgument);
}

#[tokio::test]
async fn a_found_device_whose_login_is_known_is_told_where_to_report_and_comes_by_itself() {
    let network = Network::start().await;
    let site = &network.site;
    let (serial, of_http) = (serial(), serial());
    let (panel, http) = (HttpPanel::serve(&serial).await, HttpPanel::serve(&of_http).await);
    let known = |serial: &str, panel: &HttpPanel| FoundDeviceItem {
        port: panel.address.port().into(),
        login: Some(PAGE_LOGIN.into()),
        password: Some(PAGE_PASSWORD.into()),
        ..item(serial, ROOT)
    };
    let items = vec![known(&serial, &panel), FoundDeviceItem { protocol: Protocol::Http.into(), ..known(&of_http, &http) }];
    let answers = network.create(&site.admin(), items).await.unwrap();
    let management_of = |panel: &HttpPanel| panel.device.memory().settings.management.clone().map(|server| (server.protocol, server.settings.url));
    until("both have the settings", async || management_of(&panel).is_some() && management_of(&http).is_some()).await;
    assert_eq!(management_of(&panel).unwrap(), (ManagementProtocol::Mqtt, "mqtt://broker.test:1883".to_owned()));
    assert_eq!(management_of(&http).unwrap(), (ManagementProtocol::Http, site.app.context.settings.public_url.clone()));
    assert_eq!(site.info(answers[0].id).await.pending_protocol(), Protocol::Mqtt);
    // The password that the platform has made came with it.
    let password = panel.device.memory().settings.management.clone().unwrap().settings.password;
    let _there = Panel::connect_as(&serial, &password).await;
    until("it speaks MQTT", async || site.get(&site.admin(), answers[0].id).await.unwrap().protocol() == Protocol::Mqtt).await;
    let password = http.device.memory().settings.management.clone().unwrap().settings.password;
    let token = login(site, &of_http, &password).await.unwrap();
    pong(site, &token).await.unwrap();
    assert_eq!(site.info(answers[1].id).await.status(), DeviceStatus::Online);
}

#[tokio::test]
async fn a_device_that_nobody_has_claimed_is_shown_to_who_knows_its_password() {
    let network = Network::start().await;
    let site = &network.site;
    let (serial, unknown) = (serial(), serial());
    // Guesses are counted in Redis, which all tests share.
    let me = policy::Caller { user_id: i64::from(Uuid::new_v4().as_fields().0) + 1_000, ..site.admin() };
    assert!(login(site, &serial, PASSWORD).await.is_err());
    let find = async |caller: &policy::Caller, serial: &str, password: &str| {
        let request = FindUnclaimedDeviceRequest { serial_number: serial.into(), password: password.into() };
        network.service().find_unclaimed_device(site.as_caller(caller, request)).await.map(|found| found.into_inner())
    };
    // A stranger's call with its serial number does not hide it.
    assert!(login(site, &serial, "stranger").await.is_err());
    let found = find(&me, &serial, PASSWORD).await.unwrap();
    assert_eq!((found.serial_number.as_str(), found.address.as_str()), (serial.as_str(), "192.0.2.7"));
    assert_eq!(find(&me, &unknown, PASSWORD).await.unwrap_err().code(), Code::NotFound);
    for _ in 0..5 {
        assert_eq!(find(&me, &serial, "guess").await.unwrap_err().code(), Code::NotFound);
    }
    assert_eq!(find(&me, &serial, PASSWORD).await.unwrap_err().code(), Code::ResourceExhausted);
    // A device of a project is not among them, whatever it calls with.
    let known = site.make_panel().await;
    assert!(login(site, &known.serial_number, PASSWORD).await.is_err());
    assert_eq!(find(&me, &known.serial_number, PASSWORD).await.unwrap_err().code(), Code::NotFound);
}

/// 1,024 addresses: nobody is at any, or something is at each that takes a connection and never answers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "prints figures"]
async fn figures_of_a_search_of_a_slash_22() {
    for is_silent in [false, true] {
        let network = Network::start().await;
        if is_silent {
            let listener = TcpListener::bind(("0.0.0.0", network.port)).await.unwrap();
            tokio::spawn(async move {
                let mut held = Vec::new();
                while let Ok(connection) = listener.accept().await {
                    held.push(connection);
                }
            });
        }
        let base = network.base.rsplit_once('.').unwrap().0;
        let begin = std::time::Instant::now();
        let me = network.site.admin();
        let begun = network.search(&me, &format!("{base}.252.0"), &format!("{base}.255.255"), &Uuid::new_v4().to_string()).await.unwrap();
        assert_eq!(begun.total, 1_024);
        while network.state(&me).await.unwrap().state() == DeviceSearchState::Running {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        println!("a search of 1,024 addresses, {}: {:?}", if is_silent { "none answers" } else { "nobody there" }, begin.elapsed());
        network.site.end().await;
    }
}
