//! What the web phone signs in with.
use kit::{Error, Result, clock};
use policy::Caller;
use proto::vestibule::telephony::v1::{CallCredentials, IceServer};
use time::Duration;

use super::Api;
use crate::domain::realm;
use crate::edge;
use crate::store::dialer::{self, Settings};
use crate::store::features::{self, SIP, WEB_DIALER};

/// A phone fetches new ones before; who was given them may use them for so long, whatever becomes of their rights.
const VALID: Duration = Duration::hours(1);
/// What the TURN server's password was sealed for.
const TURN_PASSWORD: &str = "domains.sip.turn_password";

impl Api {
    /// Without a number, or where the project has switched SIP off, there is nothing to register with.
    pub(super) async fn credentials(&self, caller: &Caller) -> Result<CallCredentials> {
        let mut reader = self.context.database.read(caller.project_id).await?;
        features::require(&mut reader, caller.project_id, SIP).await?;
        features::require(&mut reader, caller.project_id, WEB_DIALER).await?;
        let settings = dialer::settings(&mut reader, caller.project_id).await?;
        let number = dialer::numbers(&mut reader, caller.project_id, caller.user_id).await?.into_iter().next().filter(|_| settings.is_enabled);
        drop(reader);

        if number.is_some() && self.config.secret.is_empty() {
            return Err(Error::Unavailable(anyhow::anyhow!("VESTIBULE_SIP_SECRET is not set")));
        }
        let expires_at = self.context.clock.now() + VALID;
        let realm = realm::of(caller.project_id, &self.config.domain);
        let (user_name, password) = number
            .as_deref()
            .map_or_else(Default::default, |number| edge::credentials(&self.config.secret, &realm, number, expires_at.unix_timestamp()));
        Ok(CallCredentials {
            number,
            host: settings.proxy_address.clone().unwrap_or_else(|| self.config.public_host.clone()),
            port: self.config.websocket_port.into(),
            transport: self.config.websocket_transport.clone(),
            realm,
            user_name,
            password,
            expires_at: Some(clock::to_proto(expires_at)),
            ice_servers: self.ice_servers(settings)?,
        })
    }

    fn ice_servers(&self, settings: Settings) -> Result<Vec<IceServer>> {
        let url = |scheme: &str, address: &str, port: i32| vec![format!("{scheme}:{address}:{port}")];
        let mut servers = Vec::new();
        if !settings.stun_address.is_empty() {
            servers.push(IceServer { urls: url("stun", &settings.stun_address, settings.stun_port), ..IceServer::default() });
        }
        if !settings.turn_address.is_empty() {
            let credential = match &settings.sealed_turn_password[..] {
                [] => String::new(),
                sealed => self.context.sealer.open_for(TURN_PASSWORD, sealed).map_err(Error::internal)?,
            };
            servers.push(IceServer {
                urls: url("turn", &settings.turn_address, settings.turn_port),
                username: Some(settings.turn_user_name),
                credential: Some(credential),
            });
        }
        Ok(servers)
    }
}
