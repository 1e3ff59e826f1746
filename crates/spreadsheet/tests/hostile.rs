//! Tables of strangers, made by chance from one fixed seed: each is read within its limits, or refused with a reason. By a process of its
//! own, this very program, that may not take more memory than a good file of the same size does many times over.
use std::io::{Cursor, Write};
use std::process::Command;

use futures::StreamExt;
use kit::Error;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use spreadsheet::{Format, Limits, read, write};
use tokio::runtime::Runtime;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const IS_READER: &str = "VESTIBULE_TEST_HOSTILE_READER";
/// Of addresses, which is more than what is used: the program itself and the stacks of its threads are in it.
const MEMORY_KIB: usize = 768 << 10;
const LIMITS: Limits = Limits { bytes: 1 << 20, rows: 200, columns: 16, cell: 100 };
const BYTES: u32 = 2_000;
const CSVS: u32 = 3_000;
const BOOKS: u32 = 1_500;
const SHEETS: u32 = 1_500;

#[test]
fn tables_made_by_chance_are_read_or_refused_within_a_limit_of_memory() {
    let program = std::env::current_exe().unwrap();
    let read = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY_KIB} && exec \"$0\" --exact a_test_may_read_in_a_process --nocapture")])
        .arg(program)
        .env(IS_READER, "1")
        .output()
        .unwrap();
    assert!(read.status.success(), "{}\n{}", String::from_utf8_lossy(&read.stdout), String::from_utf8_lossy(&read.stderr));
    assert!(String::from_utf8_lossy(&read.stdout).contains("1 passed"));
}

#[test]
fn a_test_may_read_in_a_process() {
    if std::env::var(IS_READER).is_err() {
        return;
    }
    let reader = Reader(tokio::runtime::Builder::new_current_thread().build().unwrap());
    let (csv, xlsx) = (reader.good(Format::Csv), reader.good(Format::Xlsx));
    assert!(reader.read(csv.clone()) && reader.read(xlsx.clone()));
    by_chance(BYTES, prop::collection::vec(any::<u8>(), 0..300), |data| _ = reader.read(data));
    by_chance(CSVS, changes(CSV_WORDS), |changes| _ = reader.read(change(&csv, changes)));
    by_chance(BOOKS, changes(ZIP_WORDS), |changes| _ = reader.read(change(&xlsx, changes)));
    by_chance(SHEETS, (changes(XML_WORDS), 0..SHEET_PARTS.len()), |(changes, part)| _ = reader.read(book(part, changes)));
    large(&reader);
}

/// The same cases each time.
fn by_chance<S: Strategy>(cases: u32, strategy: S, check: impl Fn(S::Value)) {
    let mut runner = TestRunner::deterministic();
    for _ in 0..cases {
        check(strategy.new_tree(&mut runner).unwrap().current());
    }
}

struct Reader(Runtime);

impl Reader {
    fn good(&self, format: Format) -> Vec<u8> {
        self.0.block_on(async {
            let (rows, pieces) = write(format, "users", &["name", "phone", "note"]);
            let writing = async {
                for row in 0..20 {
                    assert!(rows.push(vec![format!("Anna {row}"), format!("+3120{row:05}"), "=1+1; \"a\", б".into()]).await);
                }
                rows.finish(Ok(())).await;
            };
            let (pieces, ()) = tokio::join!(pieces.collect::<Vec<_>>(), writing);
            pieces.into_iter().flat_map(|piece| piece.unwrap().data).collect()
        })
    }

