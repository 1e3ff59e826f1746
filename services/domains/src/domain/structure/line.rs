//! A row of the table, read cell by cell.
use kit::Fields;
use kit::error::RowError;
use proto::vestibule::access::v1::IdentifierType;
use spreadsheet::{Columns, Row};

use super::group_path;
use crate::domain::group::MAX_COUNT;

pub const GROUP_PATH: &str = "group path";
pub const TYPE: &str = "type";
pub const ADDRESS: &str = "logical address";
pub const APARTMENT: &str = "apartment";
pub const USER_NAME: &str = "user name";
pub const EMAIL: &str = "e-mail";
pub const PHONE: &str = "phone";
pub const ROLE: &str = "role";
pub const CARD_DEC: &str = "card dec";
pub const CARD_HEX: &str = "card hex";
pub const ACCESS_CODE: &str = "access code";
pub const PLATE: &str = "plate";
pub const SIP_COUNT: &str = "sip count";
pub const APP_COUNT: &str = "app count";
pub const SEND_INVITATION: &str = "send invitation";
pub const USER_ID: &str = "user id";

/// In the order in which an export has them.
pub const HEADINGS: [&str; 16] = [
    GROUP_PATH,
    TYPE,
    ADDRESS,
    APARTMENT,
    USER_NAME,
    EMAIL,
    PHONE,
    ROLE,
    CARD_DEC,
    CARD_HEX,
    ACCESS_CODE,
    PLATE,
    SIP_COUNT,
    APP_COUNT,
    SEND_INVITATION,
    USER_ID,
];
pub const COLUMNS: Columns<'static> = Columns { required: &[GROUP_PATH], optional: &HEADINGS };

const MAX_DEPTH: usize = 50;
const MAX_NAME: usize = 100;

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// From 0.
    pub index: usize,
    pub path: Vec<String>,
    pub type_name: Option<String>,
    pub address: Option<String>,
    pub apartment: Option<String>,
    pub person: Option<UserCells>,
    pub numbers: Vec<Numbered>,
    pub counts: Counts,
}

#[derive(Clone, Debug, PartialEq)]
pub struct UserCells {
    /// Of somebody who is there, as an export has it.
    pub id: Option<i64>,
    pub name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub role: Option<String>,
    pub send_invitation: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Numbered {
    /// The heading of its column.
    pub field: &'static str,
    pub kind: IdentifierType,
    pub value: String,
    /// The same number in its other form.
    pub other: Option<String>,
}

/// Numbers and apps that are licensed to a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub sip: Option<i32>,
    pub app: Option<i32>,
}

impl Line {
    /// What is wrong with the row is added to `errors`.
    pub fn read(row: &Row<'_>, errors: &mut Vec<RowError>) -> Line {
        let mut fields = Fields::new();
        let text = |heading| row.text(heading).map(str::to_string);
        let path = group_path::parse(row.raw(GROUP_PATH));
        fields.check(path.len() <= MAX_DEPTH, GROUP_PATH, "too many groups");
        for name in &path {
            fields.text(GROUP_PATH, name, MAX_NAME);
        }
        let line = Line {
            index: row.index,
            path,
            type_name: text(TYPE),
            address: text(ADDRESS),
            apartment: text(APARTMENT),
            person: person(row, &mut fields),
            numbers: numbers(row),
            counts: Counts { sip: count(row, SIP_COUNT, &mut fields), app: count(row, APP_COUNT, &mut fields) },
        };
        if let Err(kit::Error::Invalid(problems)) = fields.finish() {
            errors.extend(problems.into_iter().map(|(field, message)| RowError { index: row.index, field, message }));
        }
        line
    }
}

fn person(row: &Row<'_>, fields: &mut Fields) -> Option<UserCells> {
    let (email, phone, role) = (row.text(EMAIL), row.text(PHONE), row.text(ROLE));
    let send_invitation = yes_or_no(row, fields);
    let id = row.text(USER_ID).map(|text| text.parse::<i64>().ok().filter(|id| *id > 0));
    fields.check(id != Some(None), USER_ID, "must be a number");
    let Some(name) = row.text(USER_NAME) else {
        let has_more = email.is_some() || phone.is_some() || send_invitation || id.is_some();
        fields.check(!has_more, USER_NAME, "required");
        return None;
    };
    fields.text(USER_NAME, name, MAX_NAME);
    if let Some(email) = email {
        fields.email(EMAIL, email);
    }
    if let Some(phone) = phone {
        fields.phone(PHONE, phone);
    }
    fields.check(email.is_some() || !send_invitation, EMAIL, "e-mail required for registration");
    let text = |cell: Option<&str>| cell.map(str::to_string);
    Some(UserCells { id: id.flatten(), name: name.into(), email: text(email), phone: text(phone), role: text(role), send_invitation })
}

fn numbers(row: &Row<'_>) -> Vec<Numbered> {
    let mut numbers = Vec::new();
    let hex = row.text(CARD_HEX).map(pairs);
    match (row.text(CARD_DEC), hex) {
        (Some(value), other) => numbers.push(Numbered { field: CARD_DEC, kind: IdentifierType::Card, value: value.into(), other }),
        (None, Some(value)) => numbers.push(Numbered { field: CARD_HEX, kind: IdentifierType::Card, value, other: None }),
        (None, None) => {}
    }
    for (field, kind) in [(ACCESS_CODE, IdentifierType::AccessCode), (PLATE, IdentifierType::LicensePlate)] {
        numbers.extend(row.text(field).map(|value| Numbered { field, kind, value: value.into(), other: None }));
    }
    numbers
}

