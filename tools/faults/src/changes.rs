//! Continuous changes through the REST interface: users, cards and rules are created, updated and deleted.
use std::time::Duration;

use anyhow::Result;
use e2e_harness::site;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::ledger::{Changes, Entity, Known, Verb};
use crate::site::{PASSWORD, Site};

const IDENTIFIERS: &str = "identifiers";
const RULES: &str = "access-rules";
const USERS: &str = "users";
/// Between two changes, in milliseconds.
const PAUSE_MILLIS: std::ops::Range<u64> = 50..350;

/// The running changes, until they are stopped.
pub struct Changing {
    stop: watch::Sender<bool>,
    task: JoinHandle<Changes>,
}

impl Changing {
    pub async fn stop(self) -> Result<Changes> {
        self.stop.send_replace(true);
        Ok(self.task.await?)
    }
}

/// `first_number`: one less than the number of the first card.
pub fn start(site: &Site, seed: u64, first_number: u32) -> Changing {
    let stop = watch::Sender::new(false);
    let worker = Worker { site: site.clone(), random: StdRng::seed_from_u64(seed ^ 0xc4a6), changes: Changes::default(), number: first_number };
    let task = tokio::spawn(worker.run(stop.subscribe()));
    Changing { stop, task }
}

struct Worker {
    site: Site,
    random: StdRng,
    changes: Changes,
    number: u32,
}

impl Worker {
    async fn run(mut self, stop: watch::Receiver<bool>) -> Changes {
        while !*stop.borrow() {
            self.change().await;
            tokio::time::sleep(Duration::from_millis(self.random.random_range(PAUSE_MILLIS))).await;
        }
        self.changes
    }

    async fn change(&mut self) {
        match self.random.random_range(0..100) {
            0..10 => self.add_person().await,
            10..40 => self.add_card().await,
            40..55 => self.revoke_card().await,
            55..60 => self.delete(IDENTIFIERS).await,
            60..80 => self.add_rule().await,
            80..92 => self.change_rule().await,
            _ => self.delete(RULES).await,
        }
    }

    async fn add_person(&mut self) {
        let Some(group) = self.site.groups.choose(&mut self.random) else { return };
        let name = format!("person{}", self.random.random::<u32>());
        let body = json!({
            "name": name, "email": format!("{name}@faults.test"), "password": PASSWORD, "role": { "id": self.site.role },
            "domains": [{ "id": group }], "is_active": true,
        });
        let answer = self.site.api.put("/users", body).await;
        self.changes.created(USERS, answer);
    }

    async fn add_card(&mut self) {
        let Some(owner) = self.one_of(USERS) else { return self.add_person().await };
        self.number += 1;
        let body = site::card(&format!("Card {}", self.number), self.number, owner.id);
        let answer = self.site.api.put("/identifiers", body).await;
        if self.changes.created(IDENTIFIERS, answer).is_some() {
            self.site.cards().push(self.number);
        }
    }

    async fn revoke_card(&mut self) {
        let Some(card) = self.one_of(IDENTIFIERS) else { return };
        let answer = self.site.api.post(&format!("/identifiers/{}/revoke", card.id), json!({})).await;
        self.changes.changed(card, Verb::Revoke, answer);
    }

    async fn add_rule(&mut self) {
        let name = format!("Rule {}", self.random.random::<u32>());
        let (devices, named) = (self.doors(), self.named());
        let mut body = json!({ "name": name, "devices": devices });
        body[named.0] = named.1;
        let answer = self.site.api.put("/access-rules", body).await;
        self.changes.created(RULES, answer);
    }

    async fn change_rule(&mut self) {
        let Some(rule) = self.one_of(RULES) else { return };
        let body = json!({ "devices": self.doors() });
        let answer = self.site.api.patch(&format!("/access-rules/{}", rule.id), body).await;
        self.changes.changed(rule, Verb::Edit, answer);
    }

    async fn delete(&mut self, list: &'static str) {
        let Some(entity) = self.one_of(list) else { return };
        let answer = self.site.api.delete(&format!("/{list}/{}", entity.id)).await;
        self.changes.changed(entity, Verb::Delete, answer);
    }

    /// An entity that surely exists.
    fn one_of(&mut self, list: &'static str) -> Option<Entity> {
        let there = self.changes.entities.iter().filter(|(entity, known)| entity.list == list && **known == Known::Present);
        there.map(|(entity, _)| *entity).choose(&mut self.random)
    }

    /// One to four doors, their first lock.
    fn doors(&mut self) -> Value {
        let count = self.random.random_range(1..=4);
        let doors = self.site.panels.choose_multiple(&mut self.random, count);
        doors.map(|door| json!({ "id": door.id, "lock_number": 1 })).collect()
    }

    /// Subject of a new rule: a group, a user or a card.
    fn named(&mut self) -> (&'static str, Value) {
        let group = self.site.groups.choose(&mut self.random).copied().unwrap_or_default();
        let (key, id) = match self.random.random_range(0..4) {
            0 => ("domains", Some(group)),
            1 | 2 => ("users", self.one_of(USERS).map(|user| user.id)),
            _ => ("identifiers", self.one_of(IDENTIFIERS).map(|card| card.id)),
        };
        match id {
            Some(id) => (key, json!([{ "id": id }])),
            None => ("domains", json!([{ "id": group }])),
        }
    }
}
