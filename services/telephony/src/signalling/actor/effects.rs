//! What a call does.
use super::*;
use crate::domain::call::CallEffect;
use crate::media::NgError;
use crate::signalling::timer_headers;
use crate::store::call_history::CallRecord;

pub enum EffectOutcome {
    Applied,
    /// The call is over; for the history.
    CallEnded(Box<CallRecord>),
    Failed,
}

impl Actor {
    pub(super) async fn carry_out(&mut self, effect: CallEffect) -> EffectOutcome {
        match effect {
            CallEffect::SendRinging => {
                let _gone_already = self.caller.ringing(None, None);
                EffectOutcome::Applied
            }
            CallEffect::StopRinging => {
                self.phones.stop_all(&self.board.sip);
                EffectOutcome::Applied
            }
            CallEffect::Bridge => self.applied(Self::bridge).await,
            CallEffect::Hold => self.applied(Self::hold).await,
            CallEffect::EndOperator => {
                self.end_operator();
                EffectOutcome::Applied
            }
            CallEffect::EndCaller(outcome) => {
                self.end_caller(outcome);
                EffectOutcome::Applied
            }
            CallEffect::Record(outcome) => {
                self.board.counters.calls.get_or_create(&outcome.into()).inc();
                EffectOutcome::CallEnded(Box::new(self.history_record(outcome)))
            }
        }
    }

    async fn applied(&mut self, effect: impl AsyncFnOnce(&mut Self) -> Result<(), EffectError>) -> EffectOutcome {
        match effect(self).await {
            Ok(()) => EffectOutcome::Applied,
            Err(error) => {
                tracing::warn!(call = self.id, %error, "a call breaks down");
                EffectOutcome::Failed
            }
        }
    }

    /// Answers the caller and plays to it; false: it cannot be.
    pub(super) async fn queue_caller(&mut self) -> bool {
        let sound = self.board.sound(QUEUE);
        let queued = async {
            let answer_sdp = self.media.queue(&sound).await?;
            self.answer_caller(answer_sdp)
        };
        match queued.await {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!(call = self.id, %error, "a caller cannot wait");
                false
            }
        }
    }

    async fn bridge(&mut self) -> Result<(), EffectError> {
        let Some(operator) = &mut self.operator else { return Err(EffectError::NoOperator) };
        let has_video = match std::mem::replace(&mut operator.joined_by, JoinedBy::Bridged { asks_for_video: false }) {
            JoinedBy::Answer { profile, sdp } => {
                let answer_sdp = self.media.answer(profile, &sdp).await?;
                if !self.caller_is_answered {
                    self.answer_caller(answer_sdp)?;
                }
                crate::media::sdp::has_video(&sdp)
            }
            JoinedBy::Invite { profile, offer } => {
                let answer_sdp = self.media.join(profile, &offer).await?;
                let asks_for_video = crate::media::sdp::has_video(&offer) && self.media.caller_has_video();
                operator.joined_by = JoinedBy::Bridged { asks_for_video };
                let dialog = operator.dialog.clone();
                self.accept(Side::Operator, &dialog, answer_sdp)?;
                asks_for_video
            }
            JoinedBy::Bridged { .. } => false,
        };
        self.answered_at.get_or_insert_with(|| self.board.context.clock.now());
        if has_video && self.media.caller_is_plain() {
            self.request_key_frames();
        }
        Ok(())
    }

    async fn hold(&mut self) -> Result<(), EffectError> {
        Ok(self.media.hold(&self.board.sound(HOLD)).await?)
    }

    fn answer_caller(&mut self, answer_sdp: String) -> Result<(), EffectError> {
        let caller = self.caller.clone();
        self.accept(Side::Caller, &caller, answer_sdp)?;
        self.caller_is_answered = true;
        Ok(())
    }

    /// Answers an INVITE; its session begins.
    fn accept(&mut self, side: Side, dialog: &InviteDialog, answer_sdp: String) -> Result<(), EffectError> {
        let terms = self.agreed(dialog);
        let headers = [message::sdp_headers().unwrap_or_default(), timer_headers::for_response(terms)].concat();
        dialog.accept(Some(headers), Some(answer_sdp.into_bytes()))?;
        self.refresh_until(side, terms);
        Ok(())
    }

    pub(super) fn end_operator(&mut self) {
        let Some(operator) = self.operator.take() else { return };
        match operator.joined_by {
            // Its INVITE is not answered yet.
            JoinedBy::Invite { .. } => {
                message::reject(&operator.dialog, StatusCode::ServerInternalError);
                self.board.sip.forget(&operator.dialog);
            }
            JoinedBy::Answer { .. } | JoinedBy::Bridged { .. } => self.board.sip.end(operator.dialog),
        }
    }

    fn end_caller(&mut self, outcome: Outcome) {
        if self.caller_is_answered {
            self.board.sip.end(self.caller.clone());
        } else {
            message::reject(&self.caller, StatusCode::from(outcome.code()));
        }
    }

    fn history_record(&self, outcome: Outcome) -> CallRecord {
        let lasted = self.answered_at.map_or(0, |answered| (self.board.context.clock.now() - answered).whole_seconds());
        CallRecord {
            call_id: self.id.clone(),
            project_id: self.route.project_id,
            created_at: self.created_at,
            outcome,
            kind: push::kind(self.route.kind),
            duration: lasted.clamp(0, i64::from(i32::MAX)) as i32,
            is_sos: self.route.is_sos,
            from: self.route.from.clone(),
            to: self.route.to.clone(),
            answered_by: self.answered.clone(),
        }
    }
}

impl From<rsipstack::Error> for EffectError {
    fn from(error: rsipstack::Error) -> Self {
        EffectError::Sip(Box::new(error))
    }
}

/// Why an effect could not be carried out.
#[derive(Debug, thiserror::Error)]
enum EffectError {
    #[error(transparent)]
    Media(#[from] NgError),
    #[error(transparent)]
    Sip(Box<rsipstack::Error>),
    #[error("there is no operator")]
    NoOperator,
}
