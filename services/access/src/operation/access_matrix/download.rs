use std::collections::{HashMap, HashSet};
use std::time::Duration;

use kit::rate_limit::{self, Limit, Permit};
use kit::zone::timestamp;
use kit::{Error, Result, Tx};
use spreadsheet::{Format, Pieces, Rows};

use super::read::{decide, users_of};
use super::{CHUNK, MatrixQuery, MatrixRow, ViewRight, ensure_groups_visible, ensure_reach, ensure_rule_visible, rule_names};
use crate::app::App;
use crate::domain::access_matrix::{Matrix, MatrixDoor};
use crate::operation::access_rule::retain_visible;
use crate::store;
use crate::store::access_matrix::{self as store_rows, MatrixDoorRow};
use crate::store::access_rule::{self, AccessRuleRow};
use crate::store::device_access;

const HEADINGS: [&str; 9] = ["user_id", "user_name", "device_id", "device_name", "lock_number", "state", "access_rules", "next_opens", "online_only"];

/// Of the second sheet of an xlsx file.
const RULE_HEADINGS: [&str; 8] = ["access_rule_id", "access_rule_name", "effect", "devices", "domains", "users", "identifiers", "time_rules"];
const CELLS_SHEET: &str = "cells";
const RULES_SHEET: &str = "rules";

const DOWNLOAD_TIMEOUT: Duration = Duration::from_secs(600);
/// Downloads at once.
const MAX_OF_USER: u64 = 1;
const MAX_OF_PROJECT: u64 = 4;
const MAX_USERS: i64 = 1_000_000;
const MAX_DOORS: usize = 20_000;
/// Rules that are read at once, with all that they name.
const RULES_CHUNK: usize = 10;
/// Characters that a cell of a sheet holds.
const MAX_CELL: usize = 32_767;
/// As many as a sheet has rows.
const MAX_SHEET_CELLS: usize = 1_000_000;

/// What the pages of the matrix show, all of them: one line for each cell that is not empty. An xlsx file has the rules on a second sheet.
pub async fn download(app: &App, right: ViewRight, format: Format, query: MatrixQuery) -> Result<Pieces> {
    ensure_reach(right.caller())?;
    store_rows::check(&right, &query.users)?;
    ensure_groups_visible(app, right.caller(), &query).await?;
    let permit = permit(app, &right).await?;
    Ok(app.exports.stream_from_database(right.project_id(), format, "access-matrix", &HEADINGS, move |tx, rows| {
        Box::pin(async move {
            let written = tokio::time::timeout(DOWNLOAD_TIMEOUT, write(tx, &right, &query, format, rows)).await;
            permit.refund().await?;
            written.unwrap_or_else(|_| Err(Error::Unavailable(anyhow::anyhow!("a download of the access matrix took longer than 10 minutes"))))
        })
    }))
}

/// A download that dies with its process is forgotten when its time is over.
async fn permit(app: &App, right: &ViewRight) -> Result<Permit> {
    let limit = |kind, of: String, most| Limit { counter: rate_limit::counter(&app.context, kind, &of), most, window: DOWNLOAD_TIMEOUT };
    let (project, user) = (right.project_id(), right.caller().user_id);
    let of_user = limit("access-matrix-user", format!("{project}/{user}"), MAX_OF_USER);
    let of_project = limit("access-matrix-project", project.to_string(), MAX_OF_PROJECT);
    rate_limit::acquire(&app.context, vec![of_user, of_project]).await
}

async fn write(tx: &mut Tx, right: &ViewRight, query: &MatrixQuery, format: Format, rows: &Rows) -> Result<()> {
    store::freeze(tx).await?;
    ensure_rule_visible(tx, right.caller(), query.access_rule_id).await?;
    let doors = store_rows::all_doors(tx, right, &query.doors, MAX_DOORS as i64 + 1).await?;
    if doors.len() > MAX_DOORS {
        // A file without some of the doors would look like one of all.
        return Err(Error::field("device_domain_id", format!("too many items: at most {MAX_DOORS}")));
    }
    let columns: Vec<MatrixDoor> = doors.iter().map(MatrixDoorRow::door).collect();
    let devices: Vec<i64> = doors.iter().map(|door| door.id).collect();
    let site = device_access::find_site(tx, right.project_id(), &devices, &[]).await?;
    let names = rule_names(tx, right.caller(), &site).await?;
    let mut matrix = Matrix::new(&site, &columns, timestamp(query.at));
    let ids = store_rows::user_ids(tx, right, &query.users, MAX_USERS).await?;
    let mut written = 0;
    for chunk in ids.chunks(CHUNK) {
        for user in users_of(tx, right, query, chunk).await? {
            let row = decide(&mut matrix, user).await;
            if !query.takes(&row, columns.len()) {
                continue;
            }
            for cells in lines(&row, &doors, &names) {
                written += 1;
                if format == Format::Xlsx && written > MAX_SHEET_CELLS {
                    return Err(Error::field("export_format", format!("too many items: at most {MAX_SHEET_CELLS}")));
                }
                if !rows.push(cells).await {
                    return Ok(());
                }
            }
        }
    }
    if format == Format::Xlsx { write_rules(tx, right, &names, rows).await } else { Ok(()) }
}

