use super::*;
use proptest::prelude::*;

fn after(kind: Kind, inputs: &[Input]) -> Speech {
    let mut speech = Speech::new(kind);
    for input in inputs {
        speech.apply(input.clone());
    }
    speech
}

fn answered() -> Input {
    Input::Answered("101".into())
}

#[test]
fn the_first_phone_that_answers_is_bridged_and_the_others_stop() {
    for kind in [Kind::Normal, Kind::Awaiting] {
        let mut speech = after(kind, &[Input::Rung]);
        assert_eq!(speech.status, Status::Calling);
        assert_eq!(speech.apply(answered()), Some(vec![Effect::StopRinging, Effect::Bridge]));
        assert_eq!((speech.status, speech.answered_by.as_deref()), (Status::Answered, Some("101")));
        assert_eq!(speech.apply(Input::Answered("102".into())), None);
    }
}

#[test]
fn a_normal_call_ends_when_its_operator_hangs_up() {
    let mut speech = after(Kind::Normal, &[Input::Rung, answered()]);
    let effects = speech.apply(Input::OperatorHungUp).unwrap();
    assert_eq!(effects, [Effect::EndCaller(Outcome::Answered), Effect::Record(Outcome::Answered)]);
    assert_eq!(speech.status, Status::Destroyed);
}

#[test]
fn an_awaiting_call_is_held_when_its_operator_hangs_up_and_goes_on_when_that_one_comes_back() {
    let mut speech = after(Kind::Awaiting, &[Input::Rung, answered()]);
    assert_eq!(speech.apply(Input::OperatorHungUp), Some(vec![Effect::Hold]));
    assert_eq!((speech.status, speech.answered_by.as_deref()), (Status::AnsweredWaiting, Some("101")));
    assert_eq!(speech.apply(Input::Joined("101".into())), Some(vec![Effect::Bridge]));
    assert_eq!(speech.status, Status::Answered);
}

#[test]
fn who_put_a_call_on_hold_alone_may_resume_it() {
    let candidates = ["101".to_string(), "102".to_string()];
    let held = after(Kind::Awaiting, &[Input::Rung, answered(), Input::OperatorHungUp]);
    assert_eq!(held.may_join("101", &candidates), Ok(()));
    assert_eq!(held.may_join("102", &candidates), Err(Refused::Taken));
    assert_eq!(held.may_join("666", &candidates), Err(Refused::Stranger));
}

#[test]
fn a_call_that_waits_may_be_taken_by_whom_it_was_for() {
    let candidates = ["101".to_string(), "102".to_string()];
    let waiting = after(Kind::Awaiting, &[Input::Rung, Input::NobodyInTime(Outcome::NoAnswer)]);
    assert_eq!(waiting.status, Status::Waiting);
    assert_eq!(waiting.may_join("102", &candidates), Ok(()));
    assert_eq!(waiting.may_join("666", &candidates), Err(Refused::Stranger));
}

#[test]
fn a_call_that_somebody_speaks_on_is_not_joined() {
    let candidates = ["101".to_string(), "102".to_string()];
    let talking = after(Kind::Awaiting, &[Input::Rung, answered()]);
    assert_eq!(talking.may_join("101", &candidates), Err(Refused::Taken));
    assert_eq!(talking.may_join("102", &candidates), Err(Refused::Taken));
    assert_eq!(after(Kind::Normal, &[Input::Rung]).may_join("101", &candidates), Err(Refused::Closed));
    assert_eq!(after(Kind::Awaiting, &[Input::CallerHungUp]).may_join("101", &candidates), Err(Refused::Closed));
}

#[test]
fn a_normal_call_that_nobody_takes_ends_with_what_the_phones_said() {
    let mut speech = after(Kind::Normal, &[Input::Rung]);
    let effects = speech.apply(Input::NobodyInTime(Outcome::Busy)).unwrap();
    assert!(effects.contains(&Effect::EndCaller(Outcome::Busy)) && effects.contains(&Effect::Record(Outcome::Busy)));
}

