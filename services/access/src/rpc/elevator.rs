//! Elevators.
use kit::clock::to_proto;
use kit::{Error, Mask, Result};
use policy::{ActionKind, Authorized, action, resource};
use proto::vestibule::access::v1::elevators_server::Elevators;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, Ref};
use tonic::{Request, Response, Status};

use super::{reference, references};
use crate::app::App;
use crate::domain::elevator::{Controller, Direction, ElevatorDraft, MappedFloor};
use crate::operation::elevator::{self as operation, ElevatorCall, FloorView};
use crate::store::elevator::ElevatorRow;

pub struct ElevatorsService(pub App);

impl ElevatorsService {
    fn authorize<A: ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<resource::Elevator, A>> {
        self.0.context.authorize(request)
    }
}

fn decode(elevator: Option<Elevator>) -> ElevatorDraft {
    let elevator = elevator.unwrap_or_default();
    let mut devices = Vec::new();
    for device in elevator.devices {
        if !devices.contains(&device.id) {
            devices.push(device.id);
        }
    }
    ElevatorDraft { name: elevator.name, group: elevator.domain.map_or(0, |group| group.id), devices }
}

fn encode(row: ElevatorRow) -> Elevator {
    Elevator {
        floors_count: row.floors().len() as i32,
        id: row.id,
        name: row.name,
        domain: Some(Ref { id: row.domain_id, name: row.domain_name }),
        devices: row.controllers.0.into_iter().map(encode_controller).collect(),
        elevator_access_rules: references(row.rule_ids, row.rule_names),
        created_by_user: reference(row.created_by, row.created_by_name),
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
    }
}

fn encode_controller(controller: Controller) -> ElevatorDevice {
    let mut floors = controller.floors;
    floors.sort_by_key(|floor| floor.floor);
    ElevatorDevice {
        id: controller.id,
        name: controller.name,
        is_enabled: controller.is_enabled,
        device_mode: controller.device_mode,
        floor_map: floors.into_iter().map(encode_mapped).collect(),
        is_ready: None,
        not_ready_reason: None,
    }
}

fn encode_mapped(floor: MappedFloor) -> ElevatorDeviceFloor {
    ElevatorDeviceFloor {
        floor: floor.floor,
        name: floor.name,
        is_public: floor.is_public,
        is_panel_floor: floor.is_panel_floor,
        apartments: floor.apartments,
        ports: floor.ports,
    }
}

fn encode_floors(view: FloorView) -> ListElevatorFloorsResponse {
    let FloorView { floors, allowed, devices } = view;
    let device = |(id, ports): (i64, Vec<i32>)| ElevatorFloorDevice { id, name: devices.get(&id).cloned().unwrap_or_default(), ports };
    let items = floors.into_iter().map(|(number, floor)| ElevatorFloor {
        floor: number,
        name: floor.name,
        is_public: floor.is_public,
        is_panel_floor: floor.is_panel_floor,
        apartments: floor.apartments.into_iter().collect(),
        devices: floor.ports.into_iter().map(device).collect(),
        is_allowed: allowed.contains(&number),
    });
    ListElevatorFloorsResponse { items: items.collect() }
}

fn decode_call(request: CallElevatorRequest) -> ElevatorCall {
    let direction = match request.direction() {
        ElevatorDirection::Up => Some(Direction::Up),
        ElevatorDirection::Down => Some(Direction::Down),
        ElevatorDirection::Unspecified => None,
    };
    ElevatorCall { floor: request.floor, apartment: request.apartment.filter(|apartment| !apartment.is_empty()), direction }
}

#[tonic::async_trait]
impl Elevators for ElevatorsService {
    async fn list_elevators(&self, request: Request<ListElevatorsRequest>) -> Result<Response<ListElevatorsResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.into_inner();
        let page = operation::list(&self.0, &right, &kit::list_query!(request)).await?.map(encode);
        Ok(Response::new(ListElevatorsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_elevator(&self, request: Request<GetElevatorRequest>) -> Result<Response<Elevator>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let (row, states) = operation::find(&self.0, &right, request.into_inner().id).await?;
        let mut elevator = encode(row);
        for device in &mut elevator.devices {
            if let Some(reason) = states.get(&device.id) {
                device.is_ready = Some(reason.is_empty());
                device.not_ready_reason = Some(reason.clone()).filter(|reason| !reason.is_empty());
            }
        }
        Ok(Response::new(elevator))
    }

    async fn create_elevator(&self, request: Request<CreateElevatorRequest>) -> Result<Response<Elevator>, Status> {
        let right = self.authorize::<action::Create, _>(&request)?;
        let draft = decode(request.into_inner().elevator);
        Ok(Response::new(encode(operation::create(&self.0, &right, draft).await?)))
    }

    async fn update_elevator(&self, request: Request<UpdateElevatorRequest>) -> Result<Response<Elevator>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let request = request.into_inner();
        let (draft, mask) = (decode(request.elevator), Mask::new(request.update_mask));
        Ok(Response::new(encode(operation::update(&self.0, &right, request.id, draft, &mask).await?)))
    }

    async fn delete_elevator(&self, request: Request<DeleteElevatorRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_elevators(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        Ok(Response::new(operation::delete_all(&self.0, &right, request.into_inner().items).await?))
    }

    async fn list_elevator_floors(&self, request: Request<ListElevatorFloorsRequest>) -> Result<Response<ListElevatorFloorsResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let ListElevatorFloorsRequest { id, mode } = request.into_inner();
        let only_nameable = match mode.as_str() {
            "" => false,
            "access" => true,
            _ => return Err(Error::field("mode", "wrong parameters").into()),
        };
        Ok(Response::new(encode_floors(operation::floors(&self.0, &right, id, only_nameable).await?)))
    }

    async fn call_elevator(&self, request: Request<CallElevatorRequest>) -> Result<Response<CallElevatorResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.into_inner();
        let id = request.id;
        let floor = operation::call(&self.0, &right, id, decode_call(request)).await?;
        Ok(Response::new(CallElevatorResponse { floor }))
    }
}
