//! What is said within a call: who hangs up, tones, changes of media, pictures; and who comes to it.
use super::*;
use crate::signalling::{refusal, timer_headers};
use rsipstack::dialog::dialog::TransactionHandle;
use rsipstack::sip::{Header, Method, Request};

/// When the caller is asked for a whole picture: the browser's own requests for one do not pass from encrypted media
/// to plain ones, and the first may come before the browser's keys are agreed on.
const PICTURE_REQUEST_DELAYS: [Duration; 3] = [Duration::from_millis(300), Duration::from_millis(900), Duration::from_millis(1500)];
const FAST_UPDATE: &str = "<?xml version=\"1.0\" encoding=\"utf-8\" ?><media_control><vc_primitive><to_encoder>\
                       <picture_fast_update/></to_encoder></vc_primitive></media_control>";

impl Actor {
    pub(super) async fn on_caller_event(&mut self, event: LegEvent) {
        match event {
            LegEvent::Ended => self.handle(CallInput::CallerHungUp).await,
            LegEvent::Request(request, handle) => self.on_request(Side::Caller, request, handle).await,
            LegEvent::Ringing | LegEvent::Answered(_) | LegEvent::Refused(_) | LegEvent::TooShort(_) | LegEvent::Confirmed => {}
        }
    }

    pub(super) async fn on_operator_event(&mut self, event: LegEvent) {
        match event {
            LegEvent::Ended => {
                if let Some(operator) = self.operator.take() {
                    self.board.sip.forget(&operator.dialog);
                }
                self.handle(CallInput::OperatorHungUp).await;
            }
            LegEvent::Request(request, handle) => self.on_request(Side::Operator, request, handle).await,
            LegEvent::Confirmed => self.offer_video().await,
            LegEvent::Ringing | LegEvent::Answered(_) | LegEvent::Refused(_) | LegEvent::TooShort(_) => {}
        }
    }

    /// Somebody came by an INVITE with the call's id.
    pub(super) async fn on_join_request(&mut self, request: JoinRequest) {
        if let Err(refused) = self.call.may_join(&request.number, &self.candidates) {
            message::reject(&request.dialog, refusal::join_status(refused));
            return self.board.sip.forget(&request.dialog);
        }
        let leg = self.phones.next_leg();
        let (states, inbox) = (request.states, self.to_self.clone());
        tokio::spawn(async move { leg::follow(leg, states, &inbox).await });
        if let Some(party) = push::party(&self.route, &request.number) {
            self.answered = party.clone();
        }
        let joined_by = JoinedBy::Invite { profile: request.profile, offer: request.offer };
        self.operator = Some(Operator { leg, dialog: request.dialog, joined_by, timer: None });
        self.handle(CallInput::Joined(request.number)).await;
    }

    /// A request within the call. Tones and the like go to the other side; media are agreed on here.
    async fn on_request(&mut self, side: Side, request: Request, handle: TransactionHandle) {
        match request.method {
            Method::Info => self.forward_info(side, request, handle),
            Method::Invite | Method::Update => self.change_media(side, request, handle).await,
            _ => answer(handle, StatusCode::OK),
        }
    }

    fn forward_info(&self, side: Side, request: Request, handle: TransactionHandle) {
        let other = match side {
            Side::Caller => self.operator.as_ref().map(|operator| operator.dialog.clone()),
            Side::Operator => Some(self.caller.clone()),
        };
        let Some(other) = other else { return answer(handle, StatusCode::OK) };
        tokio::spawn(async move {
            let response = other.info(message::content_type(&request), Some(request.body)).await;
            let code = response.ok().flatten().map_or(StatusCode::RequestTimeout, |response| response.status_code);
            let _gone_already = handle.reply(code).await;
        });
    }