    /// Whether it is read. A refusal says why, in the words of the contract.
    fn read(&self, data: Vec<u8>) -> bool {
        match self.0.block_on(read(data, LIMITS)) {
            Ok(table) => {
                assert!(table.len() <= LIMITS.rows && table.headings().len() <= LIMITS.columns);
                for row in table.rows() {
                    assert!(table.headings().iter().all(|heading| row.raw(heading).chars().count() <= LIMITS.cell));
                }
                true
            }
            Err(Error::Conflict { code: "wrong_file_body" | "invalid_file", data, .. }) => {
                assert!(data["fields"]["file"].as_str().is_some_and(|why| !why.is_empty()), "{data}");
                false
            }
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// What is done to a file at a place.
#[derive(Clone, Debug)]
enum Change {
    Set(Index, u8),
    Insert(Index, &'static [u8]),
    Cut(Index, usize),
    Repeat(Index, usize, usize),
    End(Index),
}

fn changes(words: &'static [&'static [u8]]) -> impl Strategy<Value = Vec<Change>> {
    let place = any::<Index>;
    let change = prop_oneof![
        3 => (place(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        5 => (place(), prop::sample::select(words)).prop_map(|(at, word)| Change::Insert(at, word)),
        2 => (place(), 1_usize..40).prop_map(|(at, length)| Change::Cut(at, length)),
        2 => (place(), 1_usize..40, 1_usize..60).prop_map(|(at, length, times)| Change::Repeat(at, length, times)),
        1 => place().prop_map(Change::End),
    ];
    prop::collection::vec(change, 1..6)
}

fn change(good: &[u8], changes: Vec<Change>) -> Vec<u8> {
    let mut data = good.to_vec();
    for change in changes {
        if data.is_empty() {
            break;
        }
        match change {
            Change::Set(at, byte) => {
                let at = at.index(data.len());
                data[at] = byte;
            }
            Change::Insert(at, word) => {
                let at = at.index(data.len());
                drop(data.splice(at..at, word.iter().copied()));
            }
            Change::Cut(at, length) => {
                let at = at.index(data.len());
                let end = (at + length).min(data.len());
                drop(data.drain(at..end));
            }
            Change::Repeat(at, length, times) => {
                let at = at.index(data.len());
                let piece = data[at..(at + length).min(data.len())].repeat(times);
                drop(data.splice(at..at, piece));
            }
            Change::End(at) => data.truncate(at.index(data.len())),
        }
    }
    data
}

const CSV_WORDS: &[&[u8]] =
    &[b"\"", b"\"\"", b",", b";", b"\t", b"\n", b"\r", b"\r\n", b"\0", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"'", b"=", b"name", b"PK\x03\x04"];
const ZIP_WORDS: &[&[u8]] = &[
    b"PK\x03\x04",
    b"PK\x01\x02",
    b"PK\x05\x06",
    b"PK\x06\x06",
    b"PK\x06\x07",
    b"PK\x07\x08",
    b"\xff\xff",
    b"\xff\xff\xff\xff",
    b"\0\0",
    b"\0\0\0\0",
    b"../",
    b"xl/workbook.xml",
];
const XML_WORDS: &[&[u8]] = &[
    b"<",
    b">",
    b"/>",
    b"</",
    b"\"",
    b"&amp;",
    b"&#0;",
    b"&#x110000;",
    b"&x;",
    b"<!DOCTYPE x [<!ENTITY x \"xxxxxxxx\">]>",
    b"<![CDATA[",
    b"<!--",
    b"<?x?>",
    b"xmlns:r=\"r\"",
    b"<row r=\"1048577\">",
    b"<row r=\"4294967295\">",
    b"<row r=\"-1\">",
    b"<c r=\"XFE1\">",
    b"<c r=\"ZZZZZZ9\">",
    b"<c r=\"A4294967296\">",
    b"<c r=\"\">",
    b" t=\"s\"",
    b" t=\"e\"",
    b" t=\"d\"",
    b"<v>99999999999</v>",
    b"<v>-1</v>",
    b"<v>1e400</v>",
    b"<v>NaN</v>",
    b"<dimension ref=\"A1:XFD1048576\"/>",
    b"<mergeCell ref=\"A1:XFD1048576\"/>",
    b"\xff",
];

/// Which part of a book is changed.
const SHEET_PARTS: [&str; 4] = ["xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/sharedStrings.xml", "xl/_rels/workbook.xml.rels"];

/// A book of which one part is changed before it is packed: its checksums are good.
fn book(changed: usize, changes: Vec<Change>) -> Vec<u8> {
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
    let cells = r#"<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>phone</t></is></c></row>
        <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>0.5</v></c></row><row r="3"><c r="A3" t="b"><v>1</v></c><c r="B3" t="str"><f>1+1</f><v>2</v></c></row>"#;
    let relation = |id: &str, kind: &str, target: &str| format!(r#"<Relationship Id="{id}" Type="{RELATIONS}/{kind}" Target="{target}"/>"#);
    let relations = |inner: String| format!(r#"<Relationships xmlns="{PACKAGE}">{inner}</Relationships>"#);
    let parts = [
        format!(r#"<worksheet xmlns="{MAIN}"><dimension ref="A1:B3"/><sheetData>{cells}</sheetData></worksheet>"#),
        format!(r#"<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>"#),
        format!(r#"<sst xmlns="{MAIN}" count="2" uniqueCount="2"><si><t>name</t></si><si><r><t>An</t></r><r><t>na</t></r></si></sst>"#),
        relations(relation("r1", "worksheet", "worksheets/sheet1.xml") + &relation("r2", "sharedStrings", "sharedStrings.xml")),
    ];
    let mut parts: Vec<(&str, Vec<u8>)> = SHEET_PARTS.into_iter().zip(parts.map(String::into_bytes)).collect();
    parts[changed].1 = change(&parts[changed].1, changes);
    parts.push(("_rels/.rels", relations(relation("r1", "officeDocument", "xl/workbook.xml")).into_bytes()));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(&content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// As much of one thing as a file may have.
fn large(reader: &Reader) {
    let much = |piece: &str| piece.repeat((LIMITS.bytes - 16) / piece.len());
    for piece in ["\"", "\"\"", ",", ";", "\n", "\r", "a,b\n", "\"a\"\"", "\u{feff}", "'", " "] {
        reader.read(format!("name\n{}", much(piece)).into_bytes());
    }
}
