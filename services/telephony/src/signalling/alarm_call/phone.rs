//! One phone of a call because of an alarm: it rings, is answered, and hears the alarm until it hangs up or the call is over.
use rsipstack::dialog::invite_dialog::InviteDialog;
use rsipstack::sip::Header;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::domain::alarm_call::LISTEN_TIMEOUT;
use crate::media::{Announcement, KeyListener};
use crate::signalling::event::{Answer, Destination, Event, LegId};
use crate::signalling::switchboard::Switchboard;
use crate::signalling::{leg, message};

/// The file of the sounds' folder.
const ALARM: &str = "alarm";

/// A key that somebody pressed, and on which phone.
pub type KeyPress = (LegId, char);

pub struct Phone {
    /// Whose it is: the place among the people of the call.
    pub person: usize,
    pub number: String,
    pub dialog: InviteDialog,
    media: Announcement,
    answered: Option<Answered>,
}

struct Answered {
    until: Instant,
    _keys: KeyListener,
}

impl Phone {
    /// Sends the INVITE. `call`: the id of the call, `leg`: the phone's number within it.
    pub async fn ring(
        board: &Switchboard,
        (call, leg): (&str, LegId),
        (person, number): (usize, &str),
        to: Destination,
        headers: Vec<Header>,
        inbox: mpsc::Sender<Event>,
    ) -> anyhow::Result<Phone> {
        let media = Announcement::new(board.ng.clone(), format!("{call}-{leg}"), to.profile);
        let offer = media.offer(board.keys.address()).await?;
        match leg::ring(&board.sip, leg, to, headers, offer, inbox) {
            Ok(dialog) => Ok(Phone { person, number: number.into(), dialog, media, answered: None }),
            Err(error) => {
                end_media(media);
                Err(error.into())
            }
        }
    }

    /// Somebody answered: they hear the alarm, and keys that they press are sent to `pressed`.
    pub async fn answer(&mut self, board: &Switchboard, leg: LegId, answer: &Answer, pressed: mpsc::Sender<KeyPress>) -> anyhow::Result<()> {
        let port = self.media.answer(&answer.sdp).await?;
        // A key that is held is reported repeatedly: a report that does not fit into the queue is followed by another.
        let keys = board.keys.listen(port, move |key| {
            let _too_many = pressed.try_send((leg, key));
        });
        self.answered = Some(Answered { until: Instant::now() + LISTEN_TIMEOUT, _keys: keys });
        Ok(self.media.play(&board.sound(ALARM)).await?)
    }

    pub fn is_answered(&self) -> bool {
        self.answered.is_some()
    }

    /// When whoever answered has listened for long enough.
    pub fn listens_until(&self) -> Option<Instant> {
        self.answered.as_ref().map(|answered| answered.until)
    }

    /// Stops to ring, or hangs up.
    pub fn end(self, board: &Switchboard) {
        board.sip.end(self.dialog);
        end_media(self.media);
    }

    /// It has refused, or hung up.
    pub fn forget(self, board: &Switchboard) {
        board.sip.forget(&self.dialog);
        end_media(self.media);
    }
}

fn end_media(media: Announcement) {
    tokio::spawn(async move {
        if let Err(error) = media.delete().await {
            tracing::debug!(%error, "the media of a phone end by themselves");
        }
    });
}

/// Headers of the INVITE that describe the call.
pub fn headers(alarm_id: i64, number: &str) -> Vec<Header> {
    vec![
        Header::Other(message::SPEECH_TYPE.into(), "normal".into()),
        Header::Other(message::TARGET_CALLEE.into(), number.into()),
        Header::Other(message::ALARM_ID.into(), alarm_id.to_string()),
    ]
}
