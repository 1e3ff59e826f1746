//! Paths of groups as tables write them: `Site / House 1`. A slash in a name is written twice.

/// The names on the way, from below the group that the table belongs to. Empty for that group itself.
pub fn parse(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(character) = letters.next() {
        match character {
            '/' if letters.next_if_eq(&'/').is_none() => parts.push(String::new()),
            character => parts.last_mut().expect("it begins with one").push(character),
        }
    }
    let parts: Vec<String> = parts.into_iter().map(|part| part.trim().to_string()).collect();
    if parts.iter().all(String::is_empty) { Vec::new() } else { parts }
}

pub fn write<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| name.replace('/', "//")).collect::<Vec<_>>().join(" / ")
}

/// Names of siblings need not differ. Where they do not, a table tells them apart by their ids.
pub fn with_id(name: &str, id: i64) -> String {
    format!("{name} #{id}")
}

/// The name and the id of one that is written so.
pub fn split_id(part: &str) -> Option<(&str, i64)> {
    let (name, id) = part.rsplit_once(" #")?;
    let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    Some((name.trim_end(), id.parse().ok().filter(|_| is_number)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_read_as_it_was_written() {
        for names in [vec!["Site", "House 1"], vec!["1/2", "a//b"], vec!["x"], vec![]] {
            assert_eq!(parse(&write(names.iter().copied())), names);
        }
    }

    #[test]
    fn blanks_around_names_do_not_count() {
        assert_eq!(parse(" Site/ House 1 "), ["Site", "House 1"]);
        assert_eq!(parse("  "), Vec::<String>::new());
        assert_eq!(parse("Site / "), ["Site", ""]);
    }

    #[test]
    fn an_id_is_told_from_a_name() {
        assert_eq!(split_id(&with_id("House", 12)), Some(("House", 12)));
        for part in ["House", "House #", "House #1a", "House #-1", "House #99999999999999999999"] {
            assert_eq!(split_id(part), None, "{part}");
        }
    }
}
