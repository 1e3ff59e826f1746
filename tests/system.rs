//! What the platform reports about itself.
use acceptance::Platform;
use anyhow::Result;
use lapin::options::{BasicPublishOptions, ConfirmSelectOptions};
use lapin::types::{AMQPValue, FieldTable};
use lapin::{BasicProperties, Connection};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_service_reports_version_database_size_and_waiting_events() -> Result<()> {
    let platform = Platform::start().await?;
    let token = platform.project("Riverside", "alex@riverside.test").await?;
    let info = platform.call(Some(&token), Method::GET, "/server/info", None).await?;
    assert_eq!(info.status, StatusCode::OK, "{info:?}");

    assert!(info.body["pods"].is_null(), "there are none outside Kubernetes");
    let services = info.body["services"].as_array().expect("services");
    let names: Vec<_> = services.iter().filter_map(|service| service["name"].as_str()).collect();
    let all = ["api-gateway", "identity", "domains", "access", "device-gateway", "telephony", "licensing", "amenities", "notifications"];
    assert_eq!(names, all);
    for service in services {
        assert_eq!((&service["is_ready"], &service["message"]), (&true.into(), &"".into()), "{service}");
        assert_eq!(service["version"], info.body["version"], "{service}");
        if service["name"] == "api-gateway" {
            assert!(service["database_bytes"].is_null() && service["waiting_events"].is_null(), "{service}");
        } else {
            assert!(service["database_bytes"].as_i64().is_some_and(|bytes| bytes > 1_000_000), "{service}");
        }
    }
    // A queue exists as soon as its service consumes.
    let queues = || platform.call(Some(&token), Method::GET, "/server/info", None);
    let queues_are_known = |answer: &acceptance::Answer| {
        let services = answer.body["services"].as_array().expect("services").iter().filter(|service| service["name"] != "api-gateway");
        services.clone().all(|service| service["waiting_events"].is_i64() && service["dead_events"] == 0)
    };
    platform
        .eventually("the queues", || async {
            let answer = queues().await?;
            anyhow::ensure!(queues_are_known(&answer), "{answer:?}");
            Ok(answer)
        })
        .await?;
    platform.stop().await;
    Ok(())
}

/// A role with the permission, of somebody who is no dealer.
async fn tenant(platform: &Platform, dealer: &str) -> Result<String> {
    let role = json!({ "name": "Technician", "permissions": ["can_view_system_info"] });
    let role = platform.make(dealer, "/roles", role).await?;
    let house = platform.make(dealer, "/domains", json!({ "name": "House" })).await?;
    let technician = json!({ "name": "Tom", "email": "tom@riverside.test", "password": acceptance::PASSWORD, "role": { "id": role }, "domains": [{ "id": house }] });
    platform.make(dealer, "/users", technician).await?;
    platform.sign_in("tom@riverside.test").await
}

