//! Nobody is ever overbooked.
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use proto::vestibule::amenities::v1::AmenityReservation;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};
use tonic::Code;

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
        async move {
            loop {
                match site.reserve(&caller, wanted.clone()).await {
                    // On a busy machine there was no connection in time.
                    Err(refused) if refused.code() == Code::Unavailable => {}
                    answer => break answer,
                }
            }
        }
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
    println!("{} requests for 10 places: {} reserved", answers.len(), reserved.len());
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

#[tokio::test]
async fn the_nightly_check_finds_each_slot_that_is_counted_otherwise_than_it_is_reserved() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    site.reserve(&resident(ANNA), at(sauna, DAYS[0], &[9, 10], 4)).await.unwrap();
    let app = amenities::app::App::new(&site.app.context);
    assert_eq!(amenities::check_usage(&app).await.unwrap(), 0);
    let count = async |statement: &'static str| {
        let mut tx = site.app.context.database.system().await.unwrap();
        sqlx::query(statement).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        amenities::check_usage(&app).await.unwrap()
    };
    assert_eq!(count("UPDATE slot_usage SET taken = taken + 1 WHERE start_s = 32400").await, 1, "more than is reserved");
    assert_eq!(count("DELETE FROM slot_usage WHERE start_s = 36000").await, 2, "nothing of what is reserved");
}

/// Ends connections of the service that are at work, until it is dropped; counts them. Its own is none of the service's, which has
/// few, and all of them are waited for.
async fn kill_connections(site: &Site, killed: &AtomicUsize) {
    const VICTIM: &str = "SELECT count(pg_terminate_backend(pid)) FROM (
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' LIMIT 1) victim";
    let url: PgConnectOptions = site.app.context.settings.database_url("amenities").parse().unwrap();
    let mut own = PgConnection::connect_with(&url.database(site.app.database())).await.unwrap();
    loop {
        tokio::time::sleep(Duration::from_millis(250)).await;
        let ended: i64 = sqlx::query_scalar(VICTIM).fetch_one(&mut own).await.unwrap();
        killed.fetch_add(ended as usize, Relaxed);
    }
}

/// Requests of one client, one after the other: reservations, moves and cancellations. Returns how many were answered by success,
/// by a refusal, and by a failure.
async fn requests_of(site: &Site, sauna: i64, user: i64, count: usize) -> [usize; 3] {
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &[user as u8; 32]);
    let (caller, mut own, mut answers) = (resident(user), Vec::new(), [0; 3]);
    for _ in 0..count {
        let wanted = AmenityReservation { number_of_persons: pick(&mut random, 1..4), ..any_slots(&mut random, sauna) };
        let answer = match (pick(&mut random, 0..5), own.last().copied()) {
            (0, Some(id)) => site.cancel(&caller, id).await.map(|canceled| own.retain(|own| *own != canceled.id)),
            (1, Some(id)) => site.move_to(&caller, id, wanted, &["date", "time_slots", "number_of_persons"]).await.map(drop),
            _ => site.reserve(&caller, wanted).await.map(|made| own.push(made.id)),
        };
        let refusals = ["no free places", "reservation is not editable or cancelable"];
        match answer {
            Ok(()) => answers[0] += 1,
            Err(refused) if refusals.contains(&refused.message()) => answers[1] += 1,
            Err(failed) => {
                assert!(matches!(failed.code(), Code::Unavailable | Code::Internal | Code::Unknown), "{failed:?}");
                answers[2] += 1;
            }
        }
    }
    answers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_slot_is_overbooked_by_64_clients_while_connections_are_killed() {
    const CLIENTS: i64 = 64;
    const REQUESTS: usize = 25;
    let site = Site::start().await;
    let sauna = site.amenity(proto::vestibule::amenities::v1::Amenity { live_per_user: 100, ..sauna() }).await.unwrap().id;
    for user in 1000..1000 + CLIENTS {
        site.deliver("identity.user.changed", &crate::site::user(user, FLAT, 1)).await;
    }
    let killed = AtomicUsize::new(0);
    let clients = futures::future::join_all((1000..1000 + CLIENTS).map(|user| requests_of(&site, sauna, user, REQUESTS)));
    let answers = tokio::select! {
        answers = clients => answers,
        () = kill_connections(&site, &killed) => unreachable!("it goes on"),
    };
    let sums: Vec<usize> = (0..3).map(|kind| answers.iter().map(|answers| answers[kind]).sum()).collect();
    // A connection that was killed last is found dead by whoever takes it next.
    let (slots, overbooked, fullest, differences) = loop {
        if let Ok(found) = reserved_places(&site, sauna).await {
            break found;
        }
    };
    let killed = killed.load(Relaxed);
    println!(
        "{CLIENTS} clients, {} transactions: {} done, {} refused, {} failed; {killed} connections killed; {slots} slots, the fullest with {fullest} of 10: {overbooked} overbooked",
        sums.iter().sum::<usize>(),
        sums[0],
        sums[1],
        sums[2]
    );
    assert_eq!((overbooked, fullest), (0, 10), "and none stays empty by mistake");
    assert!(killed > 0 && sums[0] > 0, "the service goes on");
    assert_eq!(differences, 0, "what was counted is what is reserved");
}

/// By the reservations themselves, not by what was counted: slots, those with more than ten persons, the persons of the fullest;
/// and how many slots were counted otherwise.
async fn reserved_places(site: &Site, sauna: i64) -> kit::Result<(i64, i64, i64, i64)> {
    let mut tx = site.app.context.database.system().await?;
    let (slots, overbooked, fullest): (i64, i64, i64) = sqlx::query_as(
        "SELECT count(*), count(*) FILTER (WHERE places > 10), coalesce(max(places), 0) FROM (
             SELECT r.date, s, sum(r.places)::bigint AS places FROM amenity_reservations r, unnest(r.slot_starts) s
             WHERE r.amenity_id = $1 AND r.status IN (1, 2) GROUP BY 1, 2) by_slot",
    )
    .bind(sauna)
    .fetch_one(&mut *tx)
    .await?;
    drop(tx);
    let differences = amenities::check_usage(&amenities::app::App::new(&site.app.context)).await?;
    Ok((slots, overbooked, fullest, differences))
}
