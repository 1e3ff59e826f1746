//! What is created, what is there already, and what is left out.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::tz::TimeZone;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{AdoptedIdentifier, AdoptedSchedule, Conflict, HeldIdentifier, HeldList, HeldSchedule};
use crate::domain::access_rule::MAX_NAMED;
use crate::domain::hash::{ContentHash, Hasher};
use crate::domain::identifier::{IdentifierType, IdentifierTypes, OwnerType};

/// Of the longest name of a rule.
const MAX_NAME: usize = 100;

/// `Gate, lock 1 (2)`, within the length of a name.
fn numbered(name: &str, number: usize) -> String {
    let suffix = format!(" ({number})");
    let kept: String = name.chars().take(MAX_NAME - suffix.chars().count()).collect();
    kept + &suffix
}

/// What the project has of what a list names.
#[derive(Clone, Debug)]
pub struct KnownSite {
    pub device_name: String,
    pub device_locks: u8,
    /// That the device reads, and that may be created by the licence.
    pub readable: IdentifierTypes,
    pub licensed: IdentifierTypes,
    pub guests_licensed: bool,
    /// Of the device's clock.
    pub zone: TimeZone,
    pub now: OffsetDateTime,
    /// By link id: None for one that the caller does not see.
    pub schedules: HashMap<Uuid, Option<i64>>,
    /// By type and unique value.
    pub identifiers: HashMap<(i16, String), KnownIdentifier>,
    /// Link ids that identifiers have.
    pub taken_links: HashSet<Uuid>,
    /// Identifiers that the list of the device has already, or that it refuses.
    pub listed: HashSet<i64>,
}

impl KnownSite {
    /// Codes of the list that identifiers have which the caller does not see.
    pub fn hits(&self) -> usize {
        let is_hit =
            |kind: i16, known: &KnownIdentifier| !known.is_visible && IdentifierType::from_number(kind.into()).is_some_and(IdentifierType::is_secret);
        self.identifiers.iter().filter(|((kind, _), known)| is_hit(*kind, known)).count()
    }
}

/// An identifier of the project.
#[derive(Clone, Copy, Debug)]
pub struct KnownIdentifier {
    pub id: i64,
    pub is_visible: bool,
    pub is_revoked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlannedKind {
    Identifier,
    Schedule,
    Rule,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlannedState {
    Created,
    /// With its id.
    Known(i64),
    Conflict(Conflict),
}

/// A line of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedItem {
    pub kind: PlannedKind,
    pub state: PlannedState,
    pub name: String,
    pub identifier_type: Option<IdentifierType>,
    pub number: String,
    /// Of a rule.
    pub locks: Vec<i32>,
    pub identifiers: usize,
    /// Tells items apart that look alike.
    link_id: Option<Uuid>,
}

impl PlannedItem {
    /// Under which devices hold it, of a schedule.
    pub fn schedule_link(&self) -> Option<Uuid> {
        self.link_id.filter(|_| self.kind == PlannedKind::Schedule)
    }
}

/// A rule to be created: it names just this device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdoptedRule {
    pub name: String,
    pub locks: Vec<i32>,
    pub schedules: Vec<Uuid>,
    pub members: Vec<Member>,
}

/// An identifier that a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    Known(i64),
    /// The position among those that are created.
    Created(usize),
}

#[derive(Clone, Debug, Default)]
pub struct AdoptionPlan {
    pub identifiers: Vec<AdoptedIdentifier>,
    pub schedules: Vec<AdoptedSchedule>,
    pub rules: Vec<AdoptedRule>,
    /// Everything that the list has, and the rules.
    pub items: Vec<PlannedItem>,
}