/// Lays an event into the dead letters of a service, as RabbitMQ does after ten deliveries.
async fn bury(platform: &Platform, service: &str, id: &str, topic: &str) -> Result<()> {
    let connection: Connection = kit::consumer::connect_by(platform.settings()).await?;
    let channel = connection.create_channel().await?;
    channel.confirm_select(ConfirmSelectOptions::default()).await?;
    let mut headers = FieldTable::default();
    headers.insert("cloudEvents:type".into(), AMQPValue::LongString(topic.into()));
    headers.insert("cloudEvents:project".into(), AMQPValue::LongLongInt(7));
    let queue = format!("{}.{service}.dead", platform.settings().amqp_prefix);
    let properties = BasicProperties::default().with_message_id(id.into()).with_headers(headers);
    let confirm = channel.basic_publish("".into(), queue.as_str().into(), BasicPublishOptions::default(), b"secret", properties).await?.await?;
    anyhow::ensure!(confirm.is_ack(), "{confirm:?}");
    Ok(connection.close(200, "buried".into()).await?)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_belongs_to_the_installation_is_the_operators_alone() -> Result<()> {
    let platform = Platform::start().await?;
    let dealer = platform.project("Riverside", "alex@riverside.test").await?;
    let tenant = tenant(&platform, &dealer).await?;
    let get = async |token: &str, path: &str| platform.call(Some(token), Method::GET, path, None).await;
    let info = get(&tenant, "/server/info").await?;
    assert_eq!(info.status, StatusCode::OK, "the permission is enough for how services are");
    assert!(info.body["services"].as_array().expect("services").iter().all(|service| service["leader"].is_null()), "{info:?}");
    for path in ["/server/installation", "/server/dead-letters?service=access"] {
        assert_eq!(get(&tenant, path).await?.status, StatusCode::FORBIDDEN, "{path}");
    }
    let replay = Some(json!({ "service": "access" }));
    assert_eq!(platform.call(Some(&tenant), Method::POST, "/server/dead-letters/replay", replay).await?.status, StatusCode::FORBIDDEN);

    let installation = get(&dealer, "/server/installation").await?;
    assert_eq!(installation.status, StatusCode::OK, "{installation:?}");
    let files = &installation.body["files"];
    assert_eq!((&files["kind"], &files["is_complete"], &files["message"]), (&"folder".into(), &true.into(), &"".into()), "{files}");
    assert_eq!(installation.body["certificates"], json!([]), "the servers of tests speak without TLS");
    platform.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dead_letters_are_looked_at_without_their_contents_and_put_back() -> Result<()> {
    let platform = Platform::start().await?;
    let token = platform.project("Riverside", "alex@riverside.test").await?;
    let list = async || platform.call(Some(&token), Method::GET, "/server/dead-letters?service=access", None).await;
    let replay = async |body: Value| platform.call(Some(&token), Method::POST, "/server/dead-letters/replay", Some(body)).await;
    platform.eventually("the queue is there", list).await?;
    let ids = ["0199d2f0-0000-7000-8000-000000000001", "0199d2f0-0000-7000-8000-000000000002", "0199d2f0-0000-7000-8000-000000000003"];
    for id in ids {
        bury(&platform, "access", id, "nobody.hears.this").await?;
    }
    // Looked at again and again, they stay where they are and in their order.
    for _ in 0..25 {
        let found = list().await?;
        assert_eq!(found.body["total"], 3, "{found:?}");
        let seen: Vec<_> = found.body["items"].as_array().expect("items").iter().map(|item| item["id"].as_str().unwrap_or_default()).collect();
        assert_eq!(seen, ids);
    }
    let first = &list().await?.body["items"][0];
    assert_eq!((&first["topic"], &first["project_id"], &first["bytes"]), (&"nobody.hears.this".into(), &7.into(), &6.into()));
    assert!(!first.to_string().contains("secret"));

    let some = replay(json!({ "service": "access", "ids": [ids[1]] })).await?;
    assert_eq!((some.status, &some.body["replayed"]), (StatusCode::OK, &1.into()), "{some:?}");
    let left: Vec<_> = list().await?.body["items"].as_array().expect("items").iter().map(|item| item["id"].clone()).collect();
    assert_eq!(left, [ids[0], ids[2]]);
    assert_eq!(replay(json!({ "service": "access" })).await?.body["replayed"], 2);
    let empty = list().await?;
    assert_eq!((&empty.body["total"], &empty.body["items"]), (&0.into(), &json!([])));

    for (body, field) in
        [(json!({}), "required"), (json!({ "service": "api-gateway" }), "invalid data sent"), (json!({ "service": "x" }), "invalid data sent")]
    {
        let refused = replay(body).await?;
        assert_eq!((refused.status, &refused.body["data"]["fields"]["service"]), (StatusCode::UNPROCESSABLE_ENTITY, &field.into()), "{refused:?}");
    }
    // Each replay is in the audit log of whoever asked for it.
    let recorded = || async {
        let found = platform.call(Some(&token), Method::GET, "/audit-events?search=access&size=100", None).await?;
        let replays =
            found.body["items"].as_array().expect("items").iter().filter(|event| event["action"] == "replay" && event["resource"] == "server");
        anyhow::ensure!(replays.count() == 2, "{found:?}");
        Ok(found)
    };
    platform.eventually("the record of the replays", recorded).await?;
    platform.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_list_describes_its_filters_and_accepts_them() -> Result<()> {
    let platform = Platform::start().await?;
    let token = platform.project("Riverside", "alex@riverside.test").await?;
    let get = |path: String| {
        let (platform, token) = (&platform, &token);
        async move { platform.call(Some(token), Method::GET, &path, None).await }
    };
    let meta = get("/resources/meta".into()).await?;
    assert_eq!(meta.status, StatusCode::OK, "{meta:?}");
    let resources = meta.body["items"].as_array().expect("items");
    let document = get("/openapi.json".into()).await?;
    for (path, verbs) in document.body["paths"].as_object().expect("paths") {
        let parameters = verbs["get"]["parameters"].as_array().into_iter().flatten();
        let is_list = parameters.clone().any(|parameter| parameter["name"] == "filters");
        let name = path.trim_start_matches("/api/v0/");
        // An export takes the filters of its list. Projects are listed for dealers only. The matrix is computed: its filters are
        // those that its operation names. A list of what one entity has is described with the entity.
        if !is_list || name.contains('{') || name.ends_with("/download") || name.ends_with("/export") || ["projects", "access-matrix"].contains(&name)
        {
            continue;
        }
        let resource = resources.iter().find(|resource| resource["resource"] == name);
        let fields = resource.unwrap_or_else(|| panic!("{name} is not described"))["fields"].as_array().expect("fields");
        assert!(!fields.is_empty(), "{name}");
        let sortable: Vec<_> = fields.iter().filter(|field| field["sortable"] == true).filter_map(|field| field["name"].as_str()).collect();
        for some in sortable.chunks(4) {
            let list = get(format!("/{name}?sort={}", some.join(","))).await?;
            assert_eq!(list.status, StatusCode::OK, "{name} by {some:?}: {list:?}");
        }
    }
    platform.stop().await;
    Ok(())
}
