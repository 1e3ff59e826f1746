//! Which numbers somebody may call: a user's by the groups of the user, a device's by its group, any other by its own.
use policy::{Action, Caller, Resource, Scope};
use sqlx::{Postgres, QueryBuilder};

/// How far a caller's rights to call reach.
pub struct CallReach {
    people: Scope,
    panels: Scope,
}

impl CallReach {
    pub fn new(caller: &Caller) -> Self {
        CallReach { people: caller.scope(Resource::Call, Action::Create), panels: caller.scope(Resource::PanelCall, Action::Create) }
    }

    pub fn is_empty(&self) -> bool {
        self.people.is_empty() && self.panels.is_empty()
    }

    /// A predicate over `sip_numbers n` of one project: it begins with the ways that have indexes of their own.
    pub fn push(&self, sql: &mut QueryBuilder<Postgres>, project_id: i64) {
        if self.people.all && self.panels.all {
            sql.push("TRUE");
            return;
        }
        sql.push("n.id IN (SELECT x.id FROM person_groups pg JOIN sip_numbers x ON x.user_id = pg.user_id AND x.project_id = ").push_bind(project_id);
        sql.push(" WHERE pg.group_id IN (");
        push_groups(sql, &self.people);
        sql.push(") UNION SELECT x.id FROM devices d JOIN sip_numbers x ON x.device_id = d.id AND x.project_id = ").push_bind(project_id);
        sql.push(" WHERE NOT d.deleted AND d.domain_id IN (");
        push_groups(sql, &self.panels);
        push_above(sql, &self.panels);
        sql.push(") UNION SELECT x.id FROM sip_numbers x WHERE x.user_id IS NULL AND x.device_id IS NULL AND x.project_id = ").push_bind(project_id);
        sql.push(" AND x.domain_id IN (");
        push_groups(sql, &self.people);
        sql.push("))");
    }
}

/// The groups above somebody's own: the panels on the way to their door stand there.
fn push_above(sql: &mut QueryBuilder<Postgres>, scope: &Scope) {
    if !scope.all && scope.domain {
        sql.push(" UNION SELECT c.ancestor_id FROM group_closure c WHERE c.descendant_id = ANY(").push_bind(scope.domain_ids.clone()).push(")");
    }
}

/// The groups that a scope reaches.
fn push_groups(sql: &mut QueryBuilder<Postgres>, scope: &Scope) {
    sql.push("SELECT c.descendant_id FROM group_closure c");
    if scope.all {
        return;
    }
    sql.push(" WHERE c.ancestor_id = ANY(").push_bind(scope.domain_ids.clone());
    sql.push(") AND (c.depth = 0 AND ").push_bind(scope.domain);
    sql.push(" OR c.depth > 0 AND ").push_bind(scope.descendants).push(")");
}
