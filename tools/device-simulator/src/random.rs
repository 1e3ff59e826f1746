//! Randomness from a seed, so that a run can be repeated.

use rand::SeedableRng;
use rand::rngs::StdRng;

/// A generator of its own for each purpose ("identity", "events", ...) of each device: what one
/// draws never changes what another draws.
pub fn generator(seed: u64, purpose: &str, index: u64) -> StdRng {
    let mut bytes = [0_u8; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&index.to_le_bytes());
    bytes[16..24].copy_from_slice(&device_protocol::digest::compute(&purpose).to_le_bytes());
    StdRng::from_seed(bytes)
}

/// A stable number for a text, such as a serial number.
pub fn index_of(text: &str) -> u64 {
    device_protocol::digest::compute(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn a_seed_gives_the_same_numbers_and_another_purpose_gives_others() {
        let draw = |seed, purpose| generator(seed, purpose, 3).random::<u64>();
        assert_eq!(draw(7, "events"), draw(7, "events"));
        assert_ne!(draw(7, "events"), draw(7, "identity"));
        assert_ne!(draw(7, "events"), draw(8, "events"));
    }
}
