//! Identifiers and schedules on devices: what a device should hold, and what is known of what it holds.
use uuid::Uuid;

/// What an item is. The numbers are those of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(i16)]
pub enum ItemKind {
    Identifier = 1,
    Schedule = 2,
}

impl ItemKind {
    pub fn from_number(number: i16) -> Option<ItemKind> {
        [ItemKind::Identifier, ItemKind::Schedule].into_iter().find(|kind| *kind as i16 == number)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            ItemKind::Identifier => "identifier",
            ItemKind::Schedule => "schedule",
        }
    }
}

/// An item that the device should hold, by the hash of its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesiredItem {
    pub kind: ItemKind,
    pub link_id: Uuid,
    pub hash: String,
    /// Bytes that it takes in a command.
    pub size: usize,
}

/// What is known of an item on the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActualItem {
    pub kind: ItemKind,
    pub link_id: Uuid,
    /// Of the body that it holds; none when it holds none.
    pub hash: Option<String>,
    /// Of the body that it refused: the same one is not sent again.
    pub refused: Option<String>,
}

/// What a device reported that it holds under an id; the hash is empty when its body cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedItem {
    pub kind: ItemKind,
    pub link_id: Uuid,
    pub hash: String,
}

/// Codes by which a device refuses an item because of what else it holds: the item is sent again once that has changed.
pub const CIRCUMSTANTIAL_REFUSALS: [&str; 4] = [
    "number_of_identifiers_exceeded",
    "number_of_face_identifiers_exceeded",
    "bound_time_profile_doesnt_exist",
    "number_taken_by_another_identifier",
];
