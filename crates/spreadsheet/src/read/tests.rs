use std::io::{Cursor, Write};

use kit::Error;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::parse;
use crate::{Columns, Limits, Table};

fn table(text: &str) -> Table {
    parse(text.as_bytes(), Limits::default()).unwrap()
}

/// The cells of a table's rows under their headings.
fn cells(table: &Table) -> Vec<(usize, Vec<&str>)> {
    table.rows().map(|row| (row.index, table.headings().iter().map(|heading| row.raw(heading)).collect())).collect()
}

/// The code and the reason with which a file is refused.
fn refused(result: kit::Result<Table>) -> (&'static str, String) {
    match result {
        Err(Error::Conflict { code, data, .. }) => (code, data["fields"]["file"].as_str().unwrap().to_string()),
        other => panic!("{other:?}"),
    }
}

fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A file with one sheet of these rows, in the XML of xlsx.
fn book(rows: &str) -> Vec<u8> {
    book_with(rows, &[])
}

/// The same with one shared string.
fn book_of_string(rows: &str, text: &str) -> Vec<u8> {
    let strings = format!(r#"<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>{text}</t></si></sst>"#);
    book_with(rows, &[("xl/sharedStrings.xml", strings.as_bytes())])
}

fn book_with(rows: &str, others: &[(&str, &[u8])]) -> Vec<u8> {
    const MAIN: &str = r#"xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main""#;
    const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let workbook = format!(r#"<workbook {MAIN} xmlns:r="{RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>"#);
    let relation = |kind: &str, target: &str| {
        let namespace = "http://schemas.openxmlformats.org/package/2006/relationships";
        format!(r#"<Relationships xmlns="{namespace}"><Relationship Id="r1" Type="{RELATIONS}/{kind}" Target="{target}"/></Relationships>"#)
    };
    let worksheet = format!("<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>");
    let (relations, sheets) = (relation("officeDocument", "xl/workbook.xml"), relation("worksheet", "worksheets/sheet1.xml"));
    let parts: [(&str, &[u8]); 4] = [
        ("_rels/.rels", relations.as_bytes()),
        ("xl/workbook.xml", workbook.as_bytes()),
        ("xl/_rels/workbook.xml.rels", sheets.as_bytes()),
        ("xl/worksheets/sheet1.xml", worksheet.as_bytes()),
    ];
    archive(&[&parts[..], others].concat())
}

fn cell(place: &str, text: &str) -> String {
    format!(r#"<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>"#)
}

#[test]
fn comma_semicolon_and_tab_are_understood_with_or_without_a_mark() {
    let expected = vec![(0, vec!["Anna", "a@b.c"])];
    for text in ["Name,E-mail\nAnna,a@b.c\n", "name;e-mail\r\nAnna;a@b.c", "\u{feff}NAME\te-mail\nAnna\ta@b.c\n", "\"name\";\"e-mail\"\nAnna;a@b.c"] {
        let table = table(text);
        assert_eq!(table.headings(), ["name", "e-mail"], "{text:?}");
        assert_eq!(cells(&table), expected, "{text:?}");
    }
}

#[test]
fn a_delimiter_within_quotes_does_not_count() {
    let table = table("\"a,b,c\";d\n1;2\n");
    assert_eq!(table.headings(), ["a,b,c", "d"]);
}

#[test]
fn an_index_is_the_place_below_the_heading_blank_rows_counted() {
    assert_eq!(cells(&table("name,email\nAnna,\n,\nEva,e\n")), [(0, vec!["Anna", ""]), (2, vec!["Eva", "e"])]);
    let rows = format!(r#"<row r="2">{}</row><row r="3">{}</row><row r="6">{}</row>"#, cell("A2", "Name"), cell("A3", "Anna"), cell("A6", "Eva"));
    let table = parse(&book(&rows), Limits::default()).unwrap();
    assert_eq!(cells(&table), [(0, vec!["Anna"]), (3, vec!["Eva"])]);
}

#[test]
fn numbers_are_read_as_people_write_them() {
    let row = r#"<row r="2"><c r="A2"><v>1234567890</v></c><c r="B2"><v>0.5</v></c><c r="C2" t="b"><v>1</v></c></row>"#;
    let heading = format!(r#"<row r="1">{}{}{}</row>"#, cell("A1", "a"), cell("B1", "b"), cell("C1", "c"));
    let table = parse(&book(&(heading + row)), Limits::default()).unwrap();
    assert_eq!(cells(&table), [(0, vec!["1234567890", "0.5", "true"])]);
}

#[test]
fn what_is_no_table_is_an_invalid_file() {
    let no_text = [b"\xff\xfe\x00\x01".as_slice(), b"\xd0\xcf\x11\xe0old", b"name\nA\0\n", b"PK\x03\x04garbage"];
    for bytes in no_text {
        assert_eq!(refused(parse(bytes, Limits::default())).0, "invalid_file", "{bytes:?}");
    }
    assert_eq!(refused(parse(&archive(&[("a.txt", b"a")]), Limits::default())).0, "invalid_file");
}

#[test]
fn nothing_is_a_wrong_file_body() {
    for bytes in [b"".as_slice(), b"\n\n", b" , \n"] {
        assert_eq!(refused(parse(bytes, Limits::default())).0, "wrong_file_body");
    }
}

#[test]
fn a_table_beyond_a_limit_is_refused() {
    let limits = Limits { bytes: 1000, rows: 2, columns: 2, cell: 5 };
    for text in ["a\n1\n2\n3\n", "a,b,c\n", "a\n123456\n", &"x".repeat(1001)] {
        assert_eq!(refused(parse(text.as_bytes(), limits)).0, "invalid_file", "{text}");
    }
    assert!(parse("a\nёжики\n2\n".as_bytes(), limits).is_ok());
    let wide = format!(r#"<row r="1">{}</row>"#, cell("ZZ1", "a"));
    assert_eq!(refused(parse(&book(&wide), Limits::default())).1, "maximum number of columns is 64");
}

#[test]
fn a_zip_bomb_is_refused() {
    let limits = Limits { bytes: 1 << 20, ..Limits::default() };
    let bomb = archive(&[("xl/workbook.xml", &vec![b' '; 42 << 20])]);
    assert!(bomb.len() < limits.bytes);
    assert_eq!(refused(parse(&bomb, limits)).1, "it is too large when unpacked");
}

#[test]
fn a_file_of_nothing_but_shared_strings_is_refused() {
    let most = 20_001 * 64;
    for element in ["<si/>", "<si></si>", "<x:si />"] {
        let strings = |count| archive(&[("xl/sharedStrings.xml", element.repeat(count).as_bytes())]);
        assert_eq!(refused(parse(&strings(most + 1), Limits::default())).1, "it is too large when unpacked", "{element}");
        // As many as there may be cells: it is refused for another reason, having no sheet.
        assert_eq!(refused(parse(&strings(most), Limits::default())).1, "must be xlsx or csv", "{element}");
    }
    let others = archive(&[("xl/sharedStrings.xml", "<sz/><size/><s/><i/>si></si>".repeat(1_000_000).as_bytes())]);
    assert_eq!(refused(parse(&others, Limits::default())).1, "must be xlsx or csv");
}

#[test]
fn one_shared_string_in_every_cell_does_not_become_a_large_table() {
    let limits = Limits { rows: 2_000, ..Limits::default() };
    let heading: String = (0..20).map(|column| cell(&format!("{}1", (b'A' + column) as char), "name")).collect();
    let row = |row: usize| {
        let cells: String = (0..20).map(|column| format!(r#"<c r="{}{row}" t="s"><v>0</v></c>"#, (b'A' + column) as char)).collect();
        format!(r#"<row r="{row}">{cells}</row>"#)
    };
    let rows = |count: usize| format!(r#"<row r="1">{heading}</row>"#) + &(2..count + 2).map(row).collect::<String>();
    let text = "x".repeat(4_000);
    assert_eq!(parse(&book_of_string(&rows(100), &text), limits).unwrap().len(), 100);
    assert_eq!(refused(parse(&book_of_string(&rows(110), &text), limits)), ("invalid_file", "it is too large when unpacked".into()));
    let longer = "x".repeat(16_001);
    assert_eq!(refused(parse(&book_of_string(&rows(1), &longer), limits)), ("invalid_file", "maximum length of a cell is 4000".into()));
}

#[test]
fn a_row_of_nothing_but_delimiters_is_refused_before_it_is_read() {
    let refusal = ("invalid_file", "it has too many columns".into());
    assert_eq!(refused(parse(&[b"name\n".as_slice(), ",".repeat(1 << 20).as_bytes()].concat(), Limits::default())), refusal);
    // A quote within a field opens nothing, and the delimiters behind it count.
    assert_eq!(refused(parse(&[b"name,\na\"".as_slice(), ",".repeat(1 << 20).as_bytes()].concat(), Limits::default())), refusal);
    let quoted = format!("name\n\"{}\"\n", "a,\"\",".repeat(500));
    assert_eq!(table(&quoted).len(), 1);
}

#[test]
fn a_table_of_as_many_rows_as_there_may_be_is_taken() {
    let name = "Anna Arkadyevna Karenina of the first floor, to the left";
    let row = |row: usize| {
        format!(r#"<row r="{row}">{}{}{}</row>"#, cell(&format!("A{row}"), name), cell(&format!("B{row}"), name), cell(&format!("C{row}"), name))
    };
    let heading = format!(r#"<row r="1">{}{}{}</row>"#, cell("A1", "a"), cell("B1", "b"), cell("C1", "c"));
    let rows: String = (2..20_002).map(row).collect();
    assert_eq!(parse(&book(&(heading + &rows)), Limits::default()).unwrap().rows().count(), 20_000);
}

#[test]
fn a_cell_without_a_heading_is_refused() {
    assert_eq!(refused(parse(b"a,b\n1,2\n1,2,3\n", Limits::default())).1, "row 1 has a cell without a heading");
    assert_eq!(refused(parse(b"a,,b\n1,2,3\n", Limits::default())).1, "row 0 has a cell without a heading");
}

#[test]
fn missing_unknown_and_repeated_columns_are_named() {
    let columns = Columns { required: &["name"], optional: &["email"] };
    let reason = |text: &str| match table(text).expect(columns) {
        Err(Error::Conflict { code: "wrong_file_body", data, .. }) => data["fields"]["file"].as_str().unwrap().to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(reason("email\na\n"), "missing column: name");
    assert_eq!(reason("name,emial\na,b\n"), "unknown column: emial");
    assert_eq!(reason("name,Name\na,b\n"), "column is there twice: name");
    assert!(table("Email,NAME\n,\n").expect(columns).is_ok());
}
