//! What was decided for single users.
use kit::listing::{Kind as ColumnKind, Permitted, column, sortable};
use kit::{Error, Listing, Result};
use policy::{ActionKind, Authorized, action, resource};
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::counts::Counts;
use crate::domain::user_license::UserLicenseDraft;

/// Somebody of two groups is changed only by whoever reaches both.
pub static LISTING: Listing = Listing {
    resource: "users/licenses",
    select: "p.id, p.name, coalesce(l.features_off, '{}') AS features_off, l.sip, l.mobile_app, l.ukey2,
        ARRAY(SELECT m.group_id FROM person_groups m WHERE m.user_id = p.id ORDER BY m.group_id) AS groups",
    from: "people p LEFT JOIN user_licenses l ON l.user_id = p.id",
    project: "p.project_id",
    key: "p.id",
    columns: &[sortable("name", "p.name", ColumnKind::Text), column("id", "p.id", ColumnKind::Int)],
    default_sort: "name",
    search: &["p.name"],
    groups: "p.id IN (SELECT m.user_id FROM person_groups m WHERE m.group_id IN ({}))",
    own: "p.id = {}",
    filter: "NOT p.deleted",
    whole: "NOT EXISTS (SELECT 1 FROM person_groups m WHERE m.user_id = p.id AND m.group_id NOT IN ({}))",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct UserLicenseRow {
    pub id: i64,
    pub name: String,
    features_off: Vec<String>,
    sip: Option<i64>,
    mobile_app: Option<i64>,
    ukey2: Option<i64>,
    pub groups: Vec<i64>,
}

impl UserLicenseRow {
    pub fn draft(&self) -> UserLicenseDraft {
        UserLicenseDraft {
            features_off: self.features_off.iter().cloned().collect(),
            counts: Counts { sip: self.sip, mobile_app: self.mobile_app, ukey2: self.ukey2 },
        }
    }
}

/// `NotFound` for a user whom the right does not reach.
pub async fn find<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::UserLicense, A>, id: i64) -> Result<UserLicenseRow> {
    let mut sql = QueryBuilder::new(format!("SELECT {} FROM {} WHERE {} AND p.project_id = ", LISTING.select, LISTING.from, LISTING.filter));
    sql.push_bind(right.project_id()).push(" AND p.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

pub async fn find_for_update(
    connection: &mut PgConnection,
    right: &Authorized<resource::UserLicense, action::Edit>,
    id: i64,
) -> Result<Permitted<UserLicenseRow, action::Edit>> {
    LISTING.find_for_update(connection, right, id).await
}

/// Returns the new version.
pub async fn upsert(
    connection: &mut PgConnection,
    found: &Permitted<UserLicenseRow, action::Edit>,
    draft: &UserLicenseDraft,
    now: OffsetDateTime,
) -> Result<i64> {
    let features: Vec<&String> = draft.features_off.iter().collect();
    Ok(sqlx::query_scalar(
        "INSERT INTO user_licenses (user_id, project_id, features_off, sip, mobile_app, ukey2, version, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, 1, $7)
         ON CONFLICT (user_id) DO UPDATE SET features_off = excluded.features_off, sip = excluded.sip, mobile_app = excluded.mobile_app,
             ukey2 = excluded.ukey2, version = user_licenses.version + 1, updated_at = excluded.updated_at
         RETURNING version",
    )
    .bind(found.id)
    .bind(found.project_id())
    .bind(features)
    .bind(draft.counts.sip)
    .bind(draft.counts.mobile_app)
    .bind(draft.counts.ukey2)
    .bind(now)
    .fetch_one(connection)
    .await?)
}

/// What was decided for a user of any project, with its version.
#[derive(Debug, sqlx::FromRow)]
pub struct DecidedUserLicense {
    pub user_id: i64,
    pub project_id: i64,
    pub version: i64,
    features_off: Vec<String>,
    sip: Option<i64>,
    mobile_app: Option<i64>,
    ukey2: Option<i64>,
}

impl DecidedUserLicense {
    pub fn draft(&self) -> UserLicenseDraft {
        UserLicenseDraft {
            features_off: self.features_off.iter().cloned().collect(),
            counts: Counts { sip: self.sip, mobile_app: self.mobile_app, ukey2: self.ukey2 },
        }
    }
}

/// Of users above `after`, sorted.
pub async fn list_all(connection: &mut PgConnection, after: i64, limit: i64) -> Result<Vec<DecidedUserLicense>> {
    Ok(sqlx::query_as(
        "SELECT user_id, project_id, version, features_off, sip, mobile_app, ukey2 FROM user_licenses
         WHERE user_id > $1 ORDER BY user_id LIMIT $2",
    )
    .bind(after)
    .bind(limit)
    .fetch_all(connection)
    .await?)
}