impl AdoptionPlan {
    pub fn new(held: &HeldList, site: &KnownSite) -> AdoptionPlan {
        let mut plan = AdoptionPlan::default();
        let usable = plan.add_schedules(&held.schedules, site);
        plan.add_identifiers(&held.identifiers, site, &usable);
        for rule in &plan.rules {
            plan.items.push(PlannedItem {
                kind: PlannedKind::Rule,
                state: PlannedState::Created,
                name: rule.name.clone(),
                identifier_type: None,
                number: String::new(),
                locks: rule.locks.clone(),
                identifiers: rule.members.len(),
                link_id: None,
            });
        }
        plan
    }

    /// Returns the names of those that identifiers may go by, by their link ids.
    fn add_schedules(&mut self, held: &[HeldSchedule], site: &KnownSite) -> HashMap<Uuid, String> {
        let mut usable = HashMap::new();
        for schedule in held {
            let parsed = schedule.parse(&site.zone);
            let state = match &parsed {
                Err(conflict) => PlannedState::Conflict(*conflict),
                Ok(parsed) if usable.contains_key(&parsed.link_id) => PlannedState::Conflict(Conflict::Duplicate),
                Ok(parsed) => match site.schedules.get(&parsed.link_id) {
                    None => PlannedState::Created,
                    Some(Some(id)) => PlannedState::Known(*id),
                    Some(None) => PlannedState::Conflict(Conflict::LinkIdTaken),
                },
            };
            self.items.push(PlannedItem {
                kind: PlannedKind::Schedule,
                state,
                name: parsed.as_ref().map_or_else(|_| super::cleaned(&schedule.name), |parsed| parsed.name.clone()),
                identifier_type: None,
                number: String::new(),
                locks: Vec::new(),
                identifiers: 0,
                link_id: schedule.link_id,
            });
            if let (Ok(parsed), PlannedState::Created | PlannedState::Known(_)) = (parsed, state) {
                usable.insert(parsed.link_id, parsed.name.clone());
                if state == PlannedState::Created {
                    self.schedules.push(parsed);
                }
            }
        }
        usable
    }

    fn add_identifiers(&mut self, held: &[HeldIdentifier], site: &KnownSite, usable: &HashMap<Uuid, String>) {
        let (mut keys, mut links) = (HashSet::new(), HashSet::new());
        let mut members: BTreeMap<(Vec<i32>, Vec<Uuid>), Vec<Member>> = BTreeMap::new();
        for identifier in held {
            let parsed = identifier.parse(site.device_locks, site.now);
            let state = match &parsed {
                Err(conflict) => PlannedState::Conflict(*conflict),
                Ok(parsed) if !links.insert(parsed.link_id) | !keys.insert(parsed.key()) => PlannedState::Conflict(Conflict::Duplicate),
                Ok(parsed) => site.state_of(parsed, usable),
            };
            self.items.push(PlannedItem {
                kind: PlannedKind::Identifier,
                state,
                name: parsed.as_ref().map_or_else(|_| super::cleaned(&identifier.name), |parsed| parsed.name.clone()),
                identifier_type: identifier.kind,
                number: parsed.as_ref().map(AdoptedIdentifier::shown_number).unwrap_or_default(),
                locks: Vec::new(),
                identifiers: 0,
                link_id: identifier.link_id,
            });
            let Ok(parsed) = parsed else { continue };
            let place = (parsed.locks.clone(), parsed.schedules.clone());
            match state {
                PlannedState::Created => {
                    members.entry(place).or_default().push(Member::Created(self.identifiers.len()));
                    self.identifiers.push(parsed);
                }
                PlannedState::Known(id) if !site.listed.contains(&id) => members.entry(place).or_default().push(Member::Known(id)),
                PlannedState::Known(_) | PlannedState::Conflict(_) => {}
            }
        }
        for ((locks, schedules), members) in members {
            let name = rule_name(&site.device_name, &locks, &schedules, usable);
            for (number, members) in members.chunks(MAX_NAMED).enumerate() {
                let name = if number == 0 { name.clone() } else { numbered(&name, number + 1) };
                self.rules.push(AdoptedRule { name, locks: locks.clone(), schedules: schedules.clone(), members: members.to_vec() });
            }
        }
    }

