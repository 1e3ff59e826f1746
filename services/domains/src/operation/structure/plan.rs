//! What a table asks for, looked at from every side before anything is made.
use std::collections::{HashMap, HashSet};

use kit::error::RowError;
use kit::{Context, Error, Result, Tx, tree};
use policy::{Action, Caller, Resource, action};
use proto::vestibule::access::v1::{StructureIdentifier, StructureIdentifierResult};
use proto::vestibule::identity::v1::{StructureUser, StructureUserResult};
use sheet::Table;

use super::others::{CHUNK, Others};
use super::progress::Progress;
use crate::domain::new_group::NewGroup;
use crate::domain::reach::{self, Proof};
use crate::domain::structure::line::{GROUP_PATH, Line, USER_NAME};
use crate::domain::structure::people::People;
use crate::domain::structure::problem;
use crate::domain::structure::tree::{self as groups, Key, ROOT, There, Tree};
use crate::store::{group, new_group, structure};

/// New groups of one table.
const MAX_GROUPS: usize = 100_000;

pub struct Plan {
    pub rows: usize,
    /// Of users whose row names none; 0 for none.
    pub role_id: i64,
    pub tree: Tree,
    pub people: People,
    /// Of each node: that of the group that is there, or the one that the new group gets.
    pub ids: Vec<i64>,
    /// Nodes of the new groups, and the groups.
    pub new: (Vec<usize>, Vec<NewGroup>),
    pub users: Vec<StructureUserResult>,
    pub identifiers: Vec<StructureIdentifierResult>,
    pub errors: Vec<RowError>,
}

/// `role_id`: of users whose row names none; 0 for none.
pub async fn make(
    context: &Context,
    proof: &Proof<action::Create>,
    others: &Others,
    table: &Table,
    id: i64,
    role_id: i64,
    progress: &Progress,
) -> Result<Plan> {
    let mut errors = Vec::new();
    let lines: Vec<Line> = table.rows().map(|row| Line::read(&row, &mut errors)).collect();
    let mut tx = context.database.tenant(proof.project_id()).await?;
    let path = tree::path(&mut tx, id).await?;
    reach::check(proof, &path)?;
    let types = structure::types(&mut tx, proof.project_id()).await?;
    let mut tree = Tree::new(structure::group(&mut tx, proof.project_id(), id).await?);
    let mut people = People::default();
    for line in &lines {
        let node = tree.place(line, &types, &mut errors);
        people.add(line, node, &mut errors);
    }
    find(&mut tx, proof.project_id(), &mut tree).await?;
    let taken = structure::taken(&mut tx, proof.project_id(), &tree.addresses()).await?;
    tree.check(&taken, group::ADDRESS_TAKEN, &mut errors);
    let new = tree.new_groups();
    if new.1.len() > MAX_GROUPS {
        return Err(Error::field(GROUP_PATH, "too many groups"));
    }
    let ids = ids(&tree, &new.0, new_group::allocate(&mut tx, new.1.len()).await?);
    tx.commit().await?;

    let mut plan = Plan { rows: lines.len(), role_id, tree, people, ids, new, users: Vec::new(), identifiers: Vec::new(), errors };
    progress.tell("checking", 0, plan.rows).await;
    check_users(&mut plan, proof.caller(), &path, others).await?;
    progress.tell("checking", plan.rows / 2, plan.rows).await;
    check_identifiers(&mut plan, proof.caller(), others).await?;
    progress.tell("checking", plan.rows, plan.rows).await;
    plan.errors.sort_by(|one, other| (one.index, &one.field).cmp(&(other.index, &other.field)));
    Ok(plan)
}

/// Looks for the groups of the table, level by level.
async fn find(tx: &mut Tx, project_id: i64, tree: &mut Tree) -> Result<()> {
    for depth in 1..=tree.depth() {
        let (mut names, mut numbers, mut wanted) = (Vec::new(), Vec::new(), Vec::new());
        for (node, parent, key) in tree.to_find(depth) {
            match key {
                Key::Name(part) => names.extend(groups::names_of(part).into_iter().map(|name| (parent, name))),
                Key::Apartment(number) => numbers.push((parent, number.clone())),
            }
            wanted.push((node, parent, key.clone()));
        }
        let by_name = structure::by_name(tx, project_id, &names).await?;
        let apartments = structure::apartments(tx, project_id, &numbers).await?;
        for (node, parent, key) in wanted {
            tree.found(node, candidates(&key, parent, &by_name, &apartments));
        }
    }
    Ok(())
}

fn candidates(key: &Key, parent: i64, by_name: &HashMap<i64, Vec<There>>, apartments: &HashMap<i64, Vec<There>>) -> Vec<There> {
    match key {
        Key::Name(part) => those(by_name, parent, |there| groups::is_called(there, part)),
        Key::Apartment(number) => those(apartments, parent, |there| there.address.as_ref() == Some(number)),
    }
}

fn those(among: &HashMap<i64, Vec<There>>, parent: i64, is_it: impl Fn(&There) -> bool) -> Vec<There> {
    among.get(&parent).into_iter().flatten().filter(|there| is_it(there)).cloned().collect()
}

/// New users must be the caller's to make where they come to; that they may make users and identifiers at all the
/// others look at. `users`: what identity says of the people from `first` on.
fn check_rights(plan: &mut Plan, caller: &Caller, path: &[i64], first: usize, users: &[StructureUserResult]) {
    let scope = caller.scope(Resource::User, Action::Create);
    let below = [path, &[0]].concat();
    let is_covered = |node: &usize| scope.covers_group(if *node == ROOT { path } else { &below });
    let new = plan.people.people[first..].iter().zip(users).filter(|(_, user)| user.is_new);
    let refused = new.filter(|(wanted, _)| !wanted.nodes.iter().all(is_covered));
    plan.errors.extend(refused.map(|(wanted, _)| problem(wanted.line, USER_NAME, Error::Forbidden.to_string())));
}

