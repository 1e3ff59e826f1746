//! Amenities.
use kit::clock::to_proto;
use kit::{Mask, Result, upload};
use policy::{ActionKind, Authorized, action, resource};
use proto::vestibule::amenities::v1::amenities_server::Amenities;
use proto::vestibule::amenities::v1::*;
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, FileChunk};
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status, Streaming};
use uuid::Uuid;

use super::{encode_timestamp, ids, reference, references};
use crate::app::App;
use crate::domain::amenity as domain;
use crate::domain::amenity::AmenityDraft;
use crate::domain::amenity_state::{SlotState, SlotStatus};
use crate::domain::time_slot::{SlotItem, SlotPattern};
use crate::operation::amenity::{self as operation, AmenityDays};
use crate::operation::amenity_file;
use crate::store::amenity::AmenityRow;
use crate::store::amenity_file::AmenityFileKind;

pub struct AmenitiesService(pub App);

impl AmenitiesService {
    fn authorize<A: ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<resource::Amenity, A>> {
        self.0.context.authorize(request)
    }
}

/// What a new amenity has where the request says nothing of it.
fn with_defaults(amenity: Option<Amenity>) -> Amenity {
    let mut amenity = amenity.unwrap_or_default();
    amenity.number_of_persons.get_or_insert(PersonLimits { min: 1, max: 500 });
    amenity.time_slots.get_or_insert_with(|| TimeSlots { duration: 3600, items: Vec::new() });
    amenity
}

fn decode(amenity: Option<Amenity>) -> AmenityDraft {
    let amenity = amenity.unwrap_or_default();
    let persons = amenity.number_of_persons.unwrap_or_default();
    let slots = amenity.time_slots.unwrap_or_default();
    AmenityDraft {
        name: amenity.name,
        address: amenity.address,
        description: amenity.description,
        groups: ids(&amenity.domains),
        access_rules: ids(&amenity.access_rules),
        number_of_persons: domain::PersonLimits { min: persons.min, max: persons.max },
        time_slots: SlotPattern {
            duration: slots.duration,
            items: slots.items.into_iter().map(|item| SlotItem { days: item.days, from: item.from, to: item.to }).collect(),
        },
        is_exclusive: amenity.is_exclusive,
        time_zone: amenity.time_zone.trim().into(),
        horizon_days: amenity.horizon_days,
        cancel_before: amenity.cancel_before,
        live_per_user: amenity.live_per_user,
        lead: amenity.lead,
    }
}

fn file_url(key: Uuid) -> String {
    format!("/api/v0/amenity-files/{key}")
}

fn encode(row: AmenityRow) -> Amenity {
    let effective_time_zone = row.effective_zone().to_owned();
    Amenity {
        id: row.id,
        name: row.name,
        address: row.address,
        description: row.description,
        domains: references(row.group_ids, row.group_names),
        access_rules: references(row.rule_ids, row.rule_names),
        number_of_persons: Some(PersonLimits { min: row.persons_min, max: row.persons_max }),
        time_slots: Some(TimeSlots {
            duration: row.slot_duration,
            items: row.slot_items.0.into_iter().map(|item| TimeSlotItem { days: item.days, from: item.from, to: item.to }).collect(),
        }),
        is_exclusive: row.is_exclusive,
        time_zone: row.time_zone,
        horizon_days: row.horizon_days,
        cancel_before: row.cancel_before,
        live_per_user: row.live_per_user,
        lead: row.lead,
        image_url: row.image_key.map(file_url),
        terms_of_use_url: row.terms_key.map(file_url),
        terms_version: row.terms_version,
        effective_time_zone,
        created_by_user: reference(row.created_by, row.created_by_name),
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
    }
}