/// The rules of the doors, as far as the caller sees them and what they name, by name.
async fn write_rules(tx: &mut Tx, right: &ViewRight, names: &HashMap<i64, String>, rows: &Rows) -> Result<()> {
    if !(rows.name_sheet(CELLS_SHEET).await && rows.begin_sheet(RULES_SHEET, &RULE_HEADINGS).await) {
        return Ok(());
    }
    let mut ids: Vec<i64> = names.keys().copied().collect();
    ids.sort_unstable_by_key(|id| (&names[id], *id));
    for chunk in ids.chunks(RULES_CHUNK) {
        let mut found = access_rule::find_all(tx, right, chunk).await?;
        let ids = |has_all: fn(&AccessRuleRow) -> bool| found.iter().filter(|rule| has_all(rule)).map(|rule| rule.id).collect::<HashSet<i64>>();
        let (of_all_users, of_all_identifiers) = (ids(AccessRuleRow::has_all_users), ids(AccessRuleRow::has_all_identifiers));
        retain_visible(tx, right.caller(), &mut found).await?;
        found.sort_unstable_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
        for rule in found {
            if !rows.push(rule_line(&rule, of_all_users.contains(&rule.id), of_all_identifiers.contains(&rule.id))).await {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// In the order of the headings. Whether the rule has all its users and identifiers: see `cell`.
fn rule_line(rule: &AccessRuleRow, has_all_users: bool, has_all_identifiers: bool) -> Vec<String> {
    let doors = std::iter::zip(&rule.device_names, &rule.device_locks);
    let doors: Vec<String> = doors.map(|(name, lock)| if *lock == 0 { name.clone() } else { format!("{name} ({lock})") }).collect();
    vec![
        rule.id.to_string(),
        rule.name.clone(),
        if rule.prohibition { "forbids" } else { "grants" }.to_owned(),
        cell(&doors, true),
        cell(&rule.group_names, true),
        cell(&rule.user_names, has_all_users),
        cell(&rule.identifier_names, has_all_identifiers),
        cell(&rule.time_rule_names, true),
    ]
}

/// The names, as far as a cell holds them: nobody takes a part for all, which ends as "Anna, Boris … (1200)". `are_all`: none is missing.
fn cell(names: &[String], are_all: bool) -> String {
    let all = names.join(", ");
    if are_all && all.chars().count() <= MAX_CELL {
        return all;
    }
    let mark = format!(" … ({}{})", names.len(), if are_all { "" } else { "+" });
    let most = MAX_CELL - mark.chars().count();
    let (mut length, mut held) = (0, 0);
    for name in names {
        length += name.chars().count() + if held > 0 { 2 } else { 0 };
        if length > most {
            break;
        }
        held += 1;
    }
    names[..held].join(", ") + &mark
}

/// In the order of the headings.
fn lines(row: &MatrixRow, doors: &[MatrixDoorRow], names: &HashMap<i64, String>) -> Vec<Vec<String>> {
    let line = |cell: &crate::domain::access_matrix::MatrixCell| {
        let door = &doors[cell.door];
        let rules: Vec<&str> = cell.rules.iter().filter_map(|rule| names.get(&rule.0)).map(String::as_str).collect();
        vec![
            row.user.id.to_string(),
            row.user.name.clone(),
            door.id.to_string(),
            door.name.clone(),
            door.lock.to_string(),
            cell.state.as_str().to_owned(),
            rules.join(", "),
            cell.next_opens.map(|at| at.to_string()).unwrap_or_default(),
            cell.online_only.map(|why| why.code().to_owned()).unwrap_or_default(),
        ]
    };
    row.cells.cells.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_one_line_of_the_second_sheet_with_the_locks_of_its_doors() {
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        let rule = AccessRuleRow {
            id: 7,
            name: "Staff".into(),
            description: None,
            prohibition: true,
            is_shareable: false,
            created_by: None,
            created_by_name: String::new(),
            created_at: time::OffsetDateTime::UNIX_EPOCH,
            updated_at: time::OffsetDateTime::UNIX_EPOCH,
            device_ids: vec![1, 2],
            device_names: names(&["Gate", "Lobby"]),
            device_locks: vec![0, 2],
            time_rule_ids: vec![3],
            time_rule_names: names(&["Nights"]),
            user_ids: vec![4, 5],
            user_names: names(&["Anna", "Boris"]),
            identifier_ids: Vec::new(),
            identifier_names: Vec::new(),
            group_ids: vec![6],
            group_names: names(&["Tower"]),
        };
        let line = rule_line(&rule, true, true);
        assert_eq!(line, ["7", "Staff", "forbids", "Gate, Lobby (2)", "Tower", "Anna, Boris", "", "Nights"]);
        assert_eq!(line.len(), RULE_HEADINGS.len());
        let line = rule_line(&rule, false, true);
        assert_eq!((line[5].as_str(), line[6].as_str()), ("Anna, Boris … (2+)", ""));
    }

    #[test]
    fn names_that_a_cell_does_not_hold_are_counted_at_its_end() {
        let names: Vec<String> = (0..2_000).map(|number| format!("Александр {number:06}")).collect();
        let cut = cell(&names, true);
        assert!(cut.chars().count() <= MAX_CELL && cut.chars().count() > MAX_CELL - 40, "{}", cut.chars().count());
        let held = cut.strip_suffix(" … (2000)").expect("a mark");
        assert!(held.split(", ").eq(names.iter().take(held.split(", ").count())), "whole names");
        let fits = vec!["x".repeat(MAX_CELL)];
        assert_eq!(cell(&fits, true), fits[0]);
        assert_eq!(cell(&["x".repeat(MAX_CELL + 1)], true), " … (1)");
    }
}
