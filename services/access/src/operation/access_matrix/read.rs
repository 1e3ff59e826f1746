use std::collections::HashMap;

use kit::zone::timestamp;
use kit::{Error, Page, Result};
use sqlx::PgConnection;

use super::{CHUNK, MatrixQuery, MatrixRow, ViewRight, ensure_groups_visible, ensure_reach, ensure_rule_visible, rule_names};
use crate::app::App;
use crate::domain::access_matrix::{Matrix, MatrixDoor};
use crate::domain::identifier::IdentifierTypes;
use crate::store;
use crate::store::access_matrix::{self as rows, MatrixDoorRow, MatrixUserRow};
use crate::store::device_access;

/// Users among whom those with a certain cell are sought.
const MAX_SOUGHT: i64 = 10_000;
const USER_SIZES: [i32; 4] = [0, 20, 50, 100];
const DOOR_SIZES: [i32; 3] = [0, 20, 50];
const DEFAULT_SIZE: i32 = 20;

pub struct MatrixPage {
    pub rows: Page<MatrixRow>,
    pub doors: Page<MatrixDoorRow>,
    /// Of the rules that the caller sees.
    pub rule_names: HashMap<i64, String>,
}

pub async fn read(app: &App, right: &ViewRight, query: &MatrixQuery, door_page: i32, door_size: i32) -> Result<MatrixPage> {
    if !USER_SIZES.contains(&query.users.size) {
        return Err(Error::field("size", "must be one of: 20, 50, 100"));
    }
    if !DOOR_SIZES.contains(&door_size) {
        return Err(Error::field("door_size", "must be one of: 20, 50"));
    }
    ensure_reach(right.caller())?;
    ensure_groups_visible(app, right.caller(), query).await?;
    let mut tx = store::snapshot(&app.context.database, right.project_id()).await?;
    ensure_rule_visible(&mut tx, right.caller(), query.access_rule_id).await?;
    let doors = rows::page_of_doors(&mut tx, right, &query.doors, door_page, door_size).await.map_err(of_doors)?;
    let columns: Vec<MatrixDoor> = doors.items.iter().map(MatrixDoorRow::door).collect();
    let devices: Vec<i64> = doors.items.iter().map(|door| door.id).collect();
    let site = device_access::find_site(&mut tx, right.project_id(), &devices, &[]).await?;
    let mut matrix = Matrix::new(&site, &columns, timestamp(query.at));
    let rows = if query.is_about_cells() {
        seek(&mut tx, right, query, &mut matrix, columns.len()).await?
    } else {
        let page = rows::page_of_users(&mut tx, right, &query.users).await?;
        let held = rows::held_types(&mut tx, right.project_id(), &page.items, query.at).await?;
        let mut held = held.into_iter();
        page.map(|user| MatrixRow { cells: matrix.cells(&user.user(held.next().unwrap_or_default())), user })
    };
    let rule_names = rule_names(&mut tx, right.caller(), &site).await?;
    tx.rollback().await?;
    Ok(MatrixPage { rows, doors, rule_names })
}

/// Of the two pages of an answer, `page` is that of the users.
fn of_doors(error: Error) -> Error {
    match error {
        Error::Invalid(fields) => Error::Invalid(fields.into_iter().map(|(field, message)| (format!("door_{field}"), message)).collect()),
        other => other,
    }
}

/// A page of the users who have such a cell.
async fn seek(
    connection: &mut PgConnection,
    right: &ViewRight,
    query: &MatrixQuery,
    matrix: &mut Matrix<'_>,
    doors: usize,
) -> Result<Page<MatrixRow>> {
    let (page, size) = (query.users.page.max(1), if query.users.size == 0 { DEFAULT_SIZE } else { query.users.size });
    let ids = rows::user_ids(connection, right, &query.users, MAX_SOUGHT).await?;
    let before = (page as usize - 1).saturating_mul(size as usize);
    let (mut items, mut total) = (Vec::new(), 0);
    for chunk in ids.chunks(CHUNK) {
        for user in users_of(connection, right, query, chunk).await? {
            let row = decide(matrix, user).await;
            if query.takes(&row, doors) {
                if total >= before && items.len() < size as usize {
                    items.push(row);
                }
                total += 1;
            }
        }
    }
    Ok(Page { items, total: total as i64, page, size })
}

/// Some users with the types of identifiers that they hold, in the order of the ids.
pub(super) async fn users_of(
    connection: &mut PgConnection,
    right: &ViewRight,
    query: &MatrixQuery,
    ids: &[i64],
) -> Result<Vec<(MatrixUserRow, IdentifierTypes)>> {
    let users = rows::users_by_ids(connection, right, ids).await?;
    let held = rows::held_types(connection, right.project_id(), &users, query.at).await?;
    Ok(users.into_iter().zip(held).collect())
}

/// The row of a user. Others have their turn before it: thousands of locks are decided without a pause.
pub(super) async fn decide(matrix: &mut Matrix<'_>, (user, held): (MatrixUserRow, IdentifierTypes)) -> MatrixRow {
    tokio::task::yield_now().await;
    MatrixRow { cells: matrix.cells(&user.user(held)), user }
}
