//! A set as a sorted vector: small, ordered, and quick to ask.

/// Values in order, each once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sorted<T>(Vec<T>);

impl<T: Ord> Sorted<T> {
    pub fn contains(&self, value: &T) -> bool {
        self.0.binary_search(value).is_ok()
    }

    pub fn intersects(&self, other: &Sorted<T>) -> bool {
        let (few, many) = if self.0.len() < other.0.len() { (self, other) } else { (other, self) };
        few.0.iter().any(|value| many.contains(value))
    }

    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl<T> Default for Sorted<T> {
    fn default() -> Self {
        Sorted(Vec::new())
    }
}

impl<T: Ord> From<Vec<T>> for Sorted<T> {
    fn from(mut values: Vec<T>) -> Self {
        values.sort_unstable();
        values.dedup();
        Sorted(values)
    }
}

impl<T: Ord> FromIterator<T> for Sorted<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Sorted::from(Vec::from_iter(values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_order_and_each_once() {
        assert_eq!(Sorted::from(vec![3, 1, 3, 2]).as_slice(), [1, 2, 3]);
    }

    #[test]
    fn sets_intersect_when_they_share_a_value() {
        let set = |values: &[i32]| values.iter().copied().collect::<Sorted<_>>();
        assert!(set(&[1, 5, 9]).intersects(&set(&[9])));
        assert!(!set(&[1, 5, 9]).intersects(&set(&[2, 6])));
        assert!(!set(&[]).intersects(&set(&[1])));
    }
}
