//! The caller's context between processes: signed by whoever authenticated the caller, checked by every service.
//! Nobody trusts the network.
use std::sync::Arc;

use hmac::{Hmac, Mac};
use policy::{Caller, CallerKind, CallerToken, PermissionSet};
use prost::Message;
use proto::vestibule::events::v1::{CallerContext, caller_context::Kind};
use sha2::Sha256;
use tonic::Request;
use tonic::metadata::{BinaryMetadataValue, MetadataMap, MetadataValue};

use kit_core::{Clock, Error, Result};

/// Metadata key: the context's bytes, then its MAC (HMAC-SHA-256, 32 bytes).
pub const METADATA: &str = "vestibule-caller-bin";
/// Metadata key: the token of a device that speaks HTTP. Its service checks it.
pub const DEVICE_TOKEN: &str = "vestibule-device-token";
const MAC_BYTES: usize = 32;
/// Age at which a context expires: longer than any call takes, too short to be of use to a thief.
const MAX_AGE_MILLIS: i64 = 60_000;

/// The token that the gateway passed on for a device.
pub fn device_token<T>(request: &Request<T>) -> Option<&str> {
    request.metadata().get(DEVICE_TOKEN).and_then(|token| token.to_str().ok())
}

#[derive(Clone)]
pub struct Signer {
    /// The first one signs, all of them are accepted.
    keys: Arc<[Vec<u8>]>,
    clock: Clock,
}

impl Signer {
    /// `keys`: at least one.
    pub fn new(keys: &[Vec<u8>], clock: Clock) -> Self {
        Signer { keys: keys.into(), clock }
    }

    pub fn sign(&self, caller: &Caller) -> BinaryMetadataValue {
        let mut bytes = to_context(caller, self.clock.millis()).encode_to_vec();
        let mac = mac(&self.keys[0], &bytes).finalize().into_bytes();
        bytes.extend_from_slice(&mac);
        MetadataValue::from_bytes(&bytes)
    }

    /// Sends `message` as `caller`.
    pub fn request<T>(&self, caller: &Caller, message: T) -> Request<T> {
        let mut request = Request::new(message);
        request.metadata_mut().insert_bin(METADATA, self.sign(caller));
        request
    }

    /// Sends `message` on a service's own behalf.
    pub fn as_service<T>(&self, service: &str, project_id: i64, message: T) -> Request<T> {
        let caller = Caller { project_id, kind: CallerKind::Service(service.into()), ..Caller::default() };
        self.request(&caller, message)
    }

    /// Sends `message` on a service's own behalf for a caller whose right it has checked: with the token by which they asked, for
    /// the logs.
    pub fn as_service_for<T>(&self, service: &str, caller: &Caller, message: T) -> Request<T> {
        let kind = CallerKind::Service(service.into());
        self.request(&Caller { project_id: caller.project_id, kind, token: caller.token.clone(), ..Caller::default() }, message)
    }

    /// The caller of a request. Without a context the caller is anonymous; a forged or expired context is refused.
    pub fn caller(&self, metadata: &MetadataMap) -> Result<Caller> {
        let Some(value) = metadata.get_bin(METADATA) else { return Ok(Caller::default()) };
        let bytes = value.to_bytes().map_err(|_| Error::Unauthenticated)?;
        let (context, mac) = bytes.split_at_checked(bytes.len().saturating_sub(MAC_BYTES)).ok_or(Error::Unauthenticated)?;
        if !self.keys.iter().any(|key| self::mac(key, context).verify_slice(mac).is_ok()) {
            return Err(Error::Unauthenticated);
        }
        let context = CallerContext::decode(context).map_err(|_| Error::Unauthenticated)?;
        if (self.clock.millis() - context.issued_at).abs() > MAX_AGE_MILLIS {
            return Err(Error::Unauthenticated);
        }
        Ok(from_context(context))
    }
}

fn mac(key: &[u8], bytes: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(bytes);
    mac
}

