//! The people of a table and their identifiers. A person of several groups has several rows.
use std::collections::{BTreeSet, HashMap};

use kit::error::RowError;

use super::line::{EMAIL, Line, Numbered, PHONE, ROLE, USER_ID, USER_NAME, UserCells};
use super::{DIFFERS, problem};

/// Somebody whom the table names.
#[derive(Clone, Debug, PartialEq)]
pub struct TableUser {
    /// The row that names them first.
    pub line: usize,
    pub person: UserCells,
    /// Nodes of the tree.
    pub nodes: BTreeSet<usize>,
}

/// An identifier that the table names.
#[derive(Clone, Debug, PartialEq)]
pub struct TableIdentifier {
    pub line: usize,
    pub number: Numbered,
    /// Place among the people; None for nobody's.
    pub owner: Option<usize>,
    pub node: usize,
}

/// Who is one and the same: by id or e-mail, or without either by name in a group.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Identity {
    Id(i64),
    Email(String),
    Name(usize, String),
}

impl Identity {
    fn all(person: &UserCells, node: usize) -> Vec<Identity> {
        let email = person.email.as_ref().map(|email| Identity::Email(email.to_lowercase()));
        let known: Vec<Identity> = person.id.map(Identity::Id).into_iter().chain(email).collect();
        if known.is_empty() { vec![Identity::Name(node, person.name.clone())] } else { known }
    }
}

#[derive(Debug, Default)]
pub struct TableUsers {
    pub users: Vec<TableUser>,
    pub identifiers: Vec<TableIdentifier>,
    known: HashMap<Identity, usize>,
    /// By column, number and owner, so that a number in two rows of one person counts once.
    numbers: HashMap<(&'static str, String, Option<usize>), usize>,
}

impl TableUsers {
    /// `node`: that of the row's group.
    pub fn add(&mut self, line: &Line, node: usize, errors: &mut Vec<RowError>) {
        let owner = line.person.as_ref().map(|person| self.person(line.index, person, node, errors));
        for number in &line.numbers {
            let next = self.identifiers.len();
            let place = *self.numbers.entry((number.field, number.value.clone(), owner)).or_insert(next);
            if place == next {
                self.identifiers.push(TableIdentifier { line: line.index, number: number.clone(), owner, node });
            }
        }
    }

    fn person(&mut self, line: usize, person: &UserCells, node: usize, errors: &mut Vec<RowError>) -> usize {
        let identities = Identity::all(person, node);
        let next = self.users.len();
        let place = identities.iter().find_map(|identity| self.known.get(identity)).copied().unwrap_or(next);
        for identity in identities {
            self.known.entry(identity).or_insert(place);
        }
        if place == next {
            self.users.push(TableUser { line, person: person.clone(), nodes: BTreeSet::from([node]) });
            return place;
        }
        let known = &mut self.users[place];
        known.nodes.insert(node);
        for (field, agrees) in [
            (USER_ID, agree(&mut known.person.id, &person.id)),
            (USER_NAME, known.person.name == person.name),
            (EMAIL, agree_on_email(&mut known.person.email, &person.email)),
            (PHONE, agree(&mut known.person.phone, &person.phone)),
            (ROLE, agree(&mut known.person.role, &person.role)),
        ] {
            if !agrees {
                errors.push(problem(line, field, DIFFERS));
            }
        }
        known.person.send_invitation |= person.send_invitation;
        place
    }
}

/// The column of a field of a user, as identity calls it.
pub fn column_of(field: &str) -> &'static str {
    match field {
        "id" => USER_ID,
        "email" => EMAIL,
        "profile.phone" => PHONE,
        "role" => ROLE,
        _ => USER_NAME,
    }
}

/// What one row leaves out another may say.
fn agree<T: Clone + PartialEq>(known: &mut Option<T>, stated: &Option<T>) -> bool {
    if known.is_none() {
        known.clone_from(stated);
    }
    stated.is_none() || known == stated
}

/// Letters of an e-mail count as the same, small or large.
fn agree_on_email(known: &mut Option<String>, stated: &Option<String>) -> bool {
    agree(known, stated) || known.as_ref().zip(stated.as_ref()).is_some_and(|(known, stated)| known.to_lowercase() == stated.to_lowercase())
}

