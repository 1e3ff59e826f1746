//! Limits of the mails that users send directly: the right to edit templates is no right to send mails to everybody. They are
//! counted in Redis, so that they hold for requests made at the same time and across replicas.
use std::time::Duration;

use kit::Result;
use kit::rate_limit::{self, Limit, Permit};
use policy::Caller;

use crate::app::App;

const WINDOW: Duration = Duration::from_secs(3600);
/// Previews and test mails of one user in a window.
const MAX_PER_USER: u64 = 30;
/// Test mails to one address in a window, whoever sends them.
const MAX_PER_RECEIVER: u64 = 10;

/// For a preview, which goes to the user's own address.
pub async fn acquire_for_user(app: &App, caller: &Caller) -> Result<Permit> {
    rate_limit::acquire(&app.context, vec![user_limit(app, caller)]).await
}

/// For a test mail, which may go to any address.
pub async fn acquire_for_user_and_receiver(app: &App, caller: &Caller, email: &str) -> Result<Permit> {
    let counter = rate_limit::counter(&app.context, "mail-receiver", &email.to_lowercase());
    let receiver = Limit { counter, most: MAX_PER_RECEIVER, window: WINDOW };
    rate_limit::acquire(&app.context, vec![user_limit(app, caller), receiver]).await
}

fn user_limit(app: &App, caller: &Caller) -> Limit {
    let user = format!("{}:{}", caller.project_id, caller.user_id);
    Limit { counter: rate_limit::counter(&app.context, "mail-user", &user), most: MAX_PER_USER, window: WINDOW }
}
