//! What a device holds, in memory and on disk.

pub mod identifiers;
pub mod passes;
pub mod profiles;
pub mod settings;

use crate::store::Folder;
use identifiers::Identifiers;
use passes::Passes;
use profiles::Profiles;
use settings::Settings;

/// Everything that a write of the server can change.
#[derive(Debug)]
pub struct Memory {
    pub identifiers: Identifiers,
    pub profiles: Profiles,
    pub passes: Passes,
    pub settings: Settings,
    folder: Folder,
}

const IDENTIFIERS: &str = "identifiers.json";
const PROFILES: &str = "profiles.json";
const PASSES: &str = "passes.json";
const SETTINGS: &str = "settings.json";

impl Memory {
    pub fn load(folder: Folder) -> anyhow::Result<Self> {
        Ok(Self {
            identifiers: Identifiers::from_stored(folder.load(IDENTIFIERS)?),
            profiles: folder.load(PROFILES)?,
            passes: folder.load(PASSES)?,
            settings: folder.load(SETTINGS)?,
            folder,
        })
    }

    pub fn save_identifiers(&self) -> anyhow::Result<()> {
        self.folder.save(IDENTIFIERS, self.identifiers.stored())
    }

    pub fn save_profiles(&self) -> anyhow::Result<()> {
        self.folder.save(PROFILES, &self.profiles)
    }

    pub fn save_passes(&self) -> anyhow::Result<()> {
        self.folder.save(PASSES, &self.passes)
    }

    pub fn save_settings(&self) -> anyhow::Result<()> {
        self.folder.save(SETTINGS, &self.settings)
    }

    /// Forgets identifiers, time profiles and their versions, as a replaced memory card would.
    pub fn clear(&mut self) -> anyhow::Result<()> {
        self.identifiers = Identifiers::default();
        self.profiles = Profiles::default();
        self.passes = Passes::default();
        self.save_identifiers()?;
        self.save_profiles()?;
        self.save_passes()
    }

    /// Back to how it left the factory.
    pub fn reset(&mut self) -> anyhow::Result<()> {
        self.clear()?;
        self.settings = Settings::default();
        self.save_settings()
    }
}

#[cfg(test)]
mod tests;
