//! Snapshots of calls in Redis, from which the next process goes on: a hash for each replica, a field for each call.
use redis::AsyncCommands;
use rsipstack::dialog::DialogId;
use rsipstack::dialog::dialog::{DialogSnapshot, DialogSnapshotState};
use rsipstack::dialog::invite_dialog::InviteDialog;
use rsipstack::sip::headers::{Contact, From, To};
use rsipstack::sip::prelude::ToTypedHeader;
use rsipstack::sip::{Route as RouteHeader, Uri};
use rsipstack::transaction::key::TransactionRole;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::switchboard::Switchboard;
use crate::domain::call::Call;
use crate::domain::route::{Party, Route};
use crate::domain::session_timer::Session;
use crate::media::Saved;

/// A call that survives its process. The names in JSON and of the key are those of earlier versions, whose calls go on
/// after an upgrade.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    pub id: String,
    pub route: Route,
    #[serde(rename = "speech")]
    pub call: Call,
    pub created_at: OffsetDateTime,
    pub answered_at: Option<OffsetDateTime>,
    pub answered: Party,
    pub media: Saved,
    pub caller: SavedLeg,
    pub operator: Option<SavedLeg>,
}

/// A confirmed dialog.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedLeg {
    is_server: bool,
    call_id: String,
    local_tag: String,
    remote_tag: String,
    from: String,
    to: String,
    local_cseq: u32,
    remote_cseq: u32,
    local_contact: Option<String>,
    remote_uri: String,
    remote_contact: Option<String>,
    routes: Vec<String>,
    #[serde(default)]
    pub session: Option<Session>,
}

/// Requests that were sent after the snapshot was made must not share their numbers with those sent after it was
/// taken up again; gaps are allowed.
const CSEQ_GAP: u32 = 1_000;

impl SavedLeg {
    pub fn from_dialog(dialog: &InviteDialog, session: Option<Session>) -> SavedLeg {
        let snapshot = dialog.snapshot();
        SavedLeg {
            is_server: matches!(snapshot.role, TransactionRole::Server),
            call_id: snapshot.id.call_id,
            local_tag: snapshot.id.local_tag,
            remote_tag: snapshot.id.remote_tag,
            from: snapshot.from.to_string(),
            to: snapshot.to.to_string(),
            local_cseq: snapshot.local_cseq,
            remote_cseq: snapshot.remote_cseq,
            local_contact: snapshot.local_contact.map(|uri| uri.to_string()),
            remote_uri: snapshot.remote_uri.to_string(),
            remote_contact: snapshot.remote_contact.map(|contact| contact.value().to_string()),
            routes: snapshot.route_set.iter().map(|route| route.value().to_string()).collect(),
            session,
        }
    }

    pub fn id(&self) -> DialogId {
        DialogId { call_id: self.call_id.clone(), local_tag: self.local_tag.clone(), remote_tag: self.remote_tag.clone() }
    }

    pub fn snapshot(&self) -> anyhow::Result<DialogSnapshot> {
        Ok(DialogSnapshot {
            state: DialogSnapshotState::Confirmed,
            role: if self.is_server { TransactionRole::Server } else { TransactionRole::Client },
            id: self.id(),
            from: From::new(self.from.clone()).typed()?,
            to: To::new(self.to.clone()).typed()?,
            local_cseq: self.local_cseq + CSEQ_GAP,
            remote_cseq: self.remote_cseq,
            local_contact: self.local_contact.as_deref().map(Uri::try_from).transpose()?,
            remote_uri: Uri::try_from(self.remote_uri.as_str())?,
            remote_contact: self.remote_contact.clone().map(Contact::new),
            route_set: self.routes.iter().cloned().map(RouteHeader::new).collect(),
            supports_100rel: false,
            session_id: None,
        })
    }
}

fn key(board: &Switchboard) -> String {
    board.context.settings.redis_name(&format!("telephony:speeches:{}", board.config.shard))
}

/// Lost while Redis is away: the call goes on, but would not outlive this process.
pub async fn save(board: &Switchboard, snapshot: &Snapshot) {
    let Ok(text) = serde_json::to_string(snapshot) else { return };
    let mut redis = board.context.redis.clone();
    if let Err(error) = redis.hset::<_, _, _, ()>(key(board), &snapshot.id, text).await {
        tracing::warn!(call = snapshot.id, %error, "a call would not outlive this process");
    }
}

pub async fn delete(board: &Switchboard, id: &str) {
    let mut redis = board.context.redis.clone();
    if let Err(error) = redis.hdel::<_, _, ()>(key(board), id).await {
        tracing::warn!(call = id, %error, "a snapshot of a call that is over stays");
    }
}

/// Those that the last process of this replica left.
pub async fn all(board: &Switchboard) -> anyhow::Result<Vec<Snapshot>> {
    let mut redis = board.context.redis.clone();
    let texts: Vec<(String, String)> = redis.hgetall(key(board)).await?;
    let mut snapshots = Vec::with_capacity(texts.len());
    for (id, text) in texts {
        match serde_json::from_str(&text) {
            Ok(snapshot) => snapshots.push(snapshot),
            Err(error) => {
                tracing::warn!(call = id, %error, "a call of another build is not taken up");
                delete(board, &id).await;
            }
        }
    }
    Ok(snapshots)
}
