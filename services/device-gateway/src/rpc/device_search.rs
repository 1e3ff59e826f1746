//! Searching, creating what was found, taking in what calls by itself.
use kit::clock;
use policy::{action, resource};
use proto::vestibule::device::v1 as api;
use proto::vestibule::device::v1::device_searches_server::DeviceSearches;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::device::Device;
use crate::domain::device_search::{DeviceSearch, FoundDevice, SearchState};
use crate::operation::device_search::{self as operation, FoundItem, FoundResult, unclaimed};

pub struct DeviceSearchService(pub App);

#[tonic::async_trait]
impl DeviceSearches for DeviceSearchService {
    async fn search_devices(&self, request: Request<api::SearchDevicesRequest>) -> Result<Response<api::DeviceSearch>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Create, _>(&request)?;
        let api::SearchDevicesRequest { start_ip, end_ip, request_id } = request.into_inner();
        Ok(Response::new(encode(operation::start(&self.0, &right, (&start_ip, &end_ip), request_id).await?)))
    }

    async fn get_device_search(&self, request: Request<api::GetDeviceSearchRequest>) -> Result<Response<api::DeviceSearch>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Create, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, right.caller()).await?)))
    }

    async fn create_found_devices(
        &self,
        request: Request<api::CreateFoundDevicesRequest>,
    ) -> Result<Response<api::CreateFoundDevicesResponse>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Create, _>(&request)?;
        let items = request.into_inner().items.into_iter().map(decode).collect();
        let results = operation::create_found(&self.0, &right, items).await?;
        Ok(Response::new(api::CreateFoundDevicesResponse { items: results.into_iter().map(encode_result).collect() }))
    }

    async fn find_unclaimed_device(&self, request: Request<api::FindUnclaimedDeviceRequest>) -> Result<Response<api::UnclaimedDevice>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Create, _>(&request)?;
        let api::FindUnclaimedDeviceRequest { serial_number, password } = request.into_inner();
        let found = unclaimed::find(&self.0, &right, &serial_number, &password).await?;
        let seen_at = Some(clock::to_proto(found.seen_at));
        Ok(Response::new(api::UnclaimedDevice { serial_number: found.serial_number, address: found.address, seen_at }))
    }
}

/// A device without a name is called by its model and serial number.
fn decode(item: api::FoundDeviceItem) -> FoundItem {
    let name = if item.name.trim().is_empty() { format!("{} {}", item.model, item.serial_number) } else { item.name };
    let (device, secrets) = Device::from_api(api::Device {
        name,
        ip_address: Some(item.ip_address),
        port: item.port,
        serial_number: item.serial_number,
        r#type: item.r#type,
        model: item.model,
        domain: item.domain,
        protocol: item.protocol,
        login: item.login,
        password: item.password,
        management: Some(api::DeviceManagement { keep_list: item.keep_list, ..api::DeviceManagement::default() }),
        ..api::Device::default()
    });
    FoundItem { device, secrets }
}

fn encode_result(result: FoundResult) -> api::FoundDeviceResult {
    let fields = result.fields.into_iter().collect();
    api::FoundDeviceResult { serial_number: result.serial_number, id: result.id, message: result.message, fields }
}

fn encode(search: DeviceSearch) -> api::DeviceSearch {
    let state = match search.state {
        SearchState::Running => api::DeviceSearchState::Running,
        SearchState::Finished => api::DeviceSearchState::Finished,
        SearchState::Failed => api::DeviceSearchState::Failed,
    };
    api::DeviceSearch {
        request_id: search.request_id,
        state: state.into(),
        done: search.done as i32,
        total: search.total as i32,
        devices: search.devices.into_iter().map(encode_found).collect(),
    }
}

fn encode_found(found: FoundDevice) -> api::FoundDevice {
    api::FoundDevice {
        ip_address: found.ip_address,
        port: found.port.into(),
        serial_number: found.serial_number,
        model: found.model,
        r#type: found.kind.into(),
        firmware: found.firmware,
        is_known: found.is_known,
    }
}
