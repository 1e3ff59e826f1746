//! Identifiers by the server's ids.

use device_protocol::digest;
use device_protocol::link::{IdentifierItems, LinkIds, PageQuery};
use device_protocol::outcome::BulkResult;
use device_protocol::{ItemResult, Request, Response};

use super::{Answer, CommandError, ok};
use crate::device::Device;
use crate::state::Memory;

/// A page of the stored identifiers; the headers have version and digest of the whole set.
pub fn read(device: &Device, request: &Request, page: PageQuery) -> Response {
    let memory = device.memory();
    let items = memory.identifiers.items();
    ok(request, &page.cut(&items)).with_version(memory.identifiers.stored().version).with_digest(digest::of_set(&items))
}

/// Creates and updates, each item for itself.
pub fn write(device: &Device, request: &Request, items: IdentifierItems) -> Answer {
    let room = device.room();
    let mut memory = device.memory();
    let Memory { identifiers, profiles, passes, .. } = &mut *memory;
    let mut faults = device.faults();
    let mut result = Vec::with_capacity(items.list_items.len());
    for item in items.list_items {
        let link_id = item.link_id;
        let outcome = faults.next_item().unwrap_or_else(|| identifiers.put(item, &device.model.capability, room, profiles));
        let one = ItemResult::new(link_id, outcome);
        if one.success {
            // The write contains the remaining passes; the count starts again from there.
            passes.forget(link_id);
        }
        result.push(one);
    }
    drop(faults);
    memory.save_passes().map_err(CommandError::Memory)?;
    finish(request, &mut memory, result)
}

pub fn delete(device: &Device, request: &Request, ids: &LinkIds) -> Answer {
    let mut memory = device.memory();
    let mut result = Vec::with_capacity(ids.link_ids.len());
    for link_id in &ids.link_ids {
        let outcome = memory.identifiers.delete(*link_id);
        memory.passes.forget(*link_id);
        result.push(ItemResult::new(*link_id, outcome));
    }
    memory.save_passes().map_err(CommandError::Memory)?;
    finish(request, &mut memory, result)
}

fn finish(request: &Request, memory: &mut Memory, result: Vec<ItemResult>) -> Answer {
    if let Some(version) = request.version() {
        memory.identifiers.set_version(version);
    }
    memory.save_identifiers().map_err(CommandError::Memory)?;
    Ok(ok(request, &BulkResult { result }).with_version(memory.identifiers.stored().version))
}