/// A hexadecimal number that is written without separators would be taken for a decimal one.
fn pairs(text: &str) -> String {
    if !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return text.into();
    }
    let even = if text.len() % 2 == 1 { format!("0{text}") } else { text.into() };
    let pairs: Vec<&str> = (0..even.len()).step_by(2).map(|start| &even[start..start + 2]).collect();
    // A single pair has no separator, so that it gets a second one.
    if pairs.len() == 1 { format!("00-{}", pairs[0]) } else { pairs.join("-") }
}

fn count(row: &Row<'_>, heading: &str, fields: &mut Fields) -> Option<i32> {
    let text = row.text(heading)?;
    match text.parse::<i32>() {
        Ok(number) => fields.range(heading, number, 0, MAX_COUNT),
        Err(_) => fields.add(heading, "must be a number"),
    }
    text.parse().ok()
}

fn yes_or_no(row: &Row<'_>, fields: &mut Fields) -> bool {
    let word = row.text(SEND_INVITATION).unwrap_or_default().to_lowercase();
    let is_yes = ["yes", "true", "1", "да"].contains(&word.as_str());
    let is_no = ["", "no", "false", "0", "нет"].contains(&word.as_str());
    fields.check(is_yes || is_no, SEND_INVITATION, "must be one of: yes, no");
    is_yes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of one row: (heading, cell).
    async fn read(cells: &[(&str, &str)]) -> (Line, Vec<(String, String)>) {
        let heading: Vec<&str> = cells.iter().map(|(heading, _)| *heading).collect();
        let row: Vec<&str> = cells.iter().map(|(_, cell)| *cell).collect();
        let file = format!("{}\n{}\n", heading.join(","), row.join(","));
        let table = spreadsheet::read(file.into_bytes(), spreadsheet::Limits::default()).await.expect("a table");
        table.expect(COLUMNS).expect("known columns");
        let mut errors = Vec::new();
        let line = Line::read(&table.rows().next().expect("a row"), &mut errors);
        (line, errors.into_iter().map(|error| (error.field, error.message)).collect())
    }

    #[tokio::test]
    async fn a_row_has_a_group_a_person_and_their_numbers() {
        let (line, errors) = read(&[
            ("Group path", "Site / House 1"),
            ("Type", "building"),
            ("User name", "Anna"),
            ("E-mail", "anna@example.org"),
            ("Card dec", "13961168"),
            ("Card hex", "00D507D0"),
            ("Plate", "AB123"),
            ("SIP count", "3"),
            ("Send invitation", "Yes"),
        ])
        .await;
        assert_eq!(errors, []);
        assert_eq!((line.path, line.type_name.as_deref()), (vec!["Site".into(), "House 1".into()], Some("building")));
        assert!(line.person.is_some_and(|person| person.send_invitation));
        let numbers: Vec<_> = line.numbers.iter().map(|number| (number.value.as_str(), number.other.as_deref())).collect();
        assert_eq!(numbers, [("13961168", Some("00-D5-07-D0")), ("AB123", None)]);
        assert_eq!(line.counts, Counts { sip: Some(3), app: None });
    }

    #[tokio::test]
    async fn a_hexadecimal_card_of_digits_only_stays_hexadecimal() {
        for (cell, value) in [("12345678", "12-34-56-78"), ("123", "01-23"), ("12", "00-12"), ("12-34", "12-34"), ("12:34", "12:34"), ("xyz", "xyz")]
        {
            assert_eq!(read(&[("group path", "a"), ("card hex", cell)]).await.0.numbers[0].value, value);
        }
    }

    #[tokio::test]
    async fn bad_cells_are_told_by_their_heading() {
        let (_, errors) = read(&[("group path", "a // "), ("e-mail", "nobody"), ("phone", "123"), ("app count", "-1"), ("sip count", "many")]).await;
        let expected = [("app count", "must be within 0 - 1000000"), ("sip count", "must be a number"), ("user name", "required")];
        assert_eq!(errors, expected.map(|(field, message)| (field.to_string(), message.to_string())));
        let (_, errors) = read(&[("group path", "a / / b"), ("user name", "Anna"), ("e-mail", "nobody"), ("send invitation", "perhaps")]).await;
        let fields: Vec<_> = errors.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["e-mail", "group path", "send invitation"]);
    }

    #[tokio::test]
    async fn a_user_id_is_a_number_and_belongs_to_a_name() {
        let (line, errors) = read(&[("group path", "a"), ("user name", "Anna"), ("user id", "17")]).await;
        assert_eq!((line.person.and_then(|person| person.id), errors.len()), (Some(17), 0));
        for cell in ["-1", "0", "x"] {
            let (_, errors) = read(&[("group path", "a"), ("user name", "Anna"), ("user id", cell)]).await;
            assert_eq!(errors, [("user id".to_string(), "must be a number".to_string())], "{cell}");
        }
        assert_eq!(read(&[("group path", "a"), ("user id", "17")]).await.1, [("user name".to_string(), "required".to_string())]);
    }

    #[tokio::test]
    async fn an_invitation_needs_an_e_mail() {
        let (_, errors) = read(&[("group path", "a"), ("user name", "Anna"), ("send invitation", "yes")]).await;
        assert_eq!(errors, [("e-mail".to_string(), "e-mail required for registration".to_string())]);
    }
}
