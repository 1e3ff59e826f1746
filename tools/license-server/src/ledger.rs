//! What was issued, activated, released and revoked: lines of JSON that are only ever appended. Commands and running servers
//! may write the same file: whoever decides locks it, and reads what the others have added first.
use std::collections::{HashMap, HashSet};
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
    /// Digests of secrets of earlier seats: they are worth nothing any more, whenever their requests arrive.
    former_secrets: HashSet<String>,
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

impl Issued {
    fn set_seat(&mut self, seat: Option<KnownSeat>) {
        let former = std::mem::replace(&mut self.seat, seat);
        self.former_secrets.extend(former.map(|former| former.secret));
    }
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
        ledger.lock()?;
        Ok(ledger)
    }

    /// The file, which nobody else reads or writes until it is dropped, with everything in it applied.
    fn lock(&mut self) -> Result<File> {
        let options = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(&self.path);
        let mut file = options.with_context(|| format!("opening {}", self.path.display()))?;
        file.lock().with_context(|| format!("locking {}", self.path.display()))?;
        self.read(&mut file)?;
        Ok(file)
    }

    /// What has been appended since. A line without its end was never answered: its writer has crashed.
    fn read(&mut self, file: &mut File) -> Result<()> {
        file.seek(SeekFrom::Start(self.offset))?;
        let mut reader = BufReader::new(&*file);
        let mut text = String::new();
        while reader.read_line(&mut text)? > 0 && text.ends_with('\n') {
            let line: Line = serde_json::from_str(&text).with_context(|| format!("byte {} of {}", self.offset, self.path.display()))?;
            self.apply(line.entry);
            self.offset += text.len() as u64;
            text.clear();
        }
        if !text.is_empty() {
            file.set_len(self.offset).with_context(|| format!("removing half a line of {}", self.path.display()))?;
        }
        Ok(())
    }

    fn apply(&mut self, entry: Entry) {
        match entry {
            Entry::Issued { key, payload } => {
                self.by_key.insert(key, payload.id);
                self.licenses.insert(
                    payload.id,
                    Issued { payload: *payload, seat: None, former_secrets: HashSet::new(), is_revoked: false, is_superseded: false },
                );
            }
            Entry::Activated { id, instance_id, project_uid, secret } => self.activated(id, KnownSeat { instance_id, project_uid, secret }),
            Entry::Released { id } => self.change(id, |issued| issued.set_seat(None)),
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
        self.change(id, |issued| issued.set_seat(Some(seat)));
    }

    fn change(&mut self, id: Uuid, change: impl FnOnce(&mut Issued)) {
        if let Some(issued) = self.licenses.get_mut(&id) {
            change(issued);
        }
    }

    /// On the disk before it counts.
    fn append(&mut self, file: &mut File, entry: Entry) -> Result<()> {
        let mut line = serde_json::to_vec(&Line { at: kit::Clock::system().now(), entry })?;
        line.push(b'\n');
        file.write_all(&line)?;
        file.sync_data()?;
        self.read(file)
    }

    pub fn issue(&mut self, key: &LicenseKey, payload: Payload) -> Result<()> {
        let mut file = self.lock()?;
        self.append(&mut file, Entry::Issued { key: digest(key), payload: Box::new(payload) })
    }

    /// False for one that was never issued.
    pub fn revoke(&mut self, id: Uuid) -> Result<bool> {
        let mut file = self.lock()?;
        let is_known = self.licenses.contains_key(&id);
        if is_known {
            self.append(&mut file, Entry::Revoked { id })?;
        }
        Ok(is_known)
    }

    /// Before a file that replaces licences is signed: their keys activate nothing any more, and who has them keeps them.
    pub fn supersede(&mut self, ids: &[Uuid]) -> Result<()> {
        let mut file = self.lock()?;
        for id in ids {
            if self.licenses.contains_key(id) {
                self.append(&mut file, Entry::Superseded { id: *id })?;
            }
        }
        Ok(())
    }

    /// The payload of a key, bound to this seat from now on; the same again changes nothing. Whoever has the key activates it
    /// again with a new secret; the old one is worth nothing then.
    pub fn activate(&mut self, key: &LicenseKey, seat: &Seat) -> Result<Result<Payload, Refused>> {
        let mut file = self.lock()?;
        let Some(id) = self.by_key.get(&digest(key)).copied() else { return Ok(Err(Refused::Unknown)) };
        let Some(issued) = self.licenses.get(&id) else { return Ok(Err(Refused::Unknown)) };
        let known = seat.known();
        match &issued.seat {
            _ if issued.is_revoked || issued.is_superseded => return Ok(Err(Refused::Revoked)),
            Some(taken) if (taken.instance_id, taken.project_uid) != (known.instance_id, known.project_uid) => return Ok(Err(Refused::Taken)),
            Some(taken) if *taken == known => {}
            _ if issued.former_secrets.contains(&known.secret) => return Ok(Err(Refused::NotTheirs)),
            _ => {
                let KnownSeat { instance_id, project_uid, secret } = known;
                self.append(&mut file, Entry::Activated { id, instance_id, project_uid, secret })?;
            }
        }
        Ok(self.payload(id, seat))
    }

    /// The payload as it is now, for whoever has the seat.
    pub fn refresh(&mut self, id: Uuid, seat: &Seat) -> Result<Result<Payload, Refused>> {
        self.lock()?;
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

    /// Releases the seat for its holder; repeated, or by an activation that another has followed, it changes nothing.
    pub fn release(&mut self, id: Uuid, seat: &Seat) -> Result<Result<(), Refused>> {
        let mut file = self.lock()?;
        match self.licenses.get(&id).map(|issued| &issued.seat) {
            None => return Ok(Err(Refused::Unknown)),
            Some(None) => {}
            Some(Some(known)) if *known == seat.known() => self.append(&mut file, Entry::Released { id })?,
            Some(Some(_)) => return Ok(Err(Refused::NotTheirs)),
        }
        Ok(Ok(()))
    }
}
