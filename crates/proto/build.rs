//! Compiles `proto/` with protox, so that nothing but Rust is needed, and keeps the raw descriptor set:
//! prost's own type drops the google.api.http annotations that the gateway reads.
use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../proto");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root.join("vestibule"), &root, &mut files)?;
    files.sort();

    let out = PathBuf::from(env::var("OUT_DIR")?);
    let bare = compile(&root, &files, false)?;
    fs::write(out.join("descriptors.bin"), bare.encode_file_descriptor_set())?;
    let commented = compile(&root, &files, true)?;
    fs::write(out.join("commented_descriptors.bin"), commented.encode_file_descriptor_set())?;
    tonic_prost_build::configure().include_file("mod.rs").compile_fds(commented.file_descriptor_set())?;
    Ok(())
}

fn compile(root: &Path, files: &[PathBuf], with_comments: bool) -> Result<protox::Compiler, Box<dyn Error>> {
    let mut compiler = protox::Compiler::new([root])?;
    compiler.include_imports(true).include_source_info(with_comments).open_files(files)?;
    Ok(compiler)
}

fn collect(folder: &Path, root: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, root, files)?;
        } else if path.extension().is_some_and(|e| e == "proto") {
            files.push(path.strip_prefix(root)?.to_path_buf());
        }
    }
    Ok(())
}
