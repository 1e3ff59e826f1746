use kit::{Error, Result};
use sqlx::PgConnection;
use wallet_pass::{BackField, PassCertificate, PassContent, PassLook, PassSigner, apple_pass, save_link};

use crate::app::App;
use crate::projection::wallet::{self, WalletLookRow};

/// What domains seals the key for.
const PRIVATE_KEY: &str = "domains.apple_wallet.private_key";

/// Which wallets a project's passes can be put into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wallets {
    pub apple: bool,
    pub google: bool,
}

pub async fn wallets(app: &App, connection: &mut PgConnection, project_id: i64) -> Result<Wallets> {
    Ok(Wallets { apple: wallet::find_certificate(connection, project_id).await?.is_some(), google: app.google_wallet.is_some() })
}

/// A `.pkpass`. "can't perform action" for a project without a certificate.
pub async fn apple(app: &App, connection: &mut PgConnection, project_id: i64, group: Option<i64>, content: &PassContent) -> Result<Vec<u8>> {
    let row = wallet::find_certificate(connection, project_id).await?.ok_or_else(|| Error::conflict("can't perform action"))?;
    let look = wallet::find_nearest_look(connection, project_id, group).await?;
    let key = app.context.sealer.open_for(PRIVATE_KEY, &row.sealed_key).map_err(Error::internal)?;
    let certificate = PassCertificate::parse(&row.certificate, &row.intermediate).map_err(Error::internal)?;
    let signer = PassSigner::new(certificate, &key).map_err(Error::internal)?;
    apple_pass(&signer, content, &look.into_look(), app.context.clock.now()).map_err(Error::internal)
}

/// "can't perform action" where the installation has no account at Google.
pub async fn google_link(app: &App, connection: &mut PgConnection, project_id: i64, group: Option<i64>, content: &PassContent) -> Result<String> {
    let account = app.google_wallet.as_deref().ok_or_else(|| Error::conflict("can't perform action"))?;
    let look = wallet::find_nearest_look(connection, project_id, group).await?;
    Ok(save_link(account, content, &look.into_look(), &app.context.settings.public_url, app.context.clock.now()))
}

impl WalletLookRow {
    fn into_look(self) -> PassLook {
        let or_default = |color: String, default: &str| if color.is_empty() { default.to_owned() } else { color };
        PassLook {
            background_color: or_default(self.background_color, "#FF4530"),
            label_color: or_default(self.developer_name_color, "#FFFFFF"),
            font_color: or_default(self.font_color, "#FFFFFF"),
            developer_name: self.developer_name,
            barcode_alt_text: self.barcode_alt_text,
            back_fields: self.back_fields.into_iter().map(|(label, value)| BackField { label, value }).collect(),
        }
    }
}
