//! The zip: `manifest.json`, and one file of an entity with a row on each line. What comes from outside is checked whole before
//! anything of it is used: names, sizes while inflating, digests, and every line.
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Cursor, Read, Write};

use kit_core::{Error, Result};
use ring::digest::{SHA256, digest};
use ring::hmac;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use time::OffsetDateTime;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::entity::{ENTITIES, Entity};
use crate::reference::{FileReference, MAX_DEPTH, depth, visit};
use crate::snapshot::{SiteRow, Snapshot};
use crate::view::{View, Views};
use crate::{MAX_ROW_BYTES, MAX_ROWS};

const FORMAT: &str = "vestibule-backup";
const VERSION: u32 = 1;
const MANIFEST: &str = "manifest.json";
/// Bytes of a zip that is taken.
pub const MAX_FILE_BYTES: usize = 16 << 20;
const MAX_ENTRIES: usize = 64;
const MAX_MANIFEST_BYTES: u64 = 256 << 10;
const MAX_LINE_BYTES: u64 = 1 << 20;
/// Of what comes out to what went in; a row is repetitive, so small entries may be more.
const MAX_RATIO: u64 = 200;
const MIN_BYTES_OF_RATIO: u64 = 1 << 20;
const MAX_TEXT: usize = 2_000;
const MAX_SECRETS: usize = 50;
/// A zip ends with this record; ours has no comment, so it is where it must be.
const END_OF_DIRECTORY: usize = 22;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub format: String,
    pub version: u32,
    #[serde(with = "time::serde::rfc3339")]
    pub made_at: OffsetDateTime,
    /// The version of the platform.
    pub platform: String,
    /// Says whose it is to who has the key, and nothing to others.
    pub project_uid: String,
    pub entities: Vec<ManifestEntity>,
    /// Over how many seconds the site was read.
    pub read_seconds: i32,
    pub complete: bool,
    /// References that were dropped.
    pub dropped: Vec<String>,
    /// What whoever made it could view, of every entity. A file that does not say it may lack anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub views: Option<Views>,
    /// HMAC-SHA256 of the manifest without it, with the key of the installation.
    #[serde(default)]
    pub mac: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestEntity {
    pub name: String,
    pub file: String,
    pub count: usize,
    pub sha256: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: i64,
    key: String,
    name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    secrets: Vec<String>,
    row: Map<String, Value>,
}

/// About a reading, for the manifest.
#[derive(Clone, Debug)]
pub struct About {
    pub made_at: OffsetDateTime,
    pub platform: String,
    pub read_seconds: i32,
    pub dropped: Vec<String>,
}

/// Of the installation: says which files were made here, and by which project.
#[derive(Clone)]
pub struct ArchiveKey {
    /// The first one signs, all of them are accepted.
    keys: Vec<hmac::Key>,
}

impl ArchiveKey {
    /// `secrets`: at least one.
    pub fn new(secrets: &[&[u8]]) -> Self {
        let derive = |secret: &&[u8]| {
            let derived = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), b"vestibule-backup-v1");
            hmac::Key::new(hmac::HMAC_SHA256, derived.as_ref())
        };
        ArchiveKey { keys: secrets.iter().map(derive).collect() }
    }

    fn sign(&self, mut manifest: Manifest, project_id: i64) -> Manifest {
        manifest.project_uid = project_uid(&self.keys[0], project_id);
        manifest.mac = hex(hmac::sign(&self.keys[0], &unsigned(&manifest)).as_ref());
        manifest
    }

    /// Whether this project of this installation has made it.
    pub fn is_own(&self, manifest: &Manifest, project_id: i64) -> bool {
        let Some(mac) = unhex(&manifest.mac) else { return false };
        let is_signed = |key: &hmac::Key| hmac::verify(key, &unsigned(manifest), &mac).is_ok();
        self.keys.iter().any(|key| is_signed(key) && manifest.project_uid == project_uid(key, project_id))
    }
}

fn project_uid(key: &hmac::Key, project_id: i64) -> String {
    hex(&hmac::sign(key, format!("project {project_id}").as_bytes()).as_ref()[..16])
}

fn unsigned(manifest: &Manifest) -> Vec<u8> {
    serde_json::to_vec(&Manifest { mac: String::new(), ..manifest.clone() }).expect("a manifest is JSON")
}

