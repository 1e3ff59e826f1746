//! What a move changes for those who look after groups.

/// Groups above before and not afterwards, and the other way round, from the root on: their administrators stop
/// seeing, and begin to see, what is moved. Groups without the moved one itself.
pub fn sight(before: &[i64], after: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let without = |these: &[i64], those: &[i64]| these.iter().copied().filter(|id| !those.contains(id)).collect();
    (without(before, after), without(after, before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_above_both_places_sees_it_before_and_after() {
        assert_eq!(sight(&[1, 2, 3], &[1, 4]), (vec![2, 3], vec![4]));
        assert_eq!(sight(&[1], &[]), (vec![1], vec![]));
        assert_eq!(sight(&[], &[5, 6]), (vec![], vec![5, 6]));
    }
}
