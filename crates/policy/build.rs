//! Generates the `Permission` enum from permissions.tsv, the one source of the catalogue.
//! The order of the lines is the order of the bits in a `PermissionSet`: append, never reorder.
use std::{env, error::Error, fmt::Write, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=permissions.tsv");
    let text = fs::read_to_string("permissions.tsv")?;
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split('\t').collect()).collect();

    let (mut variants, mut table) = (String::new(), String::new());
    for row in &rows {
        let [group, code, feature] = row[..] else { return Err(format!("permissions.tsv: {row:?}").into()) };
        let variant: String = code.split('_').map(capitalised).collect();
        let feature = if feature == "-" { "None".into() } else { format!("Some({feature:?})") };
        writeln!(variants, "    /// `{code}`\n    {variant},")?;
        writeln!(table, "    Entry {{ permission: Permission::{variant}, code: {code:?}, group: {group:?}, feature: {feature} }},")?;
    }
    let count = rows.len();
    let source = format!(
        "/// A right that a role may hold.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]\n#[repr(u16)]\npub enum Permission {{\n{variants}}}\n\npub(crate) const CATALOGUE: [Entry; {count}] = [\n{table}];\n"
    );
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("permissions.rs"), source)?;
    Ok(())
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}
