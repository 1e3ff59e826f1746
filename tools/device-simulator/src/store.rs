//! A device's memory on disk: one JSON file a thing, replaced as a whole.
//!
//! A file is written beside the old one and renamed over it, so that a process killed at any
//! moment leaves either the old or the new content. Nothing is forced to the disk: this stands
//! for a device whose process dies, not for a machine that loses its power.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The folder of one device.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// Opens the folder, creating it when it is not there.
    pub fn open(path: PathBuf) -> anyhow::Result<Self> {
        fs::create_dir_all(&path).with_context(|| format!("creating the state folder {}", path.display()))?;
        Ok(Self(path))
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// What the file holds, or the default when there is no such file.
    pub fn load<T: DeserializeOwned + Default>(&self, name: &str) -> anyhow::Result<T> {
        let path = self.file(name);
        match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).with_context(|| format!("reading {}", path.display())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(T::default()),
            Err(error) => Err(error).with_context(|| format!("reading {}", path.display())),
        }
    }

    /// Replaces the file.
    pub fn save<T: Serialize>(&self, name: &str, content: &T) -> anyhow::Result<()> {
        let bytes = serde_json::to_vec(content)?;
        replace(&self.file(name), &bytes).with_context(|| format!("saving {name}"))
    }
}

/// Replaces a file's content in one step.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("new");
    fs::write(&beside, bytes)?;
    fs::rename(&beside, path)
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A folder that disappears with the test.
    pub struct Scratch(pub PathBuf);

    impl Default for Scratch {
        fn default() -> Self {
            Self(std::env::temp_dir().join(format!("device-simulator-{}", uuid::Uuid::new_v4())))
        }
    }

    impl Scratch {
        pub fn folder(&self) -> Folder {
            Folder::open(self.0.clone()).unwrap()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn saved_state_is_loaded_and_a_missing_file_is_the_default() {
        let scratch = Scratch::default();
        let folder = scratch.folder();
        assert_eq!(folder.load::<Vec<u32>>("numbers.json").unwrap(), Vec::<u32>::new());
        folder.save("numbers.json", &vec![1, 2]).unwrap();
        assert_eq!(scratch.folder().load::<Vec<u32>>("numbers.json").unwrap(), vec![1, 2]);
    }

    #[test]
    fn a_half_written_file_beside_the_real_one_does_no_harm() {
        let scratch = Scratch::default();
        scratch.folder().save("numbers.json", &vec![1]).unwrap();
        fs::write(scratch.0.join("numbers.new"), b"[1, 2").unwrap();
        assert_eq!(scratch.folder().load::<Vec<u32>>("numbers.json").unwrap(), vec![1]);
    }

    #[test]
    fn a_damaged_file_is_an_error_and_not_an_empty_memory() {
        let scratch = Scratch::default();
        let folder = scratch.folder();
        fs::write(folder.file("numbers.json"), b"[1, 2").unwrap();
        assert!(folder.load::<Vec<u32>>("numbers.json").is_err());
    }
}
