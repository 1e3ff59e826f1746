//! What is said within a call: who hangs up, tones, changes of media, pictures; and who comes to it.
use super::*;
use crate::signalling::{refusal, session};
use rsipstack::dialog::dialog::TransactionHandle;
use rsipstack::sip::{Header, Method, Request};

/// When the caller is asked for a whole picture: the browser's own requests for one do not pass from encrypted media
/// to plain ones, and the first may come before the browser's keys are agreed on.
const PICTURES: [Duration; 3] = [Duration::from_millis(300), Duration::from_millis(900), Duration::from_millis(1500)];
const PICTURE: &str = "<?xml version=\"1.0\" encoding=\"utf-8\" ?><media_control><vc_primitive><to_encoder>\
                       <picture_fast_update/></to_encoder></vc_primitive></media_control>";

impl Actor {
    pub(super) async fn of_caller(&mut self, event: LegEvent) {
        match event {
            LegEvent::Ended => self.happen(Input::CallerHungUp).await,
            LegEvent::Asked(request, handle) => self.asked(Side::Caller, request, handle).await,
            LegEvent::Ringing | LegEvent::Answered(_) | LegEvent::Refused(_) | LegEvent::TooShort(_) | LegEvent::Confirmed => {}
        }
    }

    pub(super) async fn of_operator(&mut self, event: LegEvent) {
        match event {
            LegEvent::Ended => {
                if let Some(operator) = self.operator.take() {
                    self.board.sip.forget(&operator.dialog);
                }
                self.happen(Input::OperatorHungUp).await;
            }
            LegEvent::Asked(request, handle) => self.asked(Side::Operator, request, handle).await,
            LegEvent::Confirmed => self.offer_video().await,
            LegEvent::Ringing | LegEvent::Answered(_) | LegEvent::Refused(_) | LegEvent::TooShort(_) => {}
        }
    }

    /// Somebody came by an INVITE with the call's id.
    pub(super) async fn came(&mut self, arrival: Arrival) {
        if let Err(refused) = self.speech.may_join(&arrival.number, &self.candidates) {
            message::reject(&arrival.dialog, refusal::of_join(refused));
            return self.board.sip.forget(&arrival.dialog);
        }
        let leg = self.phones.next_leg();
        let (states, inbox) = (arrival.states, self.to_self.clone());
        tokio::spawn(async move { leg::follow(leg, states, &inbox).await });
        if let Some(party) = push::party(&self.route, &arrival.number) {
            self.answered = party.clone();
        }
        let way = Way::Came { profile: arrival.profile, offer: arrival.offer };
        self.operator = Some(Operator { leg, dialog: arrival.dialog, way, timer: None });
        self.happen(Input::Joined(arrival.number)).await;
    }

    /// A request within the call. Tones and the like go to the other side; media are agreed on here.
    async fn asked(&mut self, side: Side, request: Request, handle: TransactionHandle) {
        match request.method {
            Method::Info => self.pass_on(side, request, handle),
            Method::Invite | Method::Update => self.change_media(side, request, handle).await,
            _ => answer(handle, StatusCode::OK),
        }
    }

    fn pass_on(&self, side: Side, request: Request, handle: TransactionHandle) {
        let other = match side {
            Side::Caller => self.operator.as_ref().map(|operator| operator.dialog.clone()),
            Side::Operator => Some(self.caller.clone()),
        };
        let Some(other) = other else { return answer(handle, StatusCode::OK) };
        tokio::spawn(async move {
            let said = other.info(message::content_type(&request), Some(request.body)).await;
            let code = said.ok().flatten().map_or(StatusCode::RequestTimeout, |response| response.status_code);
            let _gone_already = handle.reply(code).await;
        });
    }

    /// A refresh of the session is answered as the last time; new media are agreed on without the other side.
    async fn change_media(&mut self, side: Side, request: Request, handle: TransactionHandle) {
        let Ok(terms) = self.agreed_again(side, &request.headers) else {
            let headers = session::of_refusal(self.board.config.session);
            return respond(handle, StatusCode::from(session::TOO_SHORT), headers, None);
        };
        let told = match message::sdp(&request.body) {
            None if request.method == Method::Update => Ok(None),
            None => Ok(self.media.told(side).map(Into::into)),
            Some(offer) => self.media.renegotiate(side, &offer).await.map(|told| told.or_else(|| self.media.told(side).map(Into::into))),
        };
        match told {
            Ok(told) => {
                self.refresh_until(side, terms);
                respond(handle, StatusCode::OK, session::of_response(terms), told);
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
        if !matches!(operator.way, Way::Bridged { asks_for_video: true }) {
            return;
        }
        operator.way = Way::Bridged { asks_for_video: false };
        let (leg, dialog, inbox) = (operator.leg, operator.dialog.clone(), self.to_self.clone());
        let offer = match self.media.reoffer().await {
            Ok(Some(offer)) => offer,
            Ok(None) => return,
            Err(error) => return tracing::warn!(call = self.id, %error, "an operator gets no picture"),
        };
        let terms = self.terms(Side::Operator).map(|terms| session::of_request(terms, self.board.config.session));
        let headers = [message::of_sdp(), terms].into_iter().flatten().flatten().collect();
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
            Ok(()) => self.note(None).await,
            Err(error) => tracing::warn!(call = self.id, %error, "an operator gets no picture"),
        }
    }

    pub(super) fn ask_for_pictures(&self) {
        let caller = self.caller.clone();
        tokio::spawn(async move {
            for pause in PICTURES {
                tokio::time::sleep(pause).await;
                let body = Some(PICTURE.as_bytes().to_vec());
                let _it_may_not_know_this = caller.info(message::of_type("application/media_control+xml"), body).await;
            }
        });
    }

    /// Phones that vanished say nothing: a call in which nobody sends any more is over.
    pub(super) async fn look_at_media(&mut self) {
        self.clock.looked();
        if !self.caller_is_answered {
            return;
        }
        match self.media.last_packet().await {
            Ok(last) if !self.clock.heard(last.unwrap_or_default(), Instant::now()) => {}
            Ok(_) => {
                tracing::info!(call = self.id, "nobody sends any more");
                self.happen(Input::Failed).await;
            }
            Err(error) => tracing::warn!(call = self.id, %error, "the media of a call are not looked at"),
        }
    }
}

fn answer(handle: TransactionHandle, code: StatusCode) {
    respond(handle, code, Vec::new(), None);
}

fn respond(handle: TransactionHandle, code: StatusCode, mut headers: Vec<Header>, told: Option<String>) {
    if told.is_some() {
        headers.extend(message::of_sdp().unwrap_or_default());
    }
    tokio::spawn(async move {
        let _gone_already = handle.respond(code, Some(headers), told.map(String::into_bytes)).await;
    });
}
