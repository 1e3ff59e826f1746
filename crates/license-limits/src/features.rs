//! Features of a user: on for the project, for a group of theirs, and for them.
use kit::Result;
use sqlx::PgConnection;

/// Of `features`, which the project has, those that are on for a user of these groups.
pub async fn of_user(connection: &mut PgConnection, user_id: i64, groups: &[i64], features: Vec<String>) -> Result<Vec<String>> {
    let off: Option<Vec<String>> =
        sqlx::query_scalar("SELECT features_off FROM license_user_limits WHERE user_id = $1").bind(user_id).fetch_optional(&mut *connection).await?;
    // NULL for a group that shares what the project has.
    let of_groups: Vec<Option<Vec<String>>> = sqlx::query_scalar(
        "SELECT (SELECT l.features FROM group_closure c JOIN license_group_limits l ON l.group_id = c.ancestor_id
                 WHERE c.descendant_id = g.id ORDER BY c.depth LIMIT 1)
         FROM unnest($1::bigint[]) g (id)",
    )
    .bind(groups)
    .fetch_all(connection)
    .await?;
    let has_group = |feature: &String| of_groups.is_empty() || of_groups.iter().any(|own| own.as_ref().is_none_or(|own| own.contains(feature)));
    let off = off.unwrap_or_default();
    Ok(features.into_iter().filter(|feature| has_group(feature) && !off.contains(feature)).collect())
}
