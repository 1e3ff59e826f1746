//! What groups have of the licences.
use kit::{Error, Mask, clock};
use policy::{action, resource};
use proto::vestibule::licensing::v1::{
    GetGroupLicenseRequest, GroupLicense, LicensePeriod, LicenseReminder, ListGroupLicensesRequest, ListGroupLicensesResponse,
    UpdateGroupLicenseRequest, group_licenses_server,
};
use tonic::{Request, Response, Status};

use super::{decode_counts, encode_counts, encode_quota, reference};
use crate::app::App;
use crate::domain::group_license::GroupLicenseDraft;
use crate::domain::license_state::LicenseState;
use crate::domain::reminder::{DEFAULT_NOTIFY_BEFORE, Reminder, ReminderMode};
use crate::operation::group_license as operation;
use crate::operation::group_license::view::GroupLicenseView;

pub struct GroupLicenseService(pub App);

fn decode(license: Option<GroupLicense>) -> kit::Result<GroupLicenseDraft> {
    let license = license.unwrap_or_default();
    let period = license.restrict_period.unwrap_or_default();
    let reminder = license.notifications.unwrap_or_default();
    let mode = match reminder.mode.as_str() {
        "" => ReminderMode::default(),
        word => ReminderMode::from_word(word).ok_or_else(|| Error::field("notifications.mode", "unknown value"))?,
    };
    Ok(GroupLicenseDraft {
        is_active: license.is_active,
        features: license.features.into_iter().collect(),
        counts: decode_counts(license.counts.as_ref()),
        has_period: period.is_active,
        period_from: period.from.as_ref().and_then(clock::from_proto),
        period_to: period.to.as_ref().and_then(clock::from_proto),
        reminder: Reminder {
            is_enabled: reminder.is_enabled,
            mode,
            notify_before: if reminder.notify_before == 0 { DEFAULT_NOTIFY_BEFORE } else { reminder.notify_before },
        },
    })
}

fn encode(view: GroupLicenseView) -> GroupLicense {
    let draft = view.draft;
    let status = match view.state {
        LicenseState::Active => "active",
        LicenseState::Ending => "ending",
        LicenseState::Future | LicenseState::Disabled => "disabled",
    };
    GroupLicense {
        domain: view.group.map(reference),
        is_active: draft.is_active,
        features: view.features.into_iter().collect(),
        counts: Some(encode_counts(&draft.counts)),
        restrict_period: Some(LicensePeriod {
            is_active: draft.has_period,
            from: draft.period_from.map(clock::to_proto),
            to: draft.period_to.map(clock::to_proto),
        }),
        notifications: Some(LicenseReminder {
            is_enabled: draft.reminder.is_enabled,
            mode: draft.reminder.mode.word().into(),
            notify_before: draft.reminder.notify_before,
        }),
        quotas: view.quotas.into_iter().map(encode_quota).collect(),
        available_features: view.available_features.into_iter().collect(),
        status: status.into(),
        parent: view.parent.map(reference),
        per_user: Some(encode_counts(&view.per_user)),
    }
}

#[tonic::async_trait]
impl group_licenses_server::GroupLicenses for GroupLicenseService {
    async fn get_group_license(&self, request: Request<GetGroupLicenseRequest>) -> Result<Response<GroupLicense>, Status> {
        let right = self.0.context.authorize::<resource::GroupLicense, action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn update_group_license(&self, request: Request<UpdateGroupLicenseRequest>) -> Result<Response<GroupLicense>, Status> {
        let right = self.0.context.authorize::<resource::GroupLicense, action::Edit, _>(&request)?;
        let UpdateGroupLicenseRequest { id, license, update_mask } = request.into_inner();
        let draft = decode(license)?;
        Ok(Response::new(encode(operation::update(&self.0, &right, id, draft, &Mask::new(update_mask)).await?)))
    }

    async fn list_group_licenses(&self, request: Request<ListGroupLicensesRequest>) -> Result<Response<ListGroupLicensesResponse>, Status> {
        let right = self.0.context.authorize::<resource::GroupLicense, action::View, _>(&request)?;
        let items: Vec<GroupLicense> = operation::list(&self.0, &right).await?.into_iter().map(encode).collect();
        let total = items.len() as i64;
        Ok(Response::new(ListGroupLicensesResponse { items, total }))
    }
}
