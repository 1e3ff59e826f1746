//! The answer to a device that asks at the door. The question names no lock; the answer names one: 1, 2, or 0 for all. Where
//! several locks may open, but not all, the answer names the lowest; lock 3 alone cannot be opened in this way.

use super::device::{Capability, Locks};
use super::identifier::IdentifierType;

/// The identifier types behind the word of a question: a reader does not tell them apart.
pub fn types_of(word: &str) -> &'static [IdentifierType] {
    use IdentifierType::{AccessCode, Card, Qr, Ukey, Ukey2};
    match word {
        "card" => &[Card, Ukey, Ukey2],
        "access_code" => &[AccessCode],
        "qr" => &[Qr],
        _ => &[],
    }
}

/// Whether a device asks about identifiers of this type.
pub fn asks_about(kind: IdentifierType) -> bool {
    ["card", "access_code", "qr"].iter().any(|word| types_of(word).contains(&kind))
}

/// The answer for the locks that open now; None where no answer can name them.
pub fn lock_number(open: Locks, device: &Capability) -> Option<u8> {
    if !open.is_empty() && open == Locks::first(device.locks) {
        return Some(0);
    }
    open.numbers().find(|number| *number <= 2)
}

/// The locks that an answer opens.
pub fn opened(answer: u8, device: &Capability) -> Locks {
    Locks::numbered(answer).shared_with(Locks::first(device.locks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::testing::panel;

    fn answered(locks: u8, open: &[u8]) -> Option<u8> {
        let device = Capability { locks, ..panel(1).capability };
        lock_number(open.iter().fold(Locks::default(), |set, number| set.with(*number)), &device)
    }

    #[test]
    fn all_locks_are_0_and_of_several_the_lowest_opens() {
        assert_eq!(answered(2, &[1, 2]), Some(0));
        assert_eq!(answered(1, &[1]), Some(0));
        assert_eq!(answered(2, &[2]), Some(2));
        assert_eq!(answered(3, &[2, 3]), Some(2));
    }

    #[test]
    fn what_an_answer_cannot_say_opens_nothing() {
        assert_eq!(answered(3, &[3]), None);
        assert_eq!(answered(2, &[]), None);
    }

    #[test]
    fn faces_and_plates_are_not_asked_about() {
        let asked: Vec<_> = IdentifierType::ALL.into_iter().filter(|kind| asks_about(*kind)).map(IdentifierType::as_str).collect();
        assert_eq!(asked, ["card", "ukey", "ukey2", "access_code", "qr"]);
    }
}
