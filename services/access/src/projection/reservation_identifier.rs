//! Identifiers of reservations, from amenities: a QR code that opens what the amenity has, from shortly before the start to the
//! end. A reservation that is moved keeps its code; one that is canceled has its code revoked. The code of one that is over is in no rule.
use kit::clock::from_proto;
use kit::{Error, Result};
use proto::vestibule::events::v1::AmenityReservationChanged;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::identifier::{IdentifierType, Origin, OwnerType};
use crate::store::identifier::IdentifierRow;

/// An identifier after a change, with what is published of it.
#[derive(Debug)]
pub struct ReservationIdentifier {
    pub row: IdentifierRow,
    pub version: i64,
}

#[derive(sqlx::FromRow)]
struct StoredIdentifier {
    id: i64,
    number: String,
    version: i64,
    revoked_at: Option<OffsetDateTime>,
}

/// The id of the identifier of a reservation, locked until the transaction ends.
pub async fn lock(connection: &mut PgConnection, reservation: &AmenityReservationChanged) -> Result<Option<i64>> {
    Ok(stored(connection, reservation.project_id, link_of(reservation)?).await?.map(|identifier| identifier.id))
}

/// What an event about a reservation has changed.
#[derive(Debug, Default)]
pub struct ReservationChange {
    /// Another identifier by now, to be published.
    pub identifier: Option<ReservationIdentifier>,
    /// Devices may hold something else.
    pub are_lists_changed: bool,
}

/// Every event leaves its version, also where it changes nothing: an older one that comes late makes no code. Who has deleted the code of
/// a reservation gets no other one.
pub async fn apply(connection: &mut PgConnection, reservation: &AmenityReservationChanged) -> Result<ReservationChange> {
    let (project_id, link_id) = (reservation.project_id, link_of(reservation)?);
    let known: Option<i64> =
        sqlx::query_scalar("SELECT version FROM reservation_identifiers WHERE link_id = $1").bind(link_id).fetch_optional(&mut *connection).await?;
    if known.is_some_and(|version| version >= reservation.version) {
        return Ok(ReservationChange::default());
    }
    let now: OffsetDateTime = sqlx::query_scalar("SELECT now()").fetch_one(&mut *connection).await?;
    let found = stored(connection, project_id, link_id).await?;
    let found_id = found.as_ref().map(|found| found.id);
    let is_live = !reservation.deleted && ["reserved", "active"].contains(&reservation.status.as_str());
    let is_canceled = reservation.deleted || reservation.status == "canceled";
    let changed = match found {
        None if is_live && known.is_none() => Some((insert(connection, reservation, link_id, now).await?, None)),
        Some(found) if is_live => {
            let revoked_at = found.revoked_at;
            Some((update(connection, reservation, found, now).await?, revoked_at))
        }
        Some(found) if is_canceled && found.revoked_at.is_none() => Some((revoke(connection, found, now).await?, Some(now))),
        _ => None,
    };
    let left_rules = match found_id {
        Some(id) if !is_live => leave_rules(connection, id).await?,
        _ => false,
    };
    sqlx::query(
        "INSERT INTO reservation_identifiers (link_id, project_id, identifier_id, version) VALUES ($1, $2, $3, $4)
         ON CONFLICT (link_id) DO UPDATE SET version = excluded.version",
    )
    .bind(link_id)
    .bind(project_id)
    .bind(changed.as_ref().map(|(identifier, _)| identifier.id).or(found_id))
    .bind(reservation.version)
    .execute(&mut *connection)
    .await?;
    let Some((identifier, revoked_at)) = changed else {
        return Ok(ReservationChange { identifier: None, are_lists_changed: left_rules });
    };
    let owner_name = sqlx::query_scalar("SELECT name FROM people WHERE id = $1").bind(reservation.user_id).fetch_optional(connection).await?;
    let row = IdentifierRow {
        id: identifier.id,
        link_id,
        name: reservation.amenity_name.clone(),
        r#type: IdentifierType::Qr.number(),
        value: identifier.number.clone(),
        number: identifier.number,
        owner_type: OwnerType::Guest.number(),
        owner_id: Some(reservation.user_id),
        owner_name,
        revoked_at,
        origin: Origin::Reservation.number(),
        origin_ref: Some(link_id.to_string()),
        ..IdentifierRow::new(now)
    };
    Ok(ReservationChange { identifier: Some(ReservationIdentifier { row, version: identifier.version }), are_lists_changed: true })
}

/// Notes the first pass of an identifier. The reservation's link; None for other identifiers and for later passes.
pub async fn mark_used(connection: &mut PgConnection, project_id: i64, identifier_id: i64, at: OffsetDateTime) -> Result<Option<Uuid>> {
    let link = sqlx::query_scalar(
        "UPDATE reservation_identifiers SET used_at = $3 WHERE project_id = $1 AND identifier_id = $2 AND used_at IS NULL RETURNING link_id",
    );
    Ok(link.bind(project_id).bind(identifier_id).bind(at).fetch_optional(connection).await?)
}

