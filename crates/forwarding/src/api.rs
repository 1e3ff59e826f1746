//! From the API's form and into it.
use proto::vestibule::common::v1::Ref;
use proto::vestibule::telephony::v1 as api;
use schedule::Weekday;

use crate::queue::{IfError, IfNoAnswer, Params, Period, Queue, TrunkNumber};

impl Queue {
    /// What is not given gets its default.
    pub fn from_api(queue: api::ForwardQueue) -> Queue {
        let mut numbers: Vec<String> = Vec::with_capacity(queue.numbers.len());
        for number in queue.numbers.iter().map(|number| number.trim().to_string()) {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        let no_answer = |sent: api::RedirectIfNoAnswer| IfNoAnswer { is_immediately: sent.is_immediately, timeout: sent.timeout };
        let error = |sent: api::RedirectIfError| IfError { enabled: sent.enabled, timeout: sent.timeout };
        Queue {
            numbers,
            params: queue.params.map(Params::from_api).unwrap_or_default(),
            redirect_if_no_answer: queue.redirect_if_no_answer.map(no_answer).unwrap_or_default(),
            redirect_if_error: queue.redirect_if_error.map(error).unwrap_or_default(),
        }
    }

    /// `trunk_name` knows the trunks that are there; a number keeps no other.
    pub fn into_api(self, trunk_name: impl Fn(i64) -> Option<String>) -> api::ForwardQueue {
        let (no_answer, error) = (self.redirect_if_no_answer, self.redirect_if_error);
        api::ForwardQueue {
            numbers: self.numbers,
            params: Some(self.params.into_api(trunk_name)),
            redirect_if_no_answer: Some(api::RedirectIfNoAnswer { is_immediately: no_answer.is_immediately, timeout: no_answer.timeout }),
            redirect_if_error: Some(api::RedirectIfError { enabled: error.enabled, timeout: error.timeout }),
        }
    }
}

impl Params {
    fn from_api(params: api::ForwardParams) -> Params {
        let outside =
            |outside: &api::TrunkNumber| TrunkNumber { number: outside.number.trim().into(), trunk_id: outside.trunk.as_ref().map(|trunk| trunk.id) };
        let default = Params::default();
        Params {
            timeout: if params.timeout == 0 { default.timeout } else { params.timeout },
            days: days(params.days()).unwrap_or(default.days),
            period: params.period.map(|period| Period { from: period.from, to: period.to }),
            trunk_numbers: params.trunk_numbers.iter().map(outside).collect(),
        }
    }

    fn into_api(self, trunk_name: impl Fn(i64) -> Option<String>) -> api::ForwardParams {
        let trunk = |id: i64| trunk_name(id).map(|name| Ref { id, name });
        let outside = |outside: TrunkNumber| api::TrunkNumber { number: outside.number, trunk: outside.trunk_id.and_then(trunk) };
        api::ForwardParams {
            timeout: self.timeout,
            days: self.days.into_iter().map(|day| in_api(day).into()).collect(),
            period: self.period.map(|period| api::ForwardPeriod { from: period.from, to: period.to }),
            trunk_numbers: self.trunk_numbers.into_iter().map(outside).collect(),
        }
    }
}

/// In the week's order, each once; None where there is none.
fn days(given: impl Iterator<Item = api::Weekday>) -> Option<Vec<Weekday>> {
    let mut days: Vec<Weekday> = given.filter_map(weekday).collect();
    days.sort_unstable();
    days.dedup();
    Some(days).filter(|days| !days.is_empty())
}

/// The API counts from 1: 0 is no day.
fn weekday(day: api::Weekday) -> Option<Weekday> {
    let place = i32::from(day) - 1;
    Weekday::ALL.get(usize::try_from(place).ok()?).copied()
}

fn in_api(day: Weekday) -> api::Weekday {
    api::Weekday::try_from(day as i32 + 1).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_given_gets_its_default() {
        let queue = Queue::from_api(api::ForwardQueue { numbers: vec!["101".into()], ..Default::default() });
        assert_eq!((queue.params.timeout, queue.params.days.len(), queue.params.period), (60, 7, None));
        assert_eq!(queue.redirect_if_no_answer, IfNoAnswer { is_immediately: false, timeout: 10 });
        assert_eq!(queue.redirect_if_error, IfError { enabled: false, timeout: 0 });
        let nothing_of_params = api::ForwardQueue { params: Some(api::ForwardParams::default()), ..Default::default() };
        assert_eq!(Queue::from_api(nothing_of_params).params, Params::default());
    }

    #[test]
    fn what_is_kept_reads_back_as_it_was_sent() {
        let sent = api::ForwardQueue {
            numbers: vec!["101".into(), "102".into()],
            params: Some(api::ForwardParams {
                timeout: 30,
                days: vec![api::Weekday::Mon.into(), api::Weekday::Sun.into()],
                period: Some(api::ForwardPeriod { from: 0, to: 3_600 }),
                trunk_numbers: vec![api::TrunkNumber { number: "+31201234567".into(), trunk: Some(Ref { id: 7, name: "Line".into() }) }],
            }),
            redirect_if_no_answer: Some(api::RedirectIfNoAnswer { is_immediately: true, timeout: 0 }),
            redirect_if_error: Some(api::RedirectIfError { enabled: true, timeout: 5 }),
        };
        let kept = serde_json::to_string(&Queue::from_api(sent.clone())).unwrap();
        let read: Queue = serde_json::from_str(&kept).unwrap();
        assert_eq!(read.into_api(|id| (id == 7).then(|| "Line".into())), sent);
    }
}
