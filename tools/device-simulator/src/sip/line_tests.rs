use super::*;

fn event(kind: &str, direction: &str, param: &str) -> Event {
    Event { kind: kind.into(), direction: direction.into(), peer: "sip:100@p7.sip.test".into(), param: param.into() }
}

fn apply(state: &mut LineState, events: &[(&str, &str)]) -> Vec<Happening> {
    events.iter().filter_map(|(kind, param)| state.apply(&event(kind, "outgoing", param))).collect()
}

#[test]
fn a_registration_that_fails_after_a_success_is_lost() {
    let mut state = LineState::default();
    assert_eq!(apply(&mut state, &[("REGISTER_FAIL", "403 Forbidden"), ("REGISTER_OK", "")]), []);
    assert_eq!(state.registration, Registration::Registered);
    assert_eq!(apply(&mut state, &[("REGISTER_FAIL", "Timeout"), ("REGISTER_FAIL", "Timeout")]), [Happening::LostRegistration]);
    assert_eq!(state.reason.as_deref(), Some("Timeout"));
}

#[test]
fn a_call_that_ends_unanswered_is_missed() {
    let mut state = LineState::default();
    assert_eq!(state.begin("100", false), Happening::Calls("100".into()));
    assert_eq!(apply(&mut state, &[("CALL_RINGING", ""), ("CALL_CLOSED", "486 Busy Here")]), [Happening::Missed("100".into())]);
    let last = state.last.unwrap();
    assert_eq!((last.answered, last.reason.as_str()), (false, "486 Busy Here"));
}

#[test]
fn a_call_that_was_answered_is_not_missed() {
    let mut state = LineState::default();
    state.begin("100", true);
    assert_eq!(apply(&mut state, &[("CALL_ESTABLISHED", ""), ("CALL_CLOSED", "")]), []);
    let last = state.last.unwrap();
    assert!(last.answered && last.sos);
}

#[test]
fn an_automatically_answered_call_is_reported_once() {
    let mut state = LineState::default();
    assert_eq!(apply(&mut state, &[("CALL_ESTABLISHED", "")]), [Happening::IsCalled("100".into())]);
    assert_eq!(state.call().unwrap().direction, Direction::Incoming);
    let mut state = LineState::default();
    assert_eq!(apply(&mut state, &[("CALL_INCOMING", ""), ("CALL_ESTABLISHED", "")]), [Happening::IsCalled("100".into())]);
}

#[test]
fn the_hash_opens_the_door_once_a_call_stands() {
    let mut state = LineState::default();
    assert_eq!(apply(&mut state, &[("CALL_DTMF_START", "#")]), [], "no call");
    state.begin("100", false);
    assert_eq!(apply(&mut state, &[("CALL_DTMF_START", "#")]), [], "nobody has answered");
    let pressed = [("CALL_ESTABLISHED", ""), ("CALL_DTMF_START", "5"), ("CALL_DTMF_START", "#"), ("CALL_DTMF_END", "")];
    assert_eq!(apply(&mut state, &pressed), [Happening::OpensDoor("100".into())]);
}

#[tokio::test]
async fn a_command_without_a_telephone_is_refused_with_a_reason() {
    let line = Line::default();
    line.state().set(Registration::Waiting, None);
    let refused = line.order(Order::HangUp).await.unwrap_err();
    assert_eq!(refused.to_string(), "the device has no telephone: all are taken by other devices");
}

#[test]
fn without_telephones_the_registration_state_is_unknown() {
    let line = Line::default();
    assert_eq!(line.is_registered(), None);
    line.attach();
    assert_eq!(line.is_registered(), Some(false));
    line.state().set(Registration::Registered, None);
    assert_eq!(line.is_registered(), Some(true));
}
