use std::time::Duration;

use kit::rate_limit::{self, Limit};
use kit::{Error, Result};
use policy::{Action, Authorized, Caller, action, resource};
use ring::rand::{SecureRandom, SystemRandom};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{GuestKeyView, LINK_PURPOSE, ensure_givable, features_of, publish_and_record, view};
use crate::app::App;
use crate::domain::guest_key::{GuestKeyDraft, GuestKeyKind, LinkKey, least_code_length};
use crate::domain::number::Number;
use crate::operation::device_list::bump_list_versions;
use crate::projection::{USERS, guest_limits};
use crate::store::device_list::devices_by_identifier;
use crate::store::guest_key::{self as store, NewGuestKey};
use crate::store::{identifier, license};

type CreateRight = Authorized<resource::GuestKey, action::Create>;

/// Keys that a giver makes in an hour, and those of one giver that live at once.
const MAX_PER_HOUR: u64 = 30;
const MAX_LIVE: i64 = 50;
const HOUR: Duration = Duration::from_secs(3600);
/// Codes that are tried: of a thousand numbers one is taken at most.
const CODE_ATTEMPTS: usize = 10;

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
    ensure_givable(&mut tx, project_id, giver, &draft.access_rules).await?;
    license::require_for_users(&mut tx, project_id, &[giver], features_of(kind)).await?;
    let group = store::group_of_giver(&mut tx, project_id, giver).await?;
    draft.ensure_within(guest_limits::of_path(&mut tx, project_id, group).await?)?;
    store::lock_giver(&mut tx, right, giver).await?;
    if store::count_live(&mut tx, project_id, giver, now).await? >= MAX_LIVE {
        return Err(Error::TooManyRequests { retry_after_seconds: HOUR.as_secs() });
    }
    let value = value(&mut tx, project_id, kind, draft.value.trim()).await?;
    let number = Number::parse(kind.identifier_type(), &value).map_err(|error| Error::field("value", error.to_string()))?;
    if kind == GuestKeyKind::LicensePlate && store::has_live_plate(&mut tx, project_id, giver, &number.unique_value(), now).await? {
        return Err(Error::Conflict { code: "guest_identifier_exists", message: "guest identifier exists".into(), data: serde_json::Value::Null });
    }
    store::free_number(&mut tx, right, kind, &number.unique_value(), now).await?;
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

/// Who gives in somebody's name must reach all of that user's groups: the key opens what the user may open there.
async fn ensure_giver_in_reach(connection: &mut PgConnection, caller: &Caller, giver: i64) -> Result<()> {
    if giver == caller.user_id {
        return Ok(());
    }
    USERS.ensure_visible(connection, caller, &[giver]).await?;
    if USERS.beyond_reach(connection, caller, &[giver]).await?.is_empty() { Ok(()) } else { Err(Error::Forbidden) }
}

/// What the guest shows. A code that somebody chose is as long as one that the platform would make.
async fn value(connection: &mut PgConnection, project_id: i64, kind: GuestKeyKind, entered: &str) -> Result<String> {
    match kind {
        GuestKeyKind::Qr | GuestKeyKind::Url => Ok(uuid::Builder::from_random_bytes(random()?).into_uuid().to_string()),
        GuestKeyKind::LicensePlate => Ok(entered.to_owned()),
        GuestKeyKind::AccessCode => {
            let length = least_code_length(store::count_codes(connection, project_id).await?.max(0) as u64);
            if entered.is_empty() {
                return free_code(connection, project_id, length).await;
            }
            if entered.len() < length {
                return Err(Error::field("value", format!("minimum length is {length}")));
            }
            Ok(entered.to_owned())
        }
    }
}

async fn free_code(connection: &mut PgConnection, project_id: i64, length: usize) -> Result<String> {
    let kinds = [GuestKeyKind::AccessCode.identifier_type().number()];
    for _ in 0..CODE_ATTEMPTS {
        let number = Uuid::from_bytes(random()?).as_u128() % 10u128.pow(length as u32);
        let code = format!("{number:0length$}");
        if identifier::find_by_number(connection, project_id, &kinds, &code).await?.is_none() {
            return Ok(code);
        }
    }
    Err(Error::conflict("identifier duplicate"))
}

fn random() -> Result<[u8; 16]> {
    let mut bytes = [0; 16];
    SystemRandom::new().fill(&mut bytes).map_err(|_| Error::internal(anyhow::anyhow!("the system gives no random bytes")))?;
    Ok(bytes)
}
