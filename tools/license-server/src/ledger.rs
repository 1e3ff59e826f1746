//! What was issued, activated, released and revoked: lines of JSON that are only ever appended. A command and a running server
//! may write the same file; each reads what the other has added before it decides.
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use licensing::domain::license_file::Payload;
use licensing::domain::license_key::LicenseKey;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Entry {
    /// `key`: the digest of the key, which only the customer has. The payload names no project yet.
    Issued {
        key: String,
        payload: Box<Payload>,
    },
    Activated {
        id: Uuid,
        instance_id: Uuid,
        project_uid: Uuid,
    },
    Released {
        id: Uuid,
    },
    Revoked {
        id: Uuid,
    },
}

#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
    #[serde(flatten)]
    entry: Entry,
}

#[derive(Clone, Debug)]
struct Issued {
    payload: Payload,
    seat: Option<(Uuid, Uuid)>,
    is_revoked: bool,
}

/// Why a licence is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    Unknown,
    /// By another project or installation.
    Taken,
    Revoked,
}

pub struct Ledger {
    path: PathBuf,
    /// Bytes that have been read.
    offset: u64,
    by_key: HashMap<String, Uuid>,
    licenses: HashMap<Uuid, Issued>,
}

fn digest(key: &LicenseKey) -> String {
    hex::encode(Sha256::digest(key.as_str()))
}

impl Ledger {
    pub fn open(path: &Path) -> Result<Self> {
        let mut ledger = Ledger { path: path.into(), offset: 0, by_key: HashMap::new(), licenses: HashMap::new() };
        ledger.read()?;
        Ok(ledger)
    }

    fn file(&self) -> Result<File> {
        let options = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(&self.path);
        options.with_context(|| format!("opening {}", self.path.display()))
    }

    /// What has been appended since.
    fn read(&mut self) -> Result<()> {
        let mut file = self.file()?;
        file.seek(SeekFrom::Start(self.offset))?;
        let mut reader = BufReader::new(file);
        let mut text = String::new();
        // A line without its end is being written.
        while reader.read_line(&mut text)? > 0 && text.ends_with('\n') {
            let line: Line = serde_json::from_str(&text).with_context(|| format!("byte {} of {}", self.offset, self.path.display()))?;
            self.apply(line.entry);
            self.offset += text.len() as u64;
            text.clear();
        }
        Ok(())
    }

    fn apply(&mut self, entry: Entry) {
        match entry {
            Entry::Issued { key, payload } => {
                self.by_key.insert(key, payload.id);
                self.licenses.insert(payload.id, Issued { payload: *payload, seat: None, is_revoked: false });
            }
            Entry::Activated { id, instance_id, project_uid } => self.change(id, |issued| issued.seat = Some((instance_id, project_uid))),
            Entry::Released { id } => self.change(id, |issued| issued.seat = None),
            Entry::Revoked { id } => self.change(id, |issued| issued.is_revoked = true),
        }
    }

    fn change(&mut self, id: Uuid, change: impl FnOnce(&mut Issued)) {
        if let Some(issued) = self.licenses.get_mut(&id) {
            change(issued);
        }
    }

    /// On the disk before it counts.
    fn append(&mut self, entry: Entry) -> Result<()> {
        let mut line = serde_json::to_vec(&Line { at: kit::Clock::system().now(), entry })?;
        line.push(b'\n');
        let mut file = self.file()?;
        file.write_all(&line)?;
        file.sync_data()?;
        self.read()
    }

    pub fn issue(&mut self, key: &LicenseKey, payload: Payload) -> Result<()> {
        self.append(Entry::Issued { key: digest(key), payload: Box::new(payload) })
    }

    /// False for one that was never issued.
    pub fn revoke(&mut self, id: Uuid) -> Result<bool> {
        self.read()?;
        let is_known = self.licenses.contains_key(&id);
        if is_known {
            self.append(Entry::Revoked { id })?;
        }
        Ok(is_known)
    }

    /// The payload of a key, bound to this project from now on.
    pub fn activate(&mut self, key: &LicenseKey, instance_id: Uuid, project_uid: Uuid) -> Result<Result<Payload, Refused>> {
        self.read()?;
        let Some(id) = self.by_key.get(&digest(key)).copied() else { return Ok(Err(Refused::Unknown)) };
        let Some(issued) = self.licenses.get(&id) else { return Ok(Err(Refused::Unknown)) };
        match issued.seat {
            _ if issued.is_revoked => return Ok(Err(Refused::Revoked)),
            Some(seat) if seat != (instance_id, project_uid) => return Ok(Err(Refused::Taken)),
            Some(_) => {}
            None => self.append(Entry::Activated { id, instance_id, project_uid })?,
        }
        Ok(self.held(id, instance_id, project_uid))
    }

    /// The payload as it is now, for whoever has the seat.
    pub fn refresh(&mut self, id: Uuid, instance_id: Uuid, project_uid: Uuid) -> Result<Result<Payload, Refused>> {
        self.read()?;
        Ok(self.held(id, instance_id, project_uid))
    }

    fn held(&self, id: Uuid, instance_id: Uuid, project_uid: Uuid) -> Result<Payload, Refused> {
        match self.licenses.get(&id) {
            Some(issued) if issued.is_revoked => Err(Refused::Revoked),
            Some(issued) if issued.seat == Some((instance_id, project_uid)) => {
                Ok(Payload { project_uid: Some(project_uid), instance_id: None, ..issued.payload.clone() })
            }
            _ => Err(Refused::Unknown),
        }
    }

    /// Whoever has the seat gives it back; said again it changes nothing.
    pub fn release(&mut self, id: Uuid, instance_id: Uuid, project_uid: Uuid) -> Result<()> {
        self.read()?;
        if self.licenses.get(&id).is_some_and(|issued| issued.seat == Some((instance_id, project_uid))) {
            self.append(Entry::Released { id })?;
        }
        Ok(())
    }
}
