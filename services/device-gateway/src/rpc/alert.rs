//! Emergency alerts, for notifications.
use kit::Error;
use policy::Denied;
use proto::vestibule::device::v1::ApplyAlertRunRequest;
use proto::vestibule::device::v1::alerts_server::Alerts;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::alert;

pub struct AlertService(pub App);

#[tonic::async_trait]
impl Alerts for AlertService {
    async fn apply_alert_run(&self, request: Request<ApplyAlertRunRequest>) -> Result<Response<()>, Status> {
        let app = &self.0;
        let service = app.context.caller(&request)?;
        let name = service.as_service().map_err(Error::from)?;
        let project_id = service.project_id;
        let run = request.get_ref().run.clone().unwrap_or_default();
        if name != "notifications" || run.project_id != project_id {
            return Err(Error::from(Denied::Forbidden).into());
        }
        alert::apply_at_once(app, &run).await?;
        Ok(Response::new(()))
    }
}
