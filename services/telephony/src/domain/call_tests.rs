use super::*;
use proptest::prelude::*;

fn after(kind: Kind, inputs: &[CallInput]) -> Call {
    let mut call = Call::new(kind);
    for input in inputs {
        call.apply(input.clone());
    }
    call
}

fn answered() -> CallInput {
    CallInput::Answered("101".into())
}

#[test]
fn the_first_phone_that_answers_is_bridged_and_the_others_stop() {
    for kind in [Kind::Normal, Kind::Awaiting] {
        let mut call = after(kind, &[CallInput::Rung]);
        assert_eq!(call.status, CallStatus::Calling);
        assert_eq!(call.apply(answered()), Some(vec![CallEffect::StopRinging, CallEffect::Bridge]));
        assert_eq!((call.status, call.answered_by.as_deref()), (CallStatus::Answered, Some("101")));
        assert_eq!(call.apply(CallInput::Answered("102".into())), None);
    }
}

#[test]
fn a_normal_call_ends_when_its_operator_hangs_up() {
    let mut call = after(Kind::Normal, &[CallInput::Rung, answered()]);
    let effects = call.apply(CallInput::OperatorHungUp).unwrap();
    assert_eq!(effects, [CallEffect::EndCaller(Outcome::Answered), CallEffect::Record(Outcome::Answered)]);
    assert_eq!(call.status, CallStatus::Destroyed);
}

#[test]
fn an_awaiting_call_is_held_when_its_operator_hangs_up_and_goes_on_when_that_one_comes_back() {
    let mut call = after(Kind::Awaiting, &[CallInput::Rung, answered()]);
    assert_eq!(call.apply(CallInput::OperatorHungUp), Some(vec![CallEffect::Hold]));
    assert_eq!((call.status, call.answered_by.as_deref()), (CallStatus::AnsweredWaiting, Some("101")));
    assert_eq!(call.apply(CallInput::Joined("101".into())), Some(vec![CallEffect::Bridge]));
    assert_eq!(call.status, CallStatus::Answered);
}

#[test]
fn who_put_a_call_on_hold_alone_may_resume_it() {
    let candidates = ["101".to_string(), "102".to_string()];
    let held = after(Kind::Awaiting, &[CallInput::Rung, answered(), CallInput::OperatorHungUp]);
    assert_eq!(held.may_join("101", &candidates), Ok(()));
    assert_eq!(held.may_join("102", &candidates), Err(JoinRefusal::Taken));
    assert_eq!(held.may_join("666", &candidates), Err(JoinRefusal::Stranger));
}

#[test]
fn a_call_that_waits_may_be_taken_by_whom_it_was_for() {
    let candidates = ["101".to_string(), "102".to_string()];
    let waiting = after(Kind::Awaiting, &[CallInput::Rung, CallInput::NobodyInTime(Outcome::NoAnswer)]);
    assert_eq!(waiting.status, CallStatus::Waiting);
    assert_eq!(waiting.may_join("102", &candidates), Ok(()));
    assert_eq!(waiting.may_join("666", &candidates), Err(JoinRefusal::Stranger));
}

#[test]
fn a_call_that_somebody_speaks_on_is_not_joined() {
    let candidates = ["101".to_string(), "102".to_string()];
    let talking = after(Kind::Awaiting, &[CallInput::Rung, answered()]);
    assert_eq!(talking.may_join("101", &candidates), Err(JoinRefusal::Taken));
    assert_eq!(talking.may_join("102", &candidates), Err(JoinRefusal::Taken));
    assert_eq!(after(Kind::Normal, &[CallInput::Rung]).may_join("101", &candidates), Err(JoinRefusal::Closed));
    assert_eq!(after(Kind::Awaiting, &[CallInput::CallerHungUp]).may_join("101", &candidates), Err(JoinRefusal::Closed));
}

#[test]
fn a_normal_call_that_nobody_takes_ends_with_what_the_phones_said() {
    let mut call = after(Kind::Normal, &[CallInput::Rung]);
    let effects = call.apply(CallInput::NobodyInTime(Outcome::Busy)).unwrap();
    assert!(effects.contains(&CallEffect::EndCaller(Outcome::Busy)) && effects.contains(&CallEffect::Record(Outcome::Busy)));
}

