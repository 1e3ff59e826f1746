//! The call history.
use kit::{ListQuery, Page, clock, list_query};
use proto::vestibule::common::v1::{FileChunk, Ref};
use proto::vestibule::telephony::v1::call_history_server::CallHistory;
use proto::vestibule::telephony::v1::*;
use spreadsheet::Format;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::call_history as operation;
use crate::store::call_history::CallHistoryRow;

pub struct CallHistoryService(pub App);

#[tonic::async_trait]
impl CallHistory for CallHistoryService {
    type DownloadCallHistoryStream = BoxStream<FileChunk>;

    async fn list_call_history(&self, request: Request<ListCallHistoryRequest>) -> Result<Response<ListCallHistoryResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        Ok(page(operation::list_calls(&self.0, &right, &list_query!(request.get_ref())).await?))
    }

    async fn download_call_history(&self, request: Request<DownloadCallHistoryRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.0.context.authorize(&request)?;
        let request = request.into_inner();
        let format = Format::from_export(request.export_format());
        let query = ListQuery { sort: request.sort, filters: request.filters, search: request.search, ..ListQuery::default() };
        Ok(Response::new(Box::pin(operation::download(&self.0, right, format, query)?)))
    }

    async fn list_alarm_calls(&self, request: Request<ListCallHistoryRequest>) -> Result<Response<ListCallHistoryResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        Ok(page(operation::list_alarms(&self.0, &right, &list_query!(request.get_ref())).await?))
    }
}

fn page(page: Page<CallHistoryRow>) -> Response<ListCallHistoryResponse> {
    let page = page.map(encode);
    Response::new(ListCallHistoryResponse { items: page.items, total: page.total, page: page.page, size: page.size })
}

fn encode(row: CallHistoryRow) -> HistoryCall {
    // Empty where the number that was called answered itself.
    let answered_by = (!row.answered_number.is_empty() && row.answered_number != row.to_number).then(|| CallParty {
        number: row.answered_number,
        name: row.answered_name,
        user: named(row.answered_user_id, row.answered_user_name),
        device: None,
        domain: None,
    });
    HistoryCall {
        id: row.id,
        created_at: Some(clock::to_proto(row.created_at)),
        status: status(&row.status).into(),
        r#type: if row.r#type == "awaiting" { CallType::Awaiting } else { CallType::Normal }.into(),
        duration: row.duration,
        from: Some(CallParty {
            number: row.from_number,
            name: row.from_name,
            user: named(row.from_user_id, row.from_user_name),
            device: named(row.from_device_id, row.from_device_name),
            domain: named(row.from_domain_id, row.from_domain_name),
        }),
        to: Some(CallParty {
            number: row.to_number,
            name: row.to_name,
            user: named(row.to_user_id, row.to_user_name),
            device: named(row.to_device_id, row.to_device_name),
            domain: named(row.to_domain_id, row.to_domain_name),
        }),
        answered_by,
        is_sos: row.is_sos,
    }
}

fn status(word: &str) -> CallStatus {
    match word {
        "answered" => CallStatus::Answered,
        "noanswer" => CallStatus::Noanswer,
        "busy" => CallStatus::Busy,
        "cancel" => CallStatus::Cancel,
        _ => CallStatus::Failed,
    }
}

fn named(id: i64, name: String) -> Option<Ref> {
    (id != 0).then_some(Ref { id, name })
}
