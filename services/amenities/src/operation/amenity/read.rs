use std::collections::HashSet;

use kit::listing::Filter;
use kit::{Error, ListQuery, Page, Result, related};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::peers::visible_access_rules;
use crate::store::amenity::{self as store, AmenityRow};

type ViewRight = Authorized<resource::Amenity, action::View>;

/// Filters amenities by the rules that open them.
const RULE_FILTER: &str = "access_rule_id";
/// Filter amenities by their groups.
const GROUP_FILTERS: &[&str] = &["domain_id", "within_domain_id"];

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery) -> Result<Page<AmenityRow>> {
    ensure_filters_by_seen_rules(app, right.caller(), &query.filters).await?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    related::ensure_filters_by_visible_groups(&mut reader, right.caller(), &query.filters, GROUP_FILTERS).await?;
    let mut page = store::list(&mut reader, right, query).await?;
    retain_visible_groups(&mut reader, right.caller(), &mut page.items).await?;
    // No connection is held while access is asked.
    drop(reader);
    let named = page.items.iter().flat_map(|row| row.rule_ids.iter().copied()).collect();
    let rules = VisibleRules::of(app, right.caller(), named).await;
    page.items.iter_mut().for_each(|row| rules.retain(row));
    Ok(page)
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<AmenityRow> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut row = store::find(&mut reader, right.caller(), id).await?;
    retain_visible_groups(&mut reader, right.caller(), std::slice::from_mut(&mut row)).await?;
    drop(reader);
    VisibleRules::of(app, right.caller(), row.rule_ids.iter().copied().collect()).await.retain(&mut row);
    Ok(row)
}

/// Whoever sees an amenity need not see all of its groups.
pub async fn retain_visible_groups(connection: &mut PgConnection, caller: &Caller, rows: &mut [AmenityRow]) -> Result<()> {
    if caller.scope(Resource::Group, Action::View).all {
        return Ok(());
    }
    let named: Vec<i64> = rows.iter().flat_map(|row| &row.group_ids).copied().collect();
    let visible = if named.is_empty() { named } else { related::visible_groups(connection, caller, &named).await? };
    for row in rows {
        retain(&mut row.group_ids, &mut row.group_names, |id| visible.contains(id));
    }
    Ok(())
}

fn retain(ids: &mut Vec<i64>, names: &mut Vec<String>, is_visible: impl Fn(&i64) -> bool) {
    (*ids, *names) = std::iter::zip(std::mem::take(ids), std::mem::take(names)).filter(|(id, _)| is_visible(id)).unzip();
}

/// Those of some access rules that a caller sees: whoever sees an amenity need not see which doors it opens.
pub struct VisibleRules(HashSet<i64>);

impl VisibleRules {
    /// None of them while access does not answer.
    pub async fn of(app: &App, caller: &Caller, rules: HashSet<i64>) -> VisibleRules {
        VisibleRules::ask(app, caller, rules).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "access does not say which rules are seen");
            VisibleRules(HashSet::new())
        })
    }

    /// An error while access does not answer: whoever changes the rules would be told that one is gone which stays.
    pub async fn ask(app: &App, caller: &Caller, rules: HashSet<i64>) -> Result<VisibleRules> {
        Ok(VisibleRules(find_visible(app, caller, &rules).await?))
    }

    pub fn retain(&self, row: &mut AmenityRow) {
        retain(&mut row.rule_ids, &mut row.rule_names, |id| self.has(id));
    }

    pub fn has(&self, rule: &i64) -> bool {
        self.0.contains(rule)
    }

    /// With rules that the caller has been found to see.
    pub fn with(mut self, rules: impl IntoIterator<Item = i64>) -> VisibleRules {
        self.0.extend(rules);
        self
    }
}

async fn find_visible(app: &App, caller: &Caller, rules: &HashSet<i64>) -> Result<HashSet<i64>> {
    if rules.is_empty() || !sees_rules(caller) {
        return Ok(HashSet::new());
    }
    if caller.scope(Resource::AccessRule, Action::View).all {
        return Ok(rules.clone());
    }
    visible_access_rules(&app.context, caller, &Vec::from_iter(rules.iter().copied())).await
}

/// A filter by a rule that the caller does not see would tell what it opens.
async fn ensure_filters_by_seen_rules(app: &App, caller: &Caller, filters: &str) -> Result<()> {
    let Some(named) = Filter::parse(filters)?.and_then(|filter| filter.ids_of(RULE_FILTER)) else { return Ok(()) };
    if !sees_rules(caller) {
        return Err(Error::field(format!("filters.{RULE_FILTER}"), "unknown field"));
    }
    let seen: Vec<i64> = find_visible(app, caller, &named.iter().copied().collect()).await?.into_iter().collect();
    related::complete("access rule", &named, &seen)
}

pub fn sees_rules(caller: &Caller) -> bool {
    let scope = caller.scope(Resource::AccessRule, Action::View);
    scope.all || scope.domain || scope.descendants
}
