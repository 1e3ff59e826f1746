//! Descriptors -> fields.
use std::sync::LazyLock;

use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, MessageDescriptor};

use super::{EntityField, EntityFields, Limits};

/// A related entity, of which a request says the id.
const REF: &str = "vestibule.common.v1.Ref";
/// `vestibule.options.Field.Kind.STORED`.
const STORED: i32 = 0;

static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| DescriptorPool::decode(proto::DESCRIPTORS).expect("the build has compiled the descriptors"));

pub(super) fn stored_fields(message: &str) -> EntityFields {
    let message = POOL.get_message_by_name(message).unwrap_or_else(|| panic!("proto/ has no message {message}"));
    fields_of(&message, "")
}

fn fields_of(message: &MessageDescriptor, above: &str) -> EntityFields {
    EntityFields(message.fields().filter_map(|field| entity_field(&field, above)).collect())
}

fn entity_field(field: &FieldDescriptor, above: &str) -> Option<EntityField> {
    let option = option_of(field);
    let kind = option.as_ref().and_then(|option| option.get_field_by_name("kind")?.as_enum_number());
    if kind.is_some_and(|kind| kind != STORED) {
        return None;
    }
    let path = format!("{above}{}", field.name());
    let kind = field.kind();
    let single = kind.as_message().filter(|_| !field.is_list() && !field.is_map());
    let is_ref = single.is_some_and(|message| message.full_name() == REF);
    let nested = single.filter(|message| !is_ref && !message.full_name().starts_with("google.protobuf."));
    Some(EntityField {
        key: if is_ref { format!("{}_id", field.name()) } else { field.name().into() },
        limits: option.as_ref().map(limits_of).unwrap_or_default(),
        nested: nested.map(|message| fields_of(message, &format!("{path}."))),
        path,
    })
}

/// The option `vestibule.options.field`, if the field has it.
fn option_of(field: &FieldDescriptor) -> Option<DynamicMessage> {
    let extension = POOL.get_extension_by_name("vestibule.options.field").expect("options.proto declares it");
    let options = field.options();
    options.has_extension(&extension).then(|| options.get_extension(&extension).into_owned())?.as_message().cloned()
}

fn limits_of(option: &DynamicMessage) -> Limits {
    let value = |name: &str| option.get_field_by_name(name).expect("options.proto declares it").into_owned();
    let bound = |name: &str| option.has_field_by_name(name).then(|| value(name).as_f64()).flatten();
    Limits {
        required: value("required").as_bool().unwrap_or_default(),
        max_length: value("max_length").as_u32().unwrap_or_default() as usize,
        multiline: value("multiline").as_bool().unwrap_or_default(),
        range: bound("min").zip(bound("max")),
    }
}
