//! The sessions of a call's legs (RFC 4028): each is refreshed in time, by us where its phone does not say that it does,
//! and a leg whose phone is gone ends.
use super::*;
use crate::domain::session_timer::{Session as Terms, Timer, TimerAction, TooShort};
use crate::media::Side;
use crate::signalling::event::RefreshResult;
use crate::signalling::timer_headers;
use rsipstack::sip::{Headers, StatusCodeKind};

/// After a restart all calls are refreshed, and not in one moment.
const SPREAD: u64 = 30;

impl Actor {
    /// What a leg's INVITE agrees to; one that asks for too short a session was refused before.
    pub(super) fn agreed(&self, dialog: &InviteDialog) -> Terms {
        let (headers, policy) = (timer_headers::parse(&dialog.initial_request().headers), self.board.config.session);
        Terms::negotiate(headers, policy, None).unwrap_or(Terms::offer(policy))
    }

    /// What a request within the call agrees to.
    pub(super) fn agreed_again(&self, side: Side, headers: &Headers) -> Result<Terms, TooShort> {
        Terms::negotiate(timer_headers::parse(headers), self.board.config.session, self.terms(side))
    }

    pub(super) fn terms(&self, side: Side) -> Option<Terms> {
        match side {
            Side::Caller => self.caller_timer.as_ref().map(Timer::session),
            Side::Operator => self.operator.as_ref().and_then(|operator| operator.timer.as_ref()).map(Timer::session),
        }
    }

    /// The leg has sent or answered a request: its session goes on by these terms.
    pub(super) fn refresh_until(&mut self, side: Side, terms: Terms) {
        if let Some(timer) = self.timer(side) {
            *timer = Some(Timer::new(terms, Instant::now()));
        }
    }

    pub(super) fn next_refresh(&self) -> Option<Instant> {
        let operator = self.operator.as_ref().and_then(|operator| operator.timer.as_ref());
        [self.caller_timer.as_ref(), operator].into_iter().flatten().filter_map(Timer::next).min()
    }

    pub(super) async fn check_session_timers(&mut self) {
        for side in [Side::Caller, Side::Operator] {
            let due = self.timer(side).and_then(|timer| timer.as_mut()?.due(Instant::now()));
            match due {
                Some(TimerAction::Refresh) => self.refresh(side),
                Some(TimerAction::Over) => self.lost(side).await,
                None => {}
            }
        }
    }

    /// `leg`: the operator's; None is the caller.
    pub(super) async fn on_refreshed(&mut self, leg: Option<LegId>, result: RefreshResult) {
        let side = match leg {
            None => Side::Caller,
            Some(leg) if self.operator.as_ref().is_some_and(|operator| operator.leg == leg) => Side::Operator,
            Some(_) => return,
        };
        let Some(before) = self.terms(side) else { return };
        match result {
            RefreshResult::Agreed(headers) => {
                let terms = before.accepted(headers);
                self.refresh_until(side, terms);
                if terms != before {
                    self.save(None).await;
                }
            }
            RefreshResult::Gone => self.lost(side).await,
            RefreshResult::TooShort(least) => self.try_again(side, before.lengthened(least)),
            RefreshResult::UpdateNotSupported => self.try_again(side, Terms { by_update: false, ..before }),
            RefreshResult::Refused => self.try_again(side, before),
        }
    }

    fn try_again(&mut self, side: Side, terms: Terms) {
        if let Some(Some(timer)) = self.timer(side) {
            timer.refused(terms, Instant::now());
        }
    }

    fn timer(&mut self, side: Side) -> Option<&mut Option<Timer>> {
        match side {
            Side::Caller => Some(&mut self.caller_timer),
            Side::Operator => self.operator.as_mut().map(|operator| &mut operator.timer),
        }
    }

    fn refresh(&self, side: Side) {
        let (leg, dialog) = match (side, &self.operator) {
            (Side::Caller, _) => (None, self.caller.clone()),
            (Side::Operator, Some(operator)) => (Some(operator.leg), operator.dialog.clone()),
            (Side::Operator, None) => return,
        };
        let Some(terms) = self.terms(side) else { return };
        let last_sdp = self.media.last_sdp(side).unwrap_or_default().to_string();
        let (headers, inbox) = (timer_headers::for_request(terms, self.board.config.session), self.to_self.clone());
        tokio::spawn(async move {
            let answer = if terms.by_update {
                dialog.update(Some(headers), None).await
            } else {
                let headers = [headers, message::sdp_headers().unwrap_or_default()].concat();
                dialog.reinvite(Some(headers), Some(last_sdp.into_bytes())).await
            };
            let _over_already = inbox.send(Event::Refreshed { leg, result: read(answer) }).await;
        });
    }

    async fn lost(&mut self, side: Side) {
        tracing::info!(call = self.id, ?side, "a phone is gone");
        self.handle(if side == Side::Caller { CallInput::CallerLost } else { CallInput::OperatorLost }).await;
    }
}

/// The timer of a leg of the process before; how soon it is refreshed differs from call to call.
pub fn restored(call: &str, terms: Option<Terms>, board: &Switchboard) -> Timer {
    let spread = call.bytes().fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % SPREAD;
    Timer::restored(terms.unwrap_or(Terms::offer(board.config.session)), Instant::now(), Duration::from_secs(spread))
}

fn read(answer: rsipstack::Result<Option<rsipstack::sip::Response>>) -> RefreshResult {
    let Ok(Some(response)) = answer else { return RefreshResult::Gone };
    let headers = timer_headers::parse(&response.headers);
    match response.status_code.code() {
        _ if response.status_code.kind() == StatusCodeKind::Successful => RefreshResult::Agreed(headers),
        408 | 481 => RefreshResult::Gone,
        timer_headers::INTERVAL_TOO_SMALL => RefreshResult::TooShort(headers.shortest.unwrap_or_default()),
        405 | 501 => RefreshResult::UpdateNotSupported,
        _ => RefreshResult::Refused,
    }
}