    /// A refresh of the session is answered as the last time; new media are agreed on without the other side.
    async fn change_media(&mut self, side: Side, request: Request, handle: TransactionHandle) {
        let Ok(terms) = self.agreed_again(side, &request.headers) else {
            let headers = timer_headers::for_refusal(self.board.config.session);
            return respond(handle, StatusCode::from(timer_headers::INTERVAL_TOO_SMALL), headers, None);
        };
        let answer_sdp = match message::sdp(&request.body) {
            None if request.method == Method::Update => Ok(None),
            None => Ok(self.media.last_sdp(side).map(Into::into)),
            Some(offer) => {
                self.media.renegotiate(side, &offer).await.map(|answer_sdp| answer_sdp.or_else(|| self.media.last_sdp(side).map(Into::into)))
            }
        };
        match answer_sdp {
            Ok(answer_sdp) => {
                self.refresh_until(side, terms);
                respond(handle, StatusCode::OK, timer_headers::for_response(terms), answer_sdp);
            }
            Err(error) => {
                tracing::warn!(call = self.id, %error, "new media are refused");
                answer(handle, StatusCode::NotAcceptableHere);
            }
        }
    }

    /// An operator that came with a picture has asked for payload types of its own choice, but the caller sends its
    /// own: the operator is offered those.
    async fn offer_video(&mut self) {
        let Some(operator) = &mut self.operator else { return };
        if !matches!(operator.joined_by, JoinedBy::Bridged { asks_for_video: true }) {
            return;
        }
        operator.joined_by = JoinedBy::Bridged { asks_for_video: false };
        let (leg, dialog, inbox) = (operator.leg, operator.dialog.clone(), self.to_self.clone());
        let offer = match self.media.reoffer().await {
            Ok(Some(offer)) => offer,
            Ok(None) => return,
            Err(error) => return tracing::warn!(call = self.id, %error, "an operator gets no video"),
        };
        let terms = self.terms(Side::Operator).map(|terms| timer_headers::for_request(terms, self.board.config.session));
        let headers = [message::sdp_headers(), terms].into_iter().flatten().flatten().collect();
        tokio::spawn(async move {
            let answer = dialog.reinvite(Some(headers), Some(offer.clone().into_bytes())).await;
            let answer = answer.ok().flatten().filter(|response| response.status_code == StatusCode::OK);
            if let Some(answer) = answer.and_then(|response| message::sdp(&response.body)) {
                let _over_already = inbox.send(Event::Reanswered { leg, offer, answer }).await;
            }
        });
    }

    pub(super) async fn reanswered(&mut self, leg: LegId, offer: String, answer: &str) {
        if self.operator.as_ref().is_none_or(|operator| operator.leg != leg) {
            return;
        }
        match self.media.reanswer(offer, answer).await {
            Ok(()) => self.save(None).await,
            Err(error) => tracing::warn!(call = self.id, %error, "an operator gets no video"),
        }
    }

    pub(super) fn request_key_frames(&self) {
        let caller = self.caller.clone();
        tokio::spawn(async move {
            for pause in PICTURE_REQUEST_DELAYS {
                tokio::time::sleep(pause).await;
                let body = Some(FAST_UPDATE.as_bytes().to_vec());
                let _it_may_not_know_this = caller.info(message::content_type_headers("application/media_control+xml"), body).await;
            }
        });
    }

    /// Phones that vanished say nothing: a call in which nobody sends any more is over.
    pub(super) async fn check_media(&mut self) {
        self.clock.media_checked();
        if !self.caller_is_answered {
            return;
        }
        match self.media.last_packet().await {
            Ok(last) if !self.clock.is_silent(last.unwrap_or_default(), Instant::now()) => {}
            Ok(_) => {
                tracing::info!(call = self.id, "nobody sends any more");
                self.handle(CallInput::Failed).await;
            }
            Err(error) => tracing::warn!(call = self.id, %error, "the media of a call are not checked"),
        }
    }
}

fn answer(handle: TransactionHandle, code: StatusCode) {
    respond(handle, code, Vec::new(), None);
}

fn respond(handle: TransactionHandle, code: StatusCode, mut headers: Vec<Header>, answer_sdp: Option<String>) {
    if answer_sdp.is_some() {
        headers.extend(message::sdp_headers().unwrap_or_default());
    }
    tokio::spawn(async move {
        let _gone_already = handle.respond(code, Some(headers), answer_sdp.map(String::into_bytes)).await;
    });
}
