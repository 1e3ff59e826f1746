//! Commands that wait for their answers.
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use device_protocol::{Response, Serial};
use tokio::sync::oneshot;
use uuid::Uuid;

/// Commands under way at once.
const MAX_PENDING_CALLS: usize = 10_000;

type Waiting = HashMap<Uuid, (Serial, oneshot::Sender<Response>)>;

#[derive(Clone, Default)]
pub struct Calls(Arc<Mutex<Waiting>>);

/// The place of one answer; given up when dropped.
pub struct Answer {
    calls: Calls,
    id: Uuid,
    receiver: oneshot::Receiver<Response>,
}

impl Calls {
    /// None when too many wait already.
    pub fn expect(&self, serial: &Serial, id: Uuid) -> Option<Answer> {
        let mut waiting = self.lock();
        if waiting.len() >= MAX_PENDING_CALLS {
            return None;
        }
        let (sender, receiver) = oneshot::channel();
        waiting.insert(id, (serial.clone(), sender));
        Some(Answer { calls: self.clone(), id, receiver })
    }

    /// Delivers an answer to its call. Returns false without such a call, or when another device answers.
    pub fn arrived(&self, serial: &Serial, response: Response) -> bool {
        let mut waiting = self.lock();
        if waiting.get(&response.id).is_none_or(|(asked, _)| asked != serial) {
            return false;
        }
        waiting.remove(&response.id).is_some_and(|(_, sender)| sender.send(response).is_ok())
    }

    /// The device went offline or connected again: it will not answer earlier calls.
    pub fn give_up_of(&self, serial: &Serial) {
        self.lock().retain(|_, (asked, _)| asked != serial);
    }

    /// The connection is lost: no call will be answered.
    pub fn give_up(&self) {
        self.lock().clear();
    }

    /// Every change is one step, so that a panic elsewhere leaves the map sound.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Answer {
    /// None when the connection was lost meanwhile.
    pub async fn wait(mut self) -> Option<Response> {
        (&mut self.receiver).await.ok()
    }
}

impl IntoFuture for Answer {
    type Output = Option<Response>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.wait())
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.calls.lock().remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn serial(text: &str) -> Serial {
        Serial::new(text).unwrap()
    }

    #[tokio::test]
    async fn an_answer_finds_its_question() {
        let (calls, id) = (Calls::default(), Uuid::from_u128(1));
        let answer = calls.expect(&serial("a"), id).unwrap();
        assert!(calls.arrived(&serial("a"), Response::new(id, 200, Value::Null)));
        assert_eq!(answer.wait().await.unwrap().status, 200);
    }

    #[tokio::test]
    async fn another_device_cannot_answer() {
        let (calls, id) = (Calls::default(), Uuid::from_u128(1));
        let _answer = calls.expect(&serial("a"), id).unwrap();
        assert!(!calls.arrived(&serial("b"), Response::new(id, 200, Value::Null)));
    }

    #[tokio::test]
    async fn a_device_that_goes_leaves_its_questions_unanswered_at_once() {
        let calls = Calls::default();
        let (gone, there) = (calls.expect(&serial("a"), Uuid::from_u128(1)).unwrap(), calls.expect(&serial("b"), Uuid::from_u128(2)).unwrap());
        calls.give_up_of(&serial("a"));
        assert!(gone.wait().await.is_none());
        assert!(calls.arrived(&serial("b"), Response::new(Uuid::from_u128(2), 200, Value::Null)));
        assert!(there.wait().await.is_some());
    }

    #[tokio::test]
    async fn a_question_that_was_given_up_takes_no_room() {
        let calls = Calls::default();
        drop(calls.expect(&serial("a"), Uuid::from_u128(1)));
        assert!(calls.lock().is_empty());
        let answer = calls.expect(&serial("a"), Uuid::from_u128(2)).unwrap();
        calls.give_up();
        assert!(answer.wait().await.is_none());
    }
}
