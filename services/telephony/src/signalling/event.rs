//! Events of a call: what its legs, its lookups and other requests send to its actor. The modules that produce events
//! and the actor that consumes them depend on this one, and not on each other.
use rsipstack::dialog::authenticate::Credential;
use rsipstack::dialog::dialog::{DialogStateReceiver, TransactionHandle};
use rsipstack::dialog::invite_dialog::InviteDialog;
use rsipstack::sip::{Request, Uri};
use tokio::sync::mpsc;

use crate::domain::outcome::Outcome;
use crate::domain::route::Party;
use crate::domain::session_timer::TimerHeaders;
use crate::media::Profile;

/// Events that may wait for one call: all of its phones ring at once, and each sends an event.
pub const MAX_WAITING_EVENTS: usize = 256;

pub type Inbox = (mpsc::Sender<Event>, mpsc::Receiver<Event>);

/// Number of a leg within its call; the caller has none.
pub type LegId = u32;

/// Every event of a call but those of its caller's dialog.
pub enum Event {
    Leg(LegId, LegEvent),
    TargetLookedUp(LookedUpTarget),
    /// Somebody sent an INVITE with the call's id.
    Join(Box<JoinRequest>),
    /// The operator answered our re-INVITE.
    Reanswered {
        leg: LegId,
        offer: String,
        answer: String,
    },
    /// A session refresh of ours was answered, or timed out. `leg` is None for the caller's dialog.
    Refreshed {
        leg: Option<LegId>,
        result: RefreshResult,
    },
    Stop,
}

/// What happens to a leg.
pub enum LegEvent {
    Ringing,
    Answered(Answer),
    /// Refused, by this status code.
    Refused(u16),
    /// 422: the phone accepts sessions of this many seconds at least.
    TooShort(u32),
    /// The ACK of its INVITE came.
    Confirmed,
    /// A request within the dialog that expects an answer.
    Request(Request, TransactionHandle),
    Ended,
}

/// The 200 of a phone that takes the call.
pub struct Answer {
    pub sdp: String,
    pub timer_headers: TimerHeaders,
}

/// Where the INVITE of a leg is sent.
#[derive(Clone)]
pub struct Destination {
    /// Request URI.
    pub uri: Uri,
    /// From header, which phones show as the caller.
    pub from: Uri,
    pub from_name: String,
    /// Route header: by which socket of the edge, to which address.
    pub route: String,
    pub profile: Profile,
    pub credential: Option<Credential>,
    /// In the public network: headers of ours are not sent there.
    pub is_outside: bool,
}

/// The phones of a target of a stage, or why it has none.
pub struct LookedUpTarget {
    pub stage: usize,
    pub party: Party,
    pub phones: Result<Vec<Destination>, Outcome>,
}

/// An INVITE that wants to take over a call that exists.
pub struct JoinRequest {
    pub dialog: InviteDialog,
    pub states: DialogStateReceiver,
    pub offer: String,
    pub profile: Profile,
    pub number: String,
}

/// Answer to a session refresh of ours.
pub enum RefreshResult {
    Agreed(TimerHeaders),
    /// 408, 481 or no answer: the phone does not know the call any more.
    Gone,
    /// 422, with the Min-SE of the answer in seconds.
    TooShort(u32),
    UpdateNotSupported,
    /// Any other refusal: it may be sent again.
    Refused,
}
