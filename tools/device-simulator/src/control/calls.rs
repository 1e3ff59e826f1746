//! The telephone of a device, by the control interface.

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::ControlError;
use super::view::find;
use crate::simulator::Simulator;
use crate::sip::{LineView, Order};

/// The longest number that is dialled.
const MAX_NUMBER: usize = 32;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dial {
    number: String,
    /// Somebody needs help.
    #[serde(default)]
    sos: bool,
}

type Done = Result<Json<Value>, ControlError>;

/// Calls a number. Returns when the call has begun; [`show`] returns its state.
pub async fn call(State(simulator): State<Simulator>, Path(serial): Path<String>, Json(Dial { number, sos }): Json<Dial>) -> Done {
    let dialable = |character: char| character.is_ascii_digit() || "*#+".contains(character);
    if number.is_empty() || number.len() > MAX_NUMBER || !number.chars().all(dialable) {
        return Err(ControlError::Bad(format!("a number has 1 to {MAX_NUMBER} digits, * # or +")));
    }
    order(&simulator, &serial, Order::Dial { number, sos }).await
}

pub async fn hang_up(State(simulator): State<Simulator>, Path(serial): Path<String>) -> Done {
    order(&simulator, &serial, Order::HangUp).await
}

/// Takes the call that rings.
pub async fn answer(State(simulator): State<Simulator>, Path(serial): Path<String>) -> Done {
    order(&simulator, &serial, Order::Answer).await
}

/// Registration, call, and what is heard.
pub async fn show(State(simulator): State<Simulator>, Path(serial): Path<String>) -> Result<Json<LineView>, ControlError> {
    Ok(Json(find(&simulator, &serial)?.line.view()))
}

async fn order(simulator: &Simulator, serial: &str, order: Order) -> Done {
    let device = find(simulator, serial)?;
    device.line.order(order).await?;
    Ok(Json(json!(device.line.view())))
}
