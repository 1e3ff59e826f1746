//! The identifiers that a device holds, and what it accepts.

use std::collections::{BTreeMap, HashMap};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use device_protocol::capability::Capability;
use device_protocol::{IdentifierItem, IdentifierType, ItemOutcome};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::profiles::Profiles;

/// What is on disk: the items, and the version of the desired state that they came with.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct StoredIdentifiers {
    pub version: u64,
    pub items: BTreeMap<Uuid, IdentifierItem>,
}

#[derive(Debug, Default)]
pub struct Identifiers {
    stored: StoredIdentifiers,
    /// Type and canonical number of each item.
    by_number: HashMap<(IdentifierType, String), Uuid>,
    faces: usize,
}

/// What bounds a device's memory now: its model, and perhaps a fault.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    pub identifiers: usize,
    pub faces: usize,
}

impl Identifiers {
    pub fn from_stored(stored: StoredIdentifiers) -> Self {
        let by_number = stored.items.values().map(|item| (key(item), item.link_id)).collect();
        let faces = stored.items.values().filter(|item| is_face(item)).count();
        Self { stored, by_number, faces }
    }

    pub fn stored(&self) -> &StoredIdentifiers {
        &self.stored
    }

    /// All items, in the order of their ids; hashes stand in for the photos of faces.
    pub fn items(&self) -> Vec<IdentifierItem> {
        self.stored.items.values().cloned().map(IdentifierItem::with_image_digest).collect()
    }

    pub fn set_version(&mut self, version: u64) {
        self.stored.version = version;
    }

    /// The item with this type and canonical number.
    pub fn find(&self, kind: IdentifierType, canonical: &str) -> Option<&IdentifierItem> {
        let link_id = self.by_number.get(&(kind, canonical.to_owned()))?;
        self.stored.items.get(link_id)
    }

    /// Creates or updates an item, or says why not.
    pub fn put(&mut self, item: IdentifierItem, model: &Capability, room: Room, profiles: &Profiles) -> ItemOutcome {
        if let Some(refusal) = self.refusal(&item, model, room, profiles) {
            return refusal;
        }
        let existed = self.remove(item.link_id).is_some();
        self.by_number.insert(key(&item), item.link_id);
        self.faces += usize::from(is_face(&item));
        self.stored.items.insert(item.link_id, item);
        if existed { ItemOutcome::Updated } else { ItemOutcome::Created }
    }

    pub fn delete(&mut self, link_id: Uuid) -> ItemOutcome {
        match self.remove(link_id) {
            Some(_) => ItemOutcome::Deleted,
            None => ItemOutcome::NotFound,
        }
    }

    fn remove(&mut self, link_id: Uuid) -> Option<IdentifierItem> {
        let item = self.stored.items.remove(&link_id)?;
        self.by_number.remove(&key(&item));
        self.faces -= usize::from(is_face(&item));
        Some(item)
    }

    fn refusal(&self, item: &IdentifierItem, model: &Capability, room: Room, profiles: &Profiles) -> Option<ItemOutcome> {
        if !model.supports(item.identifier_type) {
            let face = is_face(item);
            return Some(if face { ItemOutcome::FaceIdNotSupported } else { ItemOutcome::WrongRule });
        }
        if is_face(item)
            && let Some(problem) = face_problem(item)
        {
            return Some(problem);
        }
        if item.check().is_err() {
            return Some(ItemOutcome::WrongRule);
        }
        let wanted = item.time_profiles.iter().flat_map(|ids| &ids.link_ids);
        if wanted.into_iter().any(|id| profiles.get(*id).is_none()) {
            return Some(ItemOutcome::BoundTimeProfileDoesntExist);
        }
        if self.by_number.get(&key(item)).is_some_and(|holder| *holder != item.link_id) {
            return Some(ItemOutcome::NumberTakenByAnotherIdentifier);
        }
        self.lack_of_room(item, room)
    }

    fn lack_of_room(&self, item: &IdentifierItem, room: Room) -> Option<ItemOutcome> {
        let old = self.stored.items.get(&item.link_id);
        if old.is_none() && self.stored.items.len() >= room.identifiers {
            return Some(ItemOutcome::NumberOfIdentifiersExceeded);
        }
        let new_face = is_face(item) && !old.is_some_and(is_face);
        (new_face && self.faces >= room.faces).then_some(ItemOutcome::NumberOfFaceIdentifiersExceeded)
    }
}

/// By what an item is found at the door. A face may come without a number: its id stands for it.
fn key(item: &IdentifierItem) -> (IdentifierType, String) {
    let number = item.identifier_type.canonical(&item.identifier_number).unwrap_or_default();
    let number = if number.is_empty() { item.link_id.to_string() } else { number };
    (item.identifier_type, number)
}

fn is_face(item: &IdentifierItem) -> bool {
    item.identifier_type == IdentifierType::FaceId
}

/// A stand-in for the recognition of a face: any JPEG or PNG shows one, anything else none.
fn face_problem(item: &IdentifierItem) -> Option<ItemOutcome> {
    let image = STANDARD.decode(item.face_image.as_deref().unwrap_or_default()).unwrap_or_default();
    if image.is_empty() {
        return Some(ItemOutcome::BadBase64ImageFile);
    }
    let is_image = image.starts_with(&[0xff, 0xd8, 0xff]) || image.starts_with(b"\x89PNG");
    (!is_image).then_some(ItemOutcome::FaceHasNotRecognized)
}