#[cfg(test)]
mod tests {
    use proto::vestibule::access::v1::IdentifierType;

    use super::*;
    use crate::domain::structure::line::{CARD_DEC, Counts};

    fn line(index: usize, name: &str, email: Option<&str>, card: &str) -> Line {
        let person = UserCells { id: None, name: name.into(), email: email.map(str::to_string), phone: None, role: None, send_invitation: false };
        let number = Numbered { field: CARD_DEC, kind: IdentifierType::Card, value: card.into(), other: None };
        let (path, counts) = (Vec::new(), Counts::default());
        Line { index, path, type_name: None, address: None, apartment: None, person: Some(person), numbers: vec![number], counts }
    }

    #[test]
    fn somebody_in_two_groups_is_one_person_with_one_card() {
        let (mut people, mut errors) = (TableUsers::default(), Vec::new());
        people.add(&line(0, "Anna", Some("anna@example.org"), "1"), 4, &mut errors);
        people.add(&line(1, "Anna", Some("Anna@example.org"), "1"), 5, &mut errors);
        assert_eq!(people.users.iter().map(|wanted| wanted.nodes.clone()).collect::<Vec<_>>(), [BTreeSet::from([4, 5])]);
        assert_eq!((people.identifiers.len(), errors.len()), (1, 0));
    }

    #[test]
    fn without_an_e_mail_a_name_is_one_person_in_one_group() {
        let (mut people, mut errors) = (TableUsers::default(), Vec::new());
        for (index, node) in [(0, 4), (1, 4), (2, 5)] {
            people.add(&line(index, "Anna", None, &index.to_string()), node, &mut errors);
        }
        assert_eq!(people.users.len(), 2);
        assert_eq!(people.identifiers.iter().map(|one| one.owner).collect::<Vec<_>>(), [Some(0), Some(0), Some(1)]);
    }

    fn known(index: usize, id: i64, name: &str, email: Option<&str>, card: &str) -> Line {
        let line = line(index, name, email, card);
        Line { person: line.person.map(|person| UserCells { id: Some(id), ..person }), ..line }
    }

    #[test]
    fn an_id_tells_people_of_one_name_apart_and_finds_one_person_in_several_groups() {
        let (mut people, mut errors) = (TableUsers::default(), Vec::new());
        for line in [known(0, 17, "Anna", None, "1"), known(1, 18, "Anna", None, "2"), known(2, 17, "Anna", None, "1")] {
            people.add(&line, 4 + line.index, &mut errors);
        }
        assert_eq!(people.users.iter().map(|wanted| wanted.nodes.clone()).collect::<Vec<_>>(), [BTreeSet::from([4, 6]), BTreeSet::from([5])]);
        assert_eq!((people.identifiers.len(), errors.len()), (2, 0));
    }

    #[test]
    fn a_row_with_an_e_mail_only_is_of_whoever_has_it_with_an_id() {
        let (mut people, mut errors) = (TableUsers::default(), Vec::new());
        people.add(&line(0, "Anna", Some("a@example.org"), "1"), 4, &mut errors);
        people.add(&known(1, 17, "Anna", Some("A@example.org"), "1"), 4, &mut errors);
        assert_eq!((people.users.len(), people.users[0].person.id, people.identifiers.len(), errors.len()), (1, Some(17), 1, 0));
        people.add(&known(2, 18, "Anna", Some("a@example.org"), "1"), 4, &mut errors);
        assert_eq!((errors[0].index, errors[0].field.as_str(), errors[0].message.as_str()), (2, USER_ID, DIFFERS));
    }

    #[test]
    fn two_names_for_one_e_mail_are_told() {
        let (mut people, mut errors) = (TableUsers::default(), Vec::new());
        people.add(&line(0, "Anna", Some("a@example.org"), "1"), 4, &mut errors);
        people.add(&line(1, "Boris", Some("a@example.org"), "2"), 4, &mut errors);
        assert_eq!((errors[0].index, errors[0].field.as_str(), errors[0].message.as_str()), (1, USER_NAME, DIFFERS));
    }
}
