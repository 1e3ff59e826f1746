use std::collections::BTreeSet;

use prost_reflect::{FieldDescriptor, Kind};
use site_backup::entity::{ENTITIES, EntityParts};
use site_backup::message;

#[test]
fn every_field_of_the_api_is_carried_or_said_not_to_be() {
    for entity in ENTITIES {
        let parts = match entity.parts {
            EntityParts::Rows(fields) => vec![(None, fields)],
            EntityParts::Singletons(parts) => parts.iter().map(|(part, fields)| (Some(*part), *fields)).collect(),
        };
        for (part, fields) in parts {
            let name = format!("{} {}", entity.name, part.unwrap_or_default());
            let message = message::of(entity, part).unwrap_or_else(|| panic!("{name} has no message"));
            let listed: BTreeSet<String> = fields.carried.iter().chain(fields.not_carried).map(|field| (*field).to_owned()).collect();
            assert_eq!(listed.len(), fields.carried.len() + fields.not_carried.len(), "{name}: a field twice");
            let known: BTreeSet<String> = message.fields().map(|field| field.name().to_owned()).collect();
            assert_eq!(listed, known, "{name}");
        }
    }
}

#[test]
fn what_a_row_needs_stands_before_it() {
    for (at, entity) in ENTITIES.iter().enumerate() {
        for reference in entity.references.iter().filter(|reference| !reference.is_late) {
            let to = ENTITIES.iter().position(|other| other.name == reference.to).expect("an entity");
            assert!(to < at || (to == at && reference.path == "parent_id"), "{}: {}", entity.name, reference.path);
        }
    }
}

/// The field at a path of a message.
fn is_text_at(message: &prost_reflect::MessageDescriptor, path: &str) -> bool {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    match (message.get_field_by_name(name).map(|field| field.kind()), rest) {
        (Some(Kind::String), None) => true,
        (Some(Kind::Message(inner)), Some(rest)) => is_text_at(&inner, rest),
        _ => false,
    }
}

/// Of vestibule/options.proto.
const FIELD_OPTION: u32 = 50_003;
const SECRET: i32 = 2;

fn is_secret(field: &FieldDescriptor) -> bool {
    let extension = field.parent_pool().get_message_by_name("google.protobuf.FieldOptions").unwrap().get_extension(FIELD_OPTION).unwrap();
    let (options, kind) = (field.options(), extension.kind());
    let kinds = kind.as_message().unwrap().get_field_by_name("kind").unwrap();
    options.get_extension(&extension).as_message().unwrap().get_field(&kinds).as_enum_number() == Some(SECRET)
}

/// Paths of the secrets in these fields and in what is within them.
fn secrets(fields: impl Iterator<Item = FieldDescriptor>, path: &str, depth: usize, found: &mut Vec<String>) {
    for field in fields {
        let path = if path.is_empty() { field.name().to_owned() } else { format!("{path}.{}", field.name()) };
        if is_secret(&field) {
            found.push(path.clone());
        }
        if let Kind::Message(inner) = field.kind()
            && depth > 0
        {
            secrets(inner.fields(), &path, depth - 1, found);
        }
    }
}

#[test]
fn a_secret_of_the_api_stands_in_no_text_in_clear() {
    let mut number = 0;
    for entity in ENTITIES.iter().filter(|entity| !entity.is_singletons()) {
        let message = message::of(entity, None).unwrap();
        let carried = entity.fields(None).unwrap().carried;
        let mut found = Vec::new();
        secrets(message.fields().filter(|field| carried.contains(&field.name())), "", 5, &mut found);
        number += found.len();
        for path in found {
            assert!(entity.secrets.contains(&path.as_str()), "{}: {path}", entity.name);
        }
    }
    assert!(number >= 2, "passwords of MQTT and SIP");
}

#[test]
fn secrets_are_texts_of_the_api_and_peoples_are_never_among_them() {
    for entity in ENTITIES {
        let message = message::of(entity, None);
        for path in entity.secrets {
            assert!(message.as_ref().is_some_and(|message| is_text_at(message, path)), "{}: {path}", entity.name);
        }
        assert!(entity.name != "users" || entity.secrets.is_empty());
    }
}
