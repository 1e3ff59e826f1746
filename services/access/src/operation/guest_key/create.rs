use std::time::Duration;

use kit::rate_limit::{self, Limit};
use kit::{Error, Result};
use policy::{Action, Authorized, action, resource};
use ring::rand::{SecureRandom, SystemRandom};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{GuestKeyView, LINK_PURPOSE, MAX_LIVE, ensure_givable, ensure_giver_in_reach, features_of, publish_and_record, too_many_live, view};
use crate::app::App;
use crate::domain::guest_key::{GuestKeyDraft, GuestKeyKind, LinkKey};
use crate::domain::number::Number;
use crate::operation::device_list::bump_list_versions;
use crate::operation::identifier::access_code;
use crate::operation::secret_guess;
use crate::projection::{USERS, guest_limits};
use crate::store::device_list::devices_by_identifier;
use crate::store::guest_key::{self as store, NewGuestKey};
use crate::store::license;

type CreateRight = Authorized<resource::GuestKey, action::Create>;

/// Keys that a giver makes in an hour.
const MAX_PER_HOUR: u64 = 30;
const HOUR: Duration = Duration::from_secs(3600);

pub async fn create(app: &App, right: &CreateRight, draft: GuestKeyDraft) -> Result<GuestKeyView> {
    let giver = draft.owner_id.unwrap_or(right.caller().user_id);
    USERS.wait_until_projected(&app.context, right.caller(), &[giver]).await?;
    let counter = rate_limit::counter(&app.context, "guest-keys", &format!("{}/{giver}", right.project_id()));
    let permit = rate_limit::acquire(&app.context, vec![Limit { counter, most: MAX_PER_HOUR, window: HOUR }]).await?;
    match create_in(app, right, giver, draft).await {
        Ok(created) => Ok(created),
        Err(error) => {
            permit.refund().await?;
            Err(error)
        }
    }
}

async fn create_in(app: &App, right: &CreateRight, giver: i64, mut draft: GuestKeyDraft) -> Result<GuestKeyView> {
    let (caller, project_id, now) = (right.caller(), right.project_id(), app.context.clock.now());
    let kind = draft.normalize(now)?;
    let mut tx = app.context.database.tenant(project_id).await?;
    ensure_giver_in_reach(&mut tx, caller, giver).await?;
    store::hold_rules(&mut tx, project_id, &draft.access_rules, None).await?;
    ensure_givable(&mut tx, project_id, giver, &draft.access_rules).await?;
    license::require_for_users(&mut tx, project_id, &[giver], features_of(kind)).await?;
    let group = store::group_of_giver(&mut tx, project_id, giver).await?;
    draft.ensure_within(guest_limits::of_path(&mut tx, project_id, group).await?)?;
    store::lock_giver(&mut tx, right, giver).await?;
    if store::count_live(&mut tx, project_id, giver, now).await? >= MAX_LIVE {
        return Err(too_many_live());
    }
    let value = value(app, &mut tx, project_id, kind, draft.value.trim()).await?;
    let number = Number::parse(kind.identifier_type(), &value).map_err(|error| Error::field("value", error.to_string()))?;
    access_code::ensure_length(app, &mut tx, project_id, &number, None).await?;
    if kind == GuestKeyKind::LicensePlate && store::has_live_plate(&mut tx, project_id, giver, &number.unique_value(), now).await? {
        return Err(Error::Conflict { code: "guest_identifier_exists", message: "guest identifier exists".into(), data: serde_json::Value::Null });
    }
    store::free_number(&mut tx, right, kind, &number.unique_value(), now).await?;
    let is_entered = kind == GuestKeyKind::AccessCode && !draft.value.trim().is_empty();
    let guesses = secret_guess::begin(app, caller, is_entered).await?;
    if let Some(holder) = secret_guess::find_holder(&mut tx, caller, kind.identifier_type(), &number).await? {
        tx.rollback().await?;
        return Err(guesses.refuse(&holder).await);
    }
    guesses.finish(0).await?;
    let link = LinkKey::new(Uuid::from_bytes(random()?).as_u128());
    let key = NewGuestKey {
        draft: &draft,
        kind,
        value: &value,
        number: &number,
        giver,
        link_hash: link.hash(),
        link_sealed: app.context.sealer.seal_for(LINK_PURPOSE, link.as_str()),
        visit_seconds: app.guests.visit_seconds,
        // Nobody asks about a plate.
        is_counted_exactly: app.guests.counts_exactly && kind != GuestKeyKind::LicensePlate,
    };
    let id = store::insert(&mut tx, right, &key, now).await?;
    let created = store::find_in_project(&mut tx, project_id, id).await?.ok_or(Error::NotFound)?;
    let devices = devices_by_identifier(&mut tx, id, Some(giver)).await?;
    bump_list_versions(&mut tx, project_id, devices).await?;
    publish_and_record(app, &mut tx, caller, Action::Create, None, &created).await?;
    let created = view(app, &mut tx, caller, created).await?;
    tx.commit().await?;
    Ok(created)
}

/// What the guest shows.
async fn value(app: &App, connection: &mut PgConnection, project_id: i64, kind: GuestKeyKind, entered: &str) -> Result<String> {
    match kind {
        GuestKeyKind::Qr | GuestKeyKind::Url => Ok(uuid::Builder::from_random_bytes(random()?).into_uuid().to_string()),
        GuestKeyKind::LicensePlate => Ok(entered.to_owned()),
        GuestKeyKind::AccessCode if entered.is_empty() => access_code::make(app, connection, project_id).await,
        GuestKeyKind::AccessCode => Ok(entered.to_owned()),
    }
}

fn random() -> Result<[u8; 16]> {
    let mut bytes = [0; 16];
    SystemRandom::new().fill(&mut bytes).map_err(|_| Error::internal(anyhow::anyhow!("the system gives no random bytes")))?;
    Ok(bytes)
}
