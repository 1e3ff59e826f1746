use super::*;
use crate::domain::route::{Party, Target};
use proptest::prelude::*;

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn stage(starts_after: u64, rings_for: u64, on_error: Option<u64>) -> Stage {
    Stage {
        targets: vec![Target::Number(Party::default())],
        starts_after: seconds(starts_after),
        rings_for: seconds(rings_for),
        on_error: on_error.map(seconds),
    }
}

#[test]
fn a_stage_rings_from_its_time_for_its_time() {
    let mut ringing = Ringing::new(&[stage(0, 20, None), stage(20, 30, None)]);
    assert_eq!(ringing.due(seconds(0)), [Step::Ring(0)]);
    assert_eq!(ringing.next(), Some(seconds(20)));
    assert_eq!(ringing.due(seconds(20)), [Step::Stop(0), Step::Ring(1)]);
    assert_eq!(ringing.due(seconds(49)), []);
    assert_eq!(ringing.due(seconds(50)), [Step::Stop(1), Step::GiveUp(Outcome::NoAnswer)]);
    assert_eq!((ringing.next(), ringing.due(seconds(60))), (None, vec![]));
}

#[test]
fn stages_may_ring_together() {
    let mut ringing = Ringing::new(&[stage(0, 30, None), stage(10, 30, None)]);
    assert_eq!(ringing.due(seconds(0)), [Step::Ring(0)]);
    assert_eq!(ringing.due(seconds(10)), [Step::Ring(1)]);
    assert_eq!(ringing.due(seconds(30)), [Step::Stop(0)]);
}

#[test]
fn after_an_error_the_next_stage_begins_when_its_rule_says() {
    let mut ringing = Ringing::new(&[stage(0, 20, None), stage(20, 20, Some(3))]);
    ringing.due(seconds(0));
    ringing.over(0, Outcome::Busy, seconds(2));
    assert_eq!(ringing.due(seconds(4)), []);
    assert_eq!(ringing.due(seconds(5)), [Step::Ring(1)]);
}

#[test]
fn after_an_error_without_such_a_rule_the_call_ends() {
    let mut ringing = Ringing::new(&[stage(0, 20, None), stage(20, 20, None)]);
    ringing.due(seconds(0));
    ringing.over(0, Outcome::Busy, seconds(2));
    assert_eq!(ringing.due(seconds(2)), [Step::GiveUp(Outcome::Busy)]);
}

#[test]
fn phones_that_say_at_once_that_nobody_answers_are_no_error() {
    let mut ringing = Ringing::new(&[stage(0, 60, None), stage(10, 60, None), stage(20, 60, None)]);
    ringing.due(seconds(0));
    ringing.over(0, Outcome::NoAnswer, seconds(1));
    assert_eq!((ringing.due(seconds(9)), ringing.next()), (vec![], Some(seconds(10))), "the next begins at its time");
    assert_eq!(ringing.due(seconds(10)), [Step::Ring(1)]);
    ringing.over(1, Outcome::Busy, seconds(12));
    assert_eq!(ringing.due(seconds(20)), [Step::Ring(2)], "somebody was busy, and somebody else did not answer");
    ringing.over(2, Outcome::NoAnswer, seconds(21));
    assert_eq!(ringing.due(seconds(21)), [Step::GiveUp(Outcome::Busy)]);
}

#[test]
fn where_errors_go_on_at_once_so_does_what_nobody_answers() {
    let mut ringing = Ringing::new(&[stage(0, 60, None), stage(60, 60, Some(0))]);
    ringing.due(seconds(0));
    ringing.over(0, Outcome::NoAnswer, seconds(1));
    assert_eq!(ringing.due(seconds(1)), [Step::Ring(1)]);
}

#[test]
fn an_error_after_somebody_did_not_answer_waits_for_the_time_of_the_next() {
    let mut ringing = Ringing::new(&[stage(0, 5, None), stage(0, 20, None), stage(30, 20, None)]);
    assert_eq!(ringing.due(seconds(0)), [Step::Ring(0), Step::Ring(1)]);
    assert_eq!(ringing.due(seconds(5)), [Step::Stop(0)]);
    ringing.over(1, Outcome::Busy, seconds(6));
    assert_eq!(ringing.due(seconds(29)), []);
    assert_eq!(ringing.due(seconds(30)), [Step::Ring(2)]);
}

#[test]
fn that_somebody_was_busy_is_what_the_caller_hears() {
    let mut ringing = Ringing::new(&[stage(0, 20, None), stage(0, 20, None)]);
    ringing.due(seconds(0));
    ringing.over(0, Outcome::Busy, seconds(1));
    assert_eq!(ringing.due(seconds(20)), [Step::Stop(1), Step::GiveUp(Outcome::Busy)]);
}

proptest! {
    #[test]
    fn every_stage_rings_once_at_most_and_the_call_comes_to_an_end(
        stages in prop::collection::vec((0..60u64, 0..60u64, prop::option::of(0..10u64)), 1..6),
        over in prop::collection::vec((0..6usize, 0..200u64, any::<bool>()), 0..6),
    ) {
        let stages: Vec<Stage> = stages.into_iter().map(|(start, length, on_error)| stage(start, length, on_error)).collect();
        let mut ringing = Ringing::new(&stages);
        let mut rung = vec![0; stages.len()];
        let mut given_up = 0;
        for at in 0..200 {
            for (place, when, is_error) in &over {
                if *when == at {
                    ringing.over(*place, if *is_error { Outcome::Failed } else { Outcome::NoAnswer }, seconds(at));
                }
            }
            for step in ringing.due(seconds(at)) {
                prop_assert_eq!(given_up, 0, "nothing is done after giving up");
                match step {
                    Step::Ring(place) => rung[place] += 1,
                    Step::Stop(place) => prop_assert_eq!(rung[place], 1),
                    Step::GiveUp(_) => given_up += 1,
                }
            }
        }
        prop_assert!(rung.iter().all(|times| *times <= 1));
        prop_assert_eq!(given_up, 1);
    }
}
