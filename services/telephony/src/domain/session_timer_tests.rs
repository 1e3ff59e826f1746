use super::*;

const POLICY: Policy = Policy { expires: 1800, shortest: 90 };

fn headers(expires: u32, refresher: Option<End>) -> TimerHeaders {
    TimerHeaders { expires: Some(expires), refresher, supports_timers: true, ..TimerHeaders::default() }
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn we_refresh_unless_the_peer_says_that_it_does() {
    let of = |headers| Session::negotiate(headers, POLICY, None).unwrap().refresher;
    assert_eq!(of(TimerHeaders::default()), Refresher::Us);
    assert_eq!(of(headers(600, None)), Refresher::Us);
    assert_eq!(of(headers(600, Some(End::Server))), Refresher::Us);
    assert_eq!(of(headers(600, Some(End::Client))), Refresher::Peer);
    assert_eq!(of(TimerHeaders { supports_timers: false, ..headers(600, Some(End::Client)) }), Refresher::Us);
    let answered = |headers| Session::offer(POLICY).accepted(headers).refresher;
    assert_eq!(answered(TimerHeaders::default()), Refresher::Us);
    assert_eq!(answered(headers(1800, Some(End::Client))), Refresher::Us);
    assert_eq!(answered(headers(1800, Some(End::Server))), Refresher::Peer);
}

#[test]
fn the_shorter_time_holds_and_never_one_below_what_the_peer_allows() {
    let of = |headers| Session::negotiate(headers, POLICY, None).unwrap().expires;
    assert_eq!(of(TimerHeaders::default()), 1800);
    assert_eq!(of(headers(600, None)), 600);
    assert_eq!(of(headers(7200, None)), 1800);
    assert_eq!(of(TimerHeaders { shortest: Some(3600), ..headers(7200, None) }), 3600);
    assert_eq!(Session::offer(POLICY).accepted(headers(600, None)).expires, 600);
    assert_eq!(Session::offer(POLICY).accepted(headers(7200, None)).expires, 1800);
    assert_eq!(Session::offer(POLICY).accepted(headers(0, None)).expires, 1800);
    assert_eq!(Session::offer(POLICY).lengthened(3600).expires, 3600);
    assert_eq!(Session::offer(POLICY).lengthened(90).expires, 1800);
    let again = |shortest| Session::offer(POLICY).offer_again(shortest).map(|session| session.expires);
    assert_eq!([90, 1800, 1801, LONGEST, LONGEST + 1].map(again), [None, None, Some(1801), Some(LONGEST), None]);
}

#[test]
fn a_session_that_is_too_short_is_refused_to_those_who_understand_that() {
    assert_eq!(Session::negotiate(headers(89, None), POLICY, None), Err(TooShort));
    assert_eq!(Session::negotiate(headers(90, None), POLICY, None).unwrap().expires, 90);
    assert_eq!(Session::negotiate(TimerHeaders { supports_timers: false, ..headers(60, None) }, POLICY, None).unwrap().expires, 90);
}

#[test]
fn what_a_peer_once_said_of_update_holds_until_it_says_something_else() {
    let before = Session { by_update: true, ..Session::offer(POLICY) };
    let of = |allows_update| Session::negotiate(TimerHeaders { allows_update, ..TimerHeaders::default() }, POLICY, Some(before)).unwrap().by_update;
    assert!(of(None));
    assert!(!of(Some(false)));
    assert!(before.accepted(TimerHeaders::default()).by_update);
    assert!(!Session::offer(POLICY).accepted(TimerHeaders::default()).by_update);
}

#[test]
fn we_refresh_after_half_the_time_and_once_until_it_is_answered() {
    let now = Instant::now();
    let mut timer = Timer::new(Session::offer(POLICY), now);
    assert_eq!(timer.next(), Some(now + seconds(900)));
    assert_eq!(timer.due(now + seconds(899)), None);
    assert_eq!(timer.due(now + seconds(900)), Some(TimerAction::Refresh));
    assert_eq!((timer.next(), timer.due(now + seconds(901))), (None, None));
}

#[test]
fn a_refresh_that_is_refused_is_tried_again_until_the_session_is_over() {
    let now = Instant::now();
    let mut timer = Timer::new(Session::offer(POLICY), now);
    let mut tries = 0;
    let mut at = now;
    loop {
        at = timer.next().unwrap().max(at);
        match timer.due(at) {
            Some(TimerAction::Refresh) => timer.refused(timer.session(), at),
            Some(TimerAction::Over) => break,
            None => panic!("nothing is due when something should be"),
        }
        tries += 1;
    }
    assert_eq!((tries, at), (4, now + seconds(1768)));
}

#[test]
fn a_leg_that_is_looked_at_too_late_is_asked_before_it_is_given_up() {
    let now = Instant::now();
    let mut timer = Timer::new(Session::offer(POLICY), now);
    assert_eq!(timer.due(now + seconds(4000)), Some(TimerAction::Refresh));
    timer.refused(timer.session(), now + seconds(4001));
    assert_eq!(timer.due(now + seconds(4001)), Some(TimerAction::Over));
}

#[test]
fn a_peer_that_does_not_refresh_as_it_said_has_gone() {
    let now = Instant::now();
    let session = Session { refresher: Refresher::Peer, ..Session::offer(Policy { expires: 90, ..POLICY }) };
    let mut timer = Timer::new(session, now);
    assert_eq!(timer.due(now + seconds(59)), None);
    assert_eq!(timer.due(now + seconds(60)), Some(TimerAction::Over));
}

#[test]
fn after_a_restart_we_refresh_soon_and_the_peer_has_its_whole_time() {
    let now = Instant::now();
    let ours = Session::offer(POLICY);
    assert_eq!(Timer::restored(ours, now, seconds(7)).next(), Some(now + seconds(7)));
    let peers = Session { refresher: Refresher::Peer, ..ours };
    assert_eq!(Timer::restored(peers, now, seconds(7)).next(), Some(now + seconds(1768)));
}