#[test]
fn a_caller_that_hangs_up_before_an_answer_cancels() {
    for kind in [Kind::Normal, Kind::Awaiting] {
        let mut speech = after(kind, &[Input::Rung]);
        let effects = speech.apply(Input::CallerHungUp).unwrap();
        assert_eq!(effects, [Effect::StopRinging, Effect::EndOperator, Effect::Record(Outcome::Cancel)]);
    }
}

#[test]
fn a_caller_that_waited_in_vain_was_not_answered() {
    let mut speech = after(Kind::Awaiting, &[Input::Rung, Input::NobodyInTime(Outcome::NoAnswer)]);
    assert!(speech.apply(Input::CallerHungUp).unwrap().contains(&Effect::Record(Outcome::NoAnswer)));
}

#[test]
fn a_call_that_is_stopped_ends_for_everybody() {
    let mut speech = after(Kind::Awaiting, &[Input::Rung, answered()]);
    let effects = speech.apply(Input::Stopped).unwrap();
    assert!(effects.contains(&Effect::EndOperator) && effects.contains(&Effect::EndCaller(Outcome::Answered)));
    assert_eq!(effects.last(), Some(&Effect::Record(Outcome::Answered)));
}

#[test]
fn whose_phone_is_gone_is_hung_up_on_all_the_same() {
    let mut normal = after(Kind::Normal, &[Input::Rung, answered()]);
    let all = [Effect::StopRinging, Effect::EndOperator, Effect::EndCaller(Outcome::Answered), Effect::Record(Outcome::Answered)];
    assert_eq!(normal.clone().apply(Input::CallerLost).unwrap(), all);
    assert_eq!(normal.apply(Input::OperatorLost).unwrap(), all);
    let mut awaiting = after(Kind::Awaiting, &[Input::Rung, answered()]);
    assert_eq!(awaiting.apply(Input::OperatorLost).unwrap(), [Effect::EndOperator, Effect::Hold]);
    assert_eq!(awaiting.status, Status::AnsweredWaiting);
}

fn any_input() -> impl Strategy<Value = Input> {
    let number = prop_oneof![Just("101".to_string()), Just("102".to_string())];
    prop_oneof![
        Just(Input::Rung),
        number.clone().prop_map(Input::Answered),
        Just(Input::OperatorHungUp),
        Just(Input::OperatorLost),
        Just(Input::CallerLost),
        number.prop_map(Input::Joined),
        Just(Input::NobodyInTime(Outcome::Busy)),
        Just(Input::CallerHungUp),
        Just(Input::Stopped),
        Just(Input::Failed),
        Just(Input::TalkTimeUp),
    ]
}

proptest! {
    #[test]
    fn whatever_happens_a_call_is_recorded_once_and_never_comes_back(
        awaiting: bool, inputs in prop::collection::vec(any_input(), 0..20)
    ) {
        let mut speech = Speech::new(if awaiting { Kind::Awaiting } else { Kind::Normal });
        let (mut records, mut bridged) = (0, false);
        for input in inputs {
            let was_over = speech.status == Status::Destroyed;
            let effects = speech.apply(input);
            prop_assert!(!(was_over && effects.is_some()));
            for effect in effects.unwrap_or_default() {
                match effect {
                    Effect::Record(outcome) => {
                        records += 1;
                        prop_assert_eq!(outcome == Outcome::Answered, speech.was_answered);
                    }
                    Effect::Bridge => { prop_assert!(!bridged, "two operators at once"); bridged = true; }
                    Effect::Hold => bridged = false,
                    _ => {}
                }
            }
            let has_operator = matches!(speech.status, Status::Answered | Status::AnsweredWaiting);
            prop_assert_eq!(speech.answered_by.is_some(), has_operator);
            prop_assert!(awaiting || !matches!(speech.status, Status::Waiting | Status::AnsweredWaiting));
            prop_assert_eq!(records, usize::from(speech.status == Status::Destroyed));
        }
    }
}
