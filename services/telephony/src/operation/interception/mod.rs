//! Users who take the calls of panels for others.
mod find;
mod set;

use kit::Result;
use policy::{Authorized, action, resource};
use serde_json::{Value, json};
use sqlx::PgConnection;

pub use find::find;
pub use set::set;

use crate::store::interception::{self as store, InterceptionGroupRow};

/// The interception of one user.
pub struct UserInterception {
    pub is_active: bool,
    /// Groups that the user chose, now or before, and still reaches.
    pub groups: Vec<InterceptionGroupRow>,
    /// Groups that the user belongs to.
    pub user_groups: Vec<InterceptionGroupRow>,
}

impl UserInterception {
    async fn read(connection: &mut PgConnection, right: &Authorized<resource::Interception, action::View>) -> Result<UserInterception> {
        Ok(UserInterception {
            is_active: store::is_active(connection, right).await?,
            groups: store::chosen(connection, right).await?,
            user_groups: store::own(connection, right).await?,
        })
    }

    fn audit_view(&self) -> Value {
        let selected: Vec<i64> = self.groups.iter().filter(|group| group.is_selected).map(|group| group.id).collect();
        json!({ "is_active": self.is_active, "domains": selected })
    }
}
