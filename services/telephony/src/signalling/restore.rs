//! Goes on with the calls of the process before.
use std::sync::Arc;

use anyhow::Context as _;
use tokio::sync::mpsc;

use super::actor::Actor;
use super::event::MAX_WAITING_EVENTS;
use super::leg;
use super::snapshot::{self, SavedLeg, Snapshot};
use super::switchboard::Switchboard;
use crate::store::active_call;
use rsipstack::dialog::dialog::DialogStateReceiver;
use rsipstack::dialog::invite_dialog::InviteDialog;

/// What cannot be taken up is left out: its phones end it themselves.
pub async fn all(board: &Arc<Switchboard>) {
    match snapshot::all(board).await {
        Ok(snapshots) => {
            for snapshot in snapshots {
                let id = snapshot.id.clone();
                if let Err(error) = one(board, snapshot) {
                    tracing::warn!(call = id, error = format!("{error:#}"), "a call is not taken up");
                    snapshot::delete(board, &id).await;
                }
            }
        }
        Err(error) => tracing::warn!(error = format!("{error:#}"), "calls of the last process are not taken up"),
    }
    if let Err(error) = end_rows(board).await {
        tracing::warn!(error = format!("{error:#}"), "calls that are over stay in the list");
    }
}

fn one(board: &Arc<Switchboard>, snapshot: Snapshot) -> anyhow::Result<()> {
    let (sender, receiver) = mpsc::channel(MAX_WAITING_EVENTS);
    let (caller, caller_states) = dialog(board, &snapshot.caller)?;
    let operator = match &snapshot.operator {
        Some(leg) => {
            let (dialog, states) = dialog(board, leg)?;
            let inbox = sender.clone();
            tokio::spawn(async move { leg::follow(0, states, &inbox).await });
            Some(dialog)
        }
        None => None,
    };
    Actor::restored(board.clone(), snapshot, caller, operator, (sender, receiver))?.start(caller_states);
    Ok(())
}

fn dialog(board: &Switchboard, leg: &SavedLeg) -> anyhow::Result<(InviteDialog, DialogStateReceiver)> {
    let layer = &board.sip.layer;
    let (sender, states) = layer.new_dialog_state_channel();
    layer.restore_from_snapshot(leg.snapshot()?, sender)?;
    let dialog = board.sip.invite_dialog(&leg.id()).context("the dialog is not there")?;
    Ok((dialog, states))
}

/// What was not taken up is over, and history.
async fn end_rows(board: &Switchboard) -> kit::Result<()> {
    let mut tx = board.context.database.system().await?;
    active_call::end_others(&mut tx, board.config.shard, &board.registry.ids()).await?;
    Ok(tx.commit().await?)
}
