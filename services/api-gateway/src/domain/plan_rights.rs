//! What of a plan whoever applies it may not do. The operations refuse it in any case: the plan says so before.
use std::collections::HashMap;

use policy::{Action, Caller, Resource, Scope};
use serde_json::Value;
use site_backup::read::SiteRead;
use site_backup::{Action as Planned, PlanItem};

use super::backup_view::GroupPaths;

const USERS: &str = "users";
const GROUPS: &str = "domains";
/// Rows in groups (`domains`), which are changed by who reaches all of their groups, though others see them.
const OF_GROUPS: &[&str] = &[USERS, "sip-trunks", "amenities", ALERTS];
/// Whoever made one changes it only where they reach it.
const ALERTS: &str = "emergency-alerts";
/// Always in a group: one whose groups the caller does not see is out of their reach.
const AMENITIES: &str = "amenities";

/// Rights to parts of a group, each enough to change it.
const PARTS_OF_GROUPS: &[Resource] =
    &[Resource::GroupWhiteLabel, Resource::GroupGuestAccess, Resource::GroupNotifications, Resource::GroupForwarding, Resource::GroupTrunk];

/// By entity and id: who made the row.
pub type Creators = HashMap<(&'static str, i64), i64>;

/// The rights of a caller to the rows of a site.
pub struct PlanRights<'a> {
    pub caller: &'a Caller,
    pub site: &'a SiteRead,
    /// Of groups that the caller sees.
    pub paths: GroupPaths,
}

impl PlanRights<'_> {
    /// Groups of rows that the caller may reach or not, by ids.
    pub fn unsure_groups(&self, items: &[PlanItem]) -> Vec<i64> {
        let mut groups: Vec<i64> = items.iter().filter(|item| self.scope_of_groups(item).is_some()).flat_map(|item| self.groups(item)).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// Whether the caller may change the row only if they have made it.
    pub fn is_for_creator(&self, item: &PlanItem) -> bool {
        let is_known = matches!(item.entity.name, USERS | ALERTS);
        !is_known && self.scope_of_groups(item).is_some_and(|scope| scope.own) && self.is_beyond_groups(item)
    }

    pub fn is_prohibited(&self, item: &PlanItem, creators: &Creators) -> bool {
        let Some(scope) = self.scope(item) else { return false };
        let is_part_of_group = item.entity.name == GROUPS
            && item.action == Planned::Change
            && PARTS_OF_GROUPS.iter().any(|part| !self.caller.scope(*part, Action::Edit).is_empty());
        if scope.is_empty() {
            return !is_part_of_group;
        }
        if self.scope_of_groups(item).is_none() || !self.is_beyond_groups(item) {
            return false;
        }
        match item.entity.name {
            USERS => item.id != self.caller.user_id,
            ALERTS => true,
            _ => !(scope.own && creators.get(&(item.entity.name, item.id)) == Some(&self.caller.user_id)),
        }
    }

    /// None where no right is known, and where there is nothing to do.
    fn scope(&self, item: &PlanItem) -> Option<Scope> {
        let action = match item.action {
            Planned::Create if item.entity.is_singletons() => Action::Edit,
            Planned::Create => Action::Create,
            Planned::Change => Action::Edit,
            Planned::Delete => Action::Delete,
            Planned::Same | Planned::Conflict | Planned::Kept => return None,
        };
        let resource = Resource::ALL.iter().find(|resource| resource.name() == item.entity.name)?;
        Some(self.caller.scope(*resource, action))
    }

    /// Where the groups of a row that is there decide.
    fn scope_of_groups(&self, item: &PlanItem) -> Option<Scope> {
        let is_of_groups = item.action != Planned::Create && OF_GROUPS.contains(&item.entity.name);
        self.scope(item).filter(|scope| is_of_groups && !scope.all)
    }

    fn is_beyond_groups(&self, item: &PlanItem) -> bool {
        let Some(scope) = self.scope(item) else { return false };
        let groups = self.groups(item);
        if groups.is_empty() {
            return item.entity.name == AMENITIES;
        }
        !groups.iter().all(|group| self.paths.get(group).is_some_and(|path| scope.covers_group(path)))
    }

    /// Of the row as it is in the site: those that the caller sees.
    fn groups(&self, item: &PlanItem) -> Vec<i64> {
        let row = self.site.snapshot.get(item.entity.name).and_then(|rows| rows.by_id(item.id));
        let groups = row.map(|row| row.fields()).and_then(|mut fields| fields.remove(GROUPS));
        groups.as_ref().and_then(Value::as_array).into_iter().flatten().filter_map(|group| group["id"].as_i64()).collect()
    }
}

#[cfg(test)]
mod tests {
    use policy::{CallerKind, Permission};
    use serde_json::json;
    use site_backup::{Entity, SiteRow};

