//! Stands in for telephony: answers what rings in groups.
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use proto::vestibule::telephony::v1::{ApartmentNumber, ListApartmentNumbersRequest, ListApartmentNumbersResponse};
use testing::StandIn;
use tonic::service::Routes;
use tonic::{Request, Status};

/// By group; None while telephony is away.
#[derive(Clone)]
pub struct ApartmentNumbers(Arc<Mutex<Option<NumbersByGroup>>>);

type NumbersByGroup = BTreeMap<i64, Vec<ApartmentNumber>>;

impl Default for ApartmentNumbers {
    fn default() -> Self {
        ApartmentNumbers(Arc::new(Mutex::new(Some(BTreeMap::new()))))
    }
}

impl ApartmentNumbers {
    pub fn routes(&self) -> Routes {
        let known = self.0.clone();
        let answer = move |request: Request<ListApartmentNumbersRequest>| {
            let known = known.lock().unwrap();
            let known = known.as_ref().ok_or_else(|| Status::unavailable("away"))?;
            let items = request.into_inner().group_ids.iter().flat_map(|group| known.get(group).cloned().unwrap_or_default()).collect();
            Ok(ListApartmentNumbersResponse { items })
        };
        StandIn::default().answer("vestibule.telephony.v1.ApartmentNumbers/ListApartmentNumbers", answer).routes()
    }

    /// The general number of a group and those of its people, of whom each is called by their number.
    pub fn set(&self, group_id: i64, general: Option<&str>, people: &[&str]) {
        let number = |number: &str, is_general| ApartmentNumber {
            group_id,
            number: number.into(),
            is_general,
            user_id: if is_general { 0 } else { number.parse().unwrap() },
            user_name: if is_general { String::new() } else { format!("Person {number}") },
        };
        let numbers = general.map(|text| number(text, true)).into_iter().chain(people.iter().map(|text| number(text, false))).collect();
        self.0.lock().unwrap().get_or_insert_default().insert(group_id, numbers);
    }

    pub fn go_away(&self) {
        *self.0.lock().unwrap() = None;
    }
}
