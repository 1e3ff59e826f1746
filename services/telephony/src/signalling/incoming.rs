//! What comes from the edge: new calls, operators that join one, and requests within calls.
use std::sync::Arc;

use kit::telemetry::span;
use rsipstack::dialog::dialog::DialogStateReceiver;
use rsipstack::dialog::invite_dialog::InviteDialog;
use rsipstack::sip::{Header, HeadersExt, Method, Request, StatusCode, StatusCodeKind};
use rsipstack::transaction::TransactionReceiver;
use rsipstack::transaction::transaction::Transaction;
use tokio::sync::{Semaphore, mpsc};
use tracing::{Instrument, Span};

use super::actor::Actor;
use super::event::{Event, JoinRequest, MAX_WAITING_EVENTS};
use super::switchboard::Switchboard;
use super::{attempt, message, refusal, timer_headers};
use crate::domain::outcome::Outcome;
use crate::domain::realm;
use crate::domain::route::{Decision, Incoming, Refusal};
use crate::domain::session_timer::Session as Terms;
use crate::media::Profile;
use crate::operation;

/// Besides those requests that are worked on at once, calls for help.
const MAX_CONCURRENT_SOS_REQUESTS: usize = 100;
/// Seconds after which those come back.
const RETRY_AFTER: &str = "5";

pub async fn accept(board: &Arc<Switchboard>, mut arrivals: TransactionReceiver) {
    let (places, places_for_help) =
        (Arc::new(Semaphore::new(board.config.max_concurrent_requests)), Arc::new(Semaphore::new(MAX_CONCURRENT_SOS_REQUESTS)));
    while let Some(mut transaction) = arrivals.recv().await {
        let board = board.clone();
        let place = match places.clone().try_acquire_owned() {
            Err(_) if is_for_help(&transaction.original) => places_for_help.clone().try_acquire_owned(),
            place => place,
        };
        tokio::spawn(async move {
            let handled = match place {
                Ok(_place) => handle(&board, &mut transaction).await,
                Err(_) => {
                    board.counters.refused.inc();
                    transaction.reply_with(StatusCode::ServiceUnavailable, vec![Header::RetryAfter(RETRY_AFTER.into())], None).await
                }
            };
            if let Err(error) = handled {
                tracing::debug!(%error, method = %transaction.original.method, "a request ended early");
            }
        });
    }
}

async fn handle(board: &Arc<Switchboard>, transaction: &mut Transaction) -> rsipstack::Result<()> {
    if !board.sip.is_from_edge(transaction) {
        return transaction.reply(StatusCode::Forbidden).await;
    }
    if let Some(mut dialog) = board.sip.layer.match_dialog(transaction) {
        return dialog.handle(transaction).await;
    }
    let is_within_dialog = transaction.original.to_header().ok().and_then(|to| to.tag().ok().flatten()).is_some();
    match transaction.original.method {
        Method::Invite if !is_within_dialog => invite(board, transaction).await,
        Method::Ack => Ok(()),
        Method::Options => transaction.reply(StatusCode::OK).await,
        _ => transaction.reply(StatusCode::CallTransactionDoesNotExist).await,
    }
}

/// Whoever calls is worked on beside its transaction, which sends the answers and hears of CANCEL and ACK.
async fn invite(board: &Arc<Switchboard>, transaction: &mut Transaction) -> rsipstack::Result<()> {
    if Terms::negotiate(timer_headers::parse(&transaction.original.headers), board.config.session, None).is_err() {
        board.counters.refused.inc();
        return transaction
            .reply_with(StatusCode::from(timer_headers::INTERVAL_TOO_SMALL), timer_headers::for_refusal(board.config.session), None)
            .await;
    }
    let (sender, states) = board.sip.layer.new_dialog_state_channel();
    let mut dialog = board.sip.layer.get_or_create_server_invite(transaction, sender, None, Some(board.sip.contact()))?;
    let (board, request, caller) = (board.clone(), transaction.original.clone(), dialog.clone());
    let span = span::sip_server(board.context.service, "INVITE");
    let answering = async move {
        if let Err(code) = answer(&board, &request, caller.clone(), states).await {
            board.counters.refused.inc();
            if matches!(code.kind(), StatusCodeKind::ServerFailure) {
                span::failed(&Span::current(), "refused");
            }
            message::reject(&caller, code);
            board.sip.forget(&caller);
        }
    };
    tokio::spawn(answering.instrument(span));
    dialog.handle(transaction).await
}

