//! Time profiles by the server's ids.

use device_protocol::digest;
use device_protocol::link::PageQuery;
use device_protocol::outcome::BulkResult;
use device_protocol::{ItemResult, Request, Response, TimeProfile};
use uuid::Uuid;

use super::{Answer, CommandError, ok};
use crate::device::Device;
use crate::state::Memory;

/// A page of the stored profiles; the headers have version and digest of the whole set.
pub fn read(device: &Device, request: &Request, page: PageQuery) -> Response {
    let memory = device.memory();
    let items = memory.profiles.items();
    ok(request, &page.cut(&items)).with_version(memory.profiles.version).with_digest(digest::of_set(&items))
}

pub fn read_one(device: &Device, request: &Request, uid: Uuid) -> Answer {
    let memory = device.memory();
    memory.profiles.get(uid).map(|profile| ok(request, profile)).ok_or(CommandError::NotFound)
}

/// Creates and updates, each profile for itself.
pub fn write(device: &Device, request: &Request, profiles: Vec<TimeProfile>) -> Answer {
    let mut memory = device.memory();
    let mut faults = device.faults();
    let mut result = Vec::with_capacity(profiles.len());
    for profile in profiles {
        let link_id = profile.link_id;
        let outcome = faults.next_item().unwrap_or_else(|| memory.profiles.put(profile, &device.clock.zone()));
        result.push(ItemResult::new(link_id, outcome));
    }
    drop(faults);
    finish(request, &mut memory, result)
}

pub fn delete(device: &Device, request: &Request, ids: &[Uuid]) -> Answer {
    let mut memory = device.memory();
    let result = ids.iter().map(|id| ItemResult::new(*id, memory.profiles.delete(*id))).collect();
    finish(request, &mut memory, result)
}

fn finish(request: &Request, memory: &mut Memory, result: Vec<ItemResult>) -> Answer {
    if let Some(version) = request.version() {
        memory.profiles.version = version;
    }
    memory.save_profiles().map_err(CommandError::Memory)?;
    Ok(ok(request, &BulkResult { result }).with_version(memory.profiles.version))
}
