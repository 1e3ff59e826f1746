//! Limits of the open page: against abuse, not against use.
use std::time::Duration;

use kit::Result;
use kit::rate_limit::{self, Limit, Permit};

use super::LinkedKey;
use crate::app::App;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

/// Of an address, in a minute.
const MAX_PAGES: u64 = 30;
const MAX_UNKNOWN_KEYS: u64 = 10;

fn limit(app: &App, kind: &str, of: &str, most: u64, window: Duration) -> Limit {
    Limit { counter: rate_limit::counter(&app.context, kind, of), most, window }
}

fn limit_of_address(app: &App, kind: &str, ip: &str, most: u64) -> Limit {
    Limit { counter: rate_limit::counter_of_address(&app.context, kind, ip), most, window: MINUTE }
}

/// Refunded for a key that is found.
pub async fn before_looking(app: &App, ip: &str) -> Result<Permit> {
    rate_limit::acquire(&app.context, vec![limit_of_address(app, "guest-unknown", ip, MAX_UNKNOWN_KEYS)]).await
}

pub async fn page(app: &App, ip: &str) -> Result<()> {
    let _counted = rate_limit::acquire(&app.context, vec![limit_of_address(app, "guest-page", ip, MAX_PAGES)]).await?;
    Ok(())
}

pub async fn opening_of_address(app: &App, ip: &str) -> Result<()> {
    let _counted = rate_limit::acquire(&app.context, vec![limit_of_address(app, "guest-open", ip, app.guests.limits.of_address_per_minute)]).await?;
    Ok(())
}

/// Refunded where nothing was opened.
pub async fn opening(app: &App, key: LinkedKey, device: i64) -> Result<Permit> {
    let limits = &app.guests.limits;
    let of_key = key.id.to_string();
    let of_door = format!("{}/{device}", key.project_id);
    let counted = vec![
        limit(app, "guest-open-key-minute", &of_key, limits.of_key_per_minute, MINUTE),
        limit(app, "guest-open-key-hour", &of_key, limits.of_key_per_hour, HOUR),
        limit(app, "guest-open-door", &of_door, limits.of_door_per_minute, MINUTE),
    ];
    rate_limit::acquire(&app.context, counted).await
}
