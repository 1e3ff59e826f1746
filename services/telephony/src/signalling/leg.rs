//! A leg of a call besides its caller's: a phone that is rung, or an operator that came by itself. What happens to it
//! is handed to the call it belongs to.
use rsipstack::dialog::dialog::{DialogState, DialogStateReceiver};
use rsipstack::dialog::invitation::{InviteAsyncResult, InviteOption};
use rsipstack::dialog::invite_dialog::InviteDialog;
use rsipstack::sip::{Header, Response, StatusCodeKind};
use tokio::sync::mpsc;

use super::event::{Answer, Destination, Event, LegEvent, LegId};
use super::sip::Sip;
use super::{message, timer_headers};

/// Sends the INVITE; its events come to `inbox`.
pub fn ring(
    sip: &Sip,
    id: LegId,
    to: Destination,
    headers: Vec<Header>,
    offer: String,
    inbox: mpsc::Sender<Event>,
) -> Result<InviteDialog, Box<rsipstack::Error>> {
    let route = Header::Route(to.route.into());
    let option = InviteOption {
        caller: to.from,
        caller_display_name: (!to.from_name.is_empty()).then(|| escaped(&to.from_name)),
        callee: to.uri,
        destination: Some(sip.edge()),
        content_type: Some("application/sdp".into()),
        offer: Some(offer.into_bytes()),
        contact: sip.contact(),
        credential: to.credential,
        headers: Some([vec![route], headers].concat()),
        ..InviteOption::default()
    };
    let (sender, states) = sip.layer.new_dialog_state_channel();
    let (dialog, invite) = sip.layer.do_invite_async(option, sender)?;
    tokio::spawn(async move {
        let mut states = states;
        if follow_invite(id, invite, &mut states, &inbox).await {
            follow(id, states, &inbox).await;
        }
    });
    Ok(dialog)
}

/// Hands what happens within an established leg to its call, until either is over.
pub async fn follow(id: LegId, mut states: DialogStateReceiver, inbox: &mpsc::Sender<Event>) {
    while let Some(state) = states.recv().await {
        let Some(event) = event(state) else { continue };
        let is_last = matches!(event, LegEvent::Ended);
        if inbox.send(Event::Leg(id, event)).await.is_err() || is_last {
            return;
        }
    }
}

/// What a state of a dialog means to the call.
pub fn event(state: DialogState) -> Option<LegEvent> {
    match state {
        DialogState::Early(..) => Some(LegEvent::Ringing),
        DialogState::Confirmed(..) => Some(LegEvent::Confirmed),
        DialogState::Terminated(..) => Some(LegEvent::Ended),
        DialogState::Info(_, request, handle) | DialogState::Updated(_, request, handle) | DialogState::Options(_, request, handle) => {
            Some(LegEvent::Request(request, handle))
        }
        // Nobody answers these: rsipstack says 501 when the handle goes.
        DialogState::Notify(..) | DialogState::Refer(..) | DialogState::Message(..) | DialogState::Publish(..) => None,
        DialogState::Calling(_) | DialogState::Trying(_) | DialogState::WaitAck(..) => None,
    }
}

/// Until its final response; true when the phone took the call and is still in it.
async fn follow_invite(
    id: LegId,
    mut invite: tokio::task::JoinHandle<InviteAsyncResult>,
    states: &mut DialogStateReceiver,
    inbox: &mpsc::Sender<Event>,
) -> bool {
    let mut hung_up = false;
    let result = loop {
        tokio::select! {
            result = &mut invite => break result,
            Some(state) = states.recv() => match state {
                DialogState::Early(..) if inbox.send(Event::Leg(id, LegEvent::Ringing)).await.is_err() => return false,
                DialogState::Terminated(..) => hung_up = true,
                _ => {}
            },
        }
    };
    let event = match result {
        Ok(Ok((_, Some(response)))) if response.status_code.kind() == StatusCodeKind::Successful => match message::sdp(&response.body) {
            Some(sdp) => LegEvent::Answered(Answer { sdp, timer_headers: timer_headers::parse(&response.headers) }),
            None => LegEvent::Refused(488),
        },
        Ok(Ok((_, Some(response)))) => refusal(&response),
        Ok(Ok((_, None))) | Ok(Err(_)) | Err(_) => LegEvent::Refused(408),
    };
    let took = matches!(event, LegEvent::Answered(_));
    if inbox.send(Event::Leg(id, event)).await.is_err() || !took {
        return false;
    }
    if hung_up {
        let _the_call_is_over_too = inbox.send(Event::Leg(id, LegEvent::Ended)).await;
    }
    !hung_up
}

fn refusal(response: &Response) -> LegEvent {
    let shortest = timer_headers::parse(&response.headers).shortest;
    match (response.status_code.code(), shortest) {
        (timer_headers::INTERVAL_TOO_SMALL, Some(shortest)) => LegEvent::TooShort(shortest),
        (code, _) => LegEvent::Refused(code),
    }
}

/// A name as it may stand between the quotes that rsipstack puts around it.
fn escaped(name: &str) -> String {
    let escape = |c| if matches!(c, '"' | '\\') { vec!['\\', c] } else { vec![c] };
    name.chars().filter(|c| !c.is_control()).flat_map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_quotes() {
        assert_eq!(escaped("Panel 1"), "Panel 1");
        assert_eq!(escaped("a\"b\\c\r\nX-Sos: 1"), "a\\\"b\\\\cX-Sos: 1");
    }
}
