use kit::Result;
use policy::action;
use proto::vestibule::domains::v1::PlanGroupsRequest;

use super::kind_within;
use crate::app::App;
use crate::domain::generation::{self, Parameters, Planned};
use crate::domain::reach::GroupRight;
use crate::domain::settings::general::General;
use crate::store::{group, group_type, settings};

pub async fn plan(app: &App, right: &GroupRight<action::Create>, request: &PlanGroupsRequest) -> Result<Vec<Planned>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let within = kind_within(&mut reader, right, request.id).await?;
    let general: General = settings::find_or_default(&mut reader, right.project_id()).await?;
    let types = group_type::find_generation_types(&mut reader, right.project_id()).await?.named_in(&general.locale);
    let parameters = Parameters::validate(request, within, &types)?;
    let taken = group::taken_addresses(&mut reader, right.project_id(), request.id).await?;
    Ok(generation::plan(&parameters, &types, &taken, group::ADDRESS_TAKEN))
}