fn encode_slot(state: SlotState) -> AmenitySlot {
    let status = match state.status {
        SlotStatus::Free => AmenitySlotStatus::Free,
        SlotStatus::Partly => AmenitySlotStatus::Partly,
        SlotStatus::Full => AmenitySlotStatus::Full,
        SlotStatus::Past => AmenitySlotStatus::Past,
        SlotStatus::Mine => AmenitySlotStatus::Mine,
    };
    AmenitySlot {
        date: state.date.to_string(),
        from: state.slot.from,
        to: state.slot.to,
        start: Some(encode_timestamp(state.slot.start)),
        end: Some(encode_timestamp(state.slot.end)),
        capacity: state.capacity,
        taken: state.taken,
        left: (state.capacity - state.taken).max(0),
        status: status.into(),
    }
}

#[tonic::async_trait]
impl Amenities for AmenitiesService {
    type GetAmenityFileStream = BoxStream<FileChunk>;

    async fn list_amenities(&self, request: Request<ListAmenitiesRequest>) -> Result<Response<ListAmenitiesResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.into_inner();
        let page = operation::list(&self.0, &right, &kit::list_query!(request)).await?.map(encode);
        Ok(Response::new(ListAmenitiesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_amenity(&self, request: Request<GetAmenityRequest>) -> Result<Response<Amenity>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn create_amenity(&self, request: Request<CreateAmenityRequest>) -> Result<Response<Amenity>, Status> {
        let right = self.authorize::<action::Create, _>(&request)?;
        let draft = decode(Some(with_defaults(request.into_inner().amenity)));
        Ok(Response::new(encode(operation::create(&self.0, &right, draft).await?)))
    }

    async fn update_amenity(&self, request: Request<UpdateAmenityRequest>) -> Result<Response<Amenity>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let request = request.into_inner();
        let (draft, mask) = (decode(request.amenity), Mask::new(request.update_mask));
        Ok(Response::new(encode(operation::update(&self.0, &right, request.id, draft, &mask).await?)))
    }

    async fn delete_amenity(&self, request: Request<DeleteAmenityRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_amenities(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        Ok(Response::new(operation::delete_all(&self.0, &right, request.into_inner().items).await?))
    }

    async fn get_amenity_state(&self, request: Request<GetAmenityStateRequest>) -> Result<Response<AmenityState>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.into_inner();
        let days = AmenityDays::parse(&request.date, request.days)?;
        let (slots, time_zone) = operation::state(&self.0, &right, request.id, days).await?;
        Ok(Response::new(AmenityState { slots: slots.into_iter().map(encode_slot).collect(), time_zone }))
    }

    async fn set_amenity_image(&self, request: Request<Streaming<SetAmenityImageRequest>>) -> Result<Response<AmenityImage>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let upload = upload::collect(request.into_inner(), image_upload::MAX_BYTES, |message| message.image.take()).await?;
        let key = amenity_file::set_image(&self.0, &right, upload.request.id, upload.data).await?;
        Ok(Response::new(AmenityImage { image_url: file_url(key) }))
    }

    async fn delete_amenity_image(&self, request: Request<DeleteAmenityImageRequest>) -> Result<Response<()>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        amenity_file::delete(&self.0, &right, request.into_inner().id, AmenityFileKind::Image).await?;
        Ok(Response::new(()))
    }

    async fn set_amenity_terms_of_use(
        &self,
        request: Request<Streaming<SetAmenityTermsOfUseRequest>>,
    ) -> Result<Response<AmenityTermsOfUse>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let upload = upload::collect(request.into_inner(), amenity_file::MAX_TERMS_BYTES, |message| message.file.take()).await?;
        let (key, terms_version) = amenity_file::set_terms_of_use(&self.0, &right, upload.request.id, upload.file_name, upload.data).await?;
        Ok(Response::new(AmenityTermsOfUse { terms_of_use_url: file_url(key), terms_version }))
    }

    async fn delete_amenity_terms_of_use(&self, request: Request<DeleteAmenityTermsOfUseRequest>) -> Result<Response<()>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        amenity_file::delete(&self.0, &right, request.into_inner().id, AmenityFileKind::TermsOfUse).await?;
        Ok(Response::new(()))
    }

    async fn get_amenity_file(&self, request: Request<GetAmenityFileRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let found = amenity_file::find(&self.0, &request.get_ref().key).await?;
        Ok(Response::new(kit::download::file(&found.file_name, &found.content_type, &found.data)))
    }
}
