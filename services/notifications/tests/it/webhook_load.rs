//! Many deliveries, and servers that take long: each project and each webhook has its share of the places.
use notifications::jobs::webhook_worker::WebhookWorker;
use proto::vestibule::events::v1::{RoleChanged, UserChanged};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::harness::*;
use crate::webhook_receiver::{Behaviour, WebhookReceiver};
use crate::webhook_site::*;

const PLACES: usize = 64;
const PLACES_OF_WEBHOOK: usize = 8;

/// A webhook of a project of its own, whose administrator vouches for it.
async fn of_project(all: &Webhooks, project_id: i64, url: &str) -> i64 {
    let (role_id, user_id) = (project_id * 100, project_id * 100 + 1);
    let role = policy::default_roles().into_iter().find(|role| role.name == "administrator").unwrap();
    let permissions = role.permissions.iter().map(|permission| permission.code().to_owned()).collect();
    let role = RoleChanged { project_id, id: role_id, version: 1, deleted: false, name: role.name.into(), permissions };
    all.site.receive(notifications::events::ROLE, &role).await;
    all.site.receive(notifications::events::USER, &UserChanged { project_id, role_id, ..user(user_id, role_id, &[]) }).await;
    // Made in the first project, and then given away: its secret is sealed as any other.
    let webhook = all.create(&format!("of {project_id}"), &[EVERY_DEVICE_EVENT]).await.id;
    all.execute(&format!("UPDATE webhooks SET project_id = {project_id}, owner_id = {user_id}, url = '{url}' WHERE id = {webhook}")).await;
    webhook
}

struct RunningWorker(CancellationToken);

impl RunningWorker {
    fn start(all: &Webhooks) -> RunningWorker {
        let shutdown = CancellationToken::new();
        tokio::spawn(WebhookWorker(all.site.service.clone()).run(shutdown.clone()));
        RunningWorker(shutdown)
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[tokio::test]
async fn projects_whose_servers_answer_slowly_leave_places_to_the_others() {
    let all = Webhooks::with_timeout(std::time::Duration::from_secs(600)).await;
    let (quick, slow) = (WebhookReceiver::start().await, &all.receiver);
    let (answer, is_time) = watch::channel(false);
    slow.next(std::iter::repeat_n(Behaviour::AnswerLater(204, is_time), 1_000));
    let projects = 8;
    for project in 101..101 + projects {
        let webhook = of_project(&all, project, &slow.url("slow")).await;
        all.make_due(project, webhook, 20).await;
    }
    let other = of_project(&all, 200, &quick.url("quick")).await;
    let _worker = RunningWorker::start(&all);
    slow.until_received(projects as usize).await;
    all.make_due(200, other, 30).await;
    quick.until_received(30).await;
    assert!(slow.received().len() < PLACES);
    answer.send(true).unwrap();
    slow.until_received(projects as usize * 20).await;
}

#[tokio::test]
async fn a_webhook_whose_server_answers_slowly_never_has_more_than_its_places() {
    let all = Webhooks::with_timeout(std::time::Duration::from_secs(600)).await;
    let quick = WebhookReceiver::start().await;
    let (answer, is_time) = watch::channel(false);
    all.receiver.next(std::iter::repeat_n(Behaviour::AnswerLater(204, is_time), 1_000));
    let webhook = of_project(&all, 101, &all.receiver.url("slow")).await;
    let other = of_project(&all, 102, &quick.url("quick")).await;
    all.make_due(101, webhook, 100).await;
    let _worker = RunningWorker::start(&all);
    all.receiver.until_received(PLACES_OF_WEBHOOK).await;
    // The worker looks again each time that one of these has ended.
    all.make_due(102, other, 50).await;
    quick.until_received(50).await;
    assert_eq!(all.receiver.received().len(), PLACES_OF_WEBHOOK);
    answer.send(true).unwrap();
    all.receiver.until_received(100).await;
}

#[tokio::test]
async fn ten_thousand_doors_that_wait_for_one_webhook_hide_nothing_of_others() {
    let all = Webhooks::start().await;
    let quick = WebhookReceiver::start().await;
    let webhook = of_project(&all, 101, &all.receiver.url("many")).await;
    let other = of_project(&all, 102, &quick.url("one")).await;
    all.make_due(101, webhook, 10_000).await;
    all.make_due(102, other, 1).await;
    all.execute(&format!("UPDATE webhook_lanes SET next_attempt_at = next_attempt_at + interval '1 second' WHERE webhook_id = {other}")).await;
    all.advance(time::Duration::seconds(2));
    let _worker = RunningWorker::start(&all);
    quick.until_received(1).await;
    assert!(all.receiver.received().len() < 1_000, "its turn comes before the others are sent");
}
