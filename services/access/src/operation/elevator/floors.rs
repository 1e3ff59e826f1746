use std::collections::{BTreeSet, HashMap};

use kit::Result;
use policy::{Authorized, action, resource};

use super::is_licensed;
use crate::app::App;
use crate::domain::elevator::{Floors, effective_floors};
use crate::store::elevator::{self as store, Rider};

/// The floors of an elevator, for one caller.
#[derive(Clone, Debug)]
pub struct FloorView {
    pub floors: Floors,
    /// Where the caller may go.
    pub allowed: BTreeSet<i32>,
    /// Names of the controllers.
    pub devices: HashMap<i64, String>,
}

/// `only_nameable`: those that a rule may name.
pub async fn floors(app: &App, right: &Authorized<resource::Elevator, action::View>, id: i64, only_nameable: bool) -> Result<FloorView> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
    let licensed = is_licensed(&mut reader, right.project_id()).await?;
    let rider = Rider::User(right.caller().user_id);
    let passenger = store::passenger(&mut reader, right.project_id(), row.id, rider, licensed).await?;
    let mut floors = row.floors();
    let allowed = effective_floors(&floors, &passenger);
    if only_nameable {
        floors.retain(|_, floor| !floor.is_public);
    }
    let devices = row.controllers.0.into_iter().map(|controller| (controller.id, controller.name)).collect();
    Ok(FloorView { floors, allowed, devices })
}
