//! What identity takes for the largest files that it accepts, against the limit of its pod.
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::identity::v1::*;
use spreadsheet::Format;

use crate::site::{Site, file};

/// Of an idle process with this service alone, in MiB: 41 in a release build.
const IDLE: u64 = 64;
/// Passwords that are hashed at the same time: four, 19 MiB each.
const PASSWORDS: u64 = 76;
/// Of one piece of an upload.
const PIECE: usize = 64 << 10;
const ROWS: usize = 20_000;

/// MiB that every service's pod may have unless the values say otherwise.
fn limit_of_chart() -> u64 {
    let values = std::fs::read_to_string("../../charts/vestibule/values.yaml").unwrap();
    let defaults = values.split_once("\nserviceDefaults:").unwrap().1;
    let limit = defaults.split_once("limits: { memory: ").unwrap().1.split_once("Mi").unwrap().0;
    limit.parse().unwrap()
}

/// Resident memory of this process in MiB, as `/proc/self/status` names it.
fn memory(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim_start_matches(':').trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
}

/// From now on `VmHWM` is the highest since now.
fn forget_peak() -> u64 {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    memory("VmRSS")
}

fn pieces(data: &[u8]) -> impl Iterator<Item = FileChunk> {
    let last = data.len().div_ceil(PIECE) - 1;
    data.chunks(PIECE).enumerate().map(move |(index, data)| FileChunk { data: data.to_vec(), is_last: index == last, ..Default::default() })
}

/// As many pixels as are taken, four bytes each; all alike, so that the file is small.
fn largest_image() -> Vec<u8> {
    let side = (image_upload::MAX_PIXELS as f64).sqrt() as u32;
    let pixels = vec![0; side as usize * side as usize * 4];
    let mut data = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut data, CompressionType::Fast, FilterType::NoFilter);
    encoder.write_image(&pixels, side, side, ExtendedColorType::Rgba8).unwrap();
    data
}

/// As many rows as are taken, whose text is nearly as long as is taken unpacked: 2 KiB for each.
async fn largest_table() -> Vec<u8> {
    let (rows, table) = spreadsheet::write(Format::Xlsx, "users", &["Name", "Email", "Description", "Role", "Groups"]);
    let writing = async {
        for index in 0..ROWS {
            let description = format!("{index} {}", "description ".repeat(140));
            rows.push(vec![format!("Resident {index}"), format!("resident-{index}@large.test"), description, "user".into(), "group 10".into()]).await;
        }
        rows.finish(Ok(())).await;
    };
    let (_, (_, _, data)) = tokio::join!(writing, file(table));
    data
}

#[tokio::test]
async fn the_largest_image_and_the_largest_table_that_are_taken_fit_into_the_charts_limit() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;

    let image = largest_image();
    let before = forget_peak();
    let first = SetUserAvatarRequest { id: anna.id, ..Default::default() };
    let messages: Vec<_> =
        std::iter::once(first).chain(pieces(&image).map(|piece| SetUserAvatarRequest { image: Some(piece), ..Default::default() })).collect();
    site.users_client().set_user_avatar(site.request(&site.admin, futures::stream::iter(messages))).await.unwrap();
    let of_image = memory("VmHWM") - before;

    let table = largest_table().await;
    let before = forget_peak();
    let first = ImportUsersRequest { dry_run: true, ..Default::default() };
    let messages: Vec<_> =
        std::iter::once(first).chain(pieces(&table).map(|piece| ImportUsersRequest { file: Some(piece), ..Default::default() })).collect();
    let answer = site.users_client().import_users(site.request(&site.admin, futures::stream::iter(messages))).await.unwrap().into_inner();
    let of_table = memory("VmHWM") - before;

    assert_eq!((answer.rows, answer.errors.len()), (ROWS as i32, 0));
    println!("image: {of_image} MiB; table: {of_table} MiB");
    for largest in [of_image, of_table] {
        assert!(IDLE + PASSWORDS + largest <= limit_of_chart(), "{largest} MiB beside {IDLE} and {PASSWORDS}, of {}", limit_of_chart());
    }
}
