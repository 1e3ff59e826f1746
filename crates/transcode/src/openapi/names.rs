//! Names of schemas, which cannot clash.

use super::ERROR;
use super::schema::is_object;
use crate::Registry;
use prost_reflect::{EnumDescriptor, Kind, MessageDescriptor};
use std::collections::{BTreeMap, BTreeSet};

/// What the schema of a message in a body is called after it.
const INPUT: &str = "Input";

/// The name of every message and enum that some operation can reach.
pub(super) struct Names {
    names: BTreeMap<String, String>,
}

/// A type that needs a name.
struct Type {
    package: String,
    /// Full name without the package: `Access.Kind`.
    path: String,
    is_message: bool,
}

/// How long a name is, from the nicest to the safest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Length {
    /// `AccessKind`
    Short,
    /// `DeviceAccessKind`, after the package's word for the service
    Service,
    /// `VestibuleDeviceV1AccessKind`
    Full,
    /// The full name with a number, when even that is another type's.
    Numbered(usize),
}

impl Names {
    pub fn new(registry: &Registry) -> Self {
        let mut types = BTreeMap::new();
        for operation in registry.operations() {
            collect(&operation.descriptor.input(), &mut types);
            collect(&operation.descriptor.output(), &mut types);
        }
        Self::resolve(&types)
    }

    /// The name of a type in a reply, and of an enum everywhere.
    pub fn reply(&self, full_name: &str) -> String {
        self.names[full_name].clone()
    }

    /// The name of a message in a body.
    pub fn input(&self, full_name: &str) -> String {
        format!("{}{INPUT}", self.names[full_name])
    }

    /// Makes the names of all types in a clash longer, until there is none.
    fn resolve(types: &BTreeMap<String, Type>) -> Self {
        let mut lengths = vec![Length::Short; types.len()];
        loop {
            let names: Vec<String> = types.values().zip(&lengths).map(|(ty, length)| ty.name(*length)).collect();
            let clashing = clashing(types, &names);
            if clashing.is_empty() {
                return Self { names: types.keys().cloned().zip(names).collect() };
            }
            for at in clashing {
                lengths[at] = lengths[at].next(at);
            }
        }
    }
}

/// The types of which some schema has a name that is not theirs alone.
fn clashing(types: &BTreeMap<String, Type>, names: &[String]) -> BTreeSet<usize> {
    let mut owners: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (at, (ty, name)) in types.values().zip(names).enumerate() {
        owners.entry(name.clone()).or_default().insert(at);
        if ty.is_message {
            owners.entry(format!("{name}{INPUT}")).or_default().insert(at);
        }
    }
    let taken = |(name, owners): &(String, BTreeSet<usize>)| owners.len() > 1 || name == ERROR;
    owners.into_iter().filter(taken).flat_map(|(_, owners)| owners).collect()
}

impl Length {
    fn next(self, at: usize) -> Self {
        match self {
            Self::Short => Self::Service,
            Self::Service => Self::Full,
            Self::Full => Self::Numbered(at),
            // Numbers differ, but a digit may also be part of somebody's name.
            Self::Numbered(number) => Self::Numbered(number + 1000),
        }
    }
}

impl Type {
    fn name(&self, length: Length) -> String {
        let short = self.path.replace('.', "");
        match length {
            Length::Short => short,
            Length::Service => format!("{}{short}", camel(service_word(&self.package))),
            Length::Full => format!("{}{short}", self.package.split('.').map(camel).collect::<String>()),
            Length::Numbered(number) => format!("{}{number}", self.name(Length::Full)),
        }
    }
}

/// The last word of a package that is not a version: `device` of `vestibule.device.v1`.
fn service_word(package: &str) -> &str {
    let is_version = |word: &str| word.strip_prefix('v').is_some_and(|rest| rest.parse::<u32>().is_ok());
    package.rsplit('.').find(|word| !is_version(word)).unwrap_or(package)
}

/// `device_gateway` -> `DeviceGateway`
fn camel(snake: &str) -> String {
    let capitalised = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    snake.split('_').map(capitalised).collect()
}

fn collect(message: &MessageDescriptor, types: &mut BTreeMap<String, Type>) {
    if !is_object(message) || types.contains_key(message.full_name()) {
        return;
    }
    // An entry of a map is no type of its own, but its value may be one.
    if !message.is_map_entry() {
        types.insert(message.full_name().to_owned(), Type::of_message(message));
    }
    for field in message.fields() {
        match field.kind() {
            Kind::Message(inner) => collect(&inner, types),
            Kind::Enum(words) => {
                types.entry(words.full_name().to_owned()).or_insert_with(|| Type::of_enum(&words));
            }
            _ => {}
        }
    }
}

impl Type {
    fn of_message(message: &MessageDescriptor) -> Self {
        Self::new(message.package_name(), message.full_name(), true)
    }

    fn of_enum(words: &EnumDescriptor) -> Self {
        Self::new(words.package_name(), words.full_name(), false)
    }

    fn new(package: &str, full_name: &str, is_message: bool) -> Self {
        let path = full_name.strip_prefix(package).unwrap_or(full_name);
        let path = path.trim_start_matches('.').to_owned();
        Self { package: package.to_owned(), path, is_message }
    }
}
