//! What the platform reports about itself.
use acceptance::Platform;
use anyhow::Result;
use reqwest::{Method, StatusCode};

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
