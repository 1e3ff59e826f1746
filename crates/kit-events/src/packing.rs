//! Several events in one message of the broker. A message costs the broker and each of its queues the same, however small it is; doors
//! report thousands of events a second. Only events that wait in the outbox together share a message: a single one waits for nothing.
use std::collections::HashMap;

use lapin::BasicProperties;
use lapin::types::ShortString;
use prost::Message;
use proto::vestibule::events::v1::{PackedEvent, PackedEvents};
use uuid::Uuid;

/// Topics whose events share messages: those that come in numbers, and that a consumer of the release before does not take for others.
const PACKED_TOPICS: &[&str] = &["device.event.arrived"];
const CONTENT_TYPE: &str = "application/vnd.vestibule.events+protobuf";

pub(crate) fn content_type() -> ShortString {
    CONTENT_TYPE.into()
}

pub(crate) fn is_packed(properties: &BasicProperties) -> bool {
    properties.content_type().as_ref().is_some_and(|kind| kind.as_str() == CONTENT_TYPE)
}

/// Groups the events of a batch, of (project, topic) in their order, into messages: places of the batch. The events of a project keep
/// their order, within a message and over several.
pub(crate) fn group<'a>(events: impl Iterator<Item = (i64, &'a str)>, most: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    // The last group of each project, and its topic.
    let mut last: HashMap<i64, (usize, &str)> = HashMap::new();
    for (place, (project_id, topic)) in events.enumerate() {
        match last.get(&project_id) {
            Some(&(group, of)) if of == topic && PACKED_TOPICS.contains(&topic) && groups[group].len() < most => groups[group].push(place),
            _ => {
                last.insert(project_id, (groups.len(), topic));
                groups.push(vec![place]);
            }
        }
    }
    groups
}

pub(crate) fn pack(events: Vec<PackedEvent>) -> Vec<u8> {
    PackedEvents { events }.encode_to_vec()
}

/// The events of a message, each with its id; None for a body that is none.
pub(crate) fn unpack(body: &[u8]) -> Option<Vec<(Uuid, PackedEvent)>> {
    let packed = PackedEvents::decode(body).ok()?;
    packed.events.into_iter().map(|event| Some((Uuid::from_slice(&event.id).ok()?, event))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARRIVED: &str = "device.event.arrived";

    #[test]
    fn events_of_a_project_share_a_message_while_their_topic_is_the_same() {
        let events = [(1, ARRIVED), (2, ARRIVED), (1, ARRIVED), (1, "device.status.changed"), (1, ARRIVED), (2, ARRIVED), (1, ARRIVED)];
        assert_eq!(group(events.into_iter(), 20), [vec![0, 2], vec![1, 5], vec![3], vec![4, 6]]);
    }

    #[test]
    fn a_message_has_as_many_events_as_the_setting_says() {
        assert_eq!(group([(1, ARRIVED); 5].into_iter(), 2), [vec![0, 1], vec![2, 3], vec![4]]);
        assert_eq!(group([(1, ARRIVED); 2].into_iter(), 1), [vec![0], vec![1]]);
    }

    #[test]
    fn events_of_other_topics_have_messages_of_their_own() {
        assert_eq!(group([(1, "domains.group.changed"); 2].into_iter(), 20), [vec![0], vec![1]]);
    }

    #[test]
    fn what_is_packed_comes_out_as_it_was() {
        let id = Uuid::now_v7();
        let event = PackedEvent { id: id.as_bytes().to_vec(), subject: "device:17".into(), traceparent: String::new(), payload: vec![8, 1] };
        assert_eq!(unpack(&pack(vec![event.clone()])).unwrap(), [(id, event)]);
    }

    #[test]
    fn a_body_that_is_no_message_of_events_gives_none() {
        assert!(unpack(&[255, 1, 2]).is_none());
        assert!(unpack(&pack(vec![PackedEvent { id: vec![1], ..PackedEvent::default() }])).is_none());
    }
}