fn link_of(reservation: &AmenityReservationChanged) -> Result<Uuid> {
    reservation.link_id.parse().map_err(Error::internal)
}

async fn stored(connection: &mut PgConnection, project_id: i64, link_id: Uuid) -> Result<Option<StoredIdentifier>> {
    let found = sqlx::query_as("SELECT id, number, version, revoked_at FROM identifiers WHERE project_id = $1 AND link_id = $2 FOR UPDATE");
    Ok(found.bind(project_id).bind(link_id).fetch_optional(connection).await?)
}

/// For the user as a guest's: it opens only what the amenity has, not what the user may open besides.
async fn insert(
    connection: &mut PgConnection,
    reservation: &AmenityReservationChanged,
    link_id: Uuid,
    now: OffsetDateTime,
) -> Result<StoredIdentifier> {
    let number = Uuid::new_v4().to_string();
    let (from, to) = period(reservation)?;
    let made: StoredIdentifier = sqlx::query_as(
        "INSERT INTO identifiers (project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, owner_id, domain_id,
             period_restrict_active, period_restrict_from, period_restrict_to, created_at, updated_at, origin, origin_ref)
         VALUES ($1, $2, $3, $4, $5, $5, $5, true, $6, $7, (SELECT min(group_id) FROM person_groups WHERE user_id = $7), true, $8, $9, $10, $10, $11, $12)
         RETURNING id, number, version, revoked_at",
    )
    .bind(reservation.project_id)
    .bind(link_id)
    .bind(&reservation.amenity_name)
    .bind(IdentifierType::Qr.number())
    .bind(number)
    .bind(OwnerType::Guest.number())
    .bind(reservation.user_id)
    .bind(from)
    .bind(to)
    .bind(now)
    .bind(Origin::Reservation.number())
    .bind(link_id.to_string())
    .fetch_one(&mut *connection)
    .await?;
    set_rules(connection, reservation, made.id).await?;
    Ok(made)
}

async fn update(
    connection: &mut PgConnection,
    reservation: &AmenityReservationChanged,
    found: StoredIdentifier,
    now: OffsetDateTime,
) -> Result<StoredIdentifier> {
    let (from, to) = period(reservation)?;
    let updated = sqlx::query_as(
        "UPDATE identifiers SET name = $2, period_restrict_active = true, period_restrict_from = $3, period_restrict_to = $4, updated_at = $5,
             version = version + 1
         WHERE id = $1 RETURNING id, number, version, revoked_at",
    );
    let updated = updated.bind(found.id).bind(&reservation.amenity_name).bind(from).bind(to).bind(now).fetch_one(&mut *connection).await?;
    set_rules(connection, reservation, found.id).await?;
    Ok(updated)
}

async fn revoke(connection: &mut PgConnection, found: StoredIdentifier, now: OffsetDateTime) -> Result<StoredIdentifier> {
    let revoked = sqlx::query_as(
        "UPDATE identifiers SET revoked_at = $2, updated_at = $2, version = version + 1 WHERE id = $1 RETURNING id, number, version, revoked_at",
    );
    Ok(revoked.bind(found.id).bind(now).fetch_one(connection).await?)
}

fn period(reservation: &AmenityReservationChanged) -> Result<(OffsetDateTime, OffsetDateTime)> {
    let at = |time: &Option<prost_types::Timestamp>| time.as_ref().and_then(from_proto);
    at(&reservation.valid_from).zip(at(&reservation.valid_to)).ok_or_else(|| Error::internal(anyhow::anyhow!("a reservation without a period")))
}

/// Those of the amenity's rules that are still there, in place of those that it had. What forbids the code stays.
async fn set_rules(connection: &mut PgConnection, reservation: &AmenityReservationChanged, identifier_id: i64) -> Result<()> {
    let rules = &reservation.access_rule_ids;
    sqlx::query(
        "DELETE FROM rule_identifiers x USING access_rules r
         WHERE r.id = x.rule_id AND x.identifier_id = $1 AND x.rule_id <> ALL($2) AND NOT r.prohibition",
    )
    .bind(identifier_id)
    .bind(rules)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO rule_identifiers (rule_id, identifier_id, project_id) SELECT r.id, $1, $3 FROM access_rules r
         WHERE r.project_id = $3 AND r.id = ANY($2) AND NOT r.prohibition ON CONFLICT DO NOTHING",
    )
    .bind(identifier_id)
    .bind(rules)
    .bind(reservation.project_id)
    .execute(connection)
    .await?;
    Ok(())
}

/// A code that opens nothing any more is in no rule: there would be hundreds in a month. True where it was in one.
async fn leave_rules(connection: &mut PgConnection, identifier_id: i64) -> Result<bool> {
    let left = sqlx::query("DELETE FROM rule_identifiers WHERE identifier_id = $1").bind(identifier_id).execute(connection).await?;
    Ok(left.rows_affected() > 0)
}