#[test]
fn a_caller_that_hangs_up_before_an_answer_cancels() {
    for kind in [Kind::Normal, Kind::Awaiting] {
        let mut call = after(kind, &[CallInput::Rung]);
        let effects = call.apply(CallInput::CallerHungUp).unwrap();
        assert_eq!(effects, [CallEffect::StopRinging, CallEffect::EndOperator, CallEffect::Record(Outcome::Cancel)]);
    }
}

#[test]
fn a_caller_that_waited_in_vain_was_not_answered() {
    let mut call = after(Kind::Awaiting, &[CallInput::Rung, CallInput::NobodyInTime(Outcome::NoAnswer)]);
    assert!(call.apply(CallInput::CallerHungUp).unwrap().contains(&CallEffect::Record(Outcome::NoAnswer)));
}

#[test]
fn a_call_that_is_stopped_ends_for_everybody() {
    let mut call = after(Kind::Awaiting, &[CallInput::Rung, answered()]);
    let effects = call.apply(CallInput::Stopped).unwrap();
    assert!(effects.contains(&CallEffect::EndOperator) && effects.contains(&CallEffect::EndCaller(Outcome::Answered)));
    assert_eq!(effects.last(), Some(&CallEffect::Record(Outcome::Answered)));
}

#[test]
fn whose_phone_is_gone_is_hung_up_on_all_the_same() {
    let mut normal = after(Kind::Normal, &[CallInput::Rung, answered()]);
    let all = [CallEffect::StopRinging, CallEffect::EndOperator, CallEffect::EndCaller(Outcome::Answered), CallEffect::Record(Outcome::Answered)];
    assert_eq!(normal.clone().apply(CallInput::CallerLost).unwrap(), all);
    assert_eq!(normal.apply(CallInput::OperatorLost).unwrap(), all);
    let mut awaiting = after(Kind::Awaiting, &[CallInput::Rung, answered()]);
    assert_eq!(awaiting.apply(CallInput::OperatorLost).unwrap(), [CallEffect::EndOperator, CallEffect::Hold]);
    assert_eq!(awaiting.status, CallStatus::AnsweredWaiting);
}

fn any_input() -> impl Strategy<Value = CallInput> {
    let number = prop_oneof![Just("101".to_string()), Just("102".to_string())];
    prop_oneof![
        Just(CallInput::Rung),
        number.clone().prop_map(CallInput::Answered),
        Just(CallInput::OperatorHungUp),
        Just(CallInput::OperatorLost),
        Just(CallInput::CallerLost),
        number.prop_map(CallInput::Joined),
        Just(CallInput::NobodyInTime(Outcome::Busy)),
        Just(CallInput::CallerHungUp),
        Just(CallInput::Stopped),
        Just(CallInput::Failed),
        Just(CallInput::TalkTimeUp),
    ]
}

proptest! {
    #[test]
    fn whatever_happens_a_call_is_recorded_once_and_never_comes_back(
        awaiting: bool, inputs in prop::collection::vec(any_input(), 0..20)
    ) {
        let mut call = Call::new(if awaiting { Kind::Awaiting } else { Kind::Normal });
        let (mut records, mut bridged) = (0, false);
        for input in inputs {
            let was_over = call.status == CallStatus::Destroyed;
            let effects = call.apply(input);
            prop_assert!(!(was_over && effects.is_some()));
            for effect in effects.unwrap_or_default() {
                match effect {
                    CallEffect::Record(outcome) => {
                        records += 1;
                        prop_assert_eq!(outcome == Outcome::Answered, call.was_answered);
                    }
                    CallEffect::Bridge => { prop_assert!(!bridged, "two operators at once"); bridged = true; }
                    CallEffect::Hold => bridged = false,
                    _ => {}
                }
            }
            let has_operator = matches!(call.status, CallStatus::Answered | CallStatus::AnsweredWaiting);
            prop_assert_eq!(call.answered_by.is_some(), has_operator);
            prop_assert!(awaiting || !matches!(call.status, CallStatus::Waiting | CallStatus::AnsweredWaiting));
            prop_assert_eq!(records, usize::from(call.status == CallStatus::Destroyed));
        }
    }
}
