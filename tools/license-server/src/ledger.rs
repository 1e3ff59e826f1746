//! What was issued, activated, released and revoked: lines of JSON that are only ever appended. A command and a running server
//! may write the same file; each reads what the other has added before it decides.
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use licensing::domain::license_file::{Payload, Way};
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
        /// The digest of the seat's secret, which only the installation has.
        secret: String,
    },
    Released {
        id: Uuid,
    },
    Revoked {
        id: Uuid,
    },
    /// Replaced by a file that was signed for somebody without a network.
    Superseded {
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
    seat: Option<KnownSeat>,
    is_revoked: bool,
    /// Another licence replaces it: nobody activates it any more.
    is_superseded: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct KnownSeat {
    instance_id: Uuid,
    project_uid: Uuid,
    /// The digest.
    secret: String,
}

/// Who has a licence, as it says itself.
#[derive(Clone, Debug, Deserialize)]
pub struct Seat {
    pub instance_id: Uuid,
    pub project_uid: Uuid,
    pub secret: String,
}

impl Seat {
    fn known(&self) -> KnownSeat {
        KnownSeat { instance_id: self.instance_id, project_uid: self.project_uid, secret: hex::encode(Sha256::digest(&self.secret)) }
    }
}

/// Why a licence is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    Unknown,
    /// By another project or installation.
    Taken,
    /// Somebody else has the seat, or whoever asks does not have its secret.
    NotTheirs,
    /// Or replaced.
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
                self.licenses.insert(payload.id, Issued { payload: *payload, seat: None, is_revoked: false, is_superseded: false });
            }
            Entry::Activated { id, instance_id, project_uid, secret } => self.activated(id, KnownSeat { instance_id, project_uid, secret }),
            Entry::Released { id } => self.change(id, |issued| issued.seat = None),
            Entry::Revoked { id } => self.change(id, |issued| issued.is_revoked = true),
            Entry::Superseded { id } => self.change(id, |issued| issued.is_superseded = true),
        }
    }

    /// What it replaces ends with it, wherever that is.
    fn activated(&mut self, id: Uuid, seat: KnownSeat) {
        let replaced = self.licenses.get(&id).map(|issued| issued.payload.supersedes.clone()).unwrap_or_default();
        for id in replaced {
            self.change(id, |issued| issued.is_revoked = true);
        }
        self.change(id, |issued| issued.seat = Some(seat));
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

    /// Before a file that replaces licences is signed: their keys activate nothing any more, and who has them keeps them.
    pub fn supersede(&mut self, ids: &[Uuid]) -> Result<()> {
        self.read()?;
        for id in ids {
            if self.licenses.contains_key(id) {
                self.append(Entry::Superseded { id: *id })?;
            }
        }
        Ok(())
    }

    /// The payload of a key, bound to this seat from now on. Whoever has the key activates it again with a new secret; the
    /// old one is worth nothing then.
    pub fn activate(&mut self, key: &LicenseKey, seat: &Seat) -> Result<Result<Payload, Refused>> {
        self.read()?;
        let Some(id) = self.by_key.get(&digest(key)).copied() else { return Ok(Err(Refused::Unknown)) };
        let Some(issued) = self.licenses.get(&id) else { return Ok(Err(Refused::Unknown)) };
        let known = seat.known();
        match &issued.seat {
            _ if issued.is_revoked || issued.is_superseded => return Ok(Err(Refused::Revoked)),
            Some(taken) if (taken.instance_id, taken.project_uid) != (known.instance_id, known.project_uid) => return Ok(Err(Refused::Taken)),
            Some(taken) if *taken == known => {}
            _ => {
                let KnownSeat { instance_id, project_uid, secret } = known;
                self.append(Entry::Activated { id, instance_id, project_uid, secret })?;
            }
        }
        Ok(self.payload(id, seat))
    }

    /// The payload as it is now, for whoever has the seat.
    pub fn refresh(&mut self, id: Uuid, seat: &Seat) -> Result<Result<Payload, Refused>> {
        self.read()?;
        Ok(self.payload(id, seat))
    }

    /// A licence that was revoked says so to whoever has its seat only, as everything else.
    fn payload(&self, id: Uuid, seat: &Seat) -> Result<Payload, Refused> {
        match self.licenses.get(&id) {
            None => Err(Refused::Unknown),
            Some(issued) if issued.seat != Some(seat.known()) => Err(Refused::NotTheirs),
            Some(issued) if issued.is_revoked => Err(Refused::Revoked),
            Some(issued) => {
                Ok(Payload { way: Way::Cloud, project_uid: Some(seat.project_uid), instance_id: Some(seat.instance_id), ..issued.payload.clone() })
            }
        }
    }

    /// Whoever has the seat gives it back; said again, or by an activation that another has followed, it changes nothing.
    pub fn release(&mut self, id: Uuid, seat: &Seat) -> Result<Result<(), Refused>> {
        self.read()?;
        match self.licenses.get(&id).map(|issued| &issued.seat) {
            None => return Ok(Err(Refused::Unknown)),
            Some(None) => {}
            Some(Some(known)) if *known == seat.known() => self.append(Entry::Released { id })?,
            Some(Some(_)) => return Ok(Err(Refused::NotTheirs)),
        }
        Ok(Ok(()))
    }
}
