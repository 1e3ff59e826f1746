//! The registry of the test protos, and short ways to use it.

use http::Method;
use prost_reflect::prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use transcode::{InputError, Malformed, Operation, Registry};

static DESCRIPTORS: LazyLock<Vec<u8>> =
    LazyLock::new(|| compile(&["tests/proto", "../../proto"], &["sample/v1/things.proto", "other/v1/others.proto"]));
static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::new(&DESCRIPTORS).expect("the test protos are valid"));
static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| DescriptorPool::decode(DESCRIPTORS.as_slice()).expect("they decode"));

/// Compiles protos, comments included.
pub fn compile(includes: &[impl AsRef<Path>], files: &[&str]) -> Vec<u8> {
    let mut compiler = protox::Compiler::new(includes).expect("the folders exist");
    compiler.include_imports(true).include_source_info(true);
    compiler.open_files(files).expect("the protos compile");
    compiler.encode_file_descriptor_set()
}

pub fn registry() -> &'static Registry {
    &REGISTRY
}

pub fn operation(verb: Method, path: &str) -> &'static Operation {
    let found = REGISTRY.operations().iter().find(|operation| operation.verb == verb && operation.path == path);
    found.expect("the operation exists")
}

pub fn echo() -> &'static Operation {
    operation(Method::POST, "/api/v0/echo")
}

pub fn descriptor(name: &str) -> MessageDescriptor {
    POOL.get_message_by_name(name).expect("the message exists")
}

/// A message from protobuf's own JSON.
pub fn message(name: &str, canonical: Value) -> DynamicMessage {
    DynamicMessage::deserialize(descriptor(name), canonical).expect("the JSON fits the message")
}

/// What `Echo` replies for a message in protobuf's own JSON.
pub fn reply(canonical: Value) -> Value {
    reply_bytes(&message("sample.v1.Everything", canonical).encode_to_vec()).expect("the reply is well formed")
}

/// What `Echo` replies for bytes.
pub fn reply_bytes(wire: &[u8]) -> Result<Value, Malformed> {
    let mut out = Vec::new();
    echo().response(wire, &mut out)?;
    Ok(serde_json::from_slice(&out).expect("a reply is JSON"))
}

/// A request of an operation, decoded.
pub fn request(operation: &Operation, path: &[(&str, &str)], query: Option<&str>, body: &str) -> Result<DynamicMessage, InputError> {
    let bytes = operation.request(path.iter().copied(), query, body.as_bytes())?;
    let service = POOL.get_service_by_name(&operation.service).expect("the service exists");
    let method = service.methods().find(|method| method.name() == operation.method).expect("the method exists");
    Ok(DynamicMessage::decode(method.input(), bytes).expect("a request is protobuf"))
}

/// What `Echo` is asked for a body.
pub fn echo_request(body: &Value) -> Result<DynamicMessage, InputError> {
    request(echo(), &[], None, &body.to_string())
}

/// The field errors of a request, by path.
pub fn field_errors<T: std::fmt::Debug>(result: Result<T, InputError>) -> BTreeMap<String, String> {
    match result {
        Err(InputError::Fields(errors)) => errors.into_iter().map(|error| (error.path, error.message)).collect(),
        other => panic!("expected field errors, got {other:?}"),
    }
}

/// The field errors of `Echo` for a body.
pub fn echo_errors(body: &Value) -> BTreeMap<String, String> {
    field_errors(echo_request(body))
}

/// `{path: message}`
pub fn errors<const N: usize>(expected: [(&str, &str); N]) -> BTreeMap<String, String> {
    expected.into_iter().map(|(path, message)| (path.to_owned(), message.to_owned())).collect()
}
