//! Taking over what devices held before the platform.
use kit::upload;
use policy::{action, resource};
use proto::vestibule::device::v1::device_adoptions_server::DeviceAdoptions;
use proto::vestibule::device::v1::{AdoptDeviceRequest, DeviceAdoption, ImportDeviceBackupRequest};
use tonic::{Request, Response, Status, Streaming};

use crate::app::App;
use crate::bas_ip::backup::MAX_BYTES;
use crate::operation::device_adoption as operation;

pub struct DeviceAdoptionService(pub App);

fn encode(adoption: operation::DeviceAdoption) -> DeviceAdoption {
    let (device, answer) = (adoption.device, adoption.answer);
    DeviceAdoption {
        device_id: device.id,
        device_name: device.name,
        plan_hash: answer.plan_hash,
        is_applied: answer.is_applied,
        identifiers: answer.identifiers,
        schedules: answer.schedules,
        rules: answer.rules,
        items: answer.items,
    }
}

#[tonic::async_trait]
impl DeviceAdoptions for DeviceAdoptionService {
    async fn adopt_device(&self, request: Request<AdoptDeviceRequest>) -> Result<Response<DeviceAdoption>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Edit, _>(&request)?;
        let AdoptDeviceRequest { id, plan_hash } = request.into_inner();
        Ok(Response::new(encode(operation::adopt(&self.0, &right, id, &plan_hash).await?)))
    }

    async fn import_device_backup(&self, request: Request<Streaming<ImportDeviceBackupRequest>>) -> Result<Response<DeviceAdoption>, Status> {
        let right = self.0.context.authorize::<resource::DeviceBackup, action::Create, _>(&request)?;
        let upload = upload::collect(request.into_inner(), MAX_BYTES, |message| message.file.take()).await?;
        let ImportDeviceBackupRequest { device_id, plan_hash, .. } = upload.request;
        let device_id = (device_id != 0).then_some(device_id);
        Ok(Response::new(encode(operation::import(&self.0, &right, device_id, &upload.data, &plan_hash).await?)))
    }
}
