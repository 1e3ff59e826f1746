//! Logical addresses: a group's number among groups of its type, as panels and callers dial it.
use crate::domain::group_type::GroupKind;

/// Smallest and largest number of a kind, and how many digits it is written with.
struct Range {
    min: u32,
    max: u32,
    digits: usize,
}

/// None for a kind that has no address.
fn range(kind: GroupKind) -> Option<Range> {
    match kind {
        GroupKind::Building => Some(Range { min: 1, max: 9999, digits: 4 }),
        GroupKind::Unit => Some(Range { min: 0, max: 99, digits: 2 }),
        GroupKind::Floor => Some(Range { min: 0, max: 98, digits: 2 }),
        GroupKind::Apartment => Some(Range { min: 1, max: 99, digits: 2 }),
        GroupKind::Common | GroupKind::Unspecified => None,
    }
}

/// The address with its leading zeros, so that 7 and 0007 are one; None for a blank one and for a kind that has
/// none. The error is what to tell about the field.
pub fn canonical(kind: GroupKind, text: &str) -> Result<Option<String>, String> {
    let (text, Some(Range { min, max, digits })) = (text.trim(), range(kind)) else { return Ok(None) };
    if text.is_empty() {
        return Ok(None);
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("must be a number".into());
    }
    match text.parse::<u32>() {
        Ok(number) if (min..=max).contains(&number) => Ok(Some(format!("{number:0digits$}"))),
        _ => Err(format!("must be within {min:0digits$} - {max:0digits$}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_range_and_its_digits() {
        for (kind, text, expected) in [
            (GroupKind::Building, "1", Some("0001")),
            (GroupKind::Building, "9999", Some("9999")),
            (GroupKind::Unit, "0", Some("00")),
            (GroupKind::Unit, "99", Some("99")),
            (GroupKind::Floor, "00", Some("00")),
            (GroupKind::Floor, "98", Some("98")),
            (GroupKind::Apartment, " 007 ", Some("07")),
            (GroupKind::Apartment, "", None),
            (GroupKind::Common, "12", None),
        ] {
            assert_eq!(canonical(kind, text), Ok(expected.map(String::from)), "{kind:?} {text}");
        }
    }

    #[test]
    fn an_address_outside_the_range_says_the_range() {
        for (kind, text, expected) in [
            (GroupKind::Building, "0", "must be within 0001 - 9999"),
            (GroupKind::Building, "10000", "must be within 0001 - 9999"),
            (GroupKind::Unit, "100", "must be within 00 - 99"),
            (GroupKind::Floor, "99", "must be within 00 - 98"),
            (GroupKind::Apartment, "0", "must be within 01 - 99"),
            (GroupKind::Apartment, "99999999999999", "must be within 01 - 99"),
            (GroupKind::Apartment, "4a", "must be a number"),
            (GroupKind::Apartment, "-4", "must be a number"),
        ] {
            assert_eq!(canonical(kind, text), Err(expected.into()), "{kind:?} {text}");
        }
    }
}
