//! Reservations of amenities.
use jiff::tz::{Offset, TimeZone};
use kit::clock::to_proto;
use kit::zone::timestamp;
use kit::{Error, Mask, Result};
use policy::{ActionKind, Authorized, action, resource};
use proto::vestibule::amenities::v1::amenity_reservations_server::AmenityReservations;
use proto::vestibule::amenities::v1::*;
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, Ref};
use tonic::{Request, Response, Status};

use super::reference;
use crate::app::App;
use crate::domain::amenity_reservation::{ReservationDraft, ReservedSlot as DraftSlot};
use crate::operation::amenity_reservation::{self as operation, SeenReservation};
use crate::store::reservation_log::ReservationLogRow;

/// A day in either direction, in minutes.
const MAX_OFFSET: i32 = 24 * 60;

pub struct AmenityReservationsService(pub App);

impl AmenityReservationsService {
    fn authorize<A: ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<resource::AmenityReservation, A>> {
        self.0.context.authorize(request)
    }
}

/// The draft, and the version of the terms of use that was read and accepted.
fn decode(reservation: Option<AmenityReservation>) -> (ReservationDraft, Option<i32>) {
    let reservation = reservation.unwrap_or_default();
    let draft = ReservationDraft {
        amenity_id: reservation.amenity.map(|amenity| amenity.id).unwrap_or_default(),
        user_id: reservation.user.map(|user| user.id).unwrap_or_default(),
        date: reservation.date,
        time_slots: reservation.time_slots.into_iter().map(|slot| DraftSlot { from: slot.from, to: slot.to }).collect(),
        number_of_persons: reservation.number_of_persons,
    };
    (draft, reservation.accept_terms.then_some(reservation.accepted_terms_version))
}

/// A fixed zone for the minutes east of UTC; None for the amenity's own zone.
fn decode_offset(minutes: Option<i32>) -> Result<Option<TimeZone>> {
    let Some(minutes) = minutes else { return Ok(None) };
    let refused = || Error::field("user_offset", format!("must be within -{MAX_OFFSET} - {MAX_OFFSET}"));
    if !(-MAX_OFFSET..=MAX_OFFSET).contains(&minutes) {
        return Err(refused());
    }
    Ok(Some(Offset::from_seconds(minutes * 60).map_err(|_| refused())?.to_time_zone()))
}

fn encode(seen: SeenReservation, zone: Option<&TimeZone>) -> AmenityReservation {
    let SeenReservation { row, status, is_editable, is_cancelable } = seen;
    let zone = zone.cloned().unwrap_or_else(|| row.zone());
    let local = |at| timestamp(at).to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
    AmenityReservation {
        id: row.id,
        date: row.local_date().to_string(),
        time_slots: row.slots().into_iter().map(|slot| ReservedSlot { from: slot.from, to: slot.to }).collect(),
        start_local: local(row.starts_at),
        end_local: local(row.ends_at),
        amenity: Some(Ref { id: row.amenity_id, name: row.amenity_name }),
        user: Some(Ref { id: row.user_id, name: row.user_name.unwrap_or_default() }),
        number_of_persons: row.persons,
        accept_terms: false,
        accepted_terms_version: 0,
        status: i32::from(status.number()),
        start: Some(to_proto(row.starts_at)),
        end: Some(to_proto(row.ends_at)),
        identifier: reference(row.identifier_id, row.identifier_name),
        terms_version: row.terms_version,
        is_outside_slots: row.is_outside_slots,
        is_editable,
        is_cancelable,
        created_by_user: reference(row.created_by, row.created_by_name),
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
    }
}

fn encode_log(row: ReservationLogRow) -> AmenityReservationLog {
    AmenityReservationLog { at: Some(to_proto(row.at)), event: row.event, status: i32::from(row.status), user: reference(row.user_id, row.user_name) }
}

#[tonic::async_trait]
impl AmenityReservations for AmenityReservationsService {
    async fn list_amenity_reservations(
        &self,
        request: Request<ListAmenityReservationsRequest>,
    ) -> Result<Response<ListAmenityReservationsResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.into_inner();
        let zone = decode_offset(request.user_offset)?;
        let page = operation::list(&self.0, &right, &kit::list_query!(request)).await?.map(|seen| encode(seen, zone.as_ref()));
        Ok(Response::new(ListAmenityReservationsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_amenity_reservation(&self, request: Request<GetAmenityReservationRequest>) -> Result<Response<AmenityReservation>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.into_inner().id).await?, None)))
    }

    async fn create_amenity_reservation(&self, request: Request<CreateAmenityReservationRequest>) -> Result<Response<AmenityReservation>, Status> {
        let right = self.authorize::<action::Create, _>(&request)?;
        let (draft, accepted_terms) = decode(request.into_inner().amenity_reservation);
        Ok(Response::new(encode(operation::create(&self.0, &right, draft, accepted_terms).await?, None)))
    }

    async fn update_amenity_reservation(&self, request: Request<UpdateAmenityReservationRequest>) -> Result<Response<AmenityReservation>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let request = request.into_inner();
        let ((draft, _), mask) = (decode(request.amenity_reservation), Mask::new(request.update_mask));
        Ok(Response::new(encode(operation::update(&self.0, &right, request.id, draft, &mask).await?, None)))
    }

    async fn delete_amenity_reservation(&self, request: Request<DeleteAmenityReservationRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_amenity_reservations(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        Ok(Response::new(operation::delete_all(&self.0, &right, request.into_inner().items).await?))
    }

    async fn cancel_amenity_reservation(&self, request: Request<CancelAmenityReservationRequest>) -> Result<Response<AmenityReservation>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        Ok(Response::new(encode(operation::cancel(&self.0, &right, request.into_inner().id).await?, None)))
    }

    async fn list_amenity_reservation_logs(
        &self,
        request: Request<ListAmenityReservationLogsRequest>,
    ) -> Result<Response<ListAmenityReservationLogsResponse>, Status> {
        let right: Authorized<resource::AmenityReservationLog, action::View> = self.0.context.authorize(&request)?;
        let items = operation::logs(&self.0, &right, request.into_inner().id).await?.into_iter().map(encode_log).collect();
        Ok(Response::new(ListAmenityReservationLogsResponse { items }))
    }
}
