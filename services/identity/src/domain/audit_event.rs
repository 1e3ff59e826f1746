//! The chain of the audit log: each event's hash covers its content and the hash of the event before, so that
//! none can be changed, removed or put in between without every later hash being wrong.
use proto::vestibule::events::v1::AuditRecorded;
use sha2::{Digest, Sha256};
use time::OffsetDateTime;

pub type Hash = [u8; 32];

/// What the first event of a chain follows.
pub const ROOT: Hash = [0; 32];

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditEvent {
    pub project_id: i64,
    pub user_id: i64,
    pub user_name: String,
    pub ip: String,
    pub request_id: String,
    pub action: String,
    pub resource: String,
    pub resource_id: i64,
    pub resource_name: String,
    pub before: String,
    pub after: String,
    pub at: OffsetDateTime,
    /// The token for programs by which the user did it; empty for a sign-in.
    pub token_name: String,
}

impl AuditEvent {
    /// `received` stands for a time that is missing or no time.
    pub fn new(event: AuditRecorded, received: OffsetDateTime) -> Self {
        let at = event.at.as_ref().and_then(kit::clock::from_proto).unwrap_or(received);
        AuditEvent {
            project_id: event.project_id,
            user_id: event.user_id,
            user_name: event.user_name,
            ip: event.ip,
            request_id: event.request_id,
            action: event.action,
            resource: event.resource,
            resource_id: event.resource_id,
            resource_name: event.resource_name,
            before: object(event.before),
            after: object(event.after),
            at: to_microseconds(at),
            token_name: event.token_name,
        }
    }

    /// SHA-256 of the previous hash, the place in the chain and the content. Texts go with their length, so that
    /// no two contents have the same bytes.
    pub fn hash(&self, previous: &[u8], sequence: i64) -> Hash {
        let mut hash = Sha256::new();
        hash.update(previous);
        for number in [sequence, self.project_id, self.user_id, self.resource_id, microseconds(self.at)] {
            hash.update(number.to_be_bytes());
        }
        for text in [&self.user_name, &self.ip, &self.request_id, &self.action, &self.resource, &self.resource_name, &self.before, &self.after] {
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text);
        }
        // Only where there is one: chains that began before there were tokens stay as they are.
        if !self.token_name.is_empty() {
            hash.update((self.token_name.len() as u64).to_be_bytes());
            hash.update(&self.token_name);
        }
        hash.finalize().into()
    }
}

fn object(json: String) -> String {
    if json.is_empty() { "{}".into() } else { json }
}

/// Postgres keeps microseconds: what is hashed must be what is read again.
fn to_microseconds(at: OffsetDateTime) -> OffsetDateTime {
    at.replace_nanosecond(at.microsecond() * 1000).unwrap_or(at)
}

fn microseconds(at: OffsetDateTime) -> i64 {
    (at.unix_timestamp_nanos() / 1000) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event() -> AuditEvent {
        let recorded = AuditRecorded { project_id: 1, user_id: 2, user_name: "a".into(), ip: "bc".into(), ..Default::default() };
        AuditEvent::new(recorded, OffsetDateTime::UNIX_EPOCH)
    }

    #[test]
    fn every_field_counts() {
        let hash = event().hash(&ROOT, 1);
        let changes: [fn(&mut AuditEvent); 13] = [
            |e| e.project_id += 1,
            |e| e.user_id += 1,
            |e| e.user_name.push('x'),
            |e| e.ip.push('x'),
            |e| e.request_id.push('x'),
            |e| e.action.push('x'),
            |e| e.resource.push('x'),
            |e| e.resource_id += 1,
            |e| e.resource_name.push('x'),
            |e| e.before.push('x'),
            |e| e.after.push('x'),
            |e| e.at += time::Duration::microseconds(1),
            |e| e.token_name.push('x'),
        ];
        for change in changes {
            let mut changed = event();
            change(&mut changed);
            assert_ne!(changed.hash(&ROOT, 1), hash);
        }
    }

    #[test]
    fn the_place_in_the_chain_and_the_event_before_count() {
        let hash = event().hash(&ROOT, 1);
        assert_ne!(event().hash(&ROOT, 2), hash);
        assert_ne!(event().hash(&[1; 32], 1), hash);
    }

    #[test]
    fn letters_moved_from_one_field_to_the_next_are_another_content() {
        let mut moved = event();
        (moved.user_name, moved.ip) = ("ab".into(), "c".into());
        assert_ne!(moved.hash(&ROOT, 1), event().hash(&ROOT, 1));
    }
}
