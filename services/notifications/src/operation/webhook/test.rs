use std::time::{Duration, Instant};

use kit::Result;
use kit::rate_limit::{self, Limit};
use policy::action;
use serde_json::json;
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
}

impl TestOutcome {
    /// The beginning of the answer.
    pub fn shown(&self) -> String {
        let body = self.answer.as_ref().map(|answer| answer.body.as_slice()).unwrap_or_default();
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
    let answer = webhook_http::send(&app.context.outgoing, &message, now).await;
    Ok(TestOutcome { answer, duration: begun.elapsed() })
}
