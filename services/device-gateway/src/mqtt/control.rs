//! Commands to the broker's dynamic security plugin: one exchange at a time.
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::json_values::has_too_many_values;
use crate::device_link::CallError;

pub const TOPIC: &str = "$CONTROL/dynamic-security/v1";
pub const RESPONSE_TOPIC: &str = "$CONTROL/dynamic-security/v1/response";
/// The plugin returns the value of this key with its answer.
const CORRELATION: &str = "correlationData";
pub const EXCHANGE_TIMEOUT: Duration = Duration::from_secs(10);

/// An exchange under way: its id, and where its answers go.
type Waiting = (String, oneshot::Sender<Vec<Value>>);

#[derive(Default)]
pub struct Control {
    /// Held during an exchange.
    turn: tokio::sync::Mutex<()>,
    waiting: Mutex<Option<Waiting>>,
}

impl Control {
    /// The plugin publishes its answers to all subscribers, other replicas included: so each exchange has an id.
    pub async fn exchange<F>(&self, mut commands: Vec<Value>, publish: impl FnOnce(Vec<u8>) -> F) -> Result<Vec<Value>, CallError>
    where
        F: Future<Output = Result<(), CallError>>,
    {
        if commands.is_empty() {
            return Ok(Vec::new());
        }
        let _turn = self.turn.lock().await;
        let name = Uuid::now_v7().to_string();
        for command in &mut commands {
            command[CORRELATION] = name.as_str().into();
        }
        let payload = json!({ "commands": commands }).to_string().into_bytes();
        let (sender, receiver) = oneshot::channel();
        *self.lock() = Some((name, sender));
        let exchange = async {
            publish(payload).await?;
            receiver.await.map_err(|_| CallError::NotConnected)
        };
        let answer = tokio::time::timeout(EXCHANGE_TIMEOUT, exchange).await.map_err(|_| CallError::TimedOut);
        self.give_up();
        answer?
    }

    pub fn arrived(&self, payload: &[u8]) {
        // The broker of a project may send anything at any time.
        if self.lock().is_none() || has_too_many_values(payload) {
            return;
        }
        let Ok(Value::Object(mut answer)) = serde_json::from_slice::<Value>(payload) else { return };
        let Some(Value::Array(responses)) = answer.remove("responses") else { return };
        let name = responses.first().and_then(|response| response.get(CORRELATION)).and_then(Value::as_str);
        let mut waiting = self.lock();
        if waiting.as_ref().is_some_and(|(ours, _)| Some(ours.as_str()) == name)
            && let Some((_, sender)) = waiting.take()
        {
            let _nobody_waits_any_more = sender.send(responses);
        }
    }

    pub fn give_up(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Waiting>> {
        self.waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(name: &Value, word: &str) -> Vec<u8> {
        json!({"responses": [{"command": word, CORRELATION: name}]}).to_string().into_bytes()
    }

    #[tokio::test]
    async fn the_answer_to_another_replica_is_not_taken_for_ones_own() {
        let control = Control::default();
        let publish = |payload: Vec<u8>| {
            let sent: Value = serde_json::from_slice(&payload).unwrap();
            control.arrived(&answer(&"another".into(), "theirs"));
            control.arrived(&answer(&sent["commands"][0][CORRELATION], "ours"));
            std::future::ready(Ok(()))
        };
        let answers = control.exchange(vec![json!({"command": "ours"})], publish).await.unwrap();
        assert_eq!(answers[0]["command"], "ours");
    }
}
