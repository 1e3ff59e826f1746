//! How passes of wallets look, and what signs those of Apple's, from domains.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::{ProjectAppleWallet, WalletLook};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;

/// Group id of the project's own look.
pub const PROJECT_GROUP: i64 = 0;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WalletLookRow {
    pub background_color: String,
    pub font_color: String,
    pub developer_name: String,
    pub developer_name_color: String,
    pub barcode_alt_text: String,
    /// Label and value.
    pub back_fields: Vec<(String, String)>,
}

/// All in PEM; the key is sealed.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct WalletCertificateRow {
    pub certificate: String,
    pub intermediate: String,
    pub sealed_key: Vec<u8>,
}

/// Ignores a snapshot that is not newer.
pub async fn project_look(connection: &mut PgConnection, project_id: i64, group_id: i64, version: i64, look: &WalletLook) -> Result<()> {
    let row = WalletLookRow {
        background_color: look.background_color.clone(),
        font_color: look.font_color.clone(),
        developer_name: look.developer_name.clone(),
        developer_name_color: look.developer_name_color.clone(),
        barcode_alt_text: look.barcode_alt_text.clone(),
        back_fields: look.backfields.iter().map(|line| (line.label.clone(), line.value.clone())).collect(),
    };
    let row = Snapshot::new("wallet_looks", "project_id, group_id")
        .set("project_id", project_id)
        .set("group_id", group_id)
        .set("is_enabled", look.is_enabled)
        .set("look", Json(row));
    row.store(connection, version).await?;
    Ok(())
}

/// Ignores a snapshot that is not newer.
pub async fn project_certificate(connection: &mut PgConnection, project_id: i64, version: i64, wallet: &ProjectAppleWallet) -> Result<()> {
    let row = Snapshot::new("wallet_certificates", "project_id")
        .set("project_id", project_id)
        .set("certificate", &wallet.certificate)
        .set("intermediate", &wallet.intermediate)
        .set("sealed_key", &wallet.sealed_private_key);
    row.store(connection, version).await?;
    Ok(())
}

pub async fn delete_of_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM wallet_looks WHERE project_id = $1 AND group_id = $2").bind(project_id).bind(group_id).execute(connection).await?;
    Ok(())
}

/// The look of the group, otherwise that of the nearest group above, otherwise the project's; the default where none is enabled.
pub async fn find_nearest_look(connection: &mut PgConnection, project_id: i64, group_id: Option<i64>) -> Result<WalletLookRow> {
    let look: Option<Json<WalletLookRow>> = sqlx::query_scalar(
        "SELECT w.look FROM wallet_looks w
         LEFT JOIN group_closure c ON c.project_id = $1 AND c.ancestor_id = w.group_id AND c.descendant_id = $2
         WHERE w.project_id = $1 AND w.is_enabled AND (w.group_id = 0 OR c.depth IS NOT NULL)
         ORDER BY c.depth NULLS LAST LIMIT 1",
    )
    .bind(project_id)
    .bind(group_id)
    .fetch_optional(connection)
    .await?;
    Ok(look.map_or_else(WalletLookRow::default, |look| look.0))
}

/// None for a project without one.
pub async fn find_certificate(connection: &mut PgConnection, project_id: i64) -> Result<Option<WalletCertificateRow>> {
    let found = sqlx::query_as(
        "SELECT certificate, intermediate, sealed_key FROM wallet_certificates
         WHERE project_id = $1 AND certificate <> '' AND intermediate <> '' AND sealed_key <> ''",
    );
    Ok(found.bind(project_id).fetch_optional(connection).await?)
}
