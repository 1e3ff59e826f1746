//! What somebody views of a project, and so which backups are theirs: those of which they view all that they hold.
use std::collections::HashMap;

use policy::{Action, Caller, Resource, Scope};
use site_backup::{ENTITIES, Entity, View, ViewReach, Views};

use super::backup::{BackupOrigin, BackupRecord};

/// Of groups, the ids from the root, the group itself last.
pub type GroupPaths = HashMap<i64, Vec<i64>>;

/// Of every entity.
pub fn views_of(caller: &Caller) -> Views {
    ENTITIES.iter().map(|entity| (entity.name.to_owned(), view_of(caller, entity))).collect()
}

/// What of an entity the caller views. Of identifiers no file gets the codes without the right to export them.
pub fn view_of(caller: &Caller, entity: &Entity) -> View {
    let resource = Resource::ALL.iter().find(|resource| resource.name() == entity.name);
    let scope = resource.map(|resource| caller.scope(*resource, Action::View)).unwrap_or_default();
    let view = view(&scope);
    match view {
        View::All if entity.name == Resource::Identifier.name() && !sees_codes(caller) => View::Some,
        view => view,
    }
}

/// Whether codes, whose number alone opens doors, go into files.
pub fn sees_codes(caller: &Caller) -> bool {
    !caller.scope(Resource::IdentifierTable, Action::View).is_empty()
}

fn view(scope: &Scope) -> View {
    if scope.all {
        return View::All;
    }
    if scope.is_empty() {
        return View::None;
    }
    let Scope { domain, descendants, own, user_id, domain_ids, .. } = scope.clone();
    View::Part(ViewReach { domain, descendants, group_ids: domain_ids, own, user_id })
}

/// Whether the caller views all that the backup holds. `paths`: of groups that they see.
pub fn views(caller: &Caller, record: &BackupRecord, paths: &GroupPaths) -> bool {
    // Whoever brought a file has what is in it.
    let is_file = matches!(record.origin, BackupOrigin::File | BackupOrigin::Site);
    if is_file && record.made_by.user_id == caller.user_id {
        return true;
    }
    record.entities.iter().all(|(name, _)| Entity::find(name).is_some_and(|entity| views_entity(caller, record, entity, paths)))
}

fn views_entity(caller: &Caller, record: &BackupRecord, entity: &'static Entity, paths: &GroupPaths) -> bool {
    let own = view_of(caller, entity);
    // Ids of a file mean nothing here.
    let made = record.view(entity.name).filter(|_| matches!(record.origin, BackupOrigin::Made | BackupOrigin::BeforeApply));
    if own == View::All || made.is_some_and(|made| own.covers(&made)) {
        return true;
    }
    let held = record.held.iter().find(|held| held.entity == entity.name && !held.has_others);
    match (own, held) {
        (View::Part(reach), Some(held)) => held.group_ids.iter().all(|id| paths.get(id).is_some_and(|path| reach.covers_group(path))),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use policy::{CallerKind, Permission};
    use time::OffsetDateTime;

    use super::*;
    use crate::domain::backup::{BackupStatus, HeldRecord, Worker};

    const GROUP: i64 = 10;

    fn caller(user_id: i64, permissions: &[Permission], domain_ids: &[i64]) -> Caller {
        let permissions = permissions.iter().copied().collect();
        Caller { project_id: 1, user_id, permissions, domain_ids: domain_ids.to_vec(), kind: CallerKind::User, ..Caller::default() }
    }

    /// Of users, as `by` makes it.
    fn made(by: &Caller, origin: BackupOrigin) -> BackupRecord {
        BackupRecord {
            id: 1,
            project_id: 1,
            name: "House".into(),
            status: BackupStatus::Ready,
            origin,
            entities: vec![("users".into(), 3)],
            chose_all: false,
            size: 1,
            created_at: OffsetDateTime::UNIX_EPOCH,
            made_by: Worker { user_id: by.user_id, ..Worker::default() },
            read_seconds: 0,
            dropped: Vec::new(),
            message: None,
            is_own: true,
            views: Some(views_of(by)),
            held: Vec::new(),
            apply: None,
            made_before: None,
        }
    }

    const IN_GROUPS: &[Permission] = &[Permission::CanViewUsers];
    const ALL: &[Permission] = &[Permission::CanViewAllUsers];

    #[test]
    fn a_backup_of_the_whole_project_is_for_those_who_view_the_whole_project() {
        let record = made(&caller(1, ALL, &[]), BackupOrigin::Made);
        assert!(views(&caller(2, ALL, &[]), &record, &GroupPaths::new()));
        assert!(!views(&caller(2, IN_GROUPS, &[GROUP]), &record, &GroupPaths::new()));
        // Also for whoever made it, when they may not any more.
        assert!(!views(&caller(1, IN_GROUPS, &[GROUP]), &record, &GroupPaths::new()));
        let unknown = BackupRecord { views: None, ..record };
        assert!(views(&caller(2, ALL, &[]), &unknown, &GroupPaths::new()) && !views(&caller(1, IN_GROUPS, &[GROUP]), &unknown, &GroupPaths::new()));
    }

    #[test]
    fn a_backup_of_a_group_is_for_its_maker_and_for_those_who_view_every_group_that_it_holds() {
        let maker = caller(1, IN_GROUPS, &[11]);
        let held = HeldRecord { entity: "users".into(), group_ids: vec![11], has_others: false };
        let record = BackupRecord { held: vec![held], ..made(&maker, BackupOrigin::Made) };
        let paths = GroupPaths::from([(11, vec![GROUP, 11])]);
        assert!(views(&maker, &record, &GroupPaths::new()));
        assert!(views(&caller(2, IN_GROUPS, &[GROUP]), &record, &paths), "of the group above");
        assert!(!views(&caller(2, IN_GROUPS, &[12]), &record, &GroupPaths::new()), "of another group");
        assert!(!views(&caller(1, IN_GROUPS, &[12]), &record, &GroupPaths::new()), "its maker, who is in another group now");
        let mut other = record.clone();
        other.held[0].has_others = true;
        assert!(!views(&caller(2, IN_GROUPS, &[GROUP]), &other, &paths), "what belongs to no group");
    }

    #[test]
    fn a_file_is_for_whoever_brought_it_and_for_those_who_view_the_whole_project() {
        let brought = made(&caller(1, IN_GROUPS, &[GROUP]), BackupOrigin::File);
        assert!(views(&caller(1, &[], &[]), &brought, &GroupPaths::new()));
        assert!(!views(&caller(2, IN_GROUPS, &[GROUP]), &brought, &GroupPaths::new()), "its ids mean nothing here");
        assert!(views(&caller(2, ALL, &[]), &brought, &GroupPaths::new()));
    }

    #[test]
    fn who_may_not_export_identifiers_views_them_without_codes() {
        let identifiers = Entity::find("identifiers").unwrap();
        let without = caller(1, &[Permission::CanViewAllIdentifiers], &[]);
        let with = caller(1, &[Permission::CanViewAllIdentifiers, Permission::CanExportIdentifiers], &[]);
        assert_eq!((view_of(&without, identifiers), view_of(&with, identifiers)), (View::Some, View::All));
    }
}
