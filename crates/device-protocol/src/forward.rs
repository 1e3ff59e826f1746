//! Forwarding: which numbers a panel calls for an apartment.

use serde::{Deserialize, Serialize};

use crate::bounds::{self, BoundsError};

/// Numbers of one apartment.
pub const MAX_FORWARDS: usize = 8;
/// Longest number or SIP address, in characters. *Ours*.
pub const MAX_NUMBER: usize = 100;

/// The body of `POST /v1/forward/item/{apartment}`. An empty list removes the rule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forward {
    /// SIP numbers or addresses, called in this order.
    pub forward_entity_list: Vec<String>,
}

impl Forward {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::count("forward_entity_list", self.forward_entity_list.len(), MAX_FORWARDS)?;
        for (index, number) in self.forward_entity_list.iter().enumerate() {
            bounds::text(&format!("forward_entity_list.{index}"), number, 1, MAX_NUMBER)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_apartment_has_at_most_eight_numbers() {
        let forward = |count| Forward { forward_entity_list: vec!["5588".into(); count] };
        assert!(forward(8).check().is_ok());
        assert_eq!(forward(9).check().unwrap_err().field, "forward_entity_list");
    }

    #[test]
    fn an_empty_number_is_refused() {
        let forward = Forward { forward_entity_list: vec![String::new()] };
        assert_eq!(forward.check().unwrap_err().field, "forward_entity_list.0");
    }
}
