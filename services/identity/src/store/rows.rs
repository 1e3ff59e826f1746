//! How types of the domain are read from rows.
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Result, Row};

use crate::domain::audit_event::AuditEvent;
use crate::domain::ip_blocking::Blocking;
use crate::domain::mail::Receiver;
use crate::domain::project::ProjectSnapshot;
use crate::domain::session::RevokedSession;
use crate::domain::user::UserSnapshot;

impl FromRow<'_, PgRow> for AuditEvent {
    fn from_row(row: &PgRow) -> Result<Self> {
        Ok(AuditEvent {
            project_id: row.try_get("project_id")?,
            user_id: row.try_get("user_id")?,
            user_name: row.try_get("user_name")?,
            ip: row.try_get("ip")?,
            request_id: row.try_get("request_id")?,
            action: row.try_get("action")?,
            resource: row.try_get("resource")?,
            resource_id: row.try_get("resource_id")?,
            resource_name: row.try_get("resource_name")?,
            before: row.try_get("before")?,
            after: row.try_get("after")?,
            at: row.try_get("at")?,
            token_name: row.try_get("token_name")?,
        })
    }
}

impl FromRow<'_, PgRow> for Blocking {
    fn from_row(row: &PgRow) -> Result<Self> {
        Ok(Blocking {
            is_enabled: row.try_get("is_enabled")?,
            max_failures: row.try_get("max_failures")?,
            window_seconds: row.try_get("window_seconds")?,
            ban_seconds: row.try_get("ban_seconds")?,
        })
    }
}

impl FromRow<'_, PgRow> for Receiver {
    fn from_row(row: &PgRow) -> Result<Self> {
        Ok(Receiver {
            project_id: row.try_get("project_id")?,
            email: row.try_get("email")?,
            name: row.try_get("name")?,
            locale: row.try_get("locale")?,
            domain_id: row.try_get("domain_id")?,
            by_installation: row.try_get("by_installation")?,
        })
    }
}

impl FromRow<'_, PgRow> for RevokedSession {
    fn from_row(row: &PgRow) -> Result<Self> {
        Ok(RevokedSession {
            project_id: row.try_get("project_id")?,
            user_id: row.try_get("user_id")?,
            id: row.try_get("id")?,
            mobile_client_id: row.try_get("mobile_client_id")?,
            revoked_at: row.try_get("revoked_at")?,
        })
    }
}

impl FromRow<'_, PgRow> for UserSnapshot {
    fn from_row(row: &PgRow) -> Result<Self> {
        Ok(UserSnapshot {
            id: row.try_get("id")?,
            version: row.try_get("version")?,
            name: row.try_get("name")?,
            description: row.try_get("description")?,
            email: row.try_get("email")?,
            locale: row.try_get("locale")?,
            is_active: row.try_get("is_active")?,
            role_id: row.try_get("role_id")?,
            domain_ids: row.try_get("domain_ids")?,
            elevator_access_disabled: row.try_get("elevator_access_disabled")?,
        })
    }
}

impl FromRow<'_, PgRow> for ProjectSnapshot {
    fn from_row(row: &PgRow) -> Result<Self> {
        Ok(ProjectSnapshot {
            id: row.try_get("id")?,
            version: row.try_get("version")?,
            is_suspended: row.try_get("suspended")?,
            name: row.try_get("name")?,
            time_zone: row.try_get("time_zone")?,
            locale: row.try_get("locale")?,
            uid: row.try_get("uid")?,
        })
    }
}
