use jiff::civil::Date;
use kit::{Error, Result};
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::domain::amenity_state::{SlotState, slot_states};
use crate::store::{amenity, amenity_reservation, slot_usage};

const MAX_DAYS: i32 = 31;

/// Days from a date on.
#[derive(Clone, Copy, Debug)]
pub struct AmenityDays {
    from: Date,
    count: i32,
}

impl AmenityDays {
    /// `count`: 0 for one.
    pub fn parse(from: &str, count: i32) -> Result<AmenityDays> {
        let date: Option<Date> = from.parse().ok().filter(|date: &Date| (2000..=9000).contains(&date.year()));
        let from = date.ok_or_else(|| Error::field("date", "must be a date"))?;
        if !(0..=MAX_DAYS).contains(&count) {
            return Err(Error::field("days", format!("must be within 1 - {MAX_DAYS}")));
        }
        Ok(AmenityDays { from, count: count.max(1) })
    }
}

/// The slots of the days, and the name of the amenity's zone.
pub async fn state(app: &App, right: &Authorized<resource::Amenity, action::View>, id: i64, days: AmenityDays) -> Result<(Vec<SlotState>, String)> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = amenity::find(&mut reader, right.caller(), id).await?;
    let dates: Vec<Date> = days.from.series(jiff::Span::new().days(1)).take(days.count.unsigned_abs() as usize).collect();
    let last = dates.last().copied().unwrap_or(days.from);
    let taken = slot_usage::find(&mut reader, id, days.from, last).await?;
    let mine = amenity_reservation::slots_of_user(&mut reader, right.caller(), id, days.from, last).await?;
    let slots = slot_states(&row.draft(), &row.zone(), &dates, &taken, &mine, app.context.clock.now());
    Ok((slots, row.effective_zone().to_owned()))
}
