//! What a table asks for, validated by every service before anything is created.
use std::collections::{HashMap, HashSet};

use kit::error::RowError;
use kit::{Error, Result, Tx, tree};
use policy::{Action, Caller, Resource, action};
use proto::vestibule::access::v1::{StructureIdentifier, StructureIdentifierResult};
use proto::vestibule::identity::v1::{StructureUser, StructureUserResult};
use spreadsheet::Table;

use super::progress::ImportProgress;
use crate::app::App;
use crate::domain::new_group::NewGroup;
use crate::domain::reach::{self, GroupRight};
use crate::domain::structure::line::{GROUP_PATH, Line, USER_NAME};
use crate::domain::structure::problem;
use crate::domain::structure::tree::{self as groups, ExistingGroup, Key, ROOT, Tree};
use crate::domain::structure::users::{TableIdentifier, TableUser, TableUsers};
use crate::peers::structure_import::{CHUNK_SIZE, StructureImportPeers};
use crate::store::{group, structure};

/// New groups of one table.
const MAX_GROUPS: usize = 100_000;

pub struct Plan {
    pub rows: usize,
    /// Role of the users whose row names none; 0 for none.
    pub role_id: i64,
    pub tree: Tree,
    pub users_of_table: TableUsers,
    /// Id of each node's group: of the existing one, or the one that the new group gets.
    pub ids: Vec<i64>,
    /// Nodes of the new groups, and the groups.
    pub new: (Vec<usize>, Vec<NewGroup>),
    pub users: Vec<StructureUserResult>,
    pub identifiers: Vec<StructureIdentifierResult>,
    pub errors: Vec<RowError>,
}

/// `role_id`: role of the users whose row names none; 0 for none.
pub async fn make(
    app: &App,
    right: &GroupRight<action::Create>,
    peers: &StructureImportPeers,
    table: &Table,
    id: i64,
    role_id: i64,
    progress: &ImportProgress,
) -> Result<Plan> {
    let mut errors = Vec::new();
    let lines: Vec<Line> = table.rows().map(|row| Line::read(&row, &mut errors)).collect();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let path = tree::path(&mut tx, id).await?;
    reach::check(right, &path)?;
    let types = structure::find_types(&mut tx, right.project_id()).await?;
    let mut tree = Tree::new(structure::find_group(&mut tx, right.project_id(), id).await?);
    let mut table_users = TableUsers::default();
    for line in &lines {
        let node = tree.place(line, &types, &mut errors);
        table_users.add(line, node, &mut errors);
    }
    find(&mut tx, right.project_id(), &mut tree).await?;
    let taken = structure::find_taken_addresses(&mut tx, right.project_id(), &tree.addresses()).await?;
    tree.validate(&taken, group::ADDRESS_TAKEN, &mut errors);
    let new = tree.new_groups();
    if new.1.len() > MAX_GROUPS {
        return Err(Error::field(GROUP_PATH, "too many groups"));
    }
    let ids = ids(&tree, &new.0, group::allocate_ids(&mut tx, new.1.len()).await?);
    tx.commit().await?;

    let mut plan =
        Plan { rows: lines.len(), role_id, tree, users_of_table: table_users, ids, new, users: Vec::new(), identifiers: Vec::new(), errors };
    progress.push("checking", 0, plan.rows).await;
    check_users(&mut plan, right.caller(), &path, peers).await?;
    progress.push("checking", plan.rows / 2, plan.rows).await;
    check_identifiers(&mut plan, right.caller(), peers).await?;
    progress.push("checking", plan.rows, plan.rows).await;
    plan.errors.sort_by(|one, other| (one.index, &one.field).cmp(&(other.index, &other.field)));
    Ok(plan)
}

