use std::time::{Duration, Instant};

use kit::outgoing::Allowed;
use kit::rate_limit::{self, Limit};
use kit::{Error, Outgoing, Result};
use policy::action;
use serde_json::json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::open_secrets;
use crate::app::App;
use crate::store::webhook::{self as store, Right};
use crate::webhook_http::{self, SendError, WebhookAnswer, WebhookMessage};

/// Tests of one user in a minute.
const MAX_TESTS: u64 = 10;
const MINUTE: Duration = Duration::from_secs(60);
/// Characters of the answer that are shown.
const MAX_SHOWN: usize = 1_000;

/// What came back.
pub struct TestOutcome {
    pub answer: std::result::Result<WebhookAnswer, SendError>,
    pub duration: Duration,
    /// Only a public address was called.
    pub is_public: bool,
}

impl TestOutcome {
    /// The beginning of the answer. That of a server in a private network is not for who only manages a project: the network is the
    /// operator's.
    pub fn excerpt(&self) -> String {
        let body = self.answer.as_ref().map(|answer| answer.body.as_slice()).unwrap_or_default();
        if !self.is_public && !body.is_empty() {
            return format!("{} bytes, not shown: the address is in a private network", body.len());
        }
        String::from_utf8_lossy(body).chars().filter(|character| !character.is_control() || *character == '\n').take(MAX_SHOWN).collect()
    }
}

/// Sends `webhook.test` while the caller waits. It says nothing of the project, and is not stored. No transaction is open meanwhile.
pub async fn test(app: &App, right: &Right<action::Edit>, id: i64) -> Result<TestOutcome> {
    let of = format!("{}/{}", right.project_id(), right.caller().user_id);
    let limit = Limit { counter: rate_limit::counter(&app.context, "webhook-test", &of), most: MAX_TESTS, window: MINUTE };
    let _counted = rate_limit::acquire(&app.context, vec![limit]).await?;
    let row = store::find(&mut *app.context.database.read(right.project_id()).await?, right, id).await?;
    let now = app.context.clock.now();
    let secrets = open_secrets(app, &row.secret, row.previous_secret.as_deref(), row.previous_secret_until, now);
    let body = event_catalogue::message("webhook.test", now, &json!({ "webhook": { "id": row.id, "name": row.name } })).to_string();
    let message = WebhookMessage { url: &row.url, secrets: &secrets, id: Uuid::now_v7(), body: &body, timeout: app.webhook_timeout };
    let begun = Instant::now();
    let (answer, is_public) = send(app, &message, now).await?;
    Ok(TestOutcome { answer, duration: begun.elapsed(), is_public })
}

/// Returns besides whether only a public address was called. A client that calls no others finds out, since a name may resolve to another
/// address each time.
async fn send(app: &App, message: &WebhookMessage<'_>, now: OffsetDateTime) -> Result<(std::result::Result<WebhookAnswer, SendError>, bool)> {
    let outgoing = &app.context.outgoing;
    let public = Outgoing::new(Allowed::Public, outgoing.authorities().clone()).map_err(Error::internal)?.of(app.context.service);
    match webhook_http::send(&public, message, now).await {
        Err(SendError::Refused) => Ok((webhook_http::send(outgoing, message, now).await, false)),
        answered => Ok((answered, true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(is_public: bool, body: &[u8]) -> String {
        let answer = WebhookAnswer { status: 200, retry_after: None, body: body.to_vec() };
        TestOutcome { answer: Ok(answer), duration: Duration::ZERO, is_public }.excerpt()
    }

    #[test]
    fn the_answer_of_a_public_address_is_shown_and_of_a_private_one_its_length() {
        assert_eq!(excerpt(true, b"Busy\x07\n"), "Busy\n");
        assert_eq!(excerpt(true, &[b'x'; 1_001]).len(), 1_000);
        assert_eq!(excerpt(false, b"Busy"), "4 bytes, not shown: the address is in a private network");
        assert_eq!(excerpt(false, b""), "");
    }
}
