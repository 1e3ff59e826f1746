//! The comments of the proto, which serve as descriptions.

use prost_reflect::prost_types::FileDescriptorProto;
use prost_reflect::{EnumDescriptor, FieldDescriptor, MessageDescriptor, MethodDescriptor, ServiceDescriptor};
use serde_json::{Value, json};

/// Something that a comment can stand above.
pub(super) trait Commented {
    /// The lines directly above it; None without any, or without source information.
    fn comment(&self) -> Option<String>;
}

impl Commented for ServiceDescriptor {
    fn comment(&self) -> Option<String> {
        find(self.parent_file_descriptor_proto(), self.path())
    }
}

impl Commented for MethodDescriptor {
    fn comment(&self) -> Option<String> {
        find(self.parent_service().parent_file_descriptor_proto(), self.path())
    }
}

impl Commented for MessageDescriptor {
    fn comment(&self) -> Option<String> {
        find(self.parent_file_descriptor_proto(), self.path())
    }
}

impl Commented for FieldDescriptor {
    fn comment(&self) -> Option<String> {
        find(self.parent_message().parent_file_descriptor_proto(), self.path())
    }
}

impl Commented for EnumDescriptor {
    fn comment(&self) -> Option<String> {
        find(self.parent_file_descriptor_proto(), self.path())
    }
}

fn find(file: &FileDescriptorProto, path: &[i32]) -> Option<String> {
    let locations = &file.source_code_info.as_ref()?.location;
    let location = locations.iter().find(|location| location.path == path)?;
    let lines = location.leading_comments.as_deref()?.lines().map(str::trim);
    let comment = lines.collect::<Vec<_>>().join("\n").trim().to_owned();
    (!comment.is_empty()).then_some(comment)
}

/// Adds a description. Beside a `$ref` nothing else may stand, so that one is wrapped first.
pub(super) fn describe(value: Value, comment: Option<String>) -> Value {
    let Some(comment) = comment else { return value };
    let mut value = wrapped(value);
    value["description"] = json!(comment);
    value
}

/// Makes room beside a `$ref`.
pub(super) fn wrapped(schema: Value) -> Value {
    if schema.get("$ref").is_some() { json!({ "allOf": [schema] }) } else { schema }
}
