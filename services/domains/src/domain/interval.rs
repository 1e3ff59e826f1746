//! The interval of a group in its project's tree (nested sets), from counts over the closure.

/// Where a group stands: siblings come in the order of their ids.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Groups above.
    pub depth: i64,
    /// Groups that are over before this one begins: in the subtrees of earlier siblings, at every level.
    pub before: i64,
    /// Groups below.
    pub below: i64,
}

/// (left, right): every group has two numbers, so what is over before takes two each, what is around it one.
pub fn interval(place: Place) -> (i64, i64) {
    let left = 2 * place.before + place.depth + 1;
    (left, left + 2 * place.below + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_nest_as_groups_do() {
        // a (b, c (d)), e
        let a = interval(Place { depth: 0, before: 0, below: 3 });
        let b = interval(Place { depth: 1, before: 0, below: 0 });
        let c = interval(Place { depth: 1, before: 1, below: 1 });
        let d = interval(Place { depth: 2, before: 1, below: 0 });
        let e = interval(Place { depth: 0, before: 4, below: 0 });
        assert_eq!([a, b, c, d, e], [(1, 8), (2, 3), (4, 7), (5, 6), (9, 10)]);
    }
}
