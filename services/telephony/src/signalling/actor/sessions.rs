//! The sessions of a call's legs (RFC 4028): each is refreshed in time, by us where its phone does not say that it does,
//! and a leg whose phone is gone ends.
use super::*;
use crate::domain::session_timer::{Due, Said, Session as Terms, Timer, TooShort};
use crate::media::Side;
use crate::signalling::session;
use rsipstack::sip::{Headers, StatusCodeKind};

/// After a restart all calls are refreshed, and not in one moment.
const SPREAD: u64 = 30;

/// What became of a refresh of ours.
pub enum Refreshed {
    Agreed(Said),
    /// The phone does not know the call any more, or says nothing.
    Gone,
    /// In seconds, what somebody on the way wants at least.
    TooShort(u32),
    NoUpdate,
    /// Not now.
    Refused,
}

impl Actor {
    /// What a leg's INVITE agrees to; one that asks for too short a session was refused before.
    pub(super) fn agreed(&self, dialog: &InviteDialog) -> Terms {
        let (said, policy) = (session::said(&dialog.initial_request().headers), self.board.config.session);
        Terms::of_request(said, policy, None).unwrap_or(Terms::asked(policy))
    }

    /// What a request within the call agrees to.
    pub(super) fn agreed_again(&self, side: Side, headers: &Headers) -> Result<Terms, TooShort> {
        Terms::of_request(session::said(headers), self.board.config.session, self.terms(side))
    }

    pub(super) fn terms(&self, side: Side) -> Option<Terms> {
        match side {
            Side::Caller => self.caller_timer.as_ref().map(Timer::session),
            Side::Operator => self.operator.as_ref().and_then(|operator| operator.timer.as_ref()).map(Timer::session),
        }
    }

    /// The leg was heard of, and goes on by these terms.
    pub(super) fn refresh_until(&mut self, side: Side, terms: Terms) {
        if let Some(timer) = self.timer(side) {
            *timer = Some(Timer::new(terms, Instant::now()));
        }
    }

    pub(super) fn next_refresh(&self) -> Option<Instant> {
        let operator = self.operator.as_ref().and_then(|operator| operator.timer.as_ref());
        [self.caller_timer.as_ref(), operator].into_iter().flatten().filter_map(Timer::next).min()
    }

    pub(super) async fn look_at_sessions(&mut self) {
        for side in [Side::Caller, Side::Operator] {
            let due = self.timer(side).and_then(|timer| timer.as_mut()?.due(Instant::now()));
            match due {
                Some(Due::Refresh) => self.refresh(side),
                Some(Due::Over) => self.lost(side).await,
                None => {}
            }
        }
    }

    /// `leg`: the operator's; None is the caller.
    pub(super) async fn refreshed(&mut self, leg: Option<LegId>, refreshed: Refreshed) {
        let side = match leg {
            None => Side::Caller,
            Some(leg) if self.operator.as_ref().is_some_and(|operator| operator.leg == leg) => Side::Operator,
            Some(_) => return,
        };
        let Some(before) = self.terms(side) else { return };
        match refreshed {
            Refreshed::Agreed(said) => {
                let terms = before.answered(said);
                self.refresh_until(side, terms);
                if terms != before {
                    self.note(None).await;
                }
            }
            Refreshed::Gone => self.lost(side).await,
            Refreshed::TooShort(least) => self.try_again(side, before.lengthened(least)),
            Refreshed::NoUpdate => self.try_again(side, Terms { by_update: false, ..before }),
            Refreshed::Refused => self.try_again(side, before),
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
        let told = self.media.told(side).unwrap_or_default().to_string();
        let (headers, inbox) = (session::of_request(terms, self.board.config.session), self.to_self.clone());
        tokio::spawn(async move {
            let answer = if terms.by_update {
                dialog.update(Some(headers), None).await
            } else {
                let headers = [headers, message::of_sdp().unwrap_or_default()].concat();
                dialog.reinvite(Some(headers), Some(told.into_bytes())).await
            };
            let _over_already = inbox.send(Event::Refreshed { leg, refreshed: read(answer) }).await;
        });
    }

    async fn lost(&mut self, side: Side) {
        tracing::info!(call = self.id, ?side, "a phone is gone");
        self.happen(if side == Side::Caller { Input::CallerLost } else { Input::OperatorLost }).await;
    }
}

/// The timer of a leg of the process before; how soon it is refreshed differs from call to call.
pub fn restored(call: &str, terms: Option<Terms>, board: &Switchboard) -> Timer {
    let spread = call.bytes().fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % SPREAD;
    Timer::restored(terms.unwrap_or(Terms::asked(board.config.session)), Instant::now(), Duration::from_secs(spread))
}

fn read(answer: rsipstack::Result<Option<rsipstack::sip::Response>>) -> Refreshed {
    let Ok(Some(response)) = answer else { return Refreshed::Gone };
    let said = session::said(&response.headers);
    match response.status_code.code() {
        _ if response.status_code.kind() == StatusCodeKind::Successful => Refreshed::Agreed(said),
        408 | 481 => Refreshed::Gone,
        session::TOO_SHORT => Refreshed::TooShort(said.shortest.unwrap_or_default()),
        405 | 501 => Refreshed::NoUpdate,
        _ => Refreshed::Refused,
    }
}