/// Looks for the groups of the table, level by level.
async fn find(tx: &mut Tx, project_id: i64, tree: &mut Tree) -> Result<()> {
    for depth in 1..=tree.depth() {
        let (mut names, mut numbers, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
        for (node, parent, key) in tree.to_find(depth) {
            match key {
                Key::Name(part) => names.extend(groups::names_of(part).into_iter().map(|name| (parent, name))),
                Key::Apartment(number) => numbers.push((parent, number.clone())),
            }
            nodes.push((node, parent, key.clone()));
        }
        let by_name = structure::find_by_name(tx, project_id, &names).await?;
        let apartments = structure::find_apartments(tx, project_id, &numbers).await?;
        for (node, parent, key) in nodes {
            tree.found(node, candidates(&key, parent, &by_name, &apartments));
        }
    }
    Ok(())
}

fn candidates(
    key: &Key,
    parent: i64,
    by_name: &HashMap<i64, Vec<ExistingGroup>>,
    apartments: &HashMap<i64, Vec<ExistingGroup>>,
) -> Vec<ExistingGroup> {
    match key {
        Key::Name(part) => matching(by_name, parent, |existing| groups::is_called(existing, part)),
        Key::Apartment(number) => matching(apartments, parent, |existing| existing.address.as_ref() == Some(number)),
    }
}

fn matching(groups: &HashMap<i64, Vec<ExistingGroup>>, parent: i64, matches: impl Fn(&ExistingGroup) -> bool) -> Vec<ExistingGroup> {
    groups.get(&parent).into_iter().flatten().filter(|existing| matches(existing)).cloned().collect()
}

/// The caller must be allowed to create the new users in their groups; identity and access check the right to create
/// users and identifiers at all. `users`: identity's answer about the users from `first` on.
fn check_rights(plan: &mut Plan, caller: &Caller, path: &[i64], first: usize, users: &[StructureUserResult]) {
    let scope = caller.scope(Resource::User, Action::Create);
    let below = [path, &[0]].concat();
    let is_covered = |node: &usize| scope.covers_group(if *node == ROOT { path } else { &below });
    let new = plan.users_of_table.users[first..].iter().zip(users).filter(|(_, user)| user.is_new);
    let refused = new.filter(|(user, _)| !user.nodes.iter().all(is_covered));
    plan.errors.extend(refused.map(|(user, _)| problem(user.line, USER_NAME, Error::Forbidden.to_string())));
}

fn ids(tree: &Tree, new: &[usize], allocated: Vec<i64>) -> Vec<i64> {
    let mut ids: Vec<i64> = tree.nodes.iter().map(|node| node.existing.as_ref().map_or(0, |existing| existing.id)).collect();
    for (node, id) in new.iter().zip(allocated) {
        ids[*node] = id;
    }
    ids
}

async fn check_users(plan: &mut Plan, caller: &Caller, path: &[i64], peers: &StructureImportPeers) -> Result<()> {
    // All errors of a table are answered at once, of each cell the first.
    let known: HashSet<(usize, String)> = plan.errors.iter().map(|error| (error.index, error.field.clone())).collect();
    for chunk in plan.users_to_import().chunks(CHUNK_SIZE) {
        let (users, errors) = peers.users(caller, true, chunk, plan.role_id).await?;
        if errors.is_empty() {
            check_rights(plan, caller, path, plan.users.len(), &users);
            plan.users.extend(users);
        } else {
            // Of a chunk with errors nothing is known: whoever has no id counts as new.
            plan.users.extend(chunk.iter().map(|user| StructureUserResult { id: user.id, is_new: user.id == 0 }));
            plan.errors.extend(errors.into_iter().filter(|error| !known.contains(&(error.index, error.field.clone()))));
        }
    }
    Ok(())
}

async fn check_identifiers(plan: &mut Plan, caller: &Caller, peers: &StructureImportPeers) -> Result<()> {
    let mut owners: HashMap<(i32, String), Option<Owner>> = HashMap::new();
    let sent = plan.identifiers_to_import();
    for (first, chunk) in sent.chunks(CHUNK_SIZE).enumerate() {
        let (identifiers, errors) = peers.identifiers(caller, true, chunk).await?;
        // One number in two forms, or with two owners, is found here: access sees a part of the table only.
        for (place, result) in identifiers.iter().enumerate() {
            let (place, sent) = (first * CHUNK_SIZE + place, &chunk[place]);
            let owner = plan.owner(place);
            let other = owners.insert((sent.r#type, result.unique_value.clone()), owner);
            if other.is_some_and(|other| result.is_new || other != owner) {
                plan.errors.push(problem(sent.index as usize, &sent.field, "identifier duplicate"));
            }
        }
        plan.identifiers.extend(identifiers);
        plan.errors.extend(errors);
    }
    Ok(())
}

/// Owner of an identifier: an existing user, by id, or a new user of the table, by place.
#[derive(Clone, Copy, PartialEq)]
enum Owner {
    Existing(i64),
    New(usize),
}

impl Plan {
    /// Owner of an identifier of the table; None without an owner.
    fn owner(&self, identifier: usize) -> Option<Owner> {
        let place = self.users_of_table.identifiers[identifier].owner?;
        let id = self.users.get(place).map_or(0, |user| user.id);
        Some(if id == 0 { Owner::New(place) } else { Owner::Existing(id) })
    }

    pub fn users_to_import(&self) -> Vec<StructureUser> {
        let message = |user: &TableUser| StructureUser {
            index: user.line as i32,
            id: user.person.id.unwrap_or_default(),
            name: user.person.name.clone(),
            email: user.person.email.clone().unwrap_or_default(),
            phone: user.person.phone.clone().unwrap_or_default(),
            role: user.person.role.clone().unwrap_or_default(),
            domain_ids: user.nodes.iter().map(|node| self.ids[*node]).collect(),
            send_invitation: user.person.send_invitation,
        };
        self.users_of_table.users.iter().map(message).collect()
    }

    /// With the owners that are known by now.
    pub fn identifiers_to_import(&self) -> Vec<StructureIdentifier> {
        let message = |identifier: &TableIdentifier| {
            let owner = identifier.owner.map(|place| (&self.users_of_table.users[place], self.users.get(place).copied().unwrap_or_default()));
            let name = owner.map_or(identifier.number.value.clone(), |(person, _)| person.person.name.clone());
            // As access does for an owner: the first of their groups.
            let group = owner.and_then(|(person, _)| person.nodes.iter().map(|node| self.ids[*node]).min());
            StructureIdentifier {
                index: identifier.line as i32,
                field: identifier.number.field.into(),
                r#type: identifier.number.kind.into(),
                value: identifier.number.value.clone(),
                other_value: identifier.number.other.clone().unwrap_or_default(),
                owner_id: owner.map_or(0, |(_, user)| user.id),
                owner_is_new: owner.is_some_and(|(_, user)| user.is_new),
                name,
                domain_id: group.unwrap_or(self.ids[identifier.node]),
            }
        };
        self.users_of_table.identifiers.iter().map(message).collect()
    }

    /// Number of rows that change something.
    pub fn changing_rows(&self) -> usize {
        let groups = self.new.0.iter().map(|node| self.tree.nodes[*node].line);
        let counts = self.tree.new_counts().into_iter().map(|(node, _)| self.tree.nodes[node].line);
        let users = self.users_of_table.users.iter().zip(&self.users).filter(|(_, user)| user.is_new).map(|(row, _)| row.line);
        let identifiers = self.users_of_table.identifiers.iter().zip(&self.identifiers).filter(|(_, result)| result.is_new).map(|(row, _)| row.line);
        groups.chain(counts).chain(users).chain(identifiers).collect::<HashSet<_>>().len()
    }
}
