//! Nobody is ever overbooked.
use std::collections::HashMap;
use std::ops::Range;
use std::time::Duration;

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use proto::vestibule::amenities::v1::AmenityReservation;

use crate::site::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_four_requests_for_ten_places_reserve_exactly_ten() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    for guest in 0..64 {
        site.deliver("identity.user.changed", &user(1000 + guest, FLAT, 1)).await;
    }
    // Half of them want a second slot too, in either order.
    let hours = |guest: i64| if guest % 2 == 0 { vec![10] } else { vec![11, 10] };
    let requests = (0..64).map(|guest| {
        let (site, caller, wanted) = (&site, resident(1000 + guest), at(sauna, TUESDAY, &hours(guest), 1));
        async move { site.reserve(&caller, wanted).await }
    });
    let answers = futures::future::join_all(requests).await;
    let reserved: Vec<&AmenityReservation> = answers.iter().flatten().collect();
    assert_eq!(reserved.len(), 10);
    for refused in answers.iter().filter_map(|answer| answer.as_ref().err()) {
        assert_eq!(refused.message(), "no free places");
        assert!(refusal_data(refused)["slots"].as_array().unwrap().contains(&(10 * HOUR).into()), "{refused:?}");
    }
    let persons: i32 = site.list(&admin(), "").await.iter().map(|reservation| reservation.number_of_persons).sum();
    let second = reserved.iter().filter(|reservation| reservation.time_slots.len() == 2).count();
    assert_eq!(persons, 10);
    assert_eq!(site.taken(sauna, TUESDAY).await[1..3], [10, second as i32]);
}

/// Reservations by slot, as a person with a pencil keeps them.
#[derive(Default)]
struct Model {
    taken: HashMap<(String, i32), i32>,
    live: HashMap<i64, AmenityReservation>,
}

impl Model {
    fn count(&mut self, reservation: &AmenityReservation, sign: i32) {
        for slot in &reservation.time_slots {
            *self.taken.entry((reservation.date.clone(), slot.from)).or_default() += sign * reservation.number_of_persons;
        }
    }

    fn has_places(&self, wanted: &AmenityReservation) -> bool {
        let taken = |from: i32| self.taken.get(&(wanted.date.clone(), from)).copied().unwrap_or_default();
        wanted.time_slots.iter().all(|slot| taken(slot.from) + wanted.number_of_persons <= 10)
    }
}

const DAYS: [&str; 3] = ["2026-11-25", "2026-11-26", "2026-11-27"];

fn pick(random: &mut TestRng, range: Range<i32>) -> i32 {
    range.start + (random.next_u32() % (range.end - range.start).unsigned_abs()) as i32
}

fn any_slots(random: &mut TestRng, sauna: i64) -> AmenityReservation {
    let (first, count) = (pick(random, 9..15), pick(random, 1..4));
    let hours: Vec<i32> = (first..first + count).collect();
    at(sauna, DAYS[pick(random, 0..3) as usize], &hours, pick(random, 1..8))
}

#[tokio::test]
async fn random_sequences_of_requests_leave_the_usage_of_a_model() {
    let site = Site::start().await;
    let sauna = site.amenity(proto::vestibule::amenities::v1::Amenity { live_per_user: 100, ..sauna() }).await.unwrap().id;
    let mut random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut model = Model::default();
    let anna = resident(ANNA);
    for _ in 0..150 {
        let chosen = model.live.keys().copied().min_by_key(|id| (id * 7919) % 101);
        match (pick(&mut random, 0..4), chosen) {
            (0, Some(id)) => {
                site.cancel(&anna, id).await.unwrap();
                let gone = model.live.remove(&id).unwrap();
                model.count(&gone, -1);
            }
            (1, Some(id)) => {
                let wanted = any_slots(&mut random, sauna);
                let old = model.live[&id].clone();
                model.count(&old, -1);
                let moved = site.move_to(&anna, id, wanted.clone(), &["date", "time_slots", "number_of_persons"]).await;
                assert_eq!(moved.is_ok(), model.has_places(&wanted), "{moved:?}");
                let now = moved.unwrap_or(old);
                model.count(&now, 1);
                model.live.insert(id, now);
            }
            _ => {
                let wanted = any_slots(&mut random, sauna);
                let made = site.reserve(&anna, wanted.clone()).await;
                assert_eq!(made.is_ok(), model.has_places(&wanted), "{made:?}");
                if let Ok(made) = made {
                    model.count(&made, 1);
                    model.live.insert(made.id, made);
                }
            }
        }
    }
    assert!(model.live.len() > 3, "the sequence has reserved something");
    for day in DAYS {
        let taken: Vec<i32> = (9..18).map(|hour| model.taken.get(&(day.to_owned(), hour * HOUR)).copied().unwrap_or_default()).collect();
        assert_eq!(site.taken(sauna, day).await, taken, "{day}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_that_are_cut_off_take_all_of_their_places_or_none() {
    let site = Site::start().await;
    let sauna = site.amenity(proto::vestibule::amenities::v1::Amenity { live_per_user: 100, ..sauna() }).await.unwrap().id;
    let mut random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    for _ in 0..12 {
        let live: Vec<i64> =
            site.list(&admin(), r#"[{"field":"status","rule":"equals","value":"reserved"}]"#).await.iter().map(|row| row.id).collect();
        let requests = (0..8usize).map(|at| {
            let (wanted, limit) = (any_slots(&mut random, sauna), Duration::from_micros(pick(&mut random, 1_000..40_000).unsigned_abs().into()));
            let (site, target, anna) = (&site, live.get(at).copied(), resident(ANNA));
            let request = async move {
                match target {
                    Some(id) if at % 3 == 0 => site.cancel(&anna, id).await.map(drop),
                    Some(id) if at % 3 == 1 => site.move_to(&anna, id, wanted, &["date", "time_slots", "number_of_persons"]).await.map(drop),
                    _ => site.reserve(&anna, wanted).await.map(drop),
                }
            };
            tokio::time::timeout(limit, request)
        });
        for answer in futures::future::join_all(requests).await.into_iter().flatten() {
            let words = ["no free places", "reservation is not editable or cancelable"];
            assert!(answer.as_ref().err().is_none_or(|refused| words.contains(&refused.message())), "{answer:?}");
        }
    }
    assert_eq!(amenities::check_usage(&amenities::app::App::new(&site.app.context)).await.unwrap(), 0);
    for day in DAYS {
        assert!(site.taken(sauna, day).await.iter().all(|taken| *taken <= 10), "{day}");
    }
}
