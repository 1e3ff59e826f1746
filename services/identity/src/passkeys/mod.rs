//! The ceremonies of WebAuthn, by webauthn-rs: what a browser is asked, and whether its answer is right.
use std::sync::Arc;

use anyhow::Context as _;
use kit::{Error, Result};
use prost_types::Struct;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;
use uuid::Uuid;
use webauthn_rs::prelude::*;

use crate::domain::json;

const NAME: &str = "Vestibule";

/// Cheap to clone.
#[derive(Clone)]
pub struct Passkeys {
    /// None where browsers would refuse: passkeys belong to a host name, never to a mere address.
    webauthn: Option<Arc<Webauthn>>,
}

impl Passkeys {
    /// `public_url`: where people find the console. Its host is what passkeys are made for.
    pub fn new(public_url: &str) -> anyhow::Result<Self> {
        let url = Url::parse(public_url).context("VESTIBULE_PUBLIC_URL")?;
        let webauthn = match url.domain() {
            Some(host) => Some(Arc::new(WebauthnBuilder::new(host, &url)?.rp_name(NAME).build()?)),
            None => None,
        };
        Ok(Passkeys { webauthn })
    }

    /// What a browser is asked to make a passkey: PublicKeyCredentialCreationOptions.
    pub fn start_registration(&self, handle: Uuid, name: &str, existing: &[Passkey]) -> Result<(Struct, PasskeyRegistration)> {
        let known = existing.iter().map(|passkey| passkey.cred_id().clone()).collect();
        let started = self.webauthn()?.start_passkey_registration(handle, name, name, Some(known));
        let (challenge, state) = started.map_err(Error::internal)?;
        let mut options = public_key(&challenge)?;
        // A passkey that the authenticator finds by itself signs in alone.
        options["authenticatorSelection"]["residentKey"] = "preferred".into();
        Ok((to_struct(options)?, state))
    }

    /// None for an answer that is wrong.
    pub fn finish_registration(&self, answer: Struct, state: &PasskeyRegistration) -> Result<Option<Passkey>> {
        let Some(answer) = parse::<RegisterPublicKeyCredential>(answer) else { return Ok(None) };
        Ok(right(self.webauthn()?.finish_passkey_registration(&answer, state)))
    }

    /// What a browser is asked to prove that it holds one of these: PublicKeyCredentialRequestOptions.
    pub fn start_authentication(&self, passkeys: &[Passkey]) -> Result<(Struct, PasskeyAuthentication)> {
        let (challenge, state) = self.webauthn()?.start_passkey_authentication(passkeys).map_err(Error::internal)?;
        Ok((to_struct(public_key(&challenge)?)?, state))
    }

    pub fn finish_authentication(&self, answer: &PublicKeyCredential, state: &PasskeyAuthentication) -> Result<Option<AuthenticationResult>> {
        Ok(right(self.webauthn()?.finish_passkey_authentication(answer, state)))
    }

    /// The same, before it is known which account signs in.
    pub fn start_discovery(&self) -> Result<(Struct, DiscoverableAuthentication)> {
        let (challenge, state) = self.webauthn()?.start_discoverable_authentication().map_err(Error::internal)?;
        Ok((to_struct(public_key(&challenge)?)?, state))
    }

    /// The user handle that the answer gives.
    pub fn discovered(&self, answer: &PublicKeyCredential) -> Result<Option<Uuid>> {
        Ok(right(self.webauthn()?.identify_discoverable_authentication(answer)).map(|(handle, _)| handle))
    }

    pub fn finish_discovery(
        &self,
        answer: &PublicKeyCredential,
        state: DiscoverableAuthentication,
        passkey: &Passkey,
    ) -> Result<Option<AuthenticationResult>> {
        let key = DiscoverableKey::from(passkey);
        Ok(right(self.webauthn()?.finish_discoverable_authentication_v2(answer, state, &key)))
    }

    fn webauthn(&self) -> Result<&Webauthn> {
        let unavailable = || Error::Conflict { code: "passkeys_unavailable", message: "action prohibited".into(), data: Value::Null };
        self.webauthn.as_deref().ok_or_else(unavailable)
    }
}

/// A credential as a browser sends it; None for anything else.
pub fn parse<T: DeserializeOwned>(credential: Struct) -> Option<T> {
    serde_json::from_value(json::from_struct(credential)).ok()
}

fn right<T>(result: Result<T, WebauthnError>) -> Option<T> {
    result.inspect_err(|error| tracing::debug!(%error, "a passkey's answer is wrong")).ok()
}

/// The part of a challenge that goes into `navigator.credentials`.
fn public_key(challenge: &impl Serialize) -> Result<Value> {
    let mut challenge = serde_json::to_value(challenge).map_err(Error::internal)?;
    Ok(challenge["publicKey"].take())
}

fn to_struct(options: Value) -> Result<Struct> {
    match options {
        Value::Object(object) => Ok(json::to_struct(object)),
        _ => Err(Error::internal(anyhow::anyhow!("a challenge of WebAuthn without options"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_need_a_host_name() {
        assert!(matches!(
            Passkeys::new("http://127.0.0.1:8080").unwrap().start_discovery(),
            Err(Error::Conflict { code: "passkeys_unavailable", .. })
        ));
        assert!(Passkeys::new("https://vestibule.example").unwrap().start_discovery().is_ok());
        assert!(Passkeys::new("http://localhost:8080").unwrap().start_discovery().is_ok());
    }
}
