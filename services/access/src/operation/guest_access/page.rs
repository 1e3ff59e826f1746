use jiff::Timestamp;
use kit::zone::timestamp;
use kit::{Error, Result};
use time::OffsetDateTime;

use super::files::content_of_key;
use super::{INVALID, find_key, limits};
use crate::app::App;
use crate::domain::access_matrix::MatrixSite;
use crate::domain::decision::{Reason, Who, decide};
use crate::domain::device::{Device, Locks};
use crate::domain::guest_key::{GuestDoorToken, GuestKeyKind, GuestKeyState};
use crate::domain::identifier::Identifier;
use crate::domain::user::User;
use crate::operation::guest_key::is_licensed;
use crate::operation::wallet_pass;
use crate::projection::project::time_zone;
use crate::projection::white_label::{self, WhiteLabel};
use crate::store;
use crate::store::device_access;
use crate::store::guest_key::{self as keys, GuestKeyRow};
use crate::store::opening_door::{self, DoorRow};

/// What a guest sees. No ids, and no name of the giver.
pub struct GuestPageView {
    pub label: WhiteLabel,
    pub time_zone: String,
    pub key: GuestKeyRow,
    pub state: GuestKeyState,
    /// Of a visit that goes on.
    pub visit_ends: Option<OffsetDateTime>,
    /// What the guest shows to a reader, as long as the key may open.
    pub value: String,
    pub doors: Vec<GuestDoorView>,
    pub has_wallet_pass: bool,
    /// Puts the key into the Google Wallet; empty where that is not offered.
    pub google_wallet_link: String,
}

pub struct GuestDoorView {
    /// Opens the door once; empty while the door does not open.
    pub token: String,
    pub name: String,
    pub is_online: bool,
    pub next_opens: Option<Timestamp>,
}

/// Changes nothing: programs that look at links before people do open no door.
pub async fn page(app: &App, ip: &str, key: &str) -> Result<GuestPageView> {
    limits::page(app, ip).await?;
    let linked = find_key(app, ip, key).await?;
    let now = app.context.clock.now();
    let mut tx = store::snapshot(&app.context.database, linked.project_id).await?;
    let row = keys::find_in_project(&mut tx, linked.project_id, linked.id).await?.filter(|row| row.revoked_at.is_none()).ok_or(INVALID)?;
    let is_licensed = is_licensed(&mut tx, linked.project_id, row.kind()).await?;
    let state = row.state(is_licensed, now);
    let doors = opening_door::of_key(&mut tx, linked.project_id, linked.id).await?;
    let mut devices: Vec<i64> = doors.iter().map(|door| door.id).collect();
    devices.dedup();
    let site = device_access::find_site(&mut tx, linked.project_id, &devices, &[]).await?;
    let (identifiers, giver) = device_access::find_key(&mut tx, linked.project_id, linked.id, &devices, now).await?;
    let label = white_label::find_nearest(&mut tx, linked.project_id, row.domain_id).await?;
    let time_zone = time_zone(&mut tx, linked.project_id).await?;
    let is_shown = matches!(state, GuestKeyState::Active | GuestKeyState::Scheduled) && row.kind() != GuestKeyKind::Url;
    let has_qr = is_shown && row.kind() == GuestKeyKind::Qr;
    let wallets = wallet_pass::wallets(app, &mut tx, linked.project_id).await?;
    let google_wallet_link = match has_qr && wallets.google {
        true => {
            let content = content_of_key(row.clone(), label.name.clone());
            wallet_pass::google_link(app, &mut tx, linked.project_id, row.domain_id, &content).await?
        }
        false => String::new(),
    };
    tx.rollback().await?;

    let mut views = Vec::new();
    if state == GuestKeyState::Active {
        for (device, identifier) in devices.iter().zip(&identifiers) {
            let device = site.devices.iter().find(|known| known.id.0 == *device).ok_or(Error::NotFound)?;
            let of_device: Vec<&DoorRow> = doors.iter().filter(|door| door.id == device.id.0).collect();
            views.extend(views_of_device(app, &site, device, identifier, giver.as_ref(), &of_device, timestamp(now)));
        }
    }
    let value = if is_shown { row.value.clone() } else { String::new() };
    Ok(GuestPageView {
        visit_ends: row.visit_ends_at.filter(|ends| now < *ends),
        has_wallet_pass: has_qr && wallets.apple,
        google_wallet_link,
        label,
        time_zone,
        state,
        value,
        doors: views,
        key: row,
    })
}

/// The locks of a device that the key opens now, or later by a schedule.
fn views_of_device(
    app: &App,
    site: &MatrixSite,
    device: &Device,
    key: &Identifier,
    giver: Option<&User>,
    rows: &[&DoorRow],
    at: Timestamp,
) -> Vec<GuestDoorView> {
    let all = Locks::first(device.capability.locks);
    let named = rows.iter().fold(Locks::default(), |locks, row| locks.with(row.lock_number.clamp(0, 8) as u8)).shared_with(all);
    let is_one = named.numbers().count() == 1;
    let Some(row) = rows.first() else { return Vec::new() };
    let view = |lock: u8| {
        let who = Who::Link { identifier: key, owner: giver };
        let decision = decide(&site.question(who, device, lock, at), &site.rules);
        let next_opens = decision.reasons.iter().find_map(|reason| match reason {
            Reason::OutsideSchedule { next_opens, .. } | Reason::OutsideHours { next_opens } => *next_opens,
            _ => None,
        });
        if !decision.allowed && next_opens.is_none() {
            return None;
        }
        let door = GuestDoorToken { key: key.id.0, device: device.id.0, lock };
        let token = if decision.allowed { door.seal(&app.context.sealer, app.context.clock.now()) } else { String::new() };
        let name = if is_one { row.name.clone() } else { format!("{} {lock}", row.name) };
        Some(GuestDoorView { token, name, is_online: row.is_online, next_opens })
    };
    named.numbers().filter_map(view).collect()
}
