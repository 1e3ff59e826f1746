//! The tables of guests' keys: identifiers with more columns.
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use sqlx::types::Json;
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::identifier::{self, duplicate};
use super::license::is_person_off;
use super::related::{VisibleGroups, VisibleIds, retain};
use crate::domain::guest_key::{GuestKeyDraft, GuestKeyFacts, GuestKeyKind, GuestKeyState, GuestType, KeyWeek};
use crate::domain::identifier::{IdentifierType, OwnerType};
use crate::domain::number::Number;

/// Rules of one giver that are answered.
const MAX_RULES: i64 = 500;
/// Whether identifier `i`, which is key `k`, opens something, or will; $3 is now. The visit of its last pass goes on.
const LIVE: &str = "i.revoked_at IS NULL AND (NOT i.period_restrict_active OR i.period_restrict_to > $3)
    AND (NOT i.passes_restrict_active OR i.passes_restrict_passes_count < i.passes_restrict_max_count OR coalesce(k.visit_ends_at > $3, false))";
/// Whether rule `r` lets in person `p`, and may be handed on.
const GIVEN: &str = "r.is_shareable AND NOT r.prohibition AND (
    EXISTS (SELECT 1 FROM rule_users x WHERE x.rule_id = r.id AND x.user_id = p.id)
    OR EXISTS (SELECT 1 FROM person_groups m JOIN group_closure c ON c.descendant_id = m.group_id
        JOIN rule_groups x ON x.group_id = c.ancestor_id WHERE m.user_id = p.id AND x.rule_id = r.id))";