pub fn write(snapshot: &Snapshot, about: About, project_id: i64, key: &ArchiveKey) -> Result<(Manifest, Vec<u8>)> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut entities = Vec::new();
    for (entity, rows) in snapshot.iter() {
        let mut context = ring::digest::Context::new(&SHA256);
        let file = file_name(entity);
        zip.start_file(&file, options).map_err(Error::internal)?;
        for row in &rows.items {
            let (key, name, secrets) = (row.key.clone(), row.name.clone(), row.secrets.clone());
            let mut line = serde_json::to_vec(&Line { id: row.id, key, name, secrets, row: row.fields() }).map_err(Error::internal)?;
            line.push(b'\n');
            context.update(&line);
            zip.write_all(&line).map_err(Error::internal)?;
        }
        entities.push(ManifestEntity { name: entity.name.into(), file, count: rows.items.len(), sha256: hex(context.finish().as_ref()) });
    }
    let About { made_at, platform, read_seconds, dropped } = about;
    let (format, complete) = (FORMAT.into(), dropped.is_empty() && entities.iter().all(|entity| snapshot.view(&entity.name) == View::All));
    let (project_uid, mac) = (String::new(), String::new());
    let views = Some(ENTITIES.iter().map(|entity| (entity.name.to_owned(), snapshot.view(entity.name))).collect());
    let manifest = Manifest { format, version: VERSION, made_at, platform, project_uid, entities, read_seconds, complete, dropped, views, mac };
    let manifest = key.sign(manifest, project_id);
    zip.start_file(MANIFEST, options).map_err(Error::internal)?;
    zip.write_all(&serde_json::to_vec_pretty(&manifest).map_err(Error::internal)?).map_err(Error::internal)?;
    let zip = zip.finish().map_err(Error::internal)?.into_inner();
    Ok((manifest, zip))
}

fn file_name(entity: &Entity) -> String {
    format!("{}.ndjson", entity.name)
}

/// Reads a zip of whoever. Everything is checked before it returns.
pub fn read(data: &[u8]) -> Result<(Manifest, Snapshot)> {
    let (manifest, snapshot) = read_part(data)?;
    check_references(&snapshot)?;
    Ok((manifest, snapshot))
}

/// As `read`, of a part of a site: its rows may name others of the site.
pub fn read_part(data: &[u8]) -> Result<(Manifest, Snapshot)> {
    if data.len() > MAX_FILE_BYTES {
        return Err(Error::invalid_file(format!("maximum size is {MAX_FILE_BYTES} bytes")));
    }
    let mut zip = open(data)?;
    check_entries(&mut zip, data.len())?;
    let mut budget = Budget { bytes: MAX_ROW_BYTES as u64 + MAX_MANIFEST_BYTES };
    let manifest = manifest(&mut zip, &mut budget)?;
    let mut snapshot = Snapshot::default();
    (snapshot.views, snapshot.made_at) = (views(&manifest)?, Some(manifest.made_at));
    for listed in &manifest.entities {
        let entity = Entity::find(&listed.name).ok_or_else(|| wrong(MANIFEST, "an entity that is not known"))?;
        if snapshot.get(entity.name).is_some() || listed.file != file_name(entity) {
            return Err(wrong(MANIFEST, "an entity twice, or with another file"));
        }
        snapshot.reset(entity);
        read_entity(&mut zip, entity, listed, &mut snapshot, &mut budget)?;
    }
    if zip.len() != manifest.entities.len() + 1 {
        return Err(wrong(MANIFEST, "the zip has other files than it says"));
    }
    Ok((manifest, snapshot))
}

/// Of every entity.
fn views(manifest: &Manifest) -> Result<Views> {
    let said = manifest.views.clone().unwrap_or_default();
    if said.keys().any(|name| Entity::find(name).is_none()) {
        return Err(wrong(MANIFEST, "an entity that is not known"));
    }
    Ok(ENTITIES.iter().map(|entity| (entity.name.to_owned(), said.get(entity.name).cloned().unwrap_or(View::Some))).collect())
}

