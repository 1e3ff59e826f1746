//! Lockdowns, and the rules that they are for decisions and lists.
use kit::Result;
use sqlx::{AssertSqlSafe, PgConnection};

use crate::domain::access_rule::{AccessRule, Door};
use crate::domain::ids::{DeviceId, GroupId, RuleId};
use crate::domain::sorted::Sorted;

/// Whether device `d` is one of lockdown `l`: one that it has shut, wherever that is by now, and one that is in its groups.
const SHUT: &str = "EXISTS (SELECT 1 FROM lockdown_devices x WHERE x.run_id = l.run_id AND x.device_id = d.id)
    OR d.id = ANY(l.device_ids) OR d.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = ANY(l.group_ids))";

/// The devices with doors that a lockdown has shut.
pub async fn devices(connection: &mut PgConnection, project_id: i64, run_id: i64) -> Result<Vec<i64>> {
    let sql = format!(
        "SELECT d.id FROM lockdowns l JOIN doors d ON d.project_id = l.project_id AND NOT d.deleted AND d.locks > 0 AND ({SHUT})
         WHERE l.project_id = $1 AND l.run_id = $2 ORDER BY d.id"
    );
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(project_id).bind(run_id).fetch_all(connection).await?)
}

/// The lockdowns of some devices, as rules that forbid.
pub async fn rules(connection: &mut PgConnection, project_id: i64, devices: &[i64]) -> Result<Vec<AccessRule>> {
    let sql = format!(
        "SELECT l.run_id, l.pass_group_ids, array_agg(d.id ORDER BY d.id) FROM lockdowns l
         JOIN doors d ON d.project_id = l.project_id AND NOT d.deleted AND d.id = ANY($2) AND ({SHUT})
         WHERE l.project_id = $1 AND l.is_active GROUP BY l.run_id, l.pass_group_ids ORDER BY l.run_id"
    );
    let rows: Vec<(i64, Vec<i64>, Vec<i64>)> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(devices).fetch_all(connection).await?;
    let rule = |(run_id, pass_groups, devices): (i64, Vec<i64>, Vec<i64>)| AccessRule {
        // No rule of the table has it.
        id: RuleId(-run_id),
        name: String::new(),
        prohibition: true,
        is_shareable: false,
        doors: devices.into_iter().map(|device| Door { device: DeviceId(device), lock: 0 }).collect(),
        users: Sorted::default(),
        identifiers: Sorted::default(),
        groups: Sorted::default(),
        everybody_but: Some(pass_groups.into_iter().map(GroupId).collect()),
        schedules: Sorted::default(),
    };
    Ok(rows.into_iter().map(rule).collect())
}
