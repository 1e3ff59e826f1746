//! A small site, as events of the other services describe it: a residence with a flat, an office beside it, and a sauna for
//! the residence.
use amenities::rpc::amenity::AmenitiesService;
use amenities::rpc::amenity_reservation::AmenityReservationsService;
use amenities::{Events, MIGRATIONS};
use policy::Caller;
use prost::Message;
use proto::vestibule::access::v1::{
    CheckReservableRulesRequest, CheckReservableRulesResponse, ListVisibleEntitiesRequest, ListVisibleEntitiesResponse,
};
use proto::vestibule::amenities::v1::amenities_server::Amenities;
use proto::vestibule::amenities::v1::amenity_reservations_server::AmenityReservations;
use proto::vestibule::amenities::v1::*;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::events::v1::{
    AmenityReservationChanged, GroupChanged, GroupLicenseLimits, LicenseChanged, LicenseLimits, ProjectChanged, UserChanged,
};
use testing::{App, OTHER_PROJECT, PROJECT, StandIn};
use tonic::{Request, Status};

pub const RESIDENCE: i64 = 10;
pub const FLAT: i64 = 11;
pub const OFFICE: i64 = 12;
pub const ANNA: i64 = 100;
pub const CLARA: i64 = 102;
/// In the office.
pub const BORIS: i64 = 101;
pub const RULE: i64 = 7;
/// A rule of a door that reads no QR codes.
pub const RULE_WITHOUT_QR: i64 = 8;
/// A rule that only those see who see every rule.
pub const RULE_ELSEWHERE: i64 = 9;
pub const HOUR: i32 = 3600;
/// The day after the fixed clock's day, a Tuesday.
pub const TUESDAY: &str = "2026-11-24";

pub struct Site {
    pub app: App,
    pub amenities: AmenitiesService,
    pub reservations: AmenityReservationsService,
}

impl Site {
    pub async fn start() -> Site {
        let app = App::start("amenities", &MIGRATIONS).await;
        let access =
            StandIn::default().answer("vestibule.access.v1.ReservableRules/CheckReservableRules", |request: Request<CheckReservableRulesRequest>| {
                let ids = request.into_inner().access_rule_ids;
                if ids.contains(&RULE_WITHOUT_QR) {
                    return Err(kit::Error::conflict("access rule contains devices without qr support").into());
                }
                Ok(CheckReservableRulesResponse { items: ids.into_iter().map(|id| Ref { id, name: format!("rule {id}") }).collect() })
            });
        let access = access.answer("vestibule.access.v1.VisibleEntities/ListVisibleEntities", |request: Request<ListVisibleEntitiesRequest>| {
            let mut access_rule_ids = request.into_inner().access_rule_ids;
            access_rule_ids.retain(|id| *id != RULE_ELSEWHERE);
            Ok(ListVisibleEntitiesResponse { access_rule_ids, ..Default::default() })
        });
        app.context.peers.add("access", access.routes());
        let amenities = amenities::app::App::new(&app.context);
        let site = Site { app, amenities: AmenitiesService(amenities.clone()), reservations: AmenityReservationsService(amenities) };
        site.project_everything().await;
        site
    }

    async fn project_everything(&self) {
        for project in [PROJECT, OTHER_PROJECT] {
            self.set_zone(project, 1, "UTC").await;
            let license = LicenseChanged { project_id: project, version: 1, features: vec!["amenity".into()], ..Default::default() };
            self.deliver("licensing.license.changed", &license).await;
        }
        for (id, parent_id) in [(RESIDENCE, 0), (FLAT, RESIDENCE), (OFFICE, 0)] {
            let group = GroupChanged { project_id: PROJECT, id, version: 1, parent_id, name: format!("group {id}"), ..Default::default() };
            self.deliver("domains.group.changed", &group).await;
        }
        for (id, group) in [(ANNA, FLAT), (CLARA, FLAT), (BORIS, OFFICE)] {
            self.deliver("identity.user.changed", &user(id, group, 1)).await;
        }
    }

    pub async fn set_zone(&self, project: i64, version: i64, zone: &str) {
        let project = ProjectChanged { id: project, version, time_zone: zone.into(), ..Default::default() };
        self.deliver("identity.project.changed", &project).await;
    }

    pub async fn deliver(&self, topic: &str, event: &impl Message) {
        self.app.deliver(&self.events(), topic, event).await.expect("the event is taken");
    }

    pub fn events(&self) -> Events {
        Events(self.amenities.0.clone())
    }

    /// The project has the feature; `group` has only `of_group`.
    pub async fn license(&self, version: i64, group: Option<(i64, &[&str])>) {
        self.deliver("licensing.license.changed", &license(version, group)).await;
    }

    pub fn by<T>(&self, caller: &Caller, message: T) -> Request<T> {
        self.app.context.signer.request(caller, message)
    }

    pub async fn sauna(&self) -> Amenity {
        self.amenity(sauna()).await.expect("an amenity")
    }

    pub async fn amenity(&self, amenity: Amenity) -> Result<Amenity, Status> {
        self.amenity_by(&admin(), amenity).await
    }

    pub async fn amenity_by(&self, caller: &Caller, amenity: Amenity) -> Result<Amenity, Status> {
        Ok(self.amenities.create_amenity(self.by(caller, CreateAmenityRequest { amenity: Some(amenity) })).await?.into_inner())
    }

    pub async fn change(&self, caller: &Caller, id: i64, amenity: Amenity, paths: &[&str]) -> Result<Amenity, Status> {
        let request = UpdateAmenityRequest { id, amenity: Some(amenity), update_mask: mask(paths) };
        Ok(self.amenities.update_amenity(self.by(caller, request)).await?.into_inner())
    }

