//! How many licences are used.
use kit::{ListQuery, clock};
use policy::{action, resource};
use proto::vestibule::common::v1::{FileChunk, Ref};
use proto::vestibule::licensing::v1::{
    DownloadUsedLicensesRequest, GetLicensesOverPeriodRequest, LicenseDay, LicenseDayCount, LicensePeriod, LicensesOverPeriod,
    ListUsedLicensesRequest, ListUsedLicensesResponse, UsedLicenses, license_reports_server,
};
use serde_json::json;
use spreadsheet::Format;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use super::encode_quota;
use crate::app::App;
use crate::domain::counts::Kind;
use crate::operation::license_report as operation;
use crate::operation::license_report::ReportFilter;
use crate::store::license_day::LicenseDayRow;

pub struct LicenseReportService(pub App);

fn encode(row: operation::UsedLicenses) -> UsedLicenses {
    let has_period = row.period.from.is_some() || row.period.to.is_some();
    UsedLicenses {
        domain: Some(Ref { id: row.id, name: row.name }),
        parent_id: row.parent_id,
        is_active: row.is_active,
        quotas: row.quotas.into_iter().map(encode_quota).collect(),
        period: Some(LicensePeriod { is_active: has_period, from: row.period.from.map(clock::to_proto), to: row.period.to.map(clock::to_proto) }),
    }
}

/// Rows by day and kind, one day's together.
fn encode_days(rows: Vec<LicenseDayRow>) -> Vec<LicenseDay> {
    let mut days: Vec<LicenseDay> = Vec::new();
    for row in rows {
        let date = row.day.to_string();
        if days.last().is_none_or(|day| day.date != date) {
            days.push(LicenseDay { date, counts: Vec::new() });
        }
        let kind = Kind::ALL.into_iter().find(|kind| kind.number() == row.kind).map_or("", Kind::word);
        let count = LicenseDayCount { kind: kind.into(), peak: row.peak, mean: row.mean, maximum: row.maximum };
        if let Some(day) = days.last_mut() {
            day.counts.push(count);
        }
    }
    days
}

#[tonic::async_trait]
impl license_reports_server::LicenseReports for LicenseReportService {
    type DownloadUsedLicensesStream = BoxStream<FileChunk>;

    async fn list_used_licenses(&self, request: Request<ListUsedLicensesRequest>) -> Result<Response<ListUsedLicensesResponse>, Status> {
        let right = self.0.context.authorize::<resource::LicenseReport, action::View, _>(&request)?;
        let ListUsedLicensesRequest { page, size, search, domain_id } = request.into_inner();
        let filters = match domain_id {
            0 => String::new(),
            id => json!([{ "field": "within_domain_id", "rule": "equals", "value": id }]).to_string(),
        };
        let query = ListQuery { page, size, search, filters, ..ListQuery::default() };
        let page = operation::used(&self.0, &right, &query).await?.map(encode);
        Ok(Response::new(ListUsedLicensesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_licenses_over_period(&self, request: Request<GetLicensesOverPeriodRequest>) -> Result<Response<LicensesOverPeriod>, Status> {
        let right = self.0.context.authorize::<resource::LicenseReport, action::View, _>(&request)?;
        let GetLicensesOverPeriodRequest { domain_id, from, to } = request.into_inner();
        let rows = operation::over_period(&self.0, &right, domain_id, &from, &to).await?;
        Ok(Response::new(LicensesOverPeriod { days: encode_days(rows) }))
    }

    async fn download_used_licenses(
        &self,
        request: Request<DownloadUsedLicensesRequest>,
    ) -> Result<Response<Self::DownloadUsedLicensesStream>, Status> {
        let right = self.0.context.authorize::<resource::LicenseReport, action::View, _>(&request)?;
        let request = request.into_inner();
        let format = Format::from_export(request.export_format());
        let filter = ReportFilter { search: request.search, domain_id: request.domain_id };
        Ok(Response::new(Box::pin(operation::download(&self.0, right, format, filter))))
    }
}
