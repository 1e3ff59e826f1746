//! Identifiers.
use kit::clock::{from_proto, to_proto};
use kit::upload_places::in_time;
use kit::{ListQuery, Mask, Result, upload};
use policy::{ActionKind, Authorized, action, resource};
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, FileChunk};
use spreadsheet::Format;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status, Streaming};

use super::{PASS_TYPE, identifier_import, ids, reference, references};
use crate::app::App;
use crate::domain::identifier as domain;
use crate::domain::identifier::IdentifierDraft;
use crate::domain::identifier_import::LIMITS;
use crate::domain::number::{Format as NumberFormat, Number};
use crate::operation::identifier::{self as operation, QrImageFormat};
use crate::operation::identifier_import as import;
use crate::operation::identifier_photo::{self, UploadedPhoto};
use crate::operation::wallet_pass;
use crate::peers::delivery::IdentifierDelivery;
use crate::store::identifier::IdentifierRow;

pub struct IdentifiersService(pub App);

impl IdentifiersService {
    fn authorize<A: ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<resource::Identifier, A>> {
        self.0.context.authorize(request)
    }
}

fn decode(identifier: Option<Identifier>) -> IdentifierDraft {
    let identifier = identifier.unwrap_or_default();
    IdentifierDraft {
        access_rules: ids(&identifier.access_rules),
        name: identifier.name,
        description: identifier.description,
        is_active: identifier.is_active,
        kind: domain::IdentifierType::from_number(identifier.r#type),
        value: identifier.value,
        owner_type: domain::OwnerType::from_number(identifier.owner_type),
        owner_id: identifier.owner.map(|owner| owner.id).filter(|id| *id != 0),
        period_restrict_active: identifier.period_restrict_active,
        period_restrict_from: identifier.period_restrict_from.as_ref().and_then(from_proto),
        period_restrict_to: identifier.period_restrict_to.as_ref().and_then(from_proto),
        passes_restrict_active: identifier.passes_restrict_active,
        passes_restrict_max_count: identifier.passes_restrict_max_count,
    }
}

fn encode(row: IdentifierRow) -> Identifier {
    let card = Number::parse(row.kind(), &row.value).ok().filter(|number| matches!(number, Number::Card(_)));
    let value = |format| card.as_ref().map(|card| card.display(format));
    Identifier {
        id: row.id,
        value_dec: value(NumberFormat::Dec),
        value_hex: value(NumberFormat::Hex),
        name: row.name,
        description: row.description,
        is_active: row.is_active,
        r#type: i32::from(row.r#type),
        value: row.value,
        owner_type: i32::from(row.owner_type),
        owner: reference(row.owner_id, row.owner_name.unwrap_or_default()),
        period_restrict_active: row.period_restrict_active,
        period_restrict_from: row.period_restrict_from.map(to_proto),
        period_restrict_to: row.period_restrict_to.map(to_proto),
        passes_restrict_active: row.passes_restrict_active,
        passes_restrict_max_count: row.passes_restrict_max_count,
        passes_restrict_passes_count: row.passes_restrict_passes_count,
        access_rules: references(row.rule_ids, row.rule_names),
        revoked_at: row.revoked_at.map(to_proto),
        link_id: row.link_id.to_string(),
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
        created_by_user: reference(row.created_by, row.created_by_name),
        domain: reference(row.domain_id, row.domain_name.unwrap_or_default()),
        origin: i32::from(row.origin),
        origin_ref: row.origin_ref,
        photo_taken_at: row.photo_taken_at.map(to_proto),
        has_own_hours: row.has_own_hours,
    }
}

fn encode_device(item: IdentifierDelivery) -> IdentifierDevice {
    let state = match (item.is_held(), item.asks_online(), item.is_refused()) {
        (true, _, _) => IdentifierDeviceState::Held,
        (_, true, _) => IdentifierDeviceState::AsksOnline,
        (_, _, true) => IdentifierDeviceState::Refused,
        _ => IdentifierDeviceState::Waiting,
    };
    IdentifierDevice {
        device: reference(Some(item.device_id), item.device_name),
        state: state.into(),
        reason: Some(item.error).filter(|word| !word.is_empty()),
        at: item.at.map(to_proto),
        is_online: item.is_online,
    }
}

#[tonic::async_trait]
impl Identifiers for IdentifiersService {
    type ExportIdentifiersStream = BoxStream<FileChunk>;
    type GetIdentifierQrStream = BoxStream<FileChunk>;
    type GetIdentifierPassStream = BoxStream<FileChunk>;

    async fn list_identifiers(&self, request: Request<ListIdentifiersRequest>) -> Result<Response<ListIdentifiersResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.into_inner();
        let page = operation::list(&self.0, &right, &kit::list_query!(request), request.only_guest.unwrap_or(false)).await?.map(encode);
        Ok(Response::new(ListIdentifiersResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_identifier(&self, request: Request<GetIdentifierRequest>) -> Result<Response<Identifier>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn create_identifier(&self, request: Request<CreateIdentifierRequest>) -> Result<Response<Identifier>, Status> {
        let right = self.authorize::<action::Create, _>(&request)?;
        let draft = decode(request.into_inner().identifier);
        Ok(Response::new(encode(operation::create(&self.0, &right, draft).await?)))
    }

    async fn update_identifier(&self, request: Request<UpdateIdentifierRequest>) -> Result<Response<Identifier>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let request = request.into_inner();
        let (draft, mask) = (decode(request.identifier), Mask::new(request.update_mask));
        Ok(Response::new(encode(operation::update(&self.0, &right, request.id, draft, &mask).await?)))
    }

    async fn delete_identifier(&self, request: Request<DeleteIdentifierRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_identifiers(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        Ok(Response::new(operation::delete_all(&self.0, &right, request.into_inner().items).await?))
    }

    async fn revoke_identifier(&self, request: Request<RevokeIdentifierRequest>) -> Result<Response<Identifier>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        Ok(Response::new(encode(operation::revoke(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn export_identifiers(&self, request: Request<ExportIdentifiersRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.0.context.authorize::<resource::IdentifierTable, action::View, _>(&request)?;
        let request = request.into_inner();
        let format = Format::from_export(request.export_format());
        let query = ListQuery { sort: request.sort, filters: request.filters, search: request.search, ..ListQuery::default() };
        Ok(Response::new(Box::pin(operation::export(&self.0, right, format, query).await?)))
    }

    async fn import_identifiers(&self, request: Request<Streaming<ImportIdentifiersRequest>>) -> Result<Response<ImportIdentifiersResponse>, Status> {
        let right = self.0.context.authorize::<resource::IdentifierTable, action::Create, _>(&request)?;
        // Before the table is taken in: it is held in memory while it waits for its turn.
        let _place = import::UPLOADS.acquire(right.project_id()).await?;
        let upload = in_time(upload::collect(request.into_inner(), LIMITS.bytes, |message| message.file.take())).await?;
        let reading = identifier_import::decode_reading(upload.request.format());
        Ok(Response::new(identifier_import::encode(import::attempt(&self.0, &right, upload.data.into(), reading).await?)))
    }

    async fn continue_identifier_import(
        &self,
        request: Request<ContinueIdentifierImportRequest>,
    ) -> Result<Response<ContinueIdentifierImportResponse>, Status> {
        let right = self.0.context.authorize::<resource::IdentifierTable, action::Create, _>(&request)?;
        let request = request.get_ref();
        let action = identifier_import::decode_action(request.action())?;
        let counts = import::carry_out(&self.0, &right, action, &request.filepath).await?;
        Ok(Response::new(ContinueIdentifierImportResponse { created: counts.created, replaced: counts.replaced, skipped: counts.skipped }))
    }

    async fn get_identifier_qr(&self, request: Request<GetIdentifierQrRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.get_ref();
        let (format, extension, content_type) = match request.format() {
            QrFormat::Svg => (QrImageFormat::Svg, "svg", "image/svg+xml"),
            QrFormat::Png | QrFormat::Unspecified => (QrImageFormat::Png, "png", "image/png"),
        };
        let image = operation::qr(&self.0, &right, request.id, format, request.size).await?;
        Ok(Response::new(kit::download::file(&format!("identifier-{}.{extension}", request.id), content_type, &image)))
    }

    async fn set_identifier_photo(&self, request: Request<Streaming<SetIdentifierPhotoRequest>>) -> Result<Response<Identifier>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        // Before the picture is taken in: it is held in memory while it waits for the detector.
        let _place = identifier_photo::UPLOADS.acquire(right.project_id()).await?;
        let upload = in_time(upload::collect(request.into_inner(), faces::MAX_BYTES, |message| message.image.take())).await?;
        let (is_new, has_consent) = (upload.request.is_new.unwrap_or_default(), upload.request.consent.unwrap_or_default());
        let photo = UploadedPhoto { bytes: upload.data, is_new, has_consent };
        Ok(Response::new(encode(identifier_photo::set(&self.0, &right, upload.request.id, photo).await?)))
    }

    async fn list_identifier_devices(
        &self,
        request: Request<ListIdentifierDevicesRequest>,
    ) -> Result<Response<ListIdentifierDevicesResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let found = identifier_photo::devices(&self.0, &right, request.into_inner().id).await?;
        Ok(Response::new(ListIdentifierDevicesResponse {
            items: found.items.into_iter().map(encode_device).collect(),
            wanted: found.wanted as i32,
            held: found.held as i32,
        }))
    }

    async fn retry_identifier_device(
        &self,
        request: Request<RetryIdentifierDeviceRequest>,
    ) -> Result<Response<RetryIdentifierDeviceResponse>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let request = request.into_inner();
        identifier_photo::retry(&self.0, &right, request.id, request.device_id).await?;
        Ok(Response::new(RetryIdentifierDeviceResponse {}))
    }

    async fn get_identifier_pass(&self, request: Request<GetIdentifierPassRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let id = request.into_inner().id;
        let pass = wallet_pass::apple_of_identifier(&self.0, &right, id).await?;
        Ok(Response::new(kit::download::file(&format!("identifier-{id}.pkpass"), PASS_TYPE, &pass)))
    }

    async fn get_identifier_wallet_link(&self, request: Request<GetIdentifierWalletLinkRequest>) -> Result<Response<WalletLink>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        Ok(Response::new(WalletLink { url: wallet_pass::google_of_identifier(&self.0, &right, request.into_inner().id).await? }))
    }

    async fn get_wallets(&self, request: Request<GetWalletsRequest>) -> Result<Response<Wallets>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let wallets = wallet_pass::wallets(&self.0, &mut reader, right.project_id()).await?;
        Ok(Response::new(Wallets { apple: wallets.apple, google: wallets.google }))
    }
}