fn to_context(caller: &Caller, issued_at: i64) -> CallerContext {
    let (kind, name) = match &caller.kind {
        CallerKind::Anonymous => (Kind::Anonymous, ""),
        CallerKind::User => (Kind::User, ""),
        CallerKind::Service(name) => (Kind::Service, name.as_str()),
        CallerKind::Device(serial) => (Kind::Device, serial.as_str()),
    };
    CallerContext {
        kind: kind.into(),
        name: name.into(),
        project_id: caller.project_id,
        user_id: caller.user_id,
        session_id: caller.session_id,
        role_id: caller.role_id,
        user_name: caller.user_name.clone(),
        permissions: caller.permissions.to_bytes(),
        domain_ids: caller.domain_ids.clone(),
        locale: caller.locale.clone(),
        ip: caller.ip.clone(),
        request_id: caller.request_id.clone(),
        dealer_id: caller.dealer_id,
        token_id: caller.token.as_ref().map_or(0, |token| token.id),
        token_name: caller.token.as_ref().map(|token| token.name.clone()).unwrap_or_default(),
        token_is_limited: caller.token.as_ref().is_some_and(|token| token.is_limited),
        token_is_without_own: caller.token.as_ref().is_some_and(|token| token.is_without_own),
        issued_at,
    }
}

fn from_context(context: CallerContext) -> Caller {
    let kind = match context.kind() {
        Kind::User => CallerKind::User,
        Kind::Service => CallerKind::Service(context.name.clone()),
        Kind::Device => CallerKind::Device(context.name.clone()),
        Kind::Anonymous | Kind::Unspecified => CallerKind::Anonymous,
    };
    Caller {
        kind,
        project_id: context.project_id,
        user_id: context.user_id,
        session_id: context.session_id,
        role_id: context.role_id,
        user_name: context.user_name,
        permissions: PermissionSet::from_bytes(&context.permissions),
        domain_ids: context.domain_ids,
        locale: context.locale,
        ip: context.ip,
        request_id: context.request_id,
        dealer_id: context.dealer_id,
        token: (context.token_id != 0).then_some(CallerToken {
            id: context.token_id,
            name: context.token_name,
            is_limited: context.token_is_limited,
            is_without_own: context.token_is_without_own,
        }),
        app_features: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::Permission;

    fn signer(key: u8, clock: &Clock) -> Signer {
        Signer::new(&[vec![key; 32]], clock.clone())
    }

    fn fixed() -> Clock {
        Clock::fixed(time::OffsetDateTime::UNIX_EPOCH + time::Duration::days(20_000))
    }

    #[test]
    fn a_signed_caller_arrives_whole() {
        let clock = fixed();
        let caller = Caller {
            project_id: 3,
            user_id: 9,
            kind: CallerKind::User,
            permissions: [Permission::CanViewUsers].into_iter().collect(),
            token: Some(CallerToken { id: 5, name: "CI".into(), is_limited: true, is_without_own: true }),
            ..Caller::default()
        };
        let request = signer(1, &clock).request(&caller, ());
        let arrived = signer(1, &clock).caller(request.metadata()).unwrap();
        assert_eq!(arrived.token, caller.token);
        assert!(arrived.can(Permission::CanViewUsers) && !arrived.can(Permission::CanViewAllUsers));
        assert_eq!((arrived.project_id, arrived.user_id), (3, 9));
    }

    #[test]
    fn a_forged_or_old_context_is_refused() {
        let clock = fixed();
        let request = signer(1, &clock).request(&Caller::default(), ());
        assert!(signer(2, &clock).caller(request.metadata()).is_err());
        clock.advance(time::Duration::minutes(2));
        assert!(signer(1, &clock).caller(request.metadata()).is_err());
    }

    #[test]
    fn while_the_key_is_changed_contexts_of_the_old_and_of_the_new_one_are_taken() {
        let clock = fixed();
        let of = |keys: &[u8]| Signer::new(&keys.iter().map(|key| vec![*key; 32]).collect::<Vec<_>>(), clock.clone());
        let takes = |receiver: &[u8], sender: &[u8]| of(receiver).caller(of(sender).request(&Caller::default(), ()).metadata()).is_ok();
        for (receiver, sender) in [(&[1, 2], &[1, 2]), (&[1, 2], &[2, 1]), (&[2, 1], &[1, 2])] {
            assert!(takes(receiver, sender));
        }
        assert!(takes(&[1, 2], &[1]) && takes(&[1, 2], &[2]) && takes(&[2], &[2, 1]));
        assert!(!takes(&[2], &[1, 2]) && !takes(&[1, 2], &[3]));
    }

    #[test]
    fn a_call_without_a_context_is_nobodys() {
        let caller = signer(1, &fixed()).caller(&MetadataMap::new()).unwrap();
        assert!(caller.authorize::<policy::resource::Device, policy::action::View>().is_err());
    }
}
