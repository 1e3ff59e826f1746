//! Lines to the public network: where a provider is, and the registrations that trunks ask for. One replica keeps
//! them, the first.
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use kit::outgoing::Failure;
use rsipstack::dialog::authenticate::Credential;
use rsipstack::dialog::registration::{RefreshOutcome, Registration};
use rsipstack::sip::Header;
use tokio::sync::mpsc;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::certificate::{CHECK_TTL, Refused};
use super::provider::Provider;
use super::switchboard::Switchboard;
use crate::domain::account::TRUNK_PASSWORD;
use crate::store::trunk_registration::{self, TrunkRegistration};

/// How often trunks are looked at for changes.
const RELOAD_INTERVAL: Duration = Duration::from_secs(5);
/// Seconds that a registration is asked for.
const REGISTRATION_SECONDS: u32 = 300;
/// What a provider says of a failure, as far as it is shown.
const MAX_MESSAGE: usize = 200;

/// Why there is no way to a provider; the words may be shown.
#[derive(Debug, thiserror::Error)]
pub enum NoWay {
    #[error(transparent)]
    Address(#[from] Failure),
    #[error(transparent)]
    Certificate(#[from] Refused),
}

/// The route through the edge to a provider. Its address was entered by people: it must not lead into the platform, nor
/// to somebody else in the provider's place.
pub async fn route_to(board: &Switchboard, provider: &Provider) -> Result<String, NoWay> {
    let addresses = board.context.outgoing.check(provider.host(), provider.port()).await?;
    let address = addresses.into_iter().next().ok_or(Failure::BadAddress)?;
    if provider.is_secure() {
        board.certificates.check(provider.host(), address).await?;
    }
    let (socket, next_hop) = provider.next_hop(address);
    Ok(board.sip.route_by(socket, &next_hop))
}

/// Ends when the provider is not the one any more that was entered. That it is away is for its registrations to say.
async fn until_untrusted(board: &Switchboard, provider: &Provider) -> NoWay {
    loop {
        tokio::time::sleep(CHECK_TTL).await;
        let way = route_to(board, provider).await;
        if let Err(why @ (NoWay::Certificate(Refused::NotTrusted | Refused::OtherName) | NoWay::Address(Failure::Refused))) = way {
            return why;
        }
    }
}

/// Keeps the registrations until it is dropped.
pub(super) async fn keep(board: &Arc<Switchboard>) {
    if board.config.shard != 0 {
        return std::future::pending().await;
    }
    let mut kept: HashMap<i64, (TrunkRegistration, DropGuard)> = HashMap::new();
    loop {
        match registrations(board).await {
            Ok(lines) => {
                let wanted: HashMap<i64, &TrunkRegistration> = lines.iter().map(|line| (line.id, line)).collect();
                kept.retain(|id, (line, _)| wanted.get(id) == Some(&&*line));
                for line in lines {
                    kept.entry(line.id).or_insert_with(|| start(board.clone(), line));
                }
            }
            Err(error) => tracing::warn!(%error, "trunks are not read"),
        }
        tokio::time::sleep(RELOAD_INTERVAL).await;
    }
}

async fn registrations(board: &Switchboard) -> kit::Result<Vec<TrunkRegistration>> {
    let mut tx = board.context.database.system().await?;
    let lines = trunk_registration::list(&mut tx).await?;
    tx.rollback().await?;
    Ok(lines)
}

fn start(board: Arc<Switchboard>, line: TrunkRegistration) -> (TrunkRegistration, DropGuard) {
    let stop = CancellationToken::new();
    let (guard, of_task) = (stop.clone().drop_guard(), line.clone());
    tokio::spawn(stop.clone().run_until_cancelled_owned(async move {
        let mut pause = RELOAD_INTERVAL;
        loop {
            if let Err(error) = register(&board, &of_task).await {
                save_status(&board, &of_task, "error", Some(error.to_string())).await;
            }
            // What cannot even be tried may be mended: a name that is not known yet, say.
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(300));
        }
    }));
    (line, guard)
}

/// Registers, again and again; ends only when that cannot be begun.
async fn register(board: &Switchboard, line: &TrunkRegistration) -> anyhow::Result<()> {
    if let Some(why) = line.refusal_reason() {
        anyhow::bail!(why);
    }
    let provider = Provider::parse(&line.termination_uri).ok_or_else(|| anyhow::anyhow!("valid url or ip"))?;
    let route = route_to(board, &provider).await?;
    let registrar = provider.registrar().ok_or_else(|| anyhow::anyhow!("valid url or ip"))?;
    let credential = Credential {
        username: line.login.clone(),
        password: board.context.sealer.open_for(TRUNK_PASSWORD, &line.sealed_password)?,
        realm: None,
        auth_username: None,
    };
    let mut registration = Registration::new(board.sip.layer.endpoint.clone(), Some(credential));
    registration.contact = Some(rsipstack::sip::typed::Contact { display_name: None, uri: board.sip.contact(), params: vec![] });
    registration.outbound_proxy = Some(board.config.edge);
    registration.extra_headers = vec![Header::Route(route.into())];
    let (sender, mut results) = mpsc::channel(4);
    let on_outcome = |outcome: RefreshOutcome<'_>| {
        // Of results that come faster than they are written, the next tells the same.
        let _too_many = sender.try_send(status_of(&outcome));
    };
    save_status(board, line, "registering", None).await;
    tokio::select! {
        () = registration.keep_alive(registrar, REGISTRATION_SECONDS, CancellationToken::new(), on_outcome) => {}
        () = async {
            while let Some((status, message)) = results.recv().await {
                save_status(board, line, status, message).await;
            }
        } => {}
        why = until_untrusted(board, &provider) => return Err(why.into()),
    }
    Ok(())
}

fn status_of(outcome: &RefreshOutcome<'_>) -> (&'static str, Option<String>) {
    match outcome {
        RefreshOutcome::Registered(_) => ("registered", None),
        RefreshOutcome::Rejected(response) => ("error", Some(response.status_code.to_string().chars().take(MAX_MESSAGE).collect())),
        RefreshOutcome::Failed(_) => ("error", Some("no answer in time".into())),
    }
}

async fn save_status(board: &Switchboard, line: &TrunkRegistration, status: &str, message: Option<String>) {
    let saved = async {
        let mut tx = board.context.database.system().await?;
        trunk_registration::update_status(&mut tx, line, status, message.as_deref()).await?;
        kit::Result::<()>::Ok(tx.commit().await?)
    };
    if let Err(error) = saved.await {
        tracing::warn!(trunk = line.id, %error, "the state of a trunk is not written");
    }
}
