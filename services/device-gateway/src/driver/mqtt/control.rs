//! Commands to the broker's dynamic security plugin: one exchange at a time.
use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::oneshot;

use super::CallError;

pub const TOPIC: &str = "$CONTROL/dynamic-security/v1";
pub const RESPONSE_TOPIC: &str = "$CONTROL/dynamic-security/v1/response";
pub const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Default)]
pub struct Control {
    /// Held during an exchange: the plugin answers in order and not by name.
    turn: tokio::sync::Mutex<()>,
    waiting: Mutex<Option<oneshot::Sender<Vec<Value>>>>,
}

impl Control {
    pub async fn exchange(&self, publish: impl Future<Output = Result<(), CallError>>) -> Result<Vec<Value>, CallError> {
        let _turn = self.turn.lock().await;
        let (sender, receiver) = oneshot::channel();
        self.set(Some(sender));
        let exchange = async {
            publish.await?;
            receiver.await.map_err(|_| CallError::NotConnected)
        };
        let answer = tokio::time::timeout(PATIENCE, exchange).await.map_err(|_| CallError::TimedOut);
        self.set(None);
        answer?
    }

    pub fn arrived(&self, payload: &[u8]) {
        let Ok(Value::Object(mut answer)) = serde_json::from_slice::<Value>(payload) else { return };
        let Some(Value::Array(responses)) = answer.remove("responses") else { return };
        if let Some(sender) = self.take() {
            let _nobody_waits_any_more = sender.send(responses);
        }
    }

    pub fn give_up(&self) {
        self.set(None);
    }

    fn take(&self) -> Option<oneshot::Sender<Vec<Value>>> {
        self.waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
    }

    fn set(&self, sender: Option<oneshot::Sender<Vec<Value>>>) {
        *self.waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = sender;
    }
}
