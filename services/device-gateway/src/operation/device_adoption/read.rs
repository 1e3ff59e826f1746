//! Reads what a running device holds, page by page.
use std::time::Duration;

use anyhow::anyhow;
use jiff::tz::TimeZone;
use kit::{Error, Result};
use serde_json::{Value, json};
use uuid::Uuid;

use super::HeldList;
use crate::app::App;
use crate::bas_ip::backup::{MAX_IDENTIFIERS, MAX_SCHEDULES};
use crate::bas_ip::{held, reported};
use crate::device_link::DeviceAddress;
use crate::domain::item::ItemKind;

/// For one page, and for all of them.
const PAGE_TIMEOUT: Duration = Duration::from_secs(15);
const READ_TIMEOUT: Duration = Duration::from_secs(50);

/// `zone`: of the device's clock.
pub async fn read(app: &App, address: &DeviceAddress, zone: &TimeZone) -> Result<HeldList> {
    let reading = async {
        let schedules = read_items(app, address, ItemKind::Schedule, MAX_SCHEDULES, |item| held::schedule(item, zone)).await?;
        let identifiers = read_items(app, address, ItemKind::Identifier, MAX_IDENTIFIERS, held::identifier).await?;
        Ok(HeldList { schedules, identifiers })
    };
    let read = tokio::time::timeout(READ_TIMEOUT, reading).await;
    read.unwrap_or_else(|_| Err(Error::Unavailable(anyhow!("the device did not say in time what it holds"))))
}

/// Of each page only what the list needs is kept: a page may have megabytes of photos.
async fn read_items<T>(app: &App, address: &DeviceAddress, kind: ItemKind, most: usize, convert: impl Fn(&Value) -> T) -> Result<Vec<T>> {
    let mut items = Vec::new();
    for page_number in 1.. {
        let request = reported::page_request(kind, page_number).request(Uuid::now_v7());
        let answer = app.call_device(address, request, PAGE_TIMEOUT).await.map_err(|error| Error::Unavailable(error.into()))?;
        let (page, pages) = reported::raw_page(&answer).map_err(|why| refused(&why))?;
        items.extend(page.iter().map(&convert));
        if items.len() > most {
            return Err(refused(&format!("too many items: at most {most}")));
        }
        if page_number >= pages {
            break;
        }
    }
    Ok(items)
}

fn refused(why: &str) -> Error {
    Error::Conflict { code: "device_refused", message: "device or service not available".into(), data: json!({ "reason": why }) }
}
