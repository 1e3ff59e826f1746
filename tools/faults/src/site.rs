//! The site that changes and events refer to: users in two groups, and panels.
use std::sync::{Arc, Mutex, MutexGuard};

use anyhow::Result;
use e2e_harness::ApiClient;
use e2e_harness::site::{self, Credential};

const PEOPLE: usize = 6;
/// Words of the simulator's catalogue, in turn.
const MODELS: [&str; 2] = ["AA-12", "AA-07"];
pub const PASSWORD: &str = "vestibule-faults-1";

#[derive(Clone)]
pub struct Site {
    pub api: ApiClient,
    pub groups: Vec<i64>,
    pub role: i64,
    pub panels: Vec<Door>,
    cards: Arc<Mutex<Vec<u32>>>,
}

#[derive(Clone, Debug)]
pub struct Door {
    pub id: i64,
    pub serial: String,
}

/// One panel in so many speaks HTTP.
const HTTP: usize = 3;

/// The panels that a seed makes, one in three of which speaks HTTP: each at a port of its own, from `ports` on.
pub fn credentials(seed: u64, panels: usize, ports: u16) -> Vec<Credential> {
    let credential = |index: usize| Credential {
        serial: format!("F{seed:04}-{index:03}"),
        model: MODELS[index % MODELS.len()].into(),
        name: format!("Panel {index:03}"),
        password: format!("faults-{seed:04}-{index:03}"),
        protocol: (index % HTTP == HTTP - 1).then(|| "http".into()),
        port: (index % HTTP == HTTP - 1).then(|| ports + index as u16),
    };
    (0..panels).map(credential).collect()
}

impl Site {
    /// Creates groups, users and panels, and waits for the projections.
    pub async fn make(api: ApiClient, credentials: &[Credential]) -> Result<(Site, Vec<i64>)> {
        let mut groups = Vec::new();
        for name in ["North", "South"] {
            groups.push(site::group(&api, name, None).await?);
        }
        let role = site::role(&api, "user").await?;
        let mut people = Vec::new();
        for index in 0..PEOPLE {
            let (name, group) = (format!("Person {index}"), groups[index % groups.len()]);
            people.push(site::user(&api, &name, &format!("person{index}@faults.test"), PASSWORD, role, group).await?);
        }
        let mut panels = Vec::new();
        for (index, credential) in credentials.iter().enumerate() {
            let id = site::panel(&api, credential, groups[index % groups.len()]).await?;
            panels.push(Door { id, serial: credential.serial.clone() });
        }
        Ok((Site { api, groups, role, panels, cards: Arc::default() }, people))
    }

    /// Numbers of existing and revoked cards: revoked ones are presented too.
    pub fn cards(&self) -> MutexGuard<'_, Vec<u32>> {
        self.cards.lock().expect("nothing panics while it is held")
    }
}