fn select() -> String {
    format!(
        "SELECT i.id, i.link_id, i.name, i.value, i.number, i.is_active, i.owner_id, p.name AS owner_name,
             coalesce(p.is_active AND NOT p.deleted, false) AS is_giver_active, i.domain_id, g.name AS domain_name,
             ARRAY(SELECT w.group_id FROM person_groups w WHERE w.user_id = i.owner_id ORDER BY w.group_id) AS owner_groups,
             i.period_restrict_active, i.period_restrict_from, i.period_restrict_to, i.passes_restrict_active, i.passes_restrict_max_count,
             i.passes_restrict_passes_count, i.revoked_at, i.version, i.created_by, i.created_by_name, i.created_at, i.updated_at,
             k.kind, k.guest_type, k.message, k.link_sealed, k.visit_ends_at, k.last_used_at, k.hours,
             EXISTS (SELECT 1 FROM rule_identifiers y JOIN access_rules r ON r.id = y.rule_id WHERE y.identifier_id = i.id AND {GIVEN}) AS has_rule,
             {} AS is_giver_off,
             ARRAY(SELECT a.id FROM rule_identifiers y JOIN access_rules a ON a.id = y.rule_id WHERE y.identifier_id = i.id AND NOT a.prohibition
                 ORDER BY a.id) AS rule_ids,
             ARRAY(SELECT a.name FROM rule_identifiers y JOIN access_rules a ON a.id = y.rule_id WHERE y.identifier_id = i.id AND NOT a.prohibition
                 ORDER BY a.id) AS rule_names
         FROM guest_keys k JOIN identifiers i ON i.id = k.identifier_id
         LEFT JOIN people p ON p.id = i.owner_id LEFT JOIN group_nodes g ON g.id = i.domain_id WHERE i.project_id = ",
        is_person_off("i.owner_id")
    )
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct GuestKeyRow {
    pub id: i64,
    pub link_id: Uuid,
    pub name: String,
    pub value: String,
    pub number: String,
    pub is_active: bool,
    pub owner_id: Option<i64>,
    pub owner_name: Option<String>,
    is_giver_active: bool,
    pub domain_id: Option<i64>,
    pub domain_name: Option<String>,
    /// In their order.
    pub owner_groups: Vec<i64>,
    pub period_restrict_active: bool,
    pub period_restrict_from: Option<OffsetDateTime>,
    pub period_restrict_to: Option<OffsetDateTime>,
    passes_restrict_active: bool,
    passes_restrict_max_count: i32,
    pub passes_restrict_passes_count: i32,
    pub revoked_at: Option<OffsetDateTime>,
    pub version: i64,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    kind: i16,
    guest_type: i16,
    pub message: String,
    pub link_sealed: Vec<u8>,
    pub visit_ends_at: Option<OffsetDateTime>,
    pub last_used_at: Option<OffsetDateTime>,
    hours: Option<Json<KeyWeek>>,
    has_rule: bool,
    is_giver_off: bool,
    /// Those that grant: what an administrator forbids the key is not its giver's to change.
    pub rule_ids: Vec<i64>,
    pub rule_names: Vec<String>,
}

/// A key that a caller may change, locked until the transaction ends. Made only by `find_for_update`.
pub struct LockedGuestKey {
    row: GuestKeyRow,
    project_id: i64,
}

impl std::ops::Deref for LockedGuestKey {
    type Target = GuestKeyRow;

    fn deref(&self) -> &GuestKeyRow {
        &self.row
    }
}

impl GuestKeyRow {
    pub fn kind(&self) -> GuestKeyKind {
        GuestKeyKind::from_number(self.kind.into()).unwrap_or(GuestKeyKind::Qr)
    }

    pub fn identifier_type(&self) -> IdentifierType {
        self.kind().identifier_type()
    }

    pub fn guest_type(&self) -> GuestType {
        GuestType::from_number(self.guest_type.into())
    }

    /// 0 for no limit.
    pub fn pass_limit(&self) -> i32 {
        if self.passes_restrict_active { self.passes_restrict_max_count } else { 0 }
    }

    pub fn visits_left(&self) -> Option<u32> {
        let left = self.passes_restrict_max_count.saturating_sub(self.passes_restrict_passes_count).max(0);
        self.passes_restrict_active.then_some(left as u32)
    }

    pub fn is_of(&self, user: i64) -> bool {
        self.created_by == Some(user) || self.owner_id == Some(user)
    }

    pub fn state(&self, is_licensed: bool, now: OffsetDateTime) -> GuestKeyState {
        let facts = GuestKeyFacts {
            is_revoked: self.revoked_at.is_some(),
            is_active: self.is_active,
            is_covered: self.is_giver_active && self.has_rule && is_licensed && !self.is_giver_off,
            from: self.period_restrict_from.filter(|_| self.period_restrict_active),
            to: self.period_restrict_to.filter(|_| self.period_restrict_active),
            visits_left: self.visits_left(),
            visit_ends: self.visit_ends_at,
        };
        facts.state(now)
    }

    pub fn draft(&self) -> GuestKeyDraft {
        GuestKeyDraft {
            name: self.name.clone(),
            kind: Some(self.kind()),
            value: self.value.clone(),
            guest_type: self.guest_type(),
            message: self.message.clone(),
            access_rules: self.rule_ids.clone(),
            owner_id: self.owner_id,
            period_restrict_active: self.period_restrict_active,
            period_restrict_from: self.period_restrict_from,
            period_restrict_to: self.period_restrict_to,
            pass_limit: self.pass_limit(),
            hours: self.hours.as_ref().map(|hours| hours.0.clone()),
        }
    }

    /// Leaves only those of the rules that the caller sees.
    pub fn retain_visible(&mut self, visible: &VisibleIds) {
        retain(&mut self.rule_ids, &mut self.rule_names, |id| visible.access_rules.contains(id));
    }

    /// Shows the giver in a group that the caller sees.
    pub fn show_group(&mut self, visible: &VisibleGroups) {
        visible.show(&mut self.domain_id, &mut self.domain_name, &self.owner_groups);
    }
}

/// What a new key has besides its draft.
pub struct NewGuestKey<'a> {
    pub draft: &'a GuestKeyDraft,
    pub kind: GuestKeyKind,
    pub value: &'a str,
    pub number: &'a Number,
    pub giver: i64,
    pub link_hash: Vec<u8>,
    pub link_sealed: Vec<u8>,
    pub visit_seconds: i32,
    /// Doors ask about it while it has a pass limit.
    pub is_counted_exactly: bool,
}