    use super::*;

    /// The residence, the flat in it, and the office beside them.
    const RESIDENCE: i64 = 10;
    const FLAT: i64 = 11;
    const OFFICE: i64 = 20;
    const ROW: i64 = 5;

    fn caller(permissions: &[Permission], groups: &[i64]) -> Caller {
        let permissions = permissions.iter().copied().collect();
        Caller { project_id: 1, user_id: 7, permissions, domain_ids: groups.to_vec(), kind: CallerKind::User, ..Caller::default() }
    }

    fn item(entity: &str, action: Planned) -> PlanItem {
        let (fields, secrets, kept) = (Vec::new(), Vec::new(), Vec::new());
        let entity = Entity::find(entity).unwrap();
        PlanItem { entity, action, id: ROW, key: "x".into(), name: "x".into(), fields, message: None, secrets, kept, is_refused: false }
    }

    /// Whether a change is prohibited of a row that is in these groups, as the caller sees them, and that `creator` has made.
    fn is_prohibited(caller: &Caller, entity: &str, groups: &[i64], creator: i64) -> bool {
        let mut site = SiteRead::default();
        let domains: Vec<Value> = groups.iter().map(|id| json!({ "$ref": "domains", "id": id, "key": id.to_string() })).collect();
        let fields = json!({ "domains": domains });
        site.snapshot.reset(Entity::find(entity).unwrap());
        site.snapshot.insert(Entity::find(entity).unwrap(), SiteRow::new(ROW, "x".into(), "x".into(), fields.as_object().unwrap())).unwrap();
        let paths = GroupPaths::from([(RESIDENCE, vec![RESIDENCE]), (FLAT, vec![RESIDENCE, FLAT]), (OFFICE, vec![OFFICE])]);
        let rights = PlanRights { caller, site: &site, paths };
        let change = item(entity, Planned::Change);
        let creators = if rights.is_for_creator(&change) { Creators::from([((change.entity.name, ROW), creator)]) } else { Creators::new() };
        rights.is_prohibited(&change, &creators)
    }

    #[test]
    fn what_needs_a_right_that_the_caller_lacks_is_prohibited() {
        let site = SiteRead::default();
        let may = |permissions: &[Permission], entity: &str, action| {
            let caller = caller(permissions, &[RESIDENCE]);
            !PlanRights { caller: &caller, site: &site, paths: GroupPaths::new() }.is_prohibited(&item(entity, action), &Creators::new())
        };
        let reader = [Permission::CanViewProjectSettings, Permission::CanViewAllMarkers];
        let settings = [Permission::CanChangeProjectSettings];
        for (entity, action) in
            [("settings", Planned::Change), ("markers", Planned::Create), ("domains", Planned::Change), ("roles", Planned::Delete)]
        {
            assert!(!may(&reader, entity, action), "{entity} {action:?}");
        }
        assert!(may(&settings, "settings", Planned::Change) && may(&settings, "domain-types", Planned::Create));
        assert!(may(&[Permission::CanManageSelfDomainWhiteLabelSettings], "domains", Planned::Change), "a part of the group");
        assert!(!may(&[Permission::CanManageSelfDomainWhiteLabelSettings], "domains", Planned::Create));
        assert!(may(&reader, "settings", Planned::Conflict), "it is not done anyway");
    }

    #[test]
    fn a_row_of_a_group_beyond_reach_is_prohibited_unless_whoever_made_it_may_change_it() {
        let of_residence = caller(&[Permission::CanEditDomainAmenities, Permission::CanEditDescendantsAmenities], &[RESIDENCE]);
        assert!(!is_prohibited(&of_residence, "amenities", &[RESIDENCE, FLAT], 1));
        assert!(is_prohibited(&of_residence, "amenities", &[RESIDENCE, OFFICE], 1), "a part of it lies elsewhere");
        assert!(is_prohibited(&of_residence, "amenities", &[], 1), "in groups that they do not see");
        assert!(!is_prohibited(&caller(&[Permission::CanEditAllAmenities], &[]), "amenities", &[OFFICE], 1));
        let own = caller(&[Permission::CanEditOwnAmenities], &[FLAT]);
        assert!(!is_prohibited(&own, "amenities", &[RESIDENCE], own.user_id));
        assert!(is_prohibited(&own, "amenities", &[RESIDENCE], 1));
        let guard = caller(&[Permission::CanViewEmergencyAlerts, Permission::CanEditEmergencyAlert], &[RESIDENCE]);
        assert!(!is_prohibited(&guard, "emergency-alerts", &[FLAT], 1));
        assert!(is_prohibited(&guard, "emergency-alerts", &[OFFICE], guard.user_id), "who made an alert and has left its groups");
    }
}
