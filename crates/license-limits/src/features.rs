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

/// Of the features that the project has, those that its nearest limits leave out of a group.
pub async fn off_in_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<Vec<String>> {
    let off = sqlx::query_scalar(
        "SELECT f FROM project_features p, unnest(p.features) f
         WHERE p.project_id = $1 AND NOT coalesce((
             SELECT f = ANY (l.features) FROM group_closure c JOIN license_group_limits l ON l.group_id = c.ancestor_id
             WHERE c.descendant_id = $2 ORDER BY c.depth LIMIT 1), true)
         ORDER BY f",
    );
    Ok(off.bind(project_id).bind(group_id).fetch_all(connection).await?)
}

/// Of users, those for whom a feature that the project has is off: for them, or for all groups of theirs. In one statement.
const USERS_WITHOUT: &str = "SELECT u.id FROM unnest($1::bigint[]) u (id)
    WHERE EXISTS (SELECT 1 FROM license_user_limits l WHERE l.user_id = u.id AND $2 = ANY (l.features_off))
       OR EXISTS (SELECT 1 FROM person_groups m WHERE m.user_id = u.id)
          AND NOT EXISTS (SELECT 1 FROM person_groups m WHERE m.user_id = u.id AND coalesce(
              (SELECT $2 = ANY (l.features) FROM group_closure c JOIN license_group_limits l ON l.group_id = c.ancestor_id
               WHERE c.descendant_id = m.group_id ORDER BY c.depth LIMIT 1), true))";

/// Groups whose nearest limits leave a feature out.
const GROUPS_WITHOUT: &str = "SELECT g.id FROM unnest($1::bigint[]) g (id)
    WHERE NOT coalesce((SELECT $2 = ANY (l.features) FROM group_closure c JOIN license_group_limits l ON l.group_id = c.ancestor_id
                        WHERE c.descendant_id = g.id ORDER BY c.depth LIMIT 1), true)";

/// Whether none of the groups has it by its nearest limits.
const ALL_WITHOUT: &str = "SELECT bool_and(NOT coalesce((
        SELECT $2 = ANY (l.features) FROM group_closure c JOIN license_group_limits l ON l.group_id = c.ancestor_id
        WHERE c.descendant_id = g.id ORDER BY c.depth LIMIT 1), true)) FROM unnest($1::bigint[]) g (id)";

/// Of groups, those that have a feature: the project has it, and the nearest limits do not leave it out. All of them while the
/// features of the project are unknown.
pub async fn groups_with(connection: &mut PgConnection, project_id: i64, groups: &[i64], feature: &str) -> Result<Vec<i64>> {
    if groups.is_empty() || kit::features::find(connection, project_id).await?.is_some_and(|held| !held.iter().any(|held| held == feature)) {
        return Ok(Vec::new());
    }
    let without: Vec<i64> = sqlx::query_scalar(GROUPS_WITHOUT).bind(groups).bind(feature).fetch_all(connection).await?;
    Ok(groups.iter().copied().filter(|group| !without.contains(group)).collect())
}

/// For what is made in groups: as `kit::features::require`, and no feature is off for one of the groups.
pub async fn require_in_groups(connection: &mut PgConnection, project_id: i64, groups: &[i64], needed: &[&str]) -> Result<()> {
    kit::features::require(connection, project_id, needed).await?;
    for feature in needed {
        require_for_groups(connection, groups, feature).await?;
    }
    Ok(())
}

/// For what users make, or what is made for them: as `kit::features::require`, and no feature is off for one of the users.
pub async fn require_of_users(connection: &mut PgConnection, project_id: i64, users: &[i64], needed: &[&str]) -> Result<()> {
    kit::features::require(connection, project_id, needed).await?;
    for feature in needed {
        require_for_users(connection, users, feature).await?;
    }
    Ok(())
}

/// For what several groups share, besides the project's feature: one of them has it.
pub async fn require_for_one_of(connection: &mut PgConnection, groups: &[i64], feature: &str) -> Result<()> {
    let all_without: Option<bool> = sqlx::query_scalar(ALL_WITHOUT).bind(groups).bind(feature).fetch_one(connection).await?;
    if all_without == Some(true) { Err(kit::features::not_licensed()) } else { Ok(()) }
}

/// Besides the project's feature: it is off for none of the users.
pub async fn require_for_users(connection: &mut PgConnection, users: &[i64], feature: &str) -> Result<()> {
    require(connection, USERS_WITHOUT, users, feature).await
}

/// Those of the users for whom a feature is off that the project has.
pub async fn users_without(connection: &mut PgConnection, users: &[i64], feature: &str) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(USERS_WITHOUT).bind(users).bind(feature).fetch_all(connection).await?)
}

/// Besides the project's feature: it is off for none of the groups.
pub async fn require_for_groups(connection: &mut PgConnection, groups: &[i64], feature: &str) -> Result<()> {
    require(connection, GROUPS_WITHOUT, groups, feature).await
}

async fn require(connection: &mut PgConnection, without: &'static str, ids: &[i64], feature: &str) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let without: Option<i64> = sqlx::query_scalar(without).bind(ids).bind(feature).fetch_optional(connection).await?;
    if without.is_some() { Err(kit::features::not_licensed()) } else { Ok(()) }
}
