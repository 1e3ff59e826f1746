//! A short fingerprint of a set of things (*ours*): server and device compute it over the same
//! JSON, and equal fingerprints mean that nothing needs to be compared item by item.
//!
//! It guards against drift, not against an attacker: FNV-1a, 64 bits.

use serde::Serialize;

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// The fingerprint of one thing: FNV-1a over its JSON, whose keys come in the order of the
/// fields of the Rust type.
pub fn compute(thing: &impl Serialize) -> u64 {
    let json = serde_json::to_vec(thing).expect("protocol types have string keys only");
    json.iter().fold(OFFSET, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// The fingerprint of a set, whatever the order of its items: 16 hexadecimal digits.
///
/// Sums instead of xor, so that the same item twice is not the same as none.
pub fn of_set<'a, T: Serialize + 'a>(items: impl IntoIterator<Item = &'a T>) -> String {
    hex(items.into_iter().fold(0, |sum, item| u64::wrapping_add(sum, compute(item))))
}

/// A fingerprint as it is written: 16 lower-case hexadecimal digits.
pub fn hex(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_fnv_1a_of_the_json() {
        // Computed apart from this code, over the three bytes `"a"` with their quotes: server and
        // devices in the field must go on agreeing.
        assert_eq!(hex(compute(&"a")), "d4272417d7c77eea");
    }

    #[test]
    fn order_does_not_matter_and_repetition_does() {
        assert_eq!(of_set(&[1, 2, 3]), of_set(&[3, 1, 2]));
        assert_ne!(of_set(&[1, 1]), of_set::<i32>(&[]));
        assert_ne!(of_set(&[1, 2]), of_set(&[1, 3]));
    }
}
