//! The limits of the option `vestibule.options.field`, in the words of JSON Schema.

use prost_reflect::{DynamicMessage, FieldDescriptor};
use serde_json::{Value, json};

/// The field number of the option in `proto/vestibule/options.proto`.
const FIELD_OPTION: u32 = 50003;

/// A schema with the limits of its field.
pub(super) fn limited(mut schema: Value, field: &FieldDescriptor) -> Value {
    let Some(option) = option_of(field) else { return schema };
    // The zero of an option is none.
    let given = |name: &str| option.get_field_by_name(name).filter(|_| option.has_field_by_name(name));
    let whole = |number: f64| if number.fract() == 0.0 { json!(number as i64) } else { json!(number) };
    let limits = [
        ("minLength", given("required").and_then(|required| required.as_bool()).map(|_| json!(1))),
        ("maxLength", given("max_length").and_then(|length| length.as_u32()).map(|length| json!(length))),
        ("minimum", given("min").and_then(|least| least.as_f64()).map(whole)),
        ("maximum", given("max").and_then(|most| most.as_f64()).map(whole)),
    ];
    for (name, limit) in limits {
        if let Some(limit) = limit {
            schema[name] = limit;
        }
    }
    schema
}

fn option_of(field: &FieldDescriptor) -> Option<DynamicMessage> {
    let extension = field.parent_pool().get_message_by_name("google.protobuf.FieldOptions")?.get_extension(FIELD_OPTION)?;
    let options = field.options();
    let value = options.has_extension(&extension).then(|| options.get_extension(&extension).into_owned())?;
    value.as_message().cloned()
}