async fn answer(board: &Arc<Switchboard>, request: &Request, dialog: InviteDialog, states: DialogStateReceiver) -> Result<(), StatusCode> {
    let incoming = read(board, request).ok_or(StatusCode::NotFound)?;
    let profile = Profile::new(message::header(request, message::SOURCE).is_some_and(|transport| transport.to_ascii_lowercase().starts_with("ws")));
    if let Some(id) = message::header(request, message::SPEECH_ID) {
        let offer = message::sdp(&request.body).ok_or(StatusCode::NotAcceptableHere)?;
        let inbox = board.registry.inbox(id, incoming.project_id).ok_or(StatusCode::CallTransactionDoesNotExist)?;
        let request = JoinRequest { dialog, states, offer, profile, number: incoming.caller };
        return inbox.try_send(Event::Join(Box::new(request))).map_err(|_| StatusCode::TemporarilyUnavailable);
    }
    if let Err(too_many) = board.call_rate.admit(&incoming, tokio::time::Instant::now()) {
        if too_many.should_record {
            attempt::record(board, &incoming, Outcome::Failed);
        }
        return Err(message::refusal(429, Some("too many requests")));
    }
    let started = start(board, &incoming, message::sdp(&request.body), profile, (dialog, states)).await;
    started.map_err(|(outcome, code)| {
        attempt::record(board, &incoming, outcome);
        code
    })
}

/// Rings, or says what the history has and what the caller hears instead.
async fn start(
    board: &Arc<Switchboard>,
    incoming: &Incoming,
    offer: Option<String>,
    profile: Profile,
    (dialog, states): (InviteDialog, DialogStateReceiver),
) -> Result<(), (Outcome, StatusCode)> {
    let offer = offer.ok_or((Outcome::Failed, StatusCode::NotAcceptableHere))?;
    match decide(board, incoming).await {
        Ok(Decision::Ring(route)) => {
            let actor = Actor::new(board.clone(), *route, dialog, profile, offer, mpsc::channel(MAX_WAITING_EVENTS));
            actor.ok_or((Outcome::Failed, StatusCode::ServiceUnavailable))?.start(states);
            Ok(())
        }
        Ok(Decision::Refuse(refused)) => Err((outcome(refused), refusal::routing_status(refused))),
        Err(error) => {
            tracing::error!(error = format!("{error:#}"), "a call is not routed");
            Err((Outcome::Failed, StatusCode::ServiceUnavailable))
        }
    }
}

/// As the edge says it, which has authenticated the caller and took away what the caller said itself. What was dialled
/// may be no number: that is for routing to refuse, and help is not refused for it.
fn read(board: &Switchboard, request: &Request) -> Option<Incoming> {
    let project_id = realm::parse_project(message::header(request, message::TENANT)?, &board.domain)?;
    let caller = message::number_of_credentials(message::header(request, message::AUTH_USER)?);
    Some(Incoming {
        project_id,
        caller: message::dialled(caller)?,
        callee: message::dialled_text(request.uri.user().unwrap_or_default()),
        is_sos: is_for_help(request),
    })
}

fn is_for_help(request: &Request) -> bool {
    request.method == Method::Invite && message::header(request, message::SOS) == Some("1")
}

async fn decide(board: &Switchboard, incoming: &Incoming) -> kit::Result<Decision> {
    let mut reader = board.context.database.read(incoming.project_id).await?;
    let decision = operation::call::route(&mut reader, board.context.clock.now(), incoming).await?;
    drop(reader);
    Ok(decision)
}

fn outcome(refusal: Refusal) -> Outcome {
    match refusal {
        Refusal::Nobody => Outcome::NoAnswer,
        _ => Outcome::Failed,
    }
}
