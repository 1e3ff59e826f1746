//! Lifts: their floors, who may go to which, and the commands for their controllers.

mod command;
mod draft;
mod floors;

pub use command::{Direction, LiftOrder, Release, order, release_deadline, releases};
pub use draft::ElevatorDraft;
pub use floors::{Controller, Floor, Floors, MappedFloor, Passenger, effective_floors, find_floor, floors_of};
