//! The sockets of this gateway and what each has subscribed to.
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

use axum::extract::ws::Utf8Bytes;
use kit::realtime::{Audience, Push};
use kit::telemetry::span;
use policy::{Action, Caller, Resource};
use serde_json::json;
use tokio::sync::mpsc::Sender;
use tracing::Span;

use super::topic::Topic;
use crate::SERVICE;
use crate::session::SessionChange;

/// Sockets of one user: tabs, and what they forgot to close. Those of each of their tokens are counted apart.
const MAX_SOCKETS_PER_USER: usize = 20;
/// Topics of one socket.
const MAX_TOPICS_PER_SOCKET: usize = 50;

/// A message for the task of a socket.
#[derive(Clone, Debug)]
pub enum SocketCommand {
    /// The span is over when the last socket has sent it.
    Text(Utf8Bytes, Span),
    /// The session changed: ask what it may do now.
    Recheck,
}

struct Socket {
    caller: Arc<Caller>,
    commands: Sender<SocketCommand>,
    topics: Vec<String>,
}

#[derive(Default)]
struct State {
    sockets: HashMap<u64, Socket>,
    /// Sockets by project and topic.
    subscribers: HashMap<(i64, String), Vec<u64>>,
}

#[derive(Clone, Default)]
pub struct Hub {
    state: Arc<RwLock<State>>,
    next: Arc<AtomicU64>,
}

impl Hub {
    pub fn has_room(&self, caller: &Caller) -> bool {
        let state = self.state.read().expect("not poisoned");
        let is_same =
            |of: &Caller| of.user_id == caller.user_id && of.token.as_ref().map(|token| token.id) == caller.token.as_ref().map(|token| token.id);
        state.sockets.values().filter(|socket| is_same(&socket.caller)).count() < MAX_SOCKETS_PER_USER
    }

    pub fn add(&self, caller: Caller, commands: Sender<SocketCommand>) -> u64 {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let socket = Socket { caller: Arc::new(caller), commands, topics: Vec::new() };
        self.state.write().expect("not poisoned").sockets.insert(id, socket);
        id
    }

    pub fn remove(&self, id: u64) {
        let mut state = self.state.write().expect("not poisoned");
        if let Some(socket) = state.sockets.remove(&id) {
            for topic in socket.topics {
                state.unsubscribe(id, socket.caller.project_id, &topic);
            }
        }
    }

    /// False when the topic is unknown, not for this caller, or one too many.
    pub fn subscribe(&self, id: u64, topic: &str) -> bool {
        let mut state = self.state.write().expect("not poisoned");
        let Some(socket) = state.sockets.get_mut(&id) else { return false };
        let admitted = Topic::parse(topic).is_some_and(|topic| topic.admits(&socket.caller));
        if !admitted || socket.topics.len() >= MAX_TOPICS_PER_SOCKET {
            return false;
        }
        if !socket.topics.iter().any(|known| known == topic) {
            socket.topics.push(topic.into());
            let project = socket.caller.project_id;
            state.subscribers.entry((project, topic.into())).or_default().push(id);
        }
        true
    }

    pub fn unsubscribe(&self, id: u64, topic: &str) {
        let mut state = self.state.write().expect("not poisoned");
        let Some(socket) = state.sockets.get_mut(&id) else { return };
        socket.topics.retain(|known| known != topic);
        let project = socket.caller.project_id;
        state.unsubscribe(id, project, topic);
    }

    /// The session may do other things now: topics that it may no longer see are dropped.
    pub fn update(&self, id: u64, caller: Caller) {
        let mut state = self.state.write().expect("not poisoned");
        let Some(socket) = state.sockets.get_mut(&id) else { return };
        let (remaining, lost): (Vec<_>, Vec<_>) =
            std::mem::take(&mut socket.topics).into_iter().partition(|topic| Topic::parse(topic).is_some_and(|topic| topic.admits(&caller)));
        socket.topics = remaining;
        let project = socket.caller.project_id;
        socket.caller = Arc::new(caller);
        for topic in lost {
            state.unsubscribe(id, project, &topic);
        }
    }

    /// Sends a push to those who have subscribed and may see it. A socket that cannot keep up is closed: it
    /// reconnects and loads again, rather than miss something unnoticed.
    pub fn deliver(&self, push: &Push) {
        let Some(topic) = Topic::parse(&push.topic).filter(|topic| topic.takes(&push.audience)) else {
            tracing::error!(topic = push.topic, "a push that is for more than its topic is dropped");
            return;
        };
        let state = self.state.read().expect("not poisoned");
        let Some(ids) = state.subscribers.get(&(push.project_id, push.topic.clone())) else { return };
        let sockets = ids.iter().filter_map(|id| state.sockets.get(id)).filter(|socket| reaches(&push.audience, &socket.caller));
        let sockets: Vec<&Socket> = sockets.collect();
        if sockets.is_empty() {
            return;
        }
        let text = Utf8Bytes::from(json!({ "topic": push.topic, "data": push.data }).to_string());
        let span = span::send_push(SERVICE, topic.template(), sockets.len(), push.traceparent.as_deref());
        for socket in sockets {
            socket.send(SocketCommand::Text(text.clone(), span.clone()));
        }
    }

    pub fn recheck(&self, changed: &SessionChange) {
        self.send_to(SocketCommand::Recheck, |socket| changed.concerns(&socket.caller));
    }

    /// For changes of sessions that may have been missed.
    pub fn recheck_all(&self) {
        self.send_to(SocketCommand::Recheck, |_| true);
    }

    pub fn resynchronise(&self) {
        let text = json!({ "topic": "private-app-changes", "data": { "type": "resynchronise" } }).to_string();
        self.send_to(SocketCommand::Text(text.into(), Span::none()), |_| true);
    }

    fn send_to(&self, command: SocketCommand, concerns: impl Fn(&Socket) -> bool) {
        self.state.read().expect("not poisoned").sockets.values().filter(|socket| concerns(socket)).for_each(|socket| socket.send(command.clone()));
    }
}

impl State {
    fn unsubscribe(&mut self, id: u64, project: i64, topic: &str) {
        let key = (project, topic.to_string());
        if let Some(ids) = self.subscribers.get_mut(&key) {
            ids.retain(|known| *known != id);
            if ids.is_empty() {
                self.subscribers.remove(&key);
            }
        }
    }
}

impl Socket {
    /// A full queue closes the socket from its own side: see `socket::run`.
    fn send(&self, command: SocketCommand) {
        let _full_or_gone = self.commands.try_send(command);
    }
}

fn reaches(audience: &Audience, caller: &Caller) -> bool {
    match audience {
        Audience::Project => true,
        Audience::User(id) => caller.user_id == *id,
        Audience::Scope { resource, path } => {
            let resource = Resource::ALL.iter().find(|known| known.name() == resource);
            resource.is_some_and(|resource| caller.scope(*resource, Action::View).covers_group(path))
        }
    }
}

#[cfg(test)]
mod tests;
