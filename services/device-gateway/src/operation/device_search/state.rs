//! What is known of a search: in Redis, so that every replica answers for it and a page that is loaded again goes on.
use std::time::Duration;

use kit::{Error, Redis, Result};
use policy::Caller;
use redis::AsyncCommands;

use crate::app::App;
use crate::domain::device_search::{DeviceSearch, SearchState};

const STATE_TTL: Duration = Duration::from_secs(15 * 60);
/// More than a search takes: that of a process that has ended blocks no other for longer.
const LOCK_TTL: Duration = Duration::from_secs(60);

/// The search of a project: one at a time.
#[derive(Clone)]
pub struct SearchStore {
    redis: Redis,
    lock: String,
    state: String,
}

impl SearchStore {
    pub fn new(app: &App, caller: &Caller) -> SearchStore {
        let name = |name: String| app.context.settings.redis_name(&name);
        SearchStore {
            redis: app.context.redis.clone(),
            lock: name(format!("device-search:{}", caller.project_id)),
            state: name(format!("device-search:{}:{}", caller.project_id, caller.user_id)),
        }
    }

    pub async fn lock(&self, request_id: &str) -> Result<()> {
        let options =
            redis::SetOptions::default().conditional_set(redis::ExistenceCheck::NX).with_expiration(redis::SetExpiry::EX(LOCK_TTL.as_secs()));
        let taken: Option<String> = self.redis.clone().set_options(&self.lock, request_id, options).await.map_err(unavailable)?;
        taken.map(drop).ok_or_else(|| Error::Conflict { code: "search_runs", message: "can't perform action".into(), data: Default::default() })
    }

    pub async fn unlock(&self) -> Result<()> {
        self.redis.clone().del(&self.lock).await.map_err(unavailable)
    }

    pub async fn save(&self, search: &DeviceSearch) -> Result<()> {
        let text = serde_json::to_string(search).map_err(Error::internal)?;
        self.redis.clone().set_ex(&self.state, text, STATE_TTL.as_secs()).await.map_err(unavailable)
    }

    async fn load(&self) -> Result<Option<DeviceSearch>> {
        let text: Option<String> = self.redis.clone().get(&self.state).await.map_err(unavailable)?;
        let Some(mut search) = text.and_then(|text| serde_json::from_str::<DeviceSearch>(&text).ok()) else { return Ok(None) };
        let holder: Option<String> = self.redis.clone().get(&self.lock).await.map_err(unavailable)?;
        // Nobody goes on with it: the process has ended.
        if search.state == SearchState::Running && holder.as_deref() != Some(search.request_id.as_str()) {
            search.state = SearchState::Failed;
        }
        Ok(Some(search))
    }
}

/// The caller's last search.
pub async fn find(app: &App, caller: &Caller) -> Result<DeviceSearch> {
    SearchStore::new(app, caller).load().await?.ok_or(Error::NotFound)
}

pub fn unavailable(error: redis::RedisError) -> Error {
    Error::Unavailable(error.into())
}
