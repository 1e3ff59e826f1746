//! Rows and results of operations as messages.
use kit::clock;
use policy::{Caller, Scope};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1::{Group, GroupCompletely, GroupCounts, GroupDependent, GroupNode, MovePreview, Place};

use crate::domain::group_settings::Area;
use crate::domain::outline::OutlineNode;
use crate::domain::reach;
use crate::operation::group;
use crate::rpc::refs;
use crate::store::group::place::PlaceRow;
use crate::store::group::{GroupDetails, GroupRow};

/// Groups above the caller's own are left out, and so is the parent's id then.
pub fn row(row: GroupRow, view: &Scope) -> Group {
    let hidden = reach::hidden(view, &row.path_ids);
    let path: Vec<Ref> = row.path_ids.iter().zip(row.path_names).skip(hidden).map(|(id, name)| Ref { id: *id, name }).collect();
    Group {
        id: row.id,
        name: row.name,
        description: row.description,
        parent_id: row.parent_id.filter(|_| !path.is_empty()),
        domain_type_id: row.domain_type_id,
        logic_address: row.logic_address,
        sip_count: row.sip_count,
        app_count: row.app_count,
        path,
        children_count: row.children_count,
        descendants_count: row.descendants_count,
        created_at: Some(clock::to_proto(row.created_at)),
        updated_at: Some(clock::to_proto(row.updated_at)),
        // A group that somebody registered with was created by no user.
        created_by_user: (row.created_by != 0).then_some(Ref { id: row.created_by, name: row.created_by_name }),
        ..Group::default()
    }
}

/// With the areas of settings that the caller may see.
pub fn details(group: GroupDetails, caller: &Caller) -> Group {
    let GroupDetails { row, settings, logo, notified_users, features_off } = group;
    let path = row.path();
    let is_visible = |area| reach::sees_settings(caller, area, &path);
    Group {
        whitelabel_settings: Some(settings.whitelabel.into_api(logo)),
        apple_wallet_settings: Some(settings.apple_wallet.into_api()),
        guest_identifier_limits: Some(settings.guest_limits.into_api()),
        device_status_notify: is_visible(Area::DeviceStatus).then(|| settings.device_status.into_api(&notified_users)),
        sip_number: is_visible(Area::Forward).then(|| settings.forward.into_api()),
        sip_trunk: is_visible(Area::Trunk).then(|| settings.trunk.into_api()),
        features_off,
        ..self::row(row, &reach::view(caller))
    }
}

pub fn set_interval(group: &mut Group, interval: Option<(i64, i64)>) {
    (group.parent_lft, group.parent_rgt) = interval.unzip();
}

pub fn node((node, depth): (OutlineNode, i32)) -> GroupNode {
    GroupNode {
        id: node.id,
        name: node.name,
        parent_id: node.parent_id,
        domain_type_id: node.domain_type_id,
        logic_address: node.logic_address,
        children_count: node.children_count,
        depth,
    }
}

pub fn place(row: PlaceRow) -> Place {
    Place { id: row.id, name: row.name, logic_address: row.logic_address, parent_id: row.parent_id, path: refs(row.path) }
}

pub fn completely(group: group::GroupCompletely, caller: &Caller) -> GroupCompletely {
    let mut message = details(group.group, caller);
    set_interval(&mut message, group.interval);
    GroupCompletely {
        group: Some(message),
        users: refs(group.users),
        devices: refs(group.devices),
        access_rules: refs(group.access_rules),
        identifiers: refs(group.identifiers),
        integrations: refs(group.integrations),
        sip_numbers: refs(group.sip_numbers),
        counts: group.counts.map(counts),
    }
}

fn counts(counts: group::GroupCounts) -> GroupCounts {
    GroupCounts {
        domains: counts.domains,
        users: counts.users,
        devices: counts.devices,
        access_rules: counts.access_rules,
        identifiers: counts.identifiers,
        sip_numbers: counts.sip_numbers,
        ukey2_keys: counts.ukey2_keys,
        mobile_apps: counts.mobile_apps,
    }
}

pub fn move_preview(preview: group::MovePreview) -> MovePreview {
    MovePreview {
        domains: preview.domains,
        users: preview.users,
        devices: preview.devices,
        old_path: refs(preview.old_path),
        new_path: refs(preview.new_path),
        losing: refs(preview.losing),
        gaining: refs(preview.gaining),
        obstacle: preview.obstacle,
    }
}

pub fn dependents(dependents: group::Dependents) -> GroupDependent {
    GroupDependent { resource: dependents.resource.into(), count: dependents.count, items: refs(dependents.first), goes_along: dependents.goes_along }
}
