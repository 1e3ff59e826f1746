//! Who may change which mail templates. The specification: "project-level items (empty domain_id) need
//! can_change_project_settings; group-level items need the edit right on the group or
//! can_manage_self_domain_mail_templates".
use policy::{Action, Caller, Permission, Resource};

/// `path`: ids from the root group down to the template's group; None for a template of the project.
pub fn can_change(caller: &Caller, path: Option<&[i64]>) -> bool {
    let Some(path) = path else { return caller.can(Permission::CanChangeProjectSettings) };
    let is_own = || path.iter().any(|group| caller.domain_ids.contains(group));
    caller.scope(Resource::Group, Action::Edit).covers_group(path) || (caller.can(Permission::CanManageSelfDomainMailTemplates) && is_own())
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::CallerKind;
    use policy::Permission::*;

    fn caller(permissions: &[Permission]) -> Caller {
        Caller { user_id: 1, kind: CallerKind::User, permissions: permissions.iter().copied().collect(), domain_ids: vec![2], ..Caller::default() }
    }

    #[test]
    fn the_projects_templates_need_the_right_to_change_its_settings() {
        assert!(can_change(&caller(&[CanChangeProjectSettings]), None));
        assert!(!can_change(&caller(&[CanManageSelfDomainMailTemplates, CanEditAllServerDomains]), None));
    }

    #[test]
    fn a_groups_templates_need_the_right_to_edit_the_group_or_to_manage_templates_of_ones_own() {
        let (own, below, above) = ([1, 2], [1, 2, 3], [1]);
        for (permission, expected) in [
            (CanChangeProjectSettings, [false, false, false]),
            (CanEditAllServerDomains, [true, true, true]),
            (CanEditSelfDomainGeneralParameters, [true, false, false]),
            (CanEditDescendantDomains, [false, true, false]),
            (CanManageSelfDomainMailTemplates, [true, true, false]),
        ] {
            let may = [&own[..], &below, &above].map(|path| can_change(&caller(&[permission]), Some(path)));
            assert_eq!(may, expected, "{permission:?}");
        }
    }
}