fn ids(tree: &Tree, new: &[usize], allocated: Vec<i64>) -> Vec<i64> {
    let mut ids: Vec<i64> = tree.nodes.iter().map(|node| node.there.as_ref().map_or(0, |there| there.id)).collect();
    for (node, id) in new.iter().zip(allocated) {
        ids[*node] = id;
    }
    ids
}

async fn check_users(plan: &mut Plan, caller: &Caller, path: &[i64], others: &Others) -> Result<()> {
    // Every mistake of a row is told at once, each cell's first.
    let told: HashSet<(usize, String)> = plan.errors.iter().map(|error| (error.index, error.field.clone())).collect();
    for chunk in plan.users_wanted().chunks(CHUNK) {
        let (users, errors) = others.users(caller, true, chunk, plan.role_id).await?;
        if errors.is_empty() {
            check_rights(plan, caller, path, plan.users.len(), &users);
            plan.users.extend(users);
        } else {
            // Of a chunk with errors nothing is known: whoever has no id counts as new.
            plan.users.extend(chunk.iter().map(|user| StructureUserResult { id: user.id, is_new: user.id == 0 }));
            plan.errors.extend(errors.into_iter().filter(|error| !told.contains(&(error.index, error.field.clone()))));
        }
    }
    Ok(())
}

async fn check_identifiers(plan: &mut Plan, caller: &Caller, others: &Others) -> Result<()> {
    let mut seen: HashMap<(i32, String), Option<Owner>> = HashMap::new();
    let wanted = plan.identifiers_wanted();
    for (first, chunk) in wanted.chunks(CHUNK).enumerate() {
        let (identifiers, errors) = others.identifiers(caller, true, chunk).await?;
        // One number in two forms, or with two owners, is found here: access sees a part of the table only.
        for (place, result) in identifiers.iter().enumerate() {
            let (place, sent) = (first * CHUNK + place, &chunk[place]);
            let owner = plan.owner(place);
            let other = seen.insert((sent.r#type, result.unique_value.clone()), owner);
            if other.is_some_and(|other| result.is_new || other != owner) {
                plan.errors.push(problem(sent.index as usize, &sent.field, "identifier duplicate"));
            }
        }
        plan.identifiers.extend(identifiers);
        plan.errors.extend(errors);
    }
    Ok(())
}

/// Whose an identifier is: somebody who is there, by id, or somebody of the table, by place.
#[derive(Clone, Copy, PartialEq)]
enum Owner {
    There(i64),
    New(usize),
}

impl Plan {
    /// Of an identifier of the table; None for nobody's.
    fn owner(&self, identifier: usize) -> Option<Owner> {
        let place = self.people.identifiers[identifier].owner?;
        let id = self.users.get(place).map_or(0, |user| user.id);
        Some(if id == 0 { Owner::New(place) } else { Owner::There(id) })
    }

    pub fn users_wanted(&self) -> Vec<StructureUser> {
        let user = |wanted: &crate::domain::structure::people::Wanted| StructureUser {
            index: wanted.line as i32,
            id: wanted.person.id.unwrap_or_default(),
            name: wanted.person.name.clone(),
            email: wanted.person.email.clone().unwrap_or_default(),
            phone: wanted.person.phone.clone().unwrap_or_default(),
            role: wanted.person.role.clone().unwrap_or_default(),
            domain_ids: wanted.nodes.iter().map(|node| self.ids[*node]).collect(),
            send_invitation: wanted.person.send_invitation,
        };
        self.people.people.iter().map(user).collect()
    }

    /// With the owners that are known by now.
    pub fn identifiers_wanted(&self) -> Vec<StructureIdentifier> {
        let identifier = |wanted: &crate::domain::structure::people::WantedIdentifier| {
            let owner = wanted.owner.map(|place| (&self.people.people[place], self.users.get(place).copied().unwrap_or_default()));
            let name = owner.map_or(wanted.number.value.clone(), |(person, _)| person.person.name.clone());
            // As access has it of an owner: the first of their groups.
            let group = owner.and_then(|(person, _)| person.nodes.iter().map(|node| self.ids[*node]).min());
            StructureIdentifier {
                index: wanted.line as i32,
                field: wanted.number.field.into(),
                r#type: wanted.number.kind.into(),
                value: wanted.number.value.clone(),
                other_value: wanted.number.other.clone().unwrap_or_default(),
                owner_id: owner.map_or(0, |(_, user)| user.id),
                owner_is_new: owner.is_some_and(|(_, user)| user.is_new),
                name,
                domain_id: group.unwrap_or(self.ids[wanted.node]),
            }
        };
        self.people.identifiers.iter().map(identifier).collect()
    }

    /// Rows that bring something.
    pub fn changing_rows(&self) -> usize {
        let groups = self.new.0.iter().map(|node| self.tree.nodes[*node].line);
        let counts = self.tree.new_counts().into_iter().map(|(node, _)| self.tree.nodes[node].line);
        let users = self.people.people.iter().zip(&self.users).filter(|(_, user)| user.is_new).map(|(wanted, _)| wanted.line);
        let identifiers = self.people.identifiers.iter().zip(&self.identifiers).filter(|(_, made)| made.is_new).map(|(wanted, _)| wanted.line);
        groups.chain(counts).chain(users).chain(identifiers).collect::<HashSet<_>>().len()
    }
}
