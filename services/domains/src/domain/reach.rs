//! What a caller may do with a group, given its path from the root (itself last), and where it may be moved.
use kit::{Error, Result};
use policy::{Action, ActionKind, Authorized, Caller, Resource, Scope, resource};

use super::group_settings::Area;

pub type GroupRight<A> = Authorized<resource::Group, A>;

/// What the caller may see.
pub fn view(caller: &Caller) -> Scope {
    caller.scope(Resource::Group, Action::View)
}

/// A group that is not visible is not there; one that is, but out of the right's reach, is forbidden.
pub fn check<A: ActionKind>(right: &GroupRight<A>, path: &[i64]) -> Result<()> {
    if path.is_empty() || !view(right.caller()).covers_group(path) {
        return Err(Error::NotFound);
    }
    if right.scope().covers_group(path) { Ok(()) } else { Err(Error::Forbidden) }
}

/// The same for a group that a request names as a parent.
pub fn check_parent<A: ActionKind>(right: &GroupRight<A>, parent: i64, path: &[i64]) -> Result<()> {
    check(right, path).map_err(|error| match error {
        Error::NotFound => Error::InvalidRelated { names: vec![format!("group {parent}")] },
        error => error,
    })
}

/// To be a root needs the right to make roots.
pub fn check_root(caller: &Caller) -> Result<()> {
    let may = caller.scope(Resource::Group, Action::Create).all;
    if may { Ok(()) } else { Err(Error::Forbidden) }
}

/// A move takes the group from one parent and gives it to another: both must be in reach, and the new one must not
/// lie below the group.
pub fn check_move<A: ActionKind>(right: &GroupRight<A>, path: &[i64], to: Option<(i64, &[i64])>) -> Result<()> {
    let (group, above) = path.split_last().ok_or(Error::NotFound)?;
    match to {
        None => check_root(right.caller())?,
        Some((parent, parent_path)) => {
            check_parent(right, parent, parent_path)?;
            if parent_path.contains(group) {
                return Err(Error::field("parent_id", "must not be the group itself or a group below it"));
            }
        }
    }
    if above.is_empty() || right.scope().covers_group(above) { Ok(()) } else { Err(Error::Forbidden) }
}

/// Whether the caller may change this area of the group's settings.
pub fn may_set(caller: &Caller, area: Area, path: &[i64]) -> bool {
    caller.scope(area.resource(), Action::Edit).covers_group(path)
}

/// Whether it is answered to them.
pub fn sees_settings(caller: &Caller, area: Area, path: &[i64]) -> bool {
    area.is_public() || view(caller).all || may_set(caller, area, path) || caller.scope(Resource::Group, Action::Edit).covers_group(path)
}

/// How many of the groups above are hidden from the caller: they see their topmost group as a root.
pub fn hidden(view: &Scope, above: &[i64]) -> usize {
    (0..above.len()).find(|last| view.covers_group(&above[..=*last])).unwrap_or(above.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{CallerKind, Permission, action};

    fn editor(permissions: &[Permission], domain_ids: &[i64]) -> GroupRight<action::Edit> {
        let permissions = permissions.iter().copied().collect();
        let caller = Caller { project_id: 1, user_id: 7, kind: CallerKind::User, permissions, domain_ids: domain_ids.to_vec(), ..Caller::default() };
        caller.authorize().expect("an editor")
    }

    #[test]
    fn invisible_is_not_found_and_out_of_reach_is_forbidden() {
        let right = editor(&[Permission::CanEditDescendantDomains], &[2]);
        assert!(matches!(check(&right, &[9]), Err(Error::NotFound)));
        assert!(matches!(check(&right, &[]), Err(Error::NotFound)));
        assert!(matches!(check(&right, &[1, 2]), Err(Error::Forbidden)));
        assert!(check(&right, &[1, 2, 3]).is_ok());
    }

    #[test]
    fn a_group_is_not_moved_below_itself() {
        let right = editor(&[Permission::CanEditAllServerDomains, Permission::CanViewAllDomains], &[]);
        assert!(matches!(check_move(&right, &[1, 2], Some((3, &[1, 2, 3]))), Err(Error::Invalid(_))));
        assert!(matches!(check_move(&right, &[1, 2], Some((2, &[1, 2]))), Err(Error::Invalid(_))));
        assert!(check_move(&right, &[1, 2], Some((4, &[4]))).is_ok());
    }

    #[test]
    fn a_move_needs_reach_over_both_parents() {
        let own = &[Permission::CanEditDescendantDomains, Permission::CanEditSelfDomainGeneralParameters];
        let right = editor(own, &[2, 4]);
        assert!(check_move(&right, &[1, 2, 3], Some((4, &[4]))).is_ok());
        // 2 is their own, but what lies above it is not.
        assert!(matches!(check_move(&right, &[1, 2], Some((4, &[4]))), Err(Error::Forbidden)));
        assert!(matches!(check_move(&right, &[1, 2, 3], Some((8, &[8]))), Err(Error::InvalidRelated { .. })));
    }

    #[test]
    fn a_move_to_the_root_needs_the_right_to_make_roots() {
        let edit = Permission::CanEditAllServerDomains;
        let right = editor(&[edit, Permission::CanViewAllDomains], &[]);
        assert!(matches!(check_move(&right, &[1, 2], None), Err(Error::Forbidden)));
        let right = editor(&[edit, Permission::CanViewAllDomains, Permission::CanCreateRootDomain], &[]);
        assert!(check_move(&right, &[1, 2], None).is_ok());
    }

    #[test]
    fn groups_above_the_callers_own_are_hidden() {
        let scope = Scope { domain: true, descendants: true, domain_ids: vec![2], ..Scope::default() };
        assert_eq!(hidden(&scope, &[1, 2, 3]), 1);
        assert_eq!(hidden(&scope, &[1]), 1);
        assert_eq!(hidden(&scope, &[]), 0);
        assert_eq!(hidden(&Scope::everything(), &[1, 2]), 0);
    }
}