    pub async fn reserve(&self, caller: &Caller, reservation: AmenityReservation) -> Result<AmenityReservation, Status> {
        let request = CreateAmenityReservationRequest { amenity_reservation: Some(reservation) };
        Ok(self.reservations.create_amenity_reservation(self.by(caller, request)).await?.into_inner())
    }

    pub async fn move_to(&self, caller: &Caller, id: i64, to: AmenityReservation, paths: &[&str]) -> Result<AmenityReservation, Status> {
        let request = UpdateAmenityReservationRequest { id, amenity_reservation: Some(to), update_mask: mask(paths) };
        Ok(self.reservations.update_amenity_reservation(self.by(caller, request)).await?.into_inner())
    }

    pub async fn cancel(&self, caller: &Caller, id: i64) -> Result<AmenityReservation, Status> {
        Ok(self.reservations.cancel_amenity_reservation(self.by(caller, CancelAmenityReservationRequest { id })).await?.into_inner())
    }

    pub async fn find(&self, caller: &Caller, id: i64) -> Result<AmenityReservation, Status> {
        Ok(self.reservations.get_amenity_reservation(self.by(caller, GetAmenityReservationRequest { id })).await?.into_inner())
    }

    pub async fn list(&self, caller: &Caller, filters: &str) -> Vec<AmenityReservation> {
        let request = ListAmenityReservationsRequest { filters: filters.into(), size: 500, ..Default::default() };
        self.reservations.list_amenity_reservations(self.by(caller, request)).await.expect("a list").into_inner().items
    }

    /// The slots of a day by the hour at which they begin: taken, and status.
    pub async fn state(&self, caller: &Caller, amenity: i64, date: &str) -> Vec<AmenitySlot> {
        let request = GetAmenityStateRequest { id: amenity, date: date.into(), days: 1 };
        self.amenities.get_amenity_state(self.by(caller, request)).await.expect("a state").into_inner().slots
    }

    pub async fn taken(&self, amenity: i64, date: &str) -> Vec<i32> {
        self.state(&admin(), amenity, date).await.into_iter().map(|slot| slot.taken).collect()
    }

    /// What was published of reservations since the last call: ids with their states.
    pub async fn published(&self) -> Vec<AmenityReservationChanged> {
        let events = self.app.events().await;
        let mut tx = self.app.context.database.system().await.expect("a transaction");
        sqlx::query("DELETE FROM outbox").execute(&mut *tx).await.expect("the outbox");
        tx.commit().await.expect("a commit");
        let of_reservations = events.into_iter().filter(|(topic, _)| topic == "amenities.reservation.changed");
        of_reservations.map(|(_, payload)| AmenityReservationChanged::decode(payload.as_slice()).expect("an event")).collect()
    }
}

pub fn license(version: i64, group: Option<(i64, &[&str])>) -> LicenseChanged {
    let names = |features: &[&str]| features.iter().map(|feature| feature.to_string()).collect::<Vec<_>>();
    let groups = group.map(|(group_id, features)| GroupLicenseLimits { group_id, features: names(features), ..Default::default() });
    let limits = Some(LicenseLimits { groups: groups.into_iter().collect(), ..Default::default() });
    LicenseChanged { project_id: PROJECT, version, features: names(&["amenity"]), limits, ..Default::default() }
}

pub fn user(id: i64, group: i64, version: i64) -> UserChanged {
    UserChanged { project_id: PROJECT, id, version, name: format!("user {id}"), is_active: true, domain_ids: vec![group], ..Default::default() }
}

pub fn admin() -> Caller {
    testing::administrator(PROJECT)
}

/// With the default role of residents.
pub fn resident(id: i64) -> Caller {
    testing::with_role(PROJECT, id, "user", &[FLAT])
}

/// Ten places for people of the residence, on weekdays from 9 to 18, hour by hour.
pub fn sauna() -> Amenity {
    let days = ["mon", "tue", "wed", "thu", "fri"].map(String::from).to_vec();
    Amenity {
        name: "Sauna".into(),
        domains: vec![reference(RESIDENCE)],
        access_rules: vec![reference(RULE)],
        number_of_persons: Some(PersonLimits { min: 1, max: 10 }),
        time_slots: Some(TimeSlots { duration: HOUR, items: vec![TimeSlotItem { days, from: 9 * HOUR, to: 18 * HOUR }] }),
        horizon_days: 60,
        live_per_user: 5,
        lead: 10,
        ..Default::default()
    }
}

pub fn at(amenity: i64, date: &str, hours: &[i32], persons: i32) -> AmenityReservation {
    AmenityReservation {
        amenity: Some(reference(amenity)),
        date: date.into(),
        time_slots: hours.iter().map(|hour| ReservedSlot { from: hour * HOUR, to: 0 }).collect(),
        number_of_persons: persons,
        ..Default::default()
    }
}

pub fn reference(id: i64) -> Ref {
    Ref { id, ..Default::default() }
}

pub fn mask(paths: &[&str]) -> Option<prost_types::FieldMask> {
    Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() })
}

/// The fields, or the slots, that a refusal names.
pub fn refusal_data(status: &Status) -> serde_json::Value {
    let detail = status.metadata().get_bin(kit::error::METADATA).and_then(|value| value.to_bytes().ok()).unwrap_or_default();
    serde_json::from_slice::<serde_json::Value>(&detail).unwrap_or_default()["data"].take()
}
