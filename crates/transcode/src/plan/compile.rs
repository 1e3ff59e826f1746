//! Descriptors -> plans.

use super::{EnumId, Field, Kind, Message, MessageId, Oneof, Plans, Scalar, Shape, WellKnown, Words};
use crate::RegistryError;
use prost_reflect::{EnumDescriptor, FieldDescriptor, Kind as Type, MessageDescriptor, OneofDescriptor};
use std::collections::HashMap;

/// The field number of the option `initial` in `proto/vestibule/options.proto`.
const INITIAL_OPTION: u32 = 50002;
/// Of `also_as`, there.
const ALSO_AS_OPTION: u32 = 50004;

/// Collects the messages that it is given, and those that they mention.
#[derive(Default)]
pub(crate) struct Compiler {
    plans: Plans,
    messages: HashMap<String, MessageId>,
    enums: HashMap<String, EnumId>,
}

impl Compiler {
    pub fn finish(self) -> Plans {
        self.plans
    }

    pub fn message(&mut self, descriptor: &MessageDescriptor) -> Result<MessageId, RegistryError> {
        let name = descriptor.full_name();
        if let Some(known) = self.messages.get(name) {
            return Ok(*known);
        }
        if name == "google.protobuf.Any" {
            return Err(unsupported(name, "has no JSON form here".into()));
        }
        // Entered before its fields are compiled, since a message may contain itself.
        let place = self.plans.messages.len();
        let id = MessageId(u32::try_from(place).expect("fewer than 2^32 messages"));
        self.messages.insert(name.to_owned(), id);
        self.plans.messages.push(Message::default());

        let fields: Vec<FieldDescriptor> = descriptor.fields().collect();
        let plan = Message {
            fields: fields.iter().map(|field| self.field(field)).collect::<Result<_, _>>()?,
            oneofs: oneofs(descriptor).map(|oneof| members(&oneof, &fields)).collect(),
            well_known: WellKnown::from_name(name),
        };
        self.plans.messages[place] = plan;
        Ok(id)
    }

    fn field(&mut self, field: &FieldDescriptor) -> Result<Field, RegistryError> {
        if field.is_group() || field.is_required() {
            return Err(unsupported(field.full_name(), "proto2 is not supported".into()));
        }
        let entry = field.is_map().then(|| field.kind().as_message().cloned()).flatten();
        let (shape, kind) = match &entry {
            Some(entry) => (map(entry)?, entry.map_entry_value_field().kind()),
            None if field.is_list() => (Shape::List { packed: field.is_packed() }, field.kind()),
            None if field.supports_presence() => (Shape::Explicit, field.kind()),
            None => (Shape::Implicit, field.kind()),
        };
        let parent = field.parent_message();
        let oneof = field.containing_oneof();
        let kind = self.kind(kind)?;
        let initial = text_option(field, INITIAL_OPTION).map(|text| crate::input::initial(&self.plans, field.number(), shape, kind, &text));
        Ok(Field {
            number: field.number(),
            key: format!("\"{}\":", field.name()).into(),
            shape,
            kind,
            also_as: text_option(field, ALSO_AS_OPTION).map(String::into_boxed_str),
            initial: initial.transpose().map_err(|reason| unsupported(field.full_name(), reason))?,
            oneof: oneof.and_then(|own| oneofs(parent).position(|oneof| oneof == own)),
        })
    }

    fn kind(&mut self, kind: Type) -> Result<Kind, RegistryError> {
        if let Some(scalar) = Scalar::from_kind(&kind) {
            return Ok(Kind::Scalar(scalar));
        }
        match kind {
            Type::Enum(descriptor) => self.words(&descriptor).map(Kind::Enum),
            Type::Message(descriptor) => self.message(&descriptor).map(Kind::Message),
            other => Err(unsupported(&format!("{other:?}"), "is no known type".into())),
        }
    }

    fn words(&mut self, descriptor: &EnumDescriptor) -> Result<EnumId, RegistryError> {
        let name = descriptor.full_name();
        if let Some(known) = self.enums.get(name) {
            return Ok(*known);
        }
        let words = Words::new(descriptor);
        let words = words.map_err(|word| unsupported(name, format!("two values read '{word}'")))?;
        let id = EnumId(u32::try_from(self.plans.enums.len()).expect("fewer than 2^32 enums"));
        self.plans.enums.push(words);
        self.enums.insert(name.to_owned(), id);
        Ok(id)
    }
}

fn map(entry: &MessageDescriptor) -> Result<Shape, RegistryError> {
    let key = Scalar::from_kind(&entry.map_entry_key_field().kind());
    let key = key.ok_or_else(|| unsupported(entry.full_name(), "has no scalar key".into()))?;
    Ok(Shape::Map { key })
}

/// An option that is a text, by its number, if the field has it.
fn text_option(field: &FieldDescriptor, number: u32) -> Option<String> {
    let extension = field.parent_pool().get_message_by_name("google.protobuf.FieldOptions")?.get_extension(number)?;
    let options = field.options();
    let value = options.has_extension(&extension).then(|| options.get_extension(&extension).into_owned())?;
    value.as_str().map(str::to_owned)
}

/// The oneofs that the proto spells out.
fn oneofs(message: &MessageDescriptor) -> impl Iterator<Item = OneofDescriptor> {
    message.oneofs().filter(|oneof| !oneof.is_synthetic())
}

fn members(oneof: &OneofDescriptor, fields: &[FieldDescriptor]) -> Oneof {
    let belongs = |field: &FieldDescriptor| field.containing_oneof().as_ref() == Some(oneof);
    let members = fields.iter().enumerate().filter(|(_, field)| belongs(field));
    Oneof { members: members.map(|(at, _)| at).collect() }
}

fn unsupported(name: &str, reason: String) -> RegistryError {
    RegistryError::Type { name: name.to_owned(), reason }
}