/// `NotFound` for one that is neither the caller's nor among the identifiers that they may view.
pub async fn find(connection: &mut PgConnection, right: &Authorized<resource::Identifier, action::View>, id: i64) -> Result<GuestKeyRow> {
    let mut sql = QueryBuilder::new(select());
    sql.push_bind(right.project_id()).push(" AND i.id = ").push_bind(id);
    identifier::LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// One of a project, whoever asks: for the page of its link.
pub async fn find_in_project(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<GuestKeyRow>> {
    let mut sql = QueryBuilder::new(select());
    sql.push_bind(project_id).push(" AND i.id = ").push_bind(id);
    Ok(sql.build_query_as().fetch_optional(connection).await?)
}

/// `NotFound` for one that the caller has neither made nor given.
pub async fn find_for_update(connection: &mut PgConnection, right: &Authorized<resource::GuestKey, action::Edit>, id: i64) -> Result<LockedGuestKey> {
    sqlx::query("SELECT id FROM identifiers WHERE project_id = $1 AND id = $2 FOR UPDATE")
        .bind(right.project_id())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    let found = find_in_project(connection, right.project_id(), id).await?.filter(|row| row.is_of(right.caller().user_id));
    Ok(LockedGuestKey { row: found.ok_or(Error::NotFound)?, project_id: right.project_id() })
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::GuestKey, action::Create>,
    key: &NewGuestKey<'_>,
    now: OffsetDateTime,
) -> Result<i64> {
    let draft = key.draft;
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO identifiers (project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, owner_id, domain_id,
             period_restrict_active, period_restrict_from, period_restrict_to, passes_restrict_active, passes_restrict_max_count,
             created_by, created_by_name, created_at, updated_at, origin)
         VALUES ($1, $2, $3, $4, $5, $6, $7, true, $8, $9, (SELECT min(group_id) FROM person_groups WHERE user_id = $9),
             $10, $11, $12, $13, $14, $15, $16, $17, $17, 4)
         RETURNING id",
    )
    .bind(right.project_id())
    .bind(Uuid::now_v7())
    .bind(draft.name.trim())
    .bind(key.kind.identifier_type().number())
    .bind(key.value)
    .bind(key.number.for_device())
    .bind(key.number.unique_value())
    .bind(OwnerType::Guest.number())
    .bind(key.giver)
    .bind(draft.period_restrict_active)
    .bind(draft.period_restrict_from)
    .bind(draft.period_restrict_to)
    .bind(draft.pass_limit > 0)
    .bind(draft.pass_limit.max(1))
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .fetch_one(&mut *connection)
    .await
    .map_err(duplicate)?;
    sqlx::query(
        "INSERT INTO guest_keys (identifier_id, project_id, kind, guest_type, message, link_hash, link_sealed, visit_seconds, hours, is_counted_exactly)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(id)
    .bind(right.project_id())
    .bind(key.kind.number())
    .bind(draft.guest_type.number())
    .bind(&draft.message)
    .bind(&key.link_hash)
    .bind(&key.link_sealed)
    .bind(key.visit_seconds)
    .bind(draft.hours.as_ref().map(Json))
    .bind(key.is_counted_exactly)
    .execute(&mut *connection)
    .await?;
    set_rules(connection, right.project_id(), id, &draft.access_rules).await?;
    Ok(id)
}

/// Writes the draft over the key, all but its rules. With `is_renewed` its visits are counted anew. `number`: of one whose limits are other
/// ones; one that is dead may have given its number to another key.
pub async fn update(
    connection: &mut PgConnection,
    found: &LockedGuestKey,
    draft: &GuestKeyDraft,
    number: Option<&Number>,
    is_renewed: bool,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE identifiers SET name = $3, unique_value = coalesce($4, unique_value), period_restrict_active = $5, period_restrict_from = $6, period_restrict_to = $7,
             passes_restrict_active = $8, passes_restrict_max_count = $9,
             passes_restrict_passes_count = CASE WHEN $10 THEN 0 ELSE passes_restrict_passes_count END, updated_at = $11, version = version + 1
         WHERE project_id = $1 AND id = $2",
    )
    .bind(found.project_id)
    .bind(found.id)
    .bind(draft.name.trim())
    .bind(number.map(Number::unique_value))
    .bind(draft.period_restrict_active)
    .bind(draft.period_restrict_from)
    .bind(draft.period_restrict_to)
    .bind(draft.pass_limit > 0)
    .bind(draft.pass_limit.max(1))
    .bind(is_renewed)
    .bind(now)
    .execute(&mut *connection)
    .await
    .map_err(duplicate)?;
    sqlx::query(
        "UPDATE guest_keys SET guest_type = $3, message = $4, visit_ends_at = CASE WHEN $5 THEN NULL ELSE visit_ends_at END,
             visit_full = CASE WHEN $5 THEN '{}' ELSE visit_full END, hours = $6
         WHERE project_id = $1 AND identifier_id = $2",
    )
    .bind(found.project_id)
    .bind(found.id)
    .bind(draft.guest_type.number())
    .bind(&draft.message)
    .bind(is_renewed)
    .bind(draft.hours.as_ref().map(Json))
    .execute(&mut *connection)
    .await?;
    if is_renewed {
        sqlx::query("UPDATE openings SET is_counted = false WHERE project_id = $1 AND identifier_id = $2 AND is_counted")
            .bind(found.project_id)
            .bind(found.id)
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Puts the key into these rules instead of those that it was in. They are held: see `hold_rules`.
pub async fn replace_rules(connection: &mut PgConnection, found: &LockedGuestKey, rules: &[i64]) -> Result<()> {
    set_rules(connection, found.project_id, found.id, rules).await
}

pub async fn revoke(connection: &mut PgConnection, found: &LockedGuestKey, now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE identifiers SET revoked_at = $3, updated_at = $3, version = version + 1 WHERE project_id = $1 AND id = $2")
        .bind(found.project_id)
        .bind(found.id)
        .bind(now)
        .execute(&mut *connection)
        .await?;
    leave_rules(connection, found.project_id, &[found.id]).await
}

/// Keys that have ended for good are in no rule: every list that is made of a rule would read them.
async fn leave_rules(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<()> {
    sqlx::query("DELETE FROM rule_identifiers WHERE project_id = $1 AND identifier_id = ANY($2)")
        .bind(project_id)
        .bind(ids)
        .execute(connection)
        .await?;
    Ok(())
}

/// The keys of a giver who is deleted end with them. Returns the keys as they are now.
pub(crate) async fn revoke_of_giver(connection: &mut PgConnection, project_id: i64, giver: i64) -> Result<Vec<GuestKeyRow>> {
    let revoked: Vec<i64> = sqlx::query_scalar(
        "UPDATE identifiers i SET revoked_at = now(), updated_at = now(), version = version + 1 FROM guest_keys k
         WHERE k.identifier_id = i.id AND i.project_id = $1 AND i.owner_id = $2 AND i.revoked_at IS NULL RETURNING i.id",
    )
    .bind(project_id)
    .bind(giver)
    .fetch_all(&mut *connection)
    .await?;
    leave_rules(connection, project_id, &revoked).await?;
    let mut sql = QueryBuilder::new(select());
    sql.push_bind(project_id).push(" AND i.id = ANY(").push_bind(revoked).push(") ORDER BY i.id");
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

/// Of the rules that grant: those that forbid stay.
async fn set_rules(connection: &mut PgConnection, project_id: i64, id: i64, rules: &[i64]) -> Result<()> {
    sqlx::query(
        "DELETE FROM rule_identifiers x USING access_rules r WHERE r.id = x.rule_id AND x.identifier_id = $1 AND x.rule_id <> ALL($2) AND NOT r.prohibition",
    )
    .bind(id)
    .bind(rules)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO rule_identifiers (rule_id, identifier_id, project_id) SELECT r, $1, $3 FROM unnest($2::bigint[]) r ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(rules)
    .bind(project_id)
    .execute(connection)
    .await?;
    Ok(())
}

/// Keeps these rules, and those of a key, as they are until the transaction ends: none begins to forbid while a key is put into it. Before the
/// giver and the key are locked: who changes a rule locks it first, then the identifiers that it names.
pub async fn hold_rules(connection: &mut PgConnection, project_id: i64, rules: &[i64], key: Option<i64>) -> Result<()> {
    sqlx::query(
        "SELECT r.id FROM access_rules r WHERE r.project_id = $1
             AND (r.id = ANY($2) OR r.id IN (SELECT x.rule_id FROM rule_identifiers x WHERE x.identifier_id = $3)) ORDER BY r.id FOR SHARE OF r",
    )
    .bind(project_id)
    .bind(rules)
    .bind(key)
    .execute(connection)
    .await?;
    Ok(())
}

/// Keeps others from counting the keys of a giver until the transaction ends.
pub async fn lock_giver(connection: &mut PgConnection, right: &Authorized<resource::GuestKey, action::Create>, giver: i64) -> Result<()> {
    sqlx::query("SELECT id FROM people WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE")
        .bind(right.project_id())
        .bind(giver)
        .execute(connection)
        .await?;
    Ok(())
}

/// As `lock_giver`, by a key of the giver.
pub async fn lock_giver_of(connection: &mut PgConnection, right: &Authorized<resource::GuestKey, action::Edit>, id: i64) -> Result<()> {
    sqlx::query("SELECT p.id FROM people p JOIN identifiers i ON i.owner_id = p.id WHERE i.project_id = $1 AND i.id = $2 FOR NO KEY UPDATE OF p")
        .bind(right.project_id())
        .bind(id)
        .execute(connection)
        .await?;
    Ok(())
}

/// How many keys of a giver open something, or will.
pub async fn count_live(connection: &mut PgConnection, project_id: i64, giver: i64, now: OffsetDateTime) -> Result<i64> {
    let sql = format!(
        "SELECT count(*) FROM guest_keys k JOIN identifiers i ON i.id = k.identifier_id WHERE i.project_id = $1 AND i.owner_id = $2 AND {LIVE}"
    );
    Ok(sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(project_id).bind(giver).bind(now).fetch_one(connection).await?)
}

/// Whether a giver has a live key with this plate.
pub async fn has_live_plate(connection: &mut PgConnection, project_id: i64, giver: i64, unique_value: &str, now: OffsetDateTime) -> Result<bool> {
    let sql = format!(
        "SELECT EXISTS (SELECT 1 FROM guest_keys k JOIN identifiers i ON i.id = k.identifier_id
         WHERE i.project_id = $1 AND i.owner_id = $2 AND i.type = 7 AND i.unique_value = $4 AND {LIVE})"
    );
    Ok(sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(project_id).bind(giver).bind(now).bind(unique_value).fetch_one(connection).await?)
}

/// Gives a number free that a guest's key has which opens no more: the next guest may come in the same car.
pub async fn free_number(
    connection: &mut PgConnection,
    right: &Authorized<resource::GuestKey, action::Create>,
    kind: GuestKeyKind,
    unique_value: &str,
    now: OffsetDateTime,
) -> Result<()> {
    let sql = format!(
        "UPDATE identifiers i SET unique_value = i.unique_value || '#' || i.id FROM guest_keys k
         WHERE k.identifier_id = i.id AND i.project_id = $1 AND i.type = $2 AND i.unique_value = $4 AND NOT ({LIVE})"
    );
    let freed = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(right.project_id()).bind(kind.identifier_type().number()).bind(now).bind(unique_value);
    freed.execute(connection).await?;
    Ok(())
}

/// A rule that a giver may hand on.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct GiverRuleRow {
    pub id: i64,
    pub name: String,
    /// Names of its devices.
    pub doors: Vec<String>,
    pub time_rule_ids: Vec<i64>,
    pub time_rule_names: Vec<String>,
}

/// Shareable rules that grant and name the giver as a person, by name.
pub async fn rules_of_giver(connection: &mut PgConnection, project_id: i64, giver: i64) -> Result<Vec<GiverRuleRow>> {
    let sql = format!(
        "SELECT r.id, r.name,
             ARRAY(SELECT DISTINCT d.name FROM rule_devices x JOIN doors d ON d.id = x.device_id WHERE x.rule_id = r.id AND NOT d.deleted ORDER BY d.name) AS doors,
             ARRAY(SELECT t.id FROM rule_time_rules x JOIN time_rules t ON t.id = x.time_rule_id WHERE x.rule_id = r.id ORDER BY t.id) AS time_rule_ids,
             ARRAY(SELECT t.name FROM rule_time_rules x JOIN time_rules t ON t.id = x.time_rule_id WHERE x.rule_id = r.id ORDER BY t.id) AS time_rule_names
         FROM access_rules r JOIN people p ON p.id = $2 AND NOT p.deleted AND p.is_active WHERE r.project_id = $1 AND {GIVEN} ORDER BY r.name, r.id LIMIT {MAX_RULES}"
    );
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(project_id).bind(giver).fetch_all(connection).await?)
}

/// Those of the rules that the giver may hand on.
pub async fn givable(connection: &mut PgConnection, project_id: i64, giver: i64, rules: &[i64]) -> Result<Vec<i64>> {
    let sql = format!(
        "SELECT r.id FROM access_rules r JOIN people p ON p.id = $2 AND NOT p.deleted AND p.is_active WHERE r.project_id = $1 AND r.id = ANY($3) AND {GIVEN}"
    );
    Ok(sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(project_id).bind(giver).bind(rules).fetch_all(connection).await?)
}

/// Those of the rules that may name a key of the giver: which the giver may hand on, and which forbid.
pub async fn fitting_rules(connection: &mut PgConnection, project_id: i64, giver: Option<i64>, rules: &[i64]) -> Result<Vec<i64>> {
    let sql = format!(
        "SELECT r.id FROM access_rules r LEFT JOIN people p ON p.id = $2 AND NOT p.deleted AND p.is_active
         WHERE r.project_id = $1 AND r.id = ANY($3) AND (r.prohibition OR {GIVEN})"
    );
    Ok(sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(project_id).bind(giver).bind(rules).fetch_all(connection).await?)
}

/// The group that a key of the giver counts to.
pub async fn group_of_giver(connection: &mut PgConnection, project_id: i64, giver: i64) -> Result<Option<i64>> {
    let group = sqlx::query_scalar("SELECT min(group_id) FROM person_groups WHERE project_id = $1 AND user_id = $2");
    Ok(group.bind(project_id).bind(giver).fetch_one(connection).await?)
}

/// Project and id of the key with this link, unless it is revoked or its project is suspended. Needs a system transaction.
pub async fn find_by_link(connection: &mut PgConnection, link_hash: &[u8]) -> Result<Option<(i64, i64)>> {
    let found = sqlx::query_as(
        "SELECT k.project_id, k.identifier_id FROM guest_keys k JOIN identifiers i ON i.id = k.identifier_id
         WHERE k.link_hash = $1 AND i.revoked_at IS NULL
             AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.project_id = k.project_id AND p.suspended)",
    );
    Ok(found.bind(link_hash).fetch_optional(connection).await?)
}
