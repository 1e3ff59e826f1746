//! Events that this service publishes. Each function writes a snapshot to the outbox, in the transaction of the change.
use kit::outbox::{self, Outgoing};
use kit::{Result, features, tree};
use license_limits::features::groups_with;
use proto::vestibule::events::v1::{GroupChanged, GroupSettingsChanged, ProjectSettingsChanged};
use sqlx::PgConnection;

use crate::domain::group::GroupDraft;
use crate::domain::group_settings::{Area, GroupSettings};
use crate::domain::group_type::{GroupKind, kind_word};
use crate::domain::settings::apple_wallet::WalletSettings;
use crate::domain::settings::general::General;
use crate::domain::settings::mail::Mail;
use crate::domain::settings::sip::Sip;
use crate::domain::white_label::WhiteLabel;
use crate::store::{dependent, group_type};

const GROUP_SETTINGS_TOPIC: &str = "domains.group_settings.changed";
const SETTINGS_TOPIC: &str = "domains.settings.changed";

/// Of a subtree that moves only the topmost group is published: the projections move what lies below by the same code
/// that keeps the closure here.
pub async fn group_changed(connection: &mut PgConnection, project_id: i64, id: i64, version: i64, draft: &GroupDraft) -> Result<()> {
    let kind = kind_of(connection, project_id, draft).await?;
    group(connection, snapshot(project_id, id, version, draft, kind)).await
}

pub async fn group_deleted(connection: &mut PgConnection, project_id: i64, id: i64, version: i64, draft: &GroupDraft) -> Result<()> {
    let kind = kind_of(connection, project_id, draft).await?;
    group(connection, GroupChanged { deleted: true, ..snapshot(project_id, id, version, draft, kind) }).await
}

async fn kind_of(connection: &mut PgConnection, project_id: i64, draft: &GroupDraft) -> Result<Option<GroupKind>> {
    match draft.domain_type_id {
        Some(group_type) => group_type::find_kind(connection, project_id, group_type).await.map(Some),
        None => Ok(None),
    }
}

async fn group(connection: &mut PgConnection, event: GroupChanged) -> Result<()> {
    tree::apply(connection, &event).await?;
    outbox::emit(connection, event.project_id, tree::TOPIC, &format!("group:{}", event.id), &event).await
}

/// A group that was created together with others.
pub struct CreatedGroup {
    pub id: i64,
    pub draft: GroupDraft,
}

/// Groups that are all new, parents before children.
pub async fn groups_created(connection: &mut PgConnection, project_id: i64, groups: &[CreatedGroup]) -> Result<()> {
    let kinds = group_type::find_kinds(connection, project_id).await?;
    let kind = |draft: &GroupDraft| draft.domain_type_id.and_then(|group_type| kinds.get(&group_type).copied());
    let snapshots: Vec<GroupChanged> = groups.iter().map(|group| snapshot(project_id, group.id, 1, &group.draft, kind(&group.draft))).collect();
    tree::add(connection, &snapshots).await?;
    let outgoing = |event: GroupChanged| Outgoing { project_id, aggregate: format!("group:{}", event.id), event };
    let events: Vec<_> = snapshots.into_iter().map(outgoing).collect();
    outbox::emit_all(connection, tree::TOPIC, &events).await
}

fn snapshot(project_id: i64, id: i64, version: i64, draft: &GroupDraft, kind: Option<GroupKind>) -> GroupChanged {
    GroupChanged {
        project_id,
        id,
        version,
        deleted: false,
        name: draft.name.clone(),
        parent_id: draft.parent_id.unwrap_or_default(),
        domain_type_id: draft.domain_type_id.unwrap_or_default(),
        logic_address: draft.logic_address.clone().unwrap_or_default(),
        kind: kind.map_or("", kind_word).into(),
    }
}

/// What notifications, telephony and access need of a group's settings.
pub async fn group_settings_changed(
    connection: &mut PgConnection,
    project_id: i64,
    id: i64,
    version: i64,
    settings: &GroupSettings,
    logo: Option<String>,
) -> Result<()> {
    let status = &settings.device_status;
    let names = dependent::user_names(connection, project_id, &status.users()).await?;
    let mut label = settings.whitelabel.clone();
    if let Some(feature) = Area::WhiteLabel.feature().filter(|_| label.is_enabled) {
        label.is_enabled = !groups_with(connection, project_id, &[id], feature).await?.is_empty();
    }
    let event = GroupSettingsChanged {
        project_id,
        id,
        version,
        whitelabel: Some(label.into_event(logo)),
        device_status_user_id: status.user_id.unwrap_or_default(),
        notify_about_offline_device: status.notify_about_offline_device,
        notify_about_device_task_failed: status.notify_about_device_task_failed,
        forward: Some(settings.forward.clone().into_event()),
        trunk: Some(settings.trunk.clone().into_event()),
        guest_limits: Some(settings.guest_limits.clone().into_event()),
        alarm_escalation: status.escalation_event(&names),
        apple_wallet: Some(settings.apple_wallet.clone().into_event()),
    };
    outbox::emit(connection, project_id, GROUP_SETTINGS_TOPIC, &format!("group_settings:{id}"), &event).await
}

/// The areas of a project's settings that other services need.
pub struct PublishedSettings {
    pub general: General,
    pub mail: Mail,
    pub sip: Sip,
    pub white_label: WhiteLabel,
    pub apple_wallet: WalletSettings,
    /// Path of the project's logo.
    pub logo: Option<String>,
}

pub async fn settings_changed(connection: &mut PgConnection, project_id: i64, version: i64, settings: PublishedSettings) -> Result<()> {
    let mut label = settings.white_label;
    label.is_enabled = label.is_shown(features::find(connection, project_id).await?.as_deref());
    let event = ProjectSettingsChanged {
        project_id,
        version,
        general: Some(settings.general.into_event()),
        mail: Some(settings.mail.into_event()),
        whitelabel: Some(label.into_event(settings.logo)),
        sip: Some(settings.sip.into_event()),
        apple_wallet: Some(settings.apple_wallet.into_event()),
    };
    outbox::emit(connection, project_id, SETTINGS_TOPIC, &format!("settings:{project_id}"), &event).await
}