    /// Of all that the plan says: another plan has another hash.
    pub fn hash(&self) -> ContentHash {
        let hasher = self.items.iter().fold(Hasher::new().number(self.items.len() as i64), |hasher, item| {
            let (state, id, reason) = match item.state {
                PlannedState::Created => (1, 0, ""),
                PlannedState::Known(id) => (2, id, ""),
                PlannedState::Conflict(conflict) => (3, 0, conflict.as_str()),
            };
            hasher
                .number(item.kind as i64)
                .number(state)
                .number(id)
                .text(reason)
                .text(&item.name)
                .text(&item.number)
                .bytes(item.link_id.as_ref().map(Uuid::as_bytes).map_or(&[][..], |bytes| bytes.as_slice()))
        });
        let hasher = self.identifiers.iter().fold(hasher, |hasher, adopted| {
            let period = [adopted.valid_from, adopted.valid_to].map(|at| at.map(|at| at.to_string()));
            let hasher = hasher.text(&adopted.value).value(&period).maybe(adopted.passes.map(i64::from));
            hasher.number(i64::from(adopted.owner_type == OwnerType::Guest))
        });
        let hasher = self.schedules.iter().fold(hasher, |hasher, adopted| hasher.value(&adopted.schedule));
        // The same person by another lock or schedule is another plan, however many there are of each.
        let members = |rule: &AdoptedRule| -> Vec<(bool, i64)> {
            let of = |member: &Member| match member {
                Member::Created(place) => (true, *place as i64),
                Member::Known(id) => (false, *id),
            };
            rule.members.iter().map(of).collect()
        };
        self.rules.iter().fold(hasher, |hasher, rule| hasher.value(&rule.locks).value(&rule.schedules).value(&members(rule))).finish()
    }

    /// How many of a kind are created, known, and left out.
    pub fn counts(&self, kind: PlannedKind) -> [usize; 3] {
        let mut counts = [0; 3];
        for item in self.items.iter().filter(|item| item.kind == kind) {
            counts[match item.state {
                PlannedState::Created => 0,
                PlannedState::Known(_) => 1,
                PlannedState::Conflict(_) => 2,
            }] += 1;
        }
        counts
    }
}

impl KnownSite {
    fn state_of(&self, adopted: &AdoptedIdentifier, usable: &HashMap<Uuid, String>) -> PlannedState {
        let conflict = |conflict| PlannedState::Conflict(conflict);
        if !self.readable.contains(adopted.kind) {
            return conflict(Conflict::UnsupportedType);
        }
        if !adopted.schedules.iter().all(|link| usable.contains_key(link)) {
            return conflict(Conflict::UnknownSchedule);
        }
        match self.identifiers.get(&adopted.key()) {
            Some(known) if !known.is_visible => conflict(Conflict::Duplicate),
            Some(known) if known.is_revoked => conflict(Conflict::Revoked),
            Some(known) => PlannedState::Known(known.id),
            None if self.taken_links.contains(&adopted.link_id) => conflict(Conflict::LinkIdTaken),
            None if !self.licensed.contains(adopted.kind) => conflict(Conflict::NotLicensed),
            None if adopted.owner_type == OwnerType::Guest && !self.guests_licensed => conflict(Conflict::NotLicensed),
            None => PlannedState::Created,
        }
    }
}

/// In no language: the device, its locks, its schedules.
fn rule_name(device: &str, locks: &[i32], schedules: &[Uuid], names: &HashMap<Uuid, String>) -> String {
    let mut name = device.to_owned();
    if locks != [0] {
        let locks: Vec<String> = locks.iter().map(|lock| format!("#{lock}")).collect();
        name = format!("{name} {}", locks.join(" "));
    }
    let schedules: Vec<&str> = schedules.iter().filter_map(|link| names.get(link)).map(String::as_str).collect();
    if !schedules.is_empty() {
        name = format!("{name} · {}", schedules.join(", "));
    }
    name.chars().take(MAX_NAME).collect::<String>().trim().to_owned()
}
