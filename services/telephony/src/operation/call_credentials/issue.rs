use kit::{Error, Result};
use policy::Caller;
use time::{Duration, OffsetDateTime};

use crate::app::App;
use crate::domain::realm;
use crate::edge;
use crate::store::features::{self, SIP, WEB_DIALER};
use crate::store::web_phone::{self, WebPhoneSettings};

/// A phone fetches new credentials before. Until they expire they are valid, even if the user loses the right to call.
const CREDENTIALS_TTL: Duration = Duration::hours(1);
/// Purpose of the seal of the TURN server's password, set by domains.
const TURN_PASSWORD: &str = "domains.sip.turn_password";

pub struct IssuedCredentials {
    /// None for a user without an active number, and where the project has switched SIP off: the phone does not register.
    pub number: Option<String>,
    pub host: String,
    pub port: u16,
    /// ws or wss.
    pub transport: String,
    pub realm: String,
    pub user_name: String,
    pub password: String,
    pub expires_at: OffsetDateTime,
    pub ice_servers: Vec<IceServer>,
}

pub struct IceServer {
    pub url: String,
    /// User name and password of a TURN server.
    pub account: Option<(String, String)>,
}

pub async fn issue(app: &App, caller: &Caller) -> Result<IssuedCredentials> {
    let mut reader = app.context.database.read(caller.project_id).await?;
    for feature in [SIP, WEB_DIALER] {
        features::require_for_user(&mut reader, caller.project_id, caller.user_id, feature).await?;
    }
    let settings = web_phone::settings(&mut reader, caller.project_id).await?;
    let numbers = web_phone::numbers(&mut reader, caller.project_id, caller.user_id).await?;
    drop(reader);

    let number = numbers.into_iter().next().filter(|_| settings.is_enabled);
    if number.is_some() && app.config.secret.is_empty() {
        return Err(Error::Unavailable(anyhow::anyhow!("VESTIBULE_SIP_SECRET is not set")));
    }
    let expires_at = app.context.clock.now() + CREDENTIALS_TTL;
    let realm = realm::for_project(caller.project_id, &app.config.domain);
    let (user_name, password) =
        number.as_deref().map_or_else(Default::default, |number| edge::credentials(&app.config.secret, &realm, number, expires_at.unix_timestamp()));
    Ok(IssuedCredentials {
        number,
        host: settings.proxy_address.clone().unwrap_or_else(|| app.config.public_host.clone()),
        port: app.config.websocket_port,
        transport: app.config.websocket_transport.clone(),
        realm,
        user_name,
        password,
        expires_at,
        ice_servers: ice_servers(app, settings)?,
    })
}

fn ice_servers(app: &App, settings: WebPhoneSettings) -> Result<Vec<IceServer>> {
    let mut servers = Vec::new();
    if !settings.stun_address.is_empty() {
        servers.push(IceServer { url: format!("stun:{}:{}", settings.stun_address, settings.stun_port), account: None });
    }
    if !settings.turn_address.is_empty() {
        let password = match &settings.sealed_turn_password[..] {
            [] => String::new(),
            sealed => app.context.sealer.open_for(TURN_PASSWORD, sealed).map_err(Error::internal)?,
        };
        let url = format!("turn:{}:{}", settings.turn_address, settings.turn_port);
        servers.push(IceServer { url, account: Some((settings.turn_user_name, password)) });
    }
    Ok(servers)
}