type Zip<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// The library reads one of two entries with the same name: the number that the end record says tells them apart.
fn open(data: &[u8]) -> Result<Zip<'_>> {
    let no_zip = || Error::wrong_file_body("not a zip of a backup");
    let end = data.len().checked_sub(END_OF_DIRECTORY).ok_or_else(no_zip)?;
    if data[..2] != *b"PK" || data[end..end + 4] != *b"PK\x05\x06" {
        return Err(no_zip());
    }
    let entries = u16::from_le_bytes([data[end + 10], data[end + 11]]) as usize;
    if entries > MAX_ENTRIES {
        return Err(Error::invalid_file(format!("at most {MAX_ENTRIES} files in it")));
    }
    let zip = ZipArchive::new(Cursor::new(data)).map_err(|_| no_zip())?;
    if zip.len() != entries || zip.offset() != 0 || !zip.comment().is_empty() {
        return Err(Error::invalid_file("files with the same name, or something besides its files"));
    }
    Ok(zip)
}

fn check_entries(zip: &mut Zip<'_>, size: usize) -> Result<()> {
    let mut ranges = Vec::new();
    let mut names = HashSet::new();
    for at in 0..zip.len() {
        let file = zip.by_index_raw(at).map_err(|_| Error::invalid_file("a file that cannot be read"))?;
        let name = file.name().map_err(|_| Error::invalid_file("a name that cannot be read"))?.into_owned();
        let is_listed = name == MANIFEST || name.strip_suffix(".ndjson").and_then(Entity::find).is_some();
        let is_plain = file.is_file() && !file.is_symlink() && !file.encrypted() && file.unix_mode().is_none_or(|mode| mode & 0o170000 == 0o100000);
        let is_readable = matches!(file.compression(), CompressionMethod::Stored | CompressionMethod::Deflated);
        if !is_listed || !names.insert(name.clone()) {
            return Err(Error::invalid_file("a file that does not belong there"));
        }
        if !is_plain || !is_readable {
            return Err(wrong(&name, "not a plain file"));
        }
        let start = file.data_start().ok_or_else(|| wrong(&name, "cannot be read"))?;
        ranges.push((file.header_start(), start.saturating_add(file.compressed_size()), name));
    }
    ranges.sort();
    let overlap = ranges.windows(2).find(|pair| pair[0].1 > pair[1].0);
    let beyond = ranges.last().filter(|last| last.1 > size as u64);
    match overlap.map(|pair| &pair[1]).or(beyond) {
        Some((_, _, name)) => Err(wrong(name, "overlaps another file")),
        None => Ok(()),
    }
}

/// Bytes that may still come out of the zip, whatever its entries say of themselves.
struct Budget {
    bytes: u64,
}

/// Counts what comes out of an entry.
struct Inflated<'b, R> {
    inner: R,
    name: &'b str,
    out: u64,
    limit: u64,
    budget: &'b mut Budget,
}

impl<R: Read> Read for Inflated<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(into)?;
        self.out += count as u64;
        match self.budget.bytes.checked_sub(count as u64) {
            Some(left) if self.out <= self.limit => self.budget.bytes = left,
            _ => return Err(std::io::Error::other(format!("{}: too large", self.name))),
        }
        Ok(count)
    }
}

fn limit_of(compressed: u64) -> u64 {
    compressed.saturating_mul(MAX_RATIO).max(MIN_BYTES_OF_RATIO)
}

fn manifest(zip: &mut Zip<'_>, budget: &mut Budget) -> Result<Manifest> {
    let file = zip.by_name(MANIFEST).map_err(|_| Error::wrong_file_body("not a zip of a backup"))?;
    let limit = limit_of(file.compressed_size()).min(MAX_MANIFEST_BYTES);
    let mut text = Vec::new();
    Inflated { inner: file, name: MANIFEST, out: 0, limit, budget }.read_to_end(&mut text).map_err(|_| wrong(MANIFEST, "cannot be read"))?;
    let manifest: Manifest = serde_json::from_slice(&text).map_err(|_| wrong(MANIFEST, "wrong content"))?;
    if manifest.format != FORMAT || manifest.version != VERSION {
        return Err(wrong(MANIFEST, "another format or version"));
    }
    Ok(manifest)
}

