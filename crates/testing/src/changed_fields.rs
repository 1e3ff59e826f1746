//! An update of each field of an entity: a field that is declared and then forgotten on its way is found by a test that
//! nobody has to extend.
use kit::EntityFields;
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, Kind, MessageDescriptor, ReflectMessage, Value};

/// An entity with one field changed.
pub struct ChangedField<M> {
    /// As a mask names it.
    pub path: String,
    pub entity: M,
    value: Value,
    descriptor: MessageDescriptor,
}

impl<M: Message> ChangedField<M> {
    /// Whether an answer has the new value.
    pub fn is_in(&self, answer: &M) -> bool {
        value_at(&reflect(&self.descriptor, answer), &self.path) == Some(self.value.clone())
    }

    /// Whether the `after` of an audit record names the field, or what holds it.
    pub fn is_recorded(&self, after: &str) -> bool {
        let keys = [self.path.split('.').next(), self.path.split('.').next_back()];
        keys.into_iter().flatten().any(|key| after.contains(&format!("\"{key}\":")))
    }
}

/// For every stored field of a message that is a text, a number or a yes or no: the entity with another value of it.
/// `samples` are texts of fields that do not take just any; a field without one gets a short text or the next number.
pub fn changed_fields<M: Message + Default>(message: &str, entity: &M, samples: &[(&str, &str)]) -> Vec<ChangedField<M>> {
    let pool = DescriptorPool::decode(proto::DESCRIPTORS).expect("compiled descriptors");
    let descriptor = pool.get_message_by_name(message).expect("a message of proto/");
    let change = |path: &str| {
        let mut changed = reflect(&descriptor, entity);
        let sample = samples.iter().find(|(of, _)| *of == path).map(|(_, text)| Value::String((*text).into()));
        let value = change_at(&mut changed, path, sample)?;
        let entity = changed.transcode_to().expect("the same message");
        Some(ChangedField { path: path.into(), entity, value, descriptor: descriptor.clone() })
    };
    EntityFields::new(message).paths().into_iter().filter_map(change).collect()
}

fn reflect(descriptor: &MessageDescriptor, message: &impl Message) -> DynamicMessage {
    DynamicMessage::decode(descriptor.clone(), message.encode_to_vec().as_slice()).expect("a message of this kind")
}

fn value_at(message: &DynamicMessage, path: &str) -> Option<Value> {
    match path.split_once('.') {
        Some((first, rest)) => value_at(message.get_field_by_name(first)?.as_message()?, rest),
        None => Some(message.get_field_by_name(path)?.into_owned()),
    }
}

/// The value that was set; None where the field is of another kind.
fn change_at(message: &mut DynamicMessage, path: &str, sample: Option<Value>) -> Option<Value> {
    if let Some((first, rest)) = path.split_once('.') {
        let field = message.descriptor().get_field_by_name(first)?;
        return change_at(message.get_field_mut(&field).as_message_mut()?, rest, sample);
    }
    let field = message.descriptor().get_field_by_name(path)?;
    if field.is_list() || field.is_map() {
        return None;
    }
    let old = message.get_field(&field).into_owned();
    let value = match (sample, field.kind(), old) {
        (Some(sample), _, _) => sample,
        (None, Kind::String, _) => Value::String("changed".into()),
        (None, Kind::Bool, Value::Bool(old)) => Value::Bool(!old),
        (None, Kind::Int32, Value::I32(old)) => Value::I32(old + 1),
        (None, Kind::Int64, Value::I64(old)) => Value::I64(old + 1),
        (None, Kind::Double, Value::F64(old)) => Value::F64(old + 1.0),
        _ => return None,
    };
    message.set_field(&field, value.clone());
    Some(value)
}
