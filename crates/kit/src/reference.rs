//! References of the API (`common.v1.Ref`): from messages to ids, and from ids and names to messages.
use proto::vestibule::common::v1::Ref;

/// Ids of references, in ascending order, each once.
pub fn ids(references: &[Ref]) -> Vec<i64> {
    let mut ids: Vec<i64> = references.iter().map(|reference| reference.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// References to entities, of their ids and names in the same order.
pub fn references(ids: Vec<i64>, names: Vec<String>) -> Vec<Ref> {
    ids.into_iter().zip(names).map(|(id, name)| Ref { id, name }).collect()
}

/// The reference to an entity that may be missing, or may have no name.
pub fn reference(id: Option<i64>, name: impl Into<Option<String>>) -> Option<Ref> {
    id.map(|id| Ref { id, name: name.into().unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_in_order_and_each_once() {
        let named = |id| Ref { id, name: String::new() };
        assert_eq!(ids(&[named(7), named(2), named(7)]), [2, 7]);
    }

    #[test]
    fn a_reference_without_an_id_is_none_and_one_without_a_name_has_an_empty_one() {
        assert_eq!(reference(None, "Gate".to_owned()), None);
        assert_eq!(reference(Some(3), None::<String>), Some(Ref { id: 3, name: String::new() }));
    }
}