fn read_entity(zip: &mut Zip<'_>, entity: &'static Entity, listed: &ManifestEntity, snapshot: &mut Snapshot, budget: &mut Budget) -> Result<()> {
    let name = &listed.file;
    let file = zip.by_name(name).map_err(|_| wrong(name, "missing"))?;
    let limit = limit_of(file.compressed_size());
    let mut lines = BufReader::new(Inflated { inner: file, name, out: 0, limit, budget });
    let mut context = ring::digest::Context::new(&SHA256);
    let mut count = 0;
    loop {
        let mut line = Vec::new();
        (&mut lines).take(MAX_LINE_BYTES + 1).read_until(b'\n', &mut line).map_err(|_| wrong(name, "damaged or too large"))?;
        if line.is_empty() {
            break;
        }
        count += 1;
        let place = format!("{name}, line {count}");
        if line.len() as u64 > MAX_LINE_BYTES || count > MAX_ROWS {
            return Err(wrong(&place, "too large"));
        }
        context.update(&line);
        let row = row(entity, &line).map_err(|why| wrong(&place, why))?;
        if !snapshot.push(entity, row)? {
            return Err(wrong(&place, "a key or an id twice"));
        }
    }
    if count != listed.count || hex(context.finish().as_ref()) != listed.sha256 {
        return Err(wrong(name, "not what the manifest says"));
    }
    Ok(())
}

fn row(entity: &Entity, line: &[u8]) -> Result<SiteRow, &'static str> {
    let Line { id, key, name, secrets, row } = serde_json::from_slice(line).map_err(|_| "wrong content")?;
    let is_short = |text: &str| text.chars().count() <= MAX_TEXT && !text.contains('\0');
    if id < 0 || key.is_empty() || !is_short(&key) || !is_short(&name) || secrets.len() > MAX_SECRETS || !secrets.iter().all(|text| is_short(text)) {
        return Err("wrong id, key or name");
    }
    let fields = entity.fields(entity.part(&key)).ok_or("a part that is not known")?;
    if row.keys().any(|name| !fields.carried.contains(&name.as_str())) {
        return Err("a field that is not known");
    }
    let mut row = Value::Object(row);
    if depth(&row) > MAX_DEPTH {
        return Err("too deep");
    }
    if has_secret(entity, &mut row).map_err(|_| "wrong content")? {
        return Err("a secret, which no backup has");
    }
    for reference in entity.references {
        let mut is_wrong = false;
        let mut look = |value: &mut Value| {
            is_wrong |= FileReference::parse(value).is_none_or(|named| named.to != reference.to || named.id < 0 || !named.is_plain());
            Ok(true)
        };
        visit(&mut row, reference.path, &mut look).map_err(|_| "wrong content")?;
        if is_wrong {
            return Err("a reference that is none");
        }
    }
    let Value::Object(row) = row else { return Err("wrong content") };
    let mut row = SiteRow::new(id, key, name, &row);
    row.secrets = secrets;
    Ok(row)
}

/// One that is written by hand would be shown in the plan, and lie in the store of files.
fn has_secret(entity: &Entity, row: &mut Value) -> Result<bool> {
    let mut is_any = false;
    for path in entity.secrets {
        let mut look = |value: &mut Value| {
            is_any |= *value != "";
            Ok(true)
        };
        visit(row, path, &mut look)?;
    }
    Ok(is_any)
}

/// References to entities that the file has lead to a row of it.
fn check_references(snapshot: &Snapshot) -> Result<()> {
    for (entity, rows) in snapshot.iter() {
        for row in &rows.items {
            let mut fields = Value::Object(row.fields());
            for reference in entity.references {
                let mut missing = None;
                let mut look = |value: &mut Value| {
                    let named = FileReference::parse(value);
                    let leads = |named: &FileReference| snapshot.get(&named.to).is_none_or(|rows| rows.by_key(&named.key).is_some());
                    missing = missing.take().or(named.filter(|named| !leads(named)));
                    Ok(true)
                };
                visit(&mut fields, reference.path, &mut look)?;
                if let Some(missing) = missing {
                    return Err(wrong(&file_name(entity), &format!("{}: no {} {}", row.name, missing.to, missing.key)));
                }
            }
        }
    }
    Ok(())
}

fn wrong(place: &str, why: &str) -> Error {
    Error::invalid_file(format!("{place}: {why}"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let bytes = text.as_bytes();
    (bytes.len().is_multiple_of(2) && bytes.len() <= 128).then_some(())?;
    bytes.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// Of a whole zip, as the list of backups has it.
pub fn sha256(data: &[u8]) -> String {
    hex(digest(&SHA256, data).as_ref())
}
