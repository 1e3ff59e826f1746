//! Licensing, asked before a group moves: what groups have of the licences must be consistent afterwards too.
use std::time::Duration;

use kit::{Context, Error, Result};
use policy::Caller;
use proto::vestibule::licensing::v1::CheckGroupMoveRequest;
use proto::vestibule::licensing::v1::group_moves_client::GroupMovesClient;

use super::within;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// Refuses a move that licensing refuses. While it does not answer groups are moved: what is then over a limit is shown, and
/// nothing more is added to it.
pub async fn check_move(context: &Context, caller: &Caller, group_id: i64, parent_id: Option<i64>) -> Result<()> {
    if !context.settings.services.as_ref().is_none_or(|running| running.iter().any(|running| running == "licensing")) {
        return Ok(());
    }
    let request = CheckGroupMoveRequest { group_id, parent_id: parent_id.unwrap_or(0) };
    let request = context.signer.request(caller, request);
    match within(ANSWER_TIMEOUT, GroupMovesClient::new(context.peers.peer("licensing")).check_group_move(request)).await {
        Ok(_) => Ok(()),
        Err(Error::Unavailable(error)) => {
            tracing::warn!(error = format!("{error:#}"), group_id, "a group is moved without asking licensing");
            Ok(())
        }
        Err(error) => Err(error),
    }
}
