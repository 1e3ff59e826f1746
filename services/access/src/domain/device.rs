//! What a decision needs to know about a device: its locks and what it can hold.

use jiff::tz::TimeZone;

use super::identifier::IdentifierTypes;
use super::ids::DeviceId;

/// The highest lock number there is: that of a panel with an extension module.
pub const MAX_LOCKS: u8 = 8;

#[derive(Clone, Debug)]
pub struct Device {
    pub id: DeviceId,
    /// The zone of the device's own clock.
    pub time_zone: TimeZone,
    pub capability: Capability,
}

#[derive(Clone, Debug)]
pub struct Capability {
    pub identifier_types: IdentifierTypes,
    /// 1 to [`MAX_LOCKS`].
    pub locks: u8,
    pub lock_choice: LockChoice,
    /// How many identifiers it holds, faces included; none when unknown.
    pub max_identifiers: Option<usize>,
    /// How many of them may be faces; none when unknown.
    pub max_faces: Option<usize>,
}

/// Which sets of locks an identifier can open on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockChoice {
    /// The first, the second, or all of them.
    FirstSecondOrAll,
    /// Any set.
    Any,
}

/// A set of locks; bit 0 is lock 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Locks(u8);

impl Locks {
    pub const ALL: Locks = Locks(u8::MAX);

    /// The locks that a number of the API means: 0 is all of them. Others than 1 to
    /// [`MAX_LOCKS`] mean none.
    pub fn numbered(number: u8) -> Locks {
        match number {
            0 => Locks::ALL,
            1..=MAX_LOCKS => Locks(1 << (number - 1)),
            _ => Locks::default(),
        }
    }

    /// Locks 1 to `count`.
    pub fn first(count: u8) -> Locks {
        Locks(((1_u16 << count.min(MAX_LOCKS)) - 1) as u8)
    }

    pub fn contains(self, number: u8) -> bool {
        number != 0 && Locks::numbered(number).0 & self.0 != 0
    }

    #[must_use]
    pub fn with(self, number: u8) -> Locks {
        self.joined_with(Locks::numbered(number))
    }

    #[must_use]
    pub fn joined_with(self, other: Locks) -> Locks {
        Locks(self.0 | other.0)
    }

    #[must_use]
    pub fn shared_with(self, other: Locks) -> Locks {
        Locks(self.0 & other.0)
    }

    #[must_use]
    pub fn without(self, other: Locks) -> Locks {
        Locks(self.0 & !other.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers in order, from 1.
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        (1..=MAX_LOCKS).filter(move |number| self.contains(*number))
    }

    /// As bits; bit 0 is lock 1.
    pub fn bits(self) -> u8 {
        self.0
    }
}

impl Capability {
    /// Whether an identifier on this device can open just these locks.
    pub fn can_choose(&self, locks: Locks) -> bool {
        match self.lock_choice {
            LockChoice::Any => true,
            LockChoice::FirstSecondOrAll => locks == Locks::first(self.locks) || locks == Locks::numbered(1) || locks == Locks::numbered(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_zero_means_every_lock() {
        assert_eq!(Locks::numbered(0).numbers().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(Locks::numbered(2).numbers().collect::<Vec<_>>(), [2]);
        assert!(Locks::numbered(9).is_empty());
    }

    #[test]
    fn the_first_locks_are_counted_from_one() {
        assert_eq!(Locks::first(2), Locks::default().with(1).with(2));
        assert_eq!(Locks::first(8), Locks::ALL);
        assert_eq!(Locks::first(200), Locks::ALL);
    }

    #[test]
    fn a_panel_cannot_choose_two_of_three_locks() {
        let panel = Capability {
            identifier_types: IdentifierTypes::all(),
            locks: 3,
            lock_choice: LockChoice::FirstSecondOrAll,
            max_identifiers: None,
            max_faces: None,
        };
        assert!(panel.can_choose(Locks::numbered(1)));
        assert!(panel.can_choose(Locks::numbered(2)));
        assert!(panel.can_choose(Locks::first(3)));
        assert!(!panel.can_choose(Locks::numbered(3)));
        assert!(!panel.can_choose(Locks::first(2)));
    }
}
