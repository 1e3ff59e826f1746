//! The device's own log.

use device_protocol::log_query::{LogPage, LogQuery};
use device_protocol::{Event, Request};

use super::log_filter::Filter;
use super::{Answer, CommandError, ok};
use crate::device::Device;

/// Newest first, out of the last few hundred events.
pub fn read(device: &Device, request: &Request, query: &LogQuery) -> Answer {
    let filter = match &query.filter {
        Some(text) => Filter::parse(text).map_err(|error| CommandError::Refused(error.to_string()))?,
        None => Filter::ANY,
    };
    let journal = device.journal();
    let in_time = |event: &&Event| {
        let at = event.created_at.unix_timestamp();
        query.from.is_none_or(|from| at >= from) && query.to.is_none_or(|to| at < to)
    };
    let matching = journal.recent().filter(in_time).filter(|event| filter.matches(event));
    Ok(ok(request, &LogPage::cut(query, matching.cloned().collect())))
}
