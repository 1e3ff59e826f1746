//! The memory of the process against the limit that the chart gives it. Each test has a process of its own.
use std::sync::Arc;

use futures::StreamExt;
use futures::future::join_all;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::identity::v1::*;
use spreadsheet::Format;
use tonic::Code;

use crate::site::{PASSWORD, Site};

const VALUES: &str = include_str!("../../../../charts/vestibule/values.yaml");
/// As many pixels as are taken, with four bytes each.
const SIDES: (u32, u32) = (6_000, 4_000);
/// The bytes and rows that are taken of a table, and the bytes of an unpacked one.
const TABLE_BYTES: usize = 16 << 20;
const ROWS: usize = 20_000;
const UNPACKED_BYTES: usize = 40 << 20;
const CHUNK: usize = 256 << 10;

/// Bytes that the values of the chart let identity use.
fn limit() -> u64 {
    let service = VALUES.lines().find(|line| line.starts_with("  identity: ")).unwrap();
    let (_, limits) = service.split_once("limits: { memory: ").expect("identity has a limit of its own");
    limits.split_once("Mi").unwrap().0.parse::<u64>().unwrap() << 20
}

/// The largest amount of memory that the process has used since the last `forget_peak`.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap() << 10
}

fn forget_peak() {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
}

/// Transparent, so that four bytes are kept of each pixel; lines that differ, so that it is some megabytes as a file.
fn largest_picture() -> Vec<u8> {
    let (width, height) = SIDES;
    let mut pixels = [200, 30, 30, 100].repeat((width * height) as usize);
    for (at, line) in pixels.chunks_mut(width as usize * 4).enumerate() {
        line[..1_200].fill(at as u8);
    }
    let mut data = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut data, CompressionType::Default, FilterType::NoFilter);
    encoder.write_image(&pixels, width, height, ExtendedColorType::Rgba8).unwrap();
    assert!(data.len() < image_upload::MAX_BYTES);
    data
}

/// As large as a file may be.
fn largest_csv() -> Vec<u8> {
    let heading = "name,description,role,groups\n";
    let (before, after) = ("anna,", ",user,group 10\n");
    let description = "d".repeat((TABLE_BYTES - heading.len()) / ROWS - before.len() - after.len());
    let table = heading.to_string() + &format!("{before}{description}{after}").repeat(ROWS);
    assert!(table.len() <= TABLE_BYTES && table.len() > TABLE_BYTES - (1 << 20));
    table.into_bytes()
}

/// With as much text as is unpacked of a file.
async fn largest_xlsx() -> Vec<u8> {
    let (rows, pieces) = spreadsheet::write(Format::Xlsx, "users", &["name", "address", "description", "role", "groups"]);
    let (name, address, description, groups) = ("n".repeat(100), "a".repeat(500), "d".repeat(1_000), "group 10; ".repeat(6));
    let text = name.len() + address.len() + description.len() + groups.len() + "user".len();
    // The file says where each text stands, too.
    assert!(text * ROWS < UNPACKED_BYTES && text * ROWS > UNPACKED_BYTES * 3 / 4);
    let push = async move {
        for row in 0..ROWS {
            // Its own text in every cell: equal ones are kept once.
            let own = |text: &str| format!("{row:07}{}", &text[7..]);
            rows.push(vec![own(&name), own(&address), own(&description), "user".into(), groups.clone()]).await;
        }
        rows.finish(Ok(())).await;
    };
    let (_, pieces) = tokio::join!(push, pieces.collect::<Vec<_>>());
    pieces.into_iter().flat_map(|piece| piece.unwrap().data).collect()
}

/// The pieces of a file, made one after the other as they are sent.
fn pieces(data: Arc<Vec<u8>>) -> impl Iterator<Item = FileChunk> {
    let count = data.len().div_ceil(CHUNK);
    (0..count).map(move |place| {
        let end = data.len().min((place + 1) * CHUNK);
        FileChunk { data: data[place * CHUNK..end].to_vec(), is_last: place + 1 == count, ..Default::default() }
    })
}

async fn import(site: &Site, table: Arc<Vec<u8>>, dry_run: bool) {
    let messages = pieces(table).map(move |file| ImportUsersRequest { file: Some(file), dry_run, ..Default::default() });
    let answer = site.users_client().import_users(site.request(&site.admin, futures::stream::iter(messages))).await.unwrap().into_inner();
    assert_eq!((answer.rows, answer.created, answer.errors.len()), (ROWS as i32, ROWS as i32, 0));
}

async fn set_avatar(site: &Site, id: i64, picture: Arc<Vec<u8>>) {
    let messages = pieces(picture).map(move |image| SetUserAvatarRequest { id, image: Some(image), ..Default::default() });
    site.users_client().set_user_avatar(site.request(&site.admin, futures::stream::iter(messages))).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_largest_pictures_and_tables_with_sign_ins_beside_them_fit_the_memory_of_the_chart() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let picture = Arc::new(largest_picture());
    let (csv, xlsx) = (Arc::new(largest_csv()), Arc::new(largest_xlsx().await));
    forget_peak();
    let before = peak();

    // More than are taken at a time.
    let pictures = join_all((0..5).map(|_| set_avatar(&site, anna.id, picture.clone())));
    let dry = [false, true];
    let tables = join_all(dry.map(|dry_run| import(&site, if dry_run { xlsx.clone() } else { csv.clone() }, dry_run)));
    let whole = import(&site, xlsx.clone(), false);
    let sign_ins = join_all((0..8).map(|_| site.login(&site.admin_email, PASSWORD)));
    let (_, _, _, sessions) = tokio::join!(pictures, whole, tables, sign_ins);
    // An import that has to wait too long is refused.
    assert!(sessions.iter().all(|session| session.as_ref().map_or_else(|refused| refused.code() == Code::Unavailable, |_| true)));

    let (peak, limit) = (peak(), limit());
    println!(
        "picture {} MiB, csv {} MiB, xlsx {} MiB: {} MiB before, {} MiB at most, {} MiB by the chart",
        picture.len() >> 20,
        csv.len() >> 20,
        xlsx.len() >> 20,
        before >> 20,
        peak >> 20,
        limit >> 20
    );
    assert!(peak > before + (96 << 20), "no picture was decoded: {peak}");
    assert!(peak < limit, "{} MiB of {} MiB", peak >> 20, limit >> 20);
}
