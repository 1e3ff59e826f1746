//! What a call does.
use super::*;
use crate::domain::speech::Effect;
use crate::media::NgError;
use crate::signalling::session;
use crate::store::call_record::Record;

pub enum Done {
    Yes,
    /// The call is over; for the history.
    Over(Box<Record>),
    Failed,
}

impl Actor {
    pub(super) async fn carry_out(&mut self, effect: Effect) -> Done {
        match effect {
            Effect::TellRinging => {
                let _gone_already = self.caller.ringing(None, None);
                Done::Yes
            }
            Effect::StopRinging => {
                self.phones.stop_all(&self.board.sip);
                Done::Yes
            }
            Effect::Bridge => self.done(Self::bridge).await,
            Effect::Hold => self.done(Self::hold).await,
            Effect::EndOperator => {
                self.end_operator();
                Done::Yes
            }
            Effect::EndCaller(outcome) => {
                self.end_caller(outcome);
                Done::Yes
            }
            Effect::Record(outcome) => {
                self.board.counters.calls.get_or_create(&outcome.into()).inc();
                Done::Over(Box::new(self.record(outcome)))
            }
        }
    }

    async fn done(&mut self, effect: impl AsyncFnOnce(&mut Self) -> Result<(), Broken>) -> Done {
        match effect(self).await {
            Ok(()) => Done::Yes,
            Err(error) => {
                tracing::warn!(call = self.id, %error, "a call breaks down");
                Done::Failed
            }
        }
    }

    /// Answers the caller and plays to it; false: it cannot be.
    pub(super) async fn queue_caller(&mut self) -> bool {
        let sound = self.board.sound(QUEUE);
        let queued = async {
            let told = self.media.queue(&sound).await?;
            self.answer_caller(told)
        };
        match queued.await {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!(call = self.id, %error, "a caller cannot wait");
                false
            }
        }
    }

    async fn bridge(&mut self) -> Result<(), Broken> {
        let Some(operator) = &mut self.operator else { return Err(Broken::NoOperator) };
        let has_video = match std::mem::replace(&mut operator.way, Way::Bridged { asks_for_video: false }) {
            Way::Rung { profile, sdp } => {
                let told = self.media.answer(profile, &sdp).await?;
                if !self.caller_is_answered {
                    self.answer_caller(told)?;
                }
                crate::media::sdp::has_video(&sdp)
            }
            Way::Came { profile, offer } => {
                let told = self.media.join(profile, &offer).await?;
                let asks_for_video = crate::media::sdp::has_video(&offer) && self.media.caller_has_video();
                operator.way = Way::Bridged { asks_for_video };
                let dialog = operator.dialog.clone();
                self.accept(Side::Operator, &dialog, told)?;
                asks_for_video
            }
            Way::Bridged { .. } => false,
        };
        self.answered_at.get_or_insert_with(|| self.board.context.clock.now());
        if has_video && self.media.caller_is_plain() {
            self.ask_for_pictures();
        }
        Ok(())
    }

    async fn hold(&mut self) -> Result<(), Broken> {
        Ok(self.media.hold(&self.board.sound(HOLD)).await?)
    }

    fn answer_caller(&mut self, told: String) -> Result<(), Broken> {
        let caller = self.caller.clone();
        self.accept(Side::Caller, &caller, told)?;
        self.caller_is_answered = true;
        Ok(())
    }

    /// Answers an INVITE; its session begins.
    fn accept(&mut self, side: Side, dialog: &InviteDialog, told: String) -> Result<(), Broken> {
        let terms = self.agreed(dialog);
        let headers = [message::of_sdp().unwrap_or_default(), session::of_response(terms)].concat();
        dialog.accept(Some(headers), Some(told.into_bytes()))?;
        self.refresh_until(side, terms);
        Ok(())
    }

    pub(super) fn end_operator(&mut self) {
        let Some(operator) = self.operator.take() else { return };
        match operator.way {
            // Its INVITE is not answered yet.
            Way::Came { .. } => {
                message::reject(&operator.dialog, StatusCode::ServerInternalError);
                self.board.sip.forget(&operator.dialog);
            }
            Way::Rung { .. } | Way::Bridged { .. } => self.board.sip.end(operator.dialog),
        }
    }

    fn end_caller(&mut self, outcome: Outcome) {
        if self.caller_is_answered {
            self.board.sip.end(self.caller.clone());
        } else {
            message::reject(&self.caller, StatusCode::from(outcome.code()));
        }
    }

    fn record(&self, outcome: Outcome) -> Record {
        let lasted = self.answered_at.map_or(0, |answered| (self.board.context.clock.now() - answered).whole_seconds());
        Record {
            speech_id: self.id.clone(),
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

impl From<rsipstack::Error> for Broken {
    fn from(error: rsipstack::Error) -> Self {
        Broken::Sip(Box::new(error))
    }
}

/// Why an effect could not be carried out.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error(transparent)]
    Media(#[from] NgError),
    #[error(transparent)]
    Sip(Box<rsipstack::Error>),
    #[error("there is no operator")]
    NoOperator,
}
