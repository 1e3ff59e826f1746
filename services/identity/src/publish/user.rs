//! `identity.user.changed`: a user as other services know them.
use kit::Result;
use kit::outbox::{self, Outgoing};
use proto::vestibule::events::v1::UserChanged;
use sqlx::PgConnection;

use crate::domain::user::{UserDraft, UserSnapshot};

pub const TOPIC: &str = "identity.user.changed";

/// Events written by one statement.
const MAX_EVENTS: usize = 2_000;

/// Publishes the current state of these users.
pub async fn changed(connection: &mut PgConnection, project_id: i64, users: Vec<UserSnapshot>) -> Result<()> {
    let snapshot = |user: UserSnapshot| Outgoing {
        project_id,
        aggregate: format!("user:{}", user.id),
        event: UserChanged {
            project_id,
            id: user.id,
            version: user.version,
            deleted: false,
            name: user.name,
            email: user.email.unwrap_or_default(),
            locale: user.locale,
            is_active: user.is_active,
            role_id: user.role_id,
            domain_ids: user.domain_ids,
            description: user.description.unwrap_or_default(),
            elevator_access_disabled: user.elevator_access_disabled,
        },
    };
    outbox::emit_all(connection, TOPIC, &users.into_iter().map(snapshot).collect::<Vec<_>>()).await
}

/// Publishes users that were just inserted, without reading them again.
pub async fn inserted(connection: &mut PgConnection, project_id: i64, drafts: &[UserDraft], ids: &[i64], locale: &str) -> Result<()> {
    let event = |(id, draft): (&i64, &UserDraft)| Outgoing {
        project_id,
        aggregate: format!("user:{id}"),
        event: UserChanged {
            project_id,
            id: *id,
            version: 1,
            deleted: false,
            name: draft.name.clone(),
            email: draft.email.clone().unwrap_or_default(),
            locale: locale.into(),
            is_active: draft.is_active,
            role_id: draft.role_id,
            domain_ids: draft.domain_ids.iter().copied().collect(),
            description: draft.description.clone().unwrap_or_default(),
            elevator_access_disabled: draft.elevator_access_disabled,
        },
    };
    for (ids, drafts) in ids.chunks(MAX_EVENTS).zip(drafts.chunks(MAX_EVENTS)) {
        outbox::emit_all(connection, TOPIC, &ids.iter().zip(drafts).map(event).collect::<Vec<_>>()).await?;
    }
    Ok(())
}

/// A user that was deleted; `version` is the last one published.
pub struct DeletedUser<'a> {
    pub id: i64,
    pub name: &'a str,
    pub version: i64,
}

pub async fn deleted(connection: &mut PgConnection, project_id: i64, users: &[DeletedUser<'_>]) -> Result<()> {
    let event = |user: &DeletedUser<'_>| Outgoing {
        project_id,
        aggregate: format!("user:{}", user.id),
        event: UserChanged { project_id, id: user.id, version: user.version + 1, deleted: true, name: user.name.into(), ..Default::default() },
    };
    outbox::emit_all(connection, TOPIC, &users.iter().map(event).collect::<Vec<_>>()).await
}
