//! What notifications asks of other services.
use std::time::Duration;

use kit::Context;
use proto::vestibule::device::v1::ApplyAlertRunRequest;
use proto::vestibule::device::v1::alerts_client::AlertsClient;
use proto::vestibule::events::v1::AlertRunChanged;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

/// Ahead of the event about the same change, by which device-gateway learns it in any case.
pub async fn apply_alert_run(context: &Context, run: AlertRunChanged) {
    let mut device_gateway = AlertsClient::new(context.peers.peer("device-gateway"));
    let project_id = run.project_id;
    let request = context.signer.as_service(context.service, project_id, ApplyAlertRunRequest { run: Some(run) });
    match tokio::time::timeout(ANSWER_TIMEOUT, device_gateway.apply_alert_run(request)).await {
        Ok(Ok(_applied)) => {}
        Ok(Err(status)) => tracing::warn!(error = status.message(), "device-gateway learns of a run of an alert by its event only"),
        Err(_) => tracing::warn!("device-gateway does not answer in time: it learns of a run of an alert by its event"),
    }
}
