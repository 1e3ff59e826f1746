//! What is known of every message before the first request: fields by number and by name, their
//! shape in JSON, the words of enums. Both directions of the translation walk these plans.

mod compile;
mod scalar;
mod well_known;
mod words;

pub(crate) use compile::Compiler;
pub(crate) use scalar::Scalar;
pub(crate) use well_known::WellKnown;
pub(crate) use words::Words;

/// Every message and enum that some operation can reach.
#[derive(Debug, Default)]
pub(crate) struct Plans {
    messages: Vec<Message>,
    enums: Vec<Words>,
}

/// The place of a message in [`Plans`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MessageId(u32);

/// The place of an enum in [`Plans`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EnumId(u32);

/// A message.
#[derive(Debug, Default)]
pub(crate) struct Message {
    /// Ordered by number.
    pub fields: Vec<Field>,
    pub oneofs: Vec<Oneof>,
    /// A type of Google's whose JSON is not an object of its fields.
    pub well_known: Option<WellKnown>,
}

/// A field of a message.
#[derive(Debug)]
pub(crate) struct Field {
    pub number: u32,
    /// Quoted, with the colon, as it stands in a reply: `"device_id":`.
    pub key: Box<str>,
    pub shape: Shape,
    /// Of the value; of one element of a list; of the values of a map.
    pub kind: Kind,
    /// The place of its oneof in [`Message::oneofs`].
    pub oneof: Option<usize>,
    /// What stands for a key that is left out when something is made: the field on the wire.
    pub initial: Option<Box<[u8]>>,
    /// The other name that a query parameter has.
    pub also_as: Option<Box<str>>,
}

/// How often a field can stand in its message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Once; unset is the same as zero.
    Implicit,
    /// Once; unset is null.
    Explicit,
    /// Any number of times. `packed` is how this side writes it; both forms are read.
    List { packed: bool },
    /// Any number of entries.
    Map { key: Scalar },
}

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Scalar(Scalar),
    Enum(EnumId),
    Message(MessageId),
}

/// A group of fields of which one at most is set. The ones that `optional` makes are left out.
#[derive(Debug)]
pub(crate) struct Oneof {
    /// Places in [`Message::fields`].
    pub members: Vec<usize>,
}

impl Plans {
    pub fn message(&self, id: MessageId) -> &Message {
        &self.messages[id.0 as usize]
    }

    pub fn words(&self, id: EnumId) -> &Words {
        &self.enums[id.0 as usize]
    }
}

impl Message {
    /// The place of the field with this number.
    pub fn position(&self, number: u32) -> Option<usize> {
        // Most messages number their fields from 1 without gaps.
        let guess = number.wrapping_sub(1) as usize;
        if self.fields.get(guess).is_some_and(|field| field.number == number) {
            return Some(guess);
        }
        self.fields.binary_search_by_key(&number, |field| field.number).ok()
    }

    pub fn by_number(&self, number: u32) -> Option<&Field> {
        self.position(number).map(|at| &self.fields[at])
    }

    pub fn by_name(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name() == name)
    }

    /// By the name of a query parameter.
    pub fn by_parameter(&self, name: &str) -> Option<&Field> {
        self.by_name(name).or_else(|| self.fields.iter().find(|field| field.also_as.as_deref() == Some(name)))
    }
}

impl Field {
    pub fn name(&self) -> &str {
        // Strips the quotes and the colon.
        &self.key[1..self.key.len() - 2]
    }

    /// A list or a map.
    pub fn is_repeated(&self) -> bool {
        matches!(self.shape, Shape::List { .. } | Shape::Map { .. })
    }
}
