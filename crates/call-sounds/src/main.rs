//! `call-sounds FOLDER`: writes the sounds of the platform into it.

use std::path::PathBuf;

use anyhow::Context;

fn main() -> anyhow::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).context("usage: call-sounds FOLDER")?);
    for (name, content) in call_sounds::sounds::files() {
        let path = folder.join(name);
        std::fs::write(&path, content).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}
