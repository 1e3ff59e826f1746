//! What a registry reads from the descriptors, and what it refuses.

use crate::common::{compile, operation, registry};
use http::Method;
use std::fs;
use std::path::Path;
use std::time::Duration;
use transcode::{AccessKind, BodyRule, Registry, RegistryError};

/// A registry of one proto, given but for its header.
fn build(name: &str, source: &str) -> Result<Registry, RegistryError> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let header = "package bad; import \"google/api/annotations.proto\"; import \"google/protobuf/any.proto\";";
    fs::write(folder.join("bad.proto"), format!("syntax = \"proto3\"; {header} {source}")).unwrap();
    Registry::new(&compile(&[folder.as_path(), Path::new("../../proto")], &["bad.proto"]))
}

/// A registry of one method.
fn build_method(name: &str, http: &str, input: &str) -> String {
    let source = format!(
        "message In {{ {input} }} message Out {{}}
         service S {{ rpc M(In) returns (Out) {{ option (google.api.http) = {{ {http} }}; }} }}"
    );
    build(name, &source).expect_err("the method is refused").to_string()
}

#[test]
fn an_operation_knows_its_verb_path_and_method() {
    let update = operation(Method::PATCH, "/api/v0/things/{id}");
    assert_eq!(update.grpc_path, "/sample.v1.Things/UpdateThing");
    assert_eq!((update.service.as_str(), update.method.as_str()), ("sample.v1.Things", "UpdateThing"));
    assert_eq!(update.body, BodyRule::Field("thing".into()));
    assert_eq!(operation(Method::POST, "/api/v0/things/{id}/act").body, BodyRule::All);
    assert_eq!(operation(Method::GET, "/api/v0/things").body, BodyRule::None);
}

#[test]
fn methods_without_an_annotation_are_left_out() {
    assert!(registry().operations().iter().all(|operation| operation.method != "Internal"));
}

#[test]
fn operations_are_ordered_by_path_and_verb() {
    let keys: Vec<_> = registry().operations().iter().map(|operation| (&operation.path, operation.verb.as_str())).collect();
    assert!(keys.is_sorted());
    assert_eq!(keys.len(), 14);
}

#[test]
fn downloads_and_uploads_are_told_apart() {
    let export = operation(Method::GET, "/api/v0/things/export");
    assert!(export.output_is_file && export.server_streaming && !export.client_streaming);
    let upload = operation(Method::POST, "/api/v0/things/{id}/photo");
    assert!(upload.client_streaming && !upload.server_streaming && !upload.output_is_file);
    assert_eq!(upload.file_part.as_deref(), Some("image"));
    assert_eq!(upload.body, BodyRule::None);
}

#[test]
fn the_access_option_is_read() {
    let list = &operation(Method::GET, "/api/v0/things").access;
    assert_eq!(list.kind, AccessKind::Permission);
    assert_eq!(list.permissions, ["can_view_things", "can_edit_things"]);
    assert_eq!((list.timeout, list.max_body_bytes, list.also.as_deref()), (None, None, None));

    let create = &operation(Method::PUT, "/api/v0/things").access;
    assert_eq!(create.kind, AccessKind::Dealer);
    assert_eq!((create.timeout, create.max_body_bytes), (Some(Duration::from_secs(60)), Some(2048)));

    assert_eq!(operation(Method::POST, "/api/v0/echo").access.kind, AccessKind::Open);
    assert_eq!(operation(Method::PATCH, "/api/v0/things/{id}").access.kind, AccessKind::Device);
    let get = &operation(Method::GET, "/api/v0/things/{id}").access;
    assert_eq!((get.kind, get.also.as_deref()), (AccessKind::Authenticated, Some("as view")));
}

#[test]
fn an_operation_without_an_access_option_admits_nobody() {
    assert_eq!(operation(Method::PATCH, "/api/v0/limits").access.kind, AccessKind::Unspecified);
}

#[test]
fn bytes_that_are_no_descriptors_are_refused() {
    assert!(matches!(Registry::new(b"nonsense"), Err(RegistryError::Descriptor(_))));
}

#[test]
fn a_path_that_cannot_be_served_is_refused() {
    assert_eq!(build_method("no_field", r#"get: "/x/{id}""#, ""), "bad.S.M: has no field 'id'");
    assert_eq!(build_method("list", r#"get: "/x/{id}""#, "repeated int64 id = 1;"), "bad.S.M: 'id' cannot stand in a path");
    assert_eq!(build_method("twice", r#"get: "/x/{id}/{id}""#, "int64 id = 1;"), "bad.S.M: path '/x/{id}/{id}' names 'id' twice");
    assert_eq!(build_method("wild", r#"get: "/x/{id=**}/y""#, "string id = 1;"), "bad.S.M: segment '{id=**}' is not supported");
    assert_eq!(build_method("slash", r#"get: "x""#, ""), "bad.S.M: path 'x' does not start with a slash");
}

#[test]
fn a_rule_that_cannot_be_served_is_refused() {
    assert_eq!(build_method("body", r#"post: "/x" body: "y""#, ""), "bad.S.M: has no field 'y' for the body");
    assert_eq!(build_method("custom", r#"custom { kind: "HEAD" path: "/x" }"#, ""), "bad.S.M: needs one of get, put, post, delete, patch");
    assert_eq!(build_method("response", r#"get: "/x" response_body: "y""#, ""), "bad.S.M: response_body is not supported");
    let double = r#"get: "/x" additional_bindings { get: "/x" }"#;
    assert_eq!(build_method("double", double, ""), "/bad.S/M: GET /x is taken already");
}

#[test]
fn a_type_without_a_json_form_is_refused() {
    let any = build_method("any", r#"get: "/x""#, "google.protobuf.Any any = 1;");
    assert_eq!(any, "google.protobuf.Any: has no JSON form here");
    let source = "enum Kind { KIND_A = 0; A = 1; } message In { Kind kind = 1; }
        service S { rpc M(In) returns (In) { option (google.api.http) = { get: \"/x\" }; } }";
    let ambiguous = build("ambiguous", source).expect_err("the enum is refused");
    assert_eq!(ambiguous.to_string(), "bad.Kind: two values read 'a'");
}
