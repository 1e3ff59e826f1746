//! What every part of the service shares.
use exports::Exports;
use kit::Context;

use crate::config::Config;
use crate::license_server::LicenseServer;

#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub config: Config,
    pub exports: Exports,
    /// Where licences are fetched by key; None without its address.
    pub license_server: Option<LicenseServer>,
}

impl App {
    pub fn new(context: Context, config: Config) -> anyhow::Result<Self> {
        let license_server = LicenseServer::new(&context, &config)?;
        Ok(App { exports: Exports::new(&context), context, config, license_server })
    }
}
