//! What residents of the demonstration site reserve.
use std::collections::HashMap;

use anyhow::{Context as _, Result};
use proto::vestibule::access::v1::{AccessRule, RuleDevice};
use proto::vestibule::amenities::v1::amenities_client::AmenitiesClient;
use proto::vestibule::amenities::v1::{Amenity, CreateAmenityRequest, ListAmenitiesRequest, PersonLimits, TimeSlotItem, TimeSlots};

use super::site::Door;
use super::{Site, by_name, reference};

/// The way to both: its panel reads the codes of reservations.
const DOOR: &str = "Building 2 lobby";
const RULE: &str = "Amenities";
const HOUR: i32 = 3600;

struct Sample {
    name: &'static str,
    description: &'static str,
    /// Places, which reservations share unless one takes them all.
    places: i32,
    is_exclusive: bool,
    /// Hours of a day.
    open: (i32, i32),
}

const AMENITIES: [Sample; 2] = [
    Sample { name: "Gym", description: "Ground floor of building 2. Bring a towel.", places: 8, is_exclusive: false, open: (6, 22) },
    Sample {
        name: "Meeting room",
        description: "A table for ten, a screen and a whiteboard, beside the lobby of building 2.",
        places: 10,
        is_exclusive: true,
        open: (8, 20),
    },
];

impl Site {
    pub(super) async fn amenities(&self, groups: &HashMap<&'static str, i64>, doors: &[Door]) -> Result<()> {
        let door = doors.iter().find(|door| door.credential.name == DOOR).context(DOOR)?;
        let devices = vec![RuleDevice { id: door.id, lock_number: 1, ..Default::default() }];
        let rule = self.rule(AccessRule { name: RULE.into(), devices, ..Default::default() }).await?;
        for sample in AMENITIES {
            self.amenity(sample, rule, groups["Riverside Residence"]).await?;
        }
        Ok(())
    }

    async fn amenity(&self, sample: Sample, rule: i64, group: i64) -> Result<()> {
        let amenities = AmenitiesClient::new(self.context.peers.peer("amenities"));
        let there = amenities
            .clone()
            .list_amenities(self.request(ListAmenitiesRequest { filters: by_name(sample.name), ..Default::default() }))
            .await?
            .into_inner();
        if !there.items.is_empty() {
            return Ok(());
        }
        let (from, to) = sample.open;
        let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map(String::from).to_vec();
        let amenity = Amenity {
            name: sample.name.into(),
            description: Some(sample.description.into()),
            domains: vec![reference(group)],
            access_rules: vec![reference(rule)],
            number_of_persons: Some(PersonLimits { min: 1, max: sample.places }),
            time_slots: Some(TimeSlots { duration: HOUR, items: vec![TimeSlotItem { days, from: from * HOUR, to: to * HOUR }] }),
            is_exclusive: sample.is_exclusive,
            horizon_days: 14,
            live_per_user: 5,
            lead: 10,
            ..Default::default()
        };
        let make = || {
            let (mut amenities, request) = (amenities.clone(), self.request(CreateAmenityRequest { amenity: Some(amenity.clone()) }));
            async move { amenities.create_amenity(request).await }
        };
        self.until_known(sample.name, make).await?;
        Ok(())
    }
}
