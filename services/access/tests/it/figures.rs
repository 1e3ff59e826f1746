//! Figures of rows 13 and 14 of the measurements (tools/bench), against Postgres without a gateway:
//! `cargo nextest run -p access --run-ignored only -E 'test(figures)' --no-capture`. The targets hold for a release build.
use std::fmt::Write;
use std::time::{Duration, Instant};

use access::rpc::access_matrix::AccessMatrixService;
use proto::vestibule::access::v1::access_matrix_server::AccessMatrix;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::ExportFormat;
use testing::PROJECT;
use tokio_stream::StreamExt;

use crate::identifier_import::{HEADING, attempt, carry_out};
use crate::site::*;

const PAGES: usize = 10;

fn seconds(took: Duration) -> String {
    format!("{:.2} s", took.as_secs_f64())
}

#[tokio::test]
#[ignore = "prints figures"]
async fn figures_of_an_import_of_100_000_cards() {
    let site = Site::start().await;
    let rows = (1..=100_000).fold(String::from(HEADING), |mut rows, number| {
        writeln!(rows, "Card {number},card,{number},,,,,,,").expect("a text");
        rows
    });
    let begin = Instant::now();
    let attempted = attempt(&site, &site.admin(), CardReading::Dec, &rows).await.unwrap();
    let looked_at = begin.elapsed();
    assert_eq!((attempted.created, attempted.errors_count), (100_000, 0));
    let begin = Instant::now();
    assert_eq!(carry_out(&site, &site.admin(), ImportAction::Skip, &attempted.filepath).await.unwrap(), (100_000, 0, 0));
    println!("row 13: attempt {}, continuation {} (target 10 s)", seconds(looked_at), seconds(begin.elapsed()));
}

#[tokio::test]
#[ignore = "prints figures"]
async fn figures_of_a_matrix_of_10_000_users_by_200_doors() {
    let site = crate::guest_key::start().await;
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let statements = [
        "INSERT INTO people (id, project_id, name, is_active, deleted, version) SELECT 100000 + n, $1, 'User ' || n, true, false, 1 FROM generate_series(1, 10000) n",
        "INSERT INTO person_groups (project_id, group_id, user_id) SELECT $1, 11, 100000 + n FROM generate_series(1, 10000) n",
        "INSERT INTO doors (id, project_id, name, domain_id, type, model, locks, identifier_types, deleted, version)
         SELECT 200000 + n, $1, 'Door ' || n, 12, 'panel', 'AA-12', 1, '{card}', false, 1 FROM generate_series(1, 200) n",
        "INSERT INTO access_rules (id, project_id, name, prohibition, is_shareable, created_at, updated_at) OVERRIDING SYSTEM VALUE
         SELECT 300000 + n, $1, 'Rule ' || n, false, false, now(), now() FROM generate_series(1, 50) n",
        "INSERT INTO rule_devices (rule_id, device_id, lock_number, project_id)
         SELECT 300000 + r, 200000 + 1 + (r * 4 + d) % 200, 0, $1 FROM generate_series(1, 50) r, generate_series(0, 19) d",
        "INSERT INTO rule_users (rule_id, user_id, project_id) SELECT 300000 + 1 + n % 50, 100000 + n, $1 FROM generate_series(1, 10000) n",
    ];
    for statement in statements {
        sqlx::query(statement).bind(PROJECT).execute(&mut *tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    let api = AccessMatrixService(access::app::App::new(&site.app.context));
    let mut times = Vec::new();
    for _ in 0..PAGES {
        let begin = Instant::now();
        let request = GetAccessMatrixRequest { size: 20, door_size: 20, device_domain_id: Some(BUILDING_2), ..Default::default() };
        let page = api.get_access_matrix(site.by(&site.admin(), request)).await.unwrap().into_inner();
        times.push(begin.elapsed());
        assert!(page.total >= 10_000 && page.door_total >= 200);
    }
    times.sort();
    let begin = Instant::now();
    let request = DownloadAccessMatrixRequest { export_format: ExportFormat::Csv.into(), device_domain_id: Some(BUILDING_2), ..Default::default() };
    let mut pieces = api.download_access_matrix(site.by(&site.admin(), request)).await.unwrap().into_inner();
    let mut size = 0;
    while let Some(piece) = pieces.next().await {
        size += piece.unwrap().data.len();
    }
    let (page, whole) = (seconds(times[PAGES / 2]), seconds(begin.elapsed()));
    println!("row 14: first page {page} (target 0.15 s), csv {whole} (target 10 s), {size} bytes");
}
