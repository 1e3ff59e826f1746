//! The broker of a project: its settings, and the move of the devices to it.
use kit::audit::{self, Change};
use kit::{Error, Fields, Result};
use policy::{Action, Authorized, Resource, action, resource};
use serde_json::{Value, json};

use crate::app::App;
use crate::domain::broker_rollout::is_under_way;
use crate::domain::project_broker::{ProjectBrokerDraft, summary};
use crate::mqtt::{self, BrokerEndpoint};
use crate::store::broker_rollout::{self, BrokerRolloutRow};
use crate::store::project_broker::{self, ProjectBrokerRow};

const RESOURCE_NAME: &str = "MQTT broker";

pub struct BrokerSettingsSummary {
    /// None: the devices use the broker of the installation.
    pub broker: Option<ProjectBrokerRow>,
    pub is_connected: bool,
    pub rollout: Option<BrokerRolloutRow>,
}

pub async fn find(app: &App, right: &Authorized<resource::ProjectSettings, action::View>) -> Result<BrokerSettingsSummary> {
    load(app, right.project_id()).await
}

async fn load(app: &App, project_id: i64) -> Result<BrokerSettingsSummary> {
    let mut reader = app.context.database.read(project_id).await?;
    let broker = project_broker::find_current(&mut reader, project_id).await?;
    let rollout = broker_rollout::find(&mut reader, project_id).await?;
    let mqtt = app.mqtt_of(broker.as_ref().map(|broker| broker.id));
    Ok(BrokerSettingsSummary { is_connected: mqtt.is_some_and(|mqtt| mqtt.is_connected()), broker, rollout })
}

/// Nothing is stored, and no device is sent anything, unless the platform itself can use the broker with this certificate.
pub async fn set(
    app: &App,
    right: &Authorized<resource::ProjectSettings, action::Edit>,
    mut draft: ProjectBrokerDraft,
) -> Result<BrokerSettingsSummary> {
    let now = app.context.clock.now();
    let before = load(app, right.project_id()).await?;
    ensure_none_runs(&before)?;
    let mut fields = Fields::new();
    use_stored_password(app, &mut draft, before.broker.as_ref(), &mut fields)?;
    draft.validate(&mut fields, now);
    fields.finish()?;
    let endpoint = BrokerEndpoint::of_draft(&draft, &app.context.outgoing).map_err(|_| Error::field("certificate", "not a certificate in PEM"))?;
    let mut fields = Fields::new();
    endpoint.check_address(&mut fields).await;
    fields.finish()?;
    mqtt::probe(&endpoint).await.map_err(|why| refused(&why))?;

    let sealer = &app.context.sealer;
    let sealed = (sealer.seal(&draft.password), sealer.seal(&draft.private_key));
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let id = project_broker::insert(&mut tx, right, &draft, (&sealed.0, &sealed.1), now).await?;
    broker_rollout::insert(&mut tx, right, Some(id), now).await?;
    let change = Change::new(Action::Edit, Resource::ProjectSettings, 0, RESOURCE_NAME, view(before.broker.as_ref()), view_of_draft(&draft));
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    tx.commit().await?;
    app.broker_work.notify_one();
    load(app, right.project_id()).await
}

/// The devices are moved back to the broker of the installation.
pub async fn delete(app: &App, right: &Authorized<resource::ProjectSettings, action::Edit>) -> Result<BrokerSettingsSummary> {
    let before = load(app, right.project_id()).await?;
    ensure_none_runs(&before)?;
    let Some(broker) = &before.broker else { return Ok(before) };
    if app.config.broker_url.is_none() {
        return Err(refused("VESTIBULE_DEVICE_MQTT_URL is not set: no device can be sent to the broker of the installation"));
    }
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    broker_rollout::insert(&mut tx, right, None, app.context.clock.now()).await?;
    let change = Change::new(Action::Edit, Resource::ProjectSettings, 0, RESOURCE_NAME, view(Some(broker)), json!({}));
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    tx.commit().await?;
    load(app, right.project_id()).await
}

/// A move that waits for its first device does not run yet.
fn ensure_none_runs(settings: &BrokerSettingsSummary) -> Result<()> {
    match &settings.rollout {
        Some(rollout) if is_under_way(rollout.state, rollout.step, rollout.sent > 0) => Err(Error::conflict("action prohibited")),
        _ => Ok(()),
    }
}

/// A password never follows a changed server: without one only the same user of the same broker is taken.
fn use_stored_password(app: &App, draft: &mut ProjectBrokerDraft, stored: Option<&ProjectBrokerRow>, fields: &mut Fields) -> Result<()> {
    if !draft.password.is_empty() {
        return Ok(());
    }
    match stored.filter(|stored| stored.url == draft.url && stored.login == draft.login) {
        Some(stored) => draft.password = app.context.sealer.open(&stored.password).map_err(Error::internal)?,
        None => fields.add("password", "required"),
    }
    Ok(())
}

fn refused(why: &str) -> Error {
    Error::Conflict { code: "broker_refused", message: "error mqtt broker settings sending".into(), data: json!({"reason": why}) }
}

/// Without secrets.
fn view(broker: Option<&ProjectBrokerRow>) -> Value {
    let Some(broker) = broker else { return json!({}) };
    let certificate = summary(&broker.certificate).map(|summary| summary.subject);
    json!({"url": broker.url, "login": broker.login, "manages_users": broker.manages_users, "certificate": certificate})
}

fn view_of_draft(draft: &ProjectBrokerDraft) -> Value {
    let certificate = summary(&draft.certificate).map(|summary| summary.subject);
    json!({"url": draft.url, "login": draft.login, "manages_users": draft.manages_users, "certificate": certificate})
}
