//! Files that import each other in a circle cannot be understood one after the other. Within a crate there is none but those of
//! `CIRCLES`, each with its reason.
use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::source::Source;

/// Folder of the crate, and the files of the circle; a file counts with its folder.
pub type Circle = (String, Vec<String>);

/// All of them. A file and those in its folder are one: a module and its parts may know each other.
pub fn circles(files: &[Source]) -> Vec<Circle> {
    let mut crates: BTreeMap<&str, BTreeMap<String, &Source>> = BTreeMap::new();
    for file in files {
        if let Some((krate, path)) = file.path.split_once("/src/") {
            let module = path.trim_end_matches(".rs").trim_end_matches("/mod").to_owned();
            if !["lib", "main"].contains(&module.as_str()) && !module.ends_with("tests") {
                crates.entry(krate).or_default().insert(module, file);
            }
        }
    }
    let of_crate = |(krate, modules): (&str, BTreeMap<String, &Source>)| {
        let graph: BTreeMap<&str, BTreeSet<&str>> = modules.iter().map(|(name, file)| (name.as_str(), imports(name, file, &modules))).collect();
        in_circles(&graph).into_iter().map(|circle| (krate.to_owned(), circle)).collect::<Vec<_>>()
    };
    crates.into_iter().flat_map(of_crate).collect()
}

/// The modules of the crate that the file names, without those that it is in and those that are in it.
fn imports<'a>(name: &str, file: &Source, modules: &'a BTreeMap<String, &Source>) -> BTreeSet<&'a str> {
    let of_crate = file.paths.iter().filter(|(_, path)| path[0] == "crate");
    let found = of_crate.filter_map(|(_, path)| (1..path.len()).rev().find_map(|end| modules.get_key_value(&path[1..=end].join("/"))));
    let is_within = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    found.map(|(module, _)| module.as_str()).filter(|module| !is_within(module, name) && !is_within(name, module)).collect()
}

/// Groups of modules each of which leads to every other one of its group.
fn in_circles(graph: &BTreeMap<&str, BTreeSet<&str>>) -> Vec<Vec<String>> {
    let reached: BTreeMap<&str, HashSet<&str>> = graph.keys().map(|from| (*from, reach(graph, from))).collect();
    let mut found = BTreeSet::new();
    for (module, reaches) in &reached {
        let circle: Vec<String> = reaches.iter().filter(|other| reached[*other].contains(module)).map(|other| (*other).to_owned()).collect();
        if circle.len() > 1 {
            found.insert(BTreeSet::from_iter(circle));
        }
    }
    found.into_iter().map(|circle| circle.into_iter().collect()).collect()
}

fn reach<'a>(graph: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &str) -> HashSet<&'a str> {
    let (mut reached, mut next) = (HashSet::new(), graph[from].iter().copied().collect::<Vec<_>>());
    while let Some(module) = next.pop() {
        if reached.insert(module) {
            next.extend(&graph[module]);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let files: Vec<Source> = files.iter().map(|(path, text)| Source::parse(&format!("crates/x/src/{path}"), text)).collect();
        circles(&files).into_iter().map(|(_, circle)| circle).collect()
    }

    #[test]
    fn files_that_import_each_other_are_a_circle_however_long() {
        assert_eq!(of(&[("a.rs", "use crate::b::B;"), ("b.rs", "use crate::a;")]), [["a", "b"]]);
        assert_eq!(of(&[("a.rs", "use crate::b;"), ("b/mod.rs", "fn f() { crate::c::g() }"), ("c.rs", "use crate::a::A;")]), [["a", "b", "c"]]);
        assert_eq!(of(&[("a.rs", "use crate::b;"), ("b.rs", "use crate::c;"), ("c.rs", "")]), [[""; 0]; 0]);
    }

    #[test]
    fn a_module_and_its_parts_are_no_circle_nor_are_tests() {
        assert_eq!(of(&[("a/mod.rs", "mod b; use b::B;"), ("a/b.rs", "use super::A;")]), [[""; 0]; 0]);
        assert_eq!(of(&[("a.rs", "use crate::b;"), ("b.rs", "#[cfg(test)] mod tests { use crate::a; }")]), [[""; 0]; 0]);
    }
}
