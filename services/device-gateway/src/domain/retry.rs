//! When a failed attempt at a task is repeated.
use rand::Rng;
use time::Duration;

/// Attempts of one task before it is an error.
pub const MAX_ATTEMPTS: i32 = 10;
/// Pause after the first attempt; it doubles with each.
const FIRST: Duration = Duration::SECOND;
const LONGEST: Duration = Duration::minutes(5);

/// The pause after `attempts` attempts (from 1): 1 s, 2 s, 4 s … 5 min, less a random part of up to a half, so that
/// attempts that failed together are not repeated together.
pub fn pause(attempts: i32, random: &mut impl Rng) -> Duration {
    let doubled = FIRST * 2_i32.pow((attempts.clamp(1, 20) - 1) as u32);
    doubled.min(LONGEST) * (1.0 - random.random_range(0.0..0.5))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    #[test]
    fn pauses_grow_from_a_second_to_five_minutes() {
        let mut random = SmallRng::seed_from_u64(1);
        for attempts in 1..=MAX_ATTEMPTS + 5 {
            let full = Duration::seconds((1_i64 << (attempts - 1).min(20)).min(300));
            let pause = pause(attempts, &mut random);
            assert!(pause > full * 0.49 && pause <= full, "{attempts}: {pause}");
        }
    }
}
