//! The table as xlsx: a row for each number.
use device_protocol::forward::MAX_FORWARDS;
use kit::Result;
use policy::{Authorized, action, resource};
use spreadsheet::{Format, Pieces};

use super::find;
use crate::app::App;
use crate::domain::forward::{ApartmentForward, ApartmentNumber};

const HEADINGS: [&str; 6] = ["apartment", "domain", "number", "source", "user", "note"];

pub async fn download(app: &App, right: &Authorized<resource::Device, action::View>, id: i64) -> Result<Pieces> {
    let found = find(app, right, id).await?;
    let rows: Vec<Vec<String>> = found.table.iter().flat_map(cells).collect();
    Ok(app.exports.stream(Format::Xlsx, "forwards", &HEADINGS, move |lines| {
        Box::pin(async move { exports::write_all(futures::stream::iter(rows.into_iter().map(Ok::<_, kit::Error>)), lines, |row| row).await })
    }))
}

/// An apartment without numbers has a row too.
fn cells(row: &ApartmentForward) -> Vec<Vec<String>> {
    let note = |at: usize| match (row.is_ambiguous, at >= MAX_FORWARDS) {
        (true, _) => "address is not unique",
        (false, true) => "cut off",
        (false, false) => "",
    };
    let line = |number: &str, source: &str, user: &str, note: &str| {
        [row.apartment.as_str(), &row.group_name, number, source, user, note].map(String::from).to_vec()
    };
    if row.numbers.is_empty() {
        return vec![line("", "", "", note(0))];
    }
    let of = |(at, number): (usize, &ApartmentNumber)| match &number.user {
        None => line(&number.number, "general", "", note(at)),
        Some((_, name)) => line(&number.number, "user", name, note(at)),
    };
    row.numbers.iter().enumerate().map(of).collect()
}
