//! The archive: pass.json and pictures, a manifest with the SHA-1 of each (the format's rule), and the signature of the manifest.
//! Entries are stored uncompressed.
use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::certificate::PassSigner;
use crate::{PassError, pictures};

/// What a pass says.
#[derive(Clone, Debug, Default)]
pub struct PassContent {
    /// Unique for the pass type: a pass with the same one replaces it.
    pub serial: String,
    /// Of the site, or of who runs it.
    pub organization: String,
    pub name: String,
    /// What a reader reads.
    pub qr: String,
    pub valid_from: Option<OffsetDateTime>,
    pub valid_to: Option<OffsetDateTime>,
    /// Opens no more, for good.
    pub is_void: bool,
    /// Of the owner: en or ru.
    pub locale: String,
}

/// How a pass looks.
#[derive(Clone, Debug, Default)]
pub struct PassLook {
    /// As #rrggbb.
    pub background_color: String,
    pub font_color: String,
    pub label_color: String,
    pub developer_name: String,
    pub barcode_alt_text: String,
    pub back_fields: Vec<BackField>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackField {
    pub label: String,
    pub value: String,
}

/// A `.pkpass`.
pub fn apple_pass(signer: &PassSigner, content: &PassContent, look: &PassLook, now: OffsetDateTime) -> Result<Vec<u8>, PassError> {
    let pass = pass_json(signer, content, look).to_string().into_bytes();
    let mut files = BTreeMap::from([("pass.json", pass)]);
    files.extend(pictures::all(&look.font_color));
    let hash = |data: &[u8]| hex(digest(&SHA1_FOR_LEGACY_USE_ONLY, data).as_ref());
    let manifest: BTreeMap<&str, String> = files.iter().map(|(name, data)| (*name, hash(data))).collect();
    let manifest = json!(manifest).to_string().into_bytes();
    let signature = signer.sign(&manifest, now).map_err(|_| PassError::Archive("the pass cannot be signed"))?;
    files.insert("manifest.json", manifest);
    files.insert("signature", signature);
    archive(&files).map_err(|_| PassError::Archive("the pass cannot be written"))
}

fn archive(files: &BTreeMap<&str, Vec<u8>>) -> zip::result::ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, data) in files {
        writer.start_file(*name, stored)?;
        writer.write_all(data)?;
    }
    Ok(writer.finish()?.into_inner())
}

fn pass_json(signer: &PassSigner, content: &PassContent, look: &PassLook) -> Value {
    let is_russian = content.locale == "ru";
    let word = |english: &'static str, russian: &'static str| if is_russian { russian } else { english };
    let mut secondary = Vec::new();
    let date = |at: OffsetDateTime| at.format(&Rfc3339).unwrap_or_default();
    for (key, label, at) in [("from", word("From", "С"), content.valid_from), ("to", word("To", "До"), content.valid_to)] {
        if let Some(at) = at {
            let style = "PKDateStyleShort";
            secondary.push(json!({ "key": key, "label": label, "value": date(at), "dateStyle": style, "timeStyle": style }));
        }
    }
    let back = look.back_fields.iter().enumerate();
    let back: Vec<Value> = back.map(|(index, field)| json!({ "key": format!("back{index}"), "label": field.label, "value": field.value })).collect();
    let mut barcode = json!({ "format": "PKBarcodeFormatQR", "message": content.qr, "messageEncoding": "iso-8859-1" });
    if !look.barcode_alt_text.is_empty() {
        barcode["altText"] = json!(look.barcode_alt_text);
    }
    let mut pass = json!({
        "formatVersion": 1,
        "passTypeIdentifier": signer.certificate().pass_type_id,
        "teamIdentifier": signer.certificate().team_id,
        "serialNumber": content.serial,
        "organizationName": if look.developer_name.is_empty() { &content.organization } else { &look.developer_name },
        "description": word("Access pass", "Пропуск"),
        "logoText": content.organization,
        "backgroundColor": rgb(&look.background_color),
        "foregroundColor": rgb(&look.font_color),
        "labelColor": rgb(&look.label_color),
        "voided": content.is_void,
        "barcodes": [barcode],
        "generic": {
            "primaryFields": [{ "key": "name", "label": word("Pass", "Пропуск"), "value": content.name }],
            "secondaryFields": secondary,
            "backFields": back,
        },
    });
    if let Some(at) = content.valid_to {
        pass["expirationDate"] = json!(date(at));
    }
    pass
}

/// `rgb(1, 2, 3)`, as passes have colours; white for what is no colour.
fn rgb(color: &str) -> String {
    let [red, green, blue] = pictures::channels(color);
    format!("rgb({red}, {green}, {blue})")
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
