//! What is written is read again as it was.
use calamine::{Reader, Xlsx};
use futures::StreamExt;
use kit::Error;
use proptest::prelude::*;
use spreadsheet::{Format, Limits, read, write};

const HEADINGS: [&str; 3] = ["name", "phone", "note"];

async fn file(format: Format, rows: &[Vec<String>]) -> (String, Vec<u8>) {
    let (sender, mut pieces) = write(format, "users", &HEADINGS);
    let rows = rows.to_vec();
    let writing = tokio::spawn(async move {
        for row in rows {
            assert!(sender.push(row).await);
        }
        sender.finish(Ok(())).await;
    });
    let name = pieces.next().await.unwrap().unwrap().file_name;
    let mut data = Vec::new();
    while let Some(piece) = pieces.next().await {
        data.extend(piece.unwrap().data);
    }
    writing.await.unwrap();
    (name, data)
}

async fn read_again(data: Vec<u8>) -> Vec<Vec<String>> {
    let table = read(data, Limits::default()).await.unwrap();
    assert_eq!(table.headings(), HEADINGS);
    table.rows().map(|row| HEADINGS.iter().map(|heading| row.raw(heading).to_string()).collect()).collect()
}

/// Text with what is special to csv, to XML and to spreadsheets; a carriage return and other control characters are
/// nothing that people put into a cell.
fn cell() -> impl Strategy<Value = String> {
    prop_oneof!["['=+@-]{0,2}[^\\p{Cc}]{0,20}", "[ \t\n\",;<>&_x0-9A-F]{0,12}", Just("_x000D_".to_string()), Just("1e5".to_string())]
}

fn rows() -> impl Strategy<Value = Vec<Vec<String>>> {
    // A row without text is left out when it is read.
    let row = (cell(), cell(), cell()).prop_map(|(name, phone, note)| vec![format!("x{name}"), phone, note]);
    proptest::collection::vec(row, 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn csv_is_read_as_it_was_written(rows in rows()) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let read = runtime.block_on(async { read_again(file(Format::Csv, &rows).await.1).await });
        prop_assert_eq!(read, rows);
    }

    #[test]
    fn xlsx_is_read_as_it_was_written(rows in rows()) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let read = runtime.block_on(async { read_again(file(Format::Xlsx, &rows).await.1).await });
        prop_assert_eq!(read, rows);
    }
}

#[tokio::test]
async fn the_first_piece_names_the_file() {
    assert_eq!(file(Format::Xlsx, &[]).await.0, "users.xlsx");
    assert_eq!(file(Format::Csv, &[]).await.0, "users.csv");
}

#[tokio::test]
async fn a_workbook_has_the_sheets_that_were_begun_and_a_csv_file_has_one_table() {
    for format in [Format::Xlsx, Format::Csv] {
        let (rows, pieces) = write(format, "users", &HEADINGS);
        let writing = tokio::spawn(async move {
            rows.push(["Anna", "1", ""].map(String::from).to_vec()).await;
            rows.name_sheet("people").await;
            rows.begin_sheet("rules", &["rule"]).await;
            rows.push(vec!["=Gate".into()]).await;
            rows.finish(Ok(())).await;
        });
        let pieces: Vec<_> = pieces.collect().await;
        writing.await.unwrap();
        if format == Format::Csv {
            assert_eq!(pieces.last().unwrap().as_ref().unwrap_err().code(), tonic::Code::Internal);
            continue;
        }
        let data: Vec<u8> = pieces.into_iter().flat_map(|piece| piece.unwrap().data).collect();
        let mut book: Xlsx<_> = Xlsx::new(std::io::Cursor::new(&data)).unwrap();
        assert_eq!(book.sheet_names(), ["people", "rules"]);
        let rules = book.worksheet_range("rules").unwrap();
        let cells: Vec<String> = rules.rows().flatten().map(ToString::to_string).collect();
        assert_eq!(cells, ["rule", "'=Gate"]);
        assert_eq!(read_again(data).await, [["Anna", "1", ""].map(String::from)]);
    }
}

#[tokio::test]
async fn a_formula_is_written_as_text() {
    let (_, data) = file(Format::Csv, &[vec!["=1+1".into(), "+31201234567".into(), "@x".into()]]).await;
    assert!(String::from_utf8(data).unwrap().ends_with("'=1+1,'+31201234567,'@x\r\n"));
}

#[tokio::test]
async fn a_cell_longer_than_xlsx_allows_is_cut() {
    let (_, data) = file(Format::Xlsx, &[vec!["x".repeat(40_000), String::new(), String::new()]]).await;
    let table = read(data, Limits { cell: 40_000, ..Limits::default() }).await.unwrap();
    assert_eq!(table.rows().next().unwrap().raw("name").len(), 32_767);
}

#[tokio::test]
async fn a_file_whose_rows_fail_ends_with_the_error() {
    let (rows, pieces) = write(Format::Csv, "users", &HEADINGS);
    rows.finish(Err(Error::NotFound)).await;
    let last = pieces.collect::<Vec<_>>().await.pop().unwrap();
    assert_eq!(last.unwrap_err().code(), tonic::Code::NotFound);
}

#[tokio::test]
async fn a_file_whose_rows_are_left_alone_ends_with_an_error() {
    for format in [Format::Csv, Format::Xlsx] {
        let (rows, pieces) = write(format, "users", &HEADINGS);
        drop(rows);
        let last = pieces.collect::<Vec<_>>().await.pop().unwrap();
        assert_eq!(last.unwrap_err().code(), tonic::Code::Internal);
    }
}

#[tokio::test]
async fn rows_that_nobody_takes_are_no_longer_asked_for() {
    for format in [Format::Csv, Format::Xlsx] {
        let (rows, pieces) = write(format, "users", &HEADINGS);
        drop(pieces);
        let row = vec!["x".repeat(4000); 3];
        while rows.push(row.clone()).await {}
    }
}
