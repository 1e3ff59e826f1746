//! web-console/openapi.json is what the contract says: the console's client is generated from it.
//! `UPDATE_OPENAPI=1 cargo test -p api-gateway --test openapi` writes it anew.
use kit::signed_link::LinkSigner;
use kit::{Clock, session_link};
use policy::Caller;

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

/// A parameter that an operation does not know is refused, so one that takes links knows theirs.
#[test]
fn an_operation_that_takes_signed_links_takes_the_parameters_of_a_link() {
    let registry = transcode::Registry::new(proto::DESCRIPTORS).expect("the descriptors are sound");
    let links = LinkSigner::new(&[vec![1; 32]], Clock::system());
    let caller = Caller { session_id: 7, ..Caller::default() };
    let link = session_link::sign(&links, &Clock::system(), &caller, "/").expect("a link");
    let query = link.split_once('?').expect("a query").1;
    let linked: Vec<_> = registry.operations().iter().filter(|operation| operation.access.signed_link).collect();
    assert!(linked.len() > 1);
    for operation in linked {
        let in_path: Vec<(&str, &str)> =
            operation.path.split('/').filter_map(|part| Some((part.strip_prefix('{')?.strip_suffix('}')?, "1"))).collect();
        assert!(operation.request(in_path.into_iter(), Some(query), b"").is_ok(), "{}", operation.method);
    }
}
