//! web-console/openapi.json is what the contract says: the console's client is generated from it.
//! `UPDATE_OPENAPI=1 cargo test -p api-gateway --test openapi` writes it anew.
const FILE: &str = "../../web-console/openapi.json";

#[test]
fn the_committed_document_is_current() {
    let now = serde_json::to_string_pretty(&api_gateway::openapi().expect("the descriptors are sound")).expect("a document") + "\n";
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(FILE, &now).expect("the file is writable");
    }
    assert!(std::fs::read_to_string(FILE).unwrap_or_default() == now, "UPDATE_OPENAPI=1 cargo test -p api-gateway --test openapi writes it anew");
}

#[test]
fn every_operation_says_who_may_call_it() {
    let registry = transcode::Registry::new(proto::DESCRIPTORS).expect("the descriptors are sound");
    let open: Vec<&str> = registry
        .operations()
        .iter()
        .filter(|operation| operation.access.kind == transcode::AccessKind::Unspecified)
        .map(|operation| operation.method.as_str())
        .collect();
    assert_eq!(open, Vec::<&str>::new());
}

#[test]
fn every_permission_that_an_operation_names_is_in_the_catalogue() {
    let registry = transcode::Registry::new(proto::DESCRIPTORS).expect("the descriptors are sound");
    for operation in registry.operations() {
        for code in &operation.access.permissions {
            assert!(policy::Permission::from_code(code).is_some(), "{}: {code}", operation.method);
        }
    }
}

#[test]
fn the_rest_of_a_path_is_one_parameter_of_the_document_and_of_the_router() {
    let registry = transcode::Registry::new(proto::DESCRIPTORS).expect("the descriptors are sound");
    let image = registry.operations().iter().find(|operation| operation.method == "GetEventImage").expect("the image of an event");
    assert_eq!((image.path.as_str(), image.route.as_str()), ("/api/v0/logs/storage/{path}", "/api/v0/logs/storage/{*path}"));
    assert!(image.access.signed_link);
    let linked: Vec<&str> =
        registry.operations().iter().filter(|operation| operation.access.signed_link).map(|operation| operation.verb.as_str()).collect();
    assert!(linked.iter().all(|verb| *verb == "GET"), "a link never changes anything");
}
