//! `vestibule site` as a pipeline calls it.
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use acceptance::Platform;
use tempfile::TempDir;

struct Pipeline {
    platform: Platform,
    token: String,
    folder: TempDir,
}

impl Pipeline {
    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).expect("a written file");
        path
    }

    /// The program, with the token of the administrator in its environment.
    async fn run(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vestibule"));
        command.arg("site").args(arguments).env("VESTIBULE_URL", &self.platform.url).env("VESTIBULE_TOKEN", &self.token);
        command.envs(variables.iter().copied()).stdin(std::process::Stdio::null());
        tokio::task::spawn_blocking(move || command.output().expect("the program runs")).await.expect("it ends")
    }

    async fn of_file(&self, command: &str, path: &Path, arguments: &[&str]) -> (i32, String) {
        let path = path.to_str().expect("a path in UTF-8");
        exit_and_output(&self.run(&[&[command, path], arguments].concat(), &[]).await)
    }
}

/// The exit status, and the output.
fn exit_and_output(output: &Output) -> (i32, String) {
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code().expect("it ended by itself"), text)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pipeline_exports_plans_and_applies_a_site() {
    let platform = Platform::start().await.expect("the platform starts");
    let token = platform.project("pipeline", "admin@pipeline.test").await.expect("a project");
    let pipeline = Pipeline { platform, token, folder: tempfile::tempdir().expect("a folder") };

    let text = "vestibule: 1\nmarkers:\n- name: VIP\n  color: '#ff0000'\ndevices:\n- serial_number: PIPELINE-1\n  name: Gate\n  type: panel\n  \
                model: AA-12\n  domain: House\n  password: ${secret:gate}\ndomains:\n- name: House\n";
    let site = pipeline.file("site.yaml", text);
    let (code, plan) = pipeline.of_file("plan", &site, &[]).await;
    assert_eq!(code, 2, "{plan}");
    for line in
        ["  + markers VIP", "      color: \"#ff0000\"", "  + domains House", "3 to create, 0 to change, 0 to delete, 0 not done; 0 unchanged."]
    {
        assert!(plan.lines().any(|found| found == line), "{line} in {plan}");
    }

    // It asks, and where nobody can be asked, nothing is changed; a secret that is missing is named.
    let (code, asked) = pipeline.of_file("apply", &site, &[]).await;
    assert!(code == 1 && asked.contains("--yes applies without asking"), "{code} {asked}");
    let (code, missing) = pipeline.of_file("apply", &site, &["--yes"]).await;
    assert!(code == 1 && missing.contains("secrets: required: gate"), "{code} {missing}");
    let site_path = site.to_str().expect("a path");
    let applied = exit_and_output(&pipeline.run(&["apply", site_path, "--yes"], &[("VESTIBULE_SECRET_GATE", "Secret-1234")]).await);
    assert!(applied.0 == 0 && applied.1.contains("Applied."), "{applied:?}");
    assert_eq!(pipeline.of_file("plan", &site, &[]).await.0, 0, "nothing is left to do");
    let again = pipeline.of_file("apply", &site, &["--yes"]).await;
    assert!(again.0 == 0 && again.1.contains("Nothing to do."), "{again:?}");

    let (code, exported) = exit_and_output(&pipeline.run(&["export", "--entities", "markers,domains"], &[]).await);
    assert!(code == 0 && exported.contains("- name: VIP\n") && !exported.contains("devices:"), "{exported}");
    assert_eq!(pipeline.of_file("plan", &pipeline.file("export.yaml", &exported), &["--mode", "replace"]).await.0, 0);

    // Refusals in plain words, with their place.
    let wrong = pipeline.file("wrong.yaml", "vestibule: 1\nmarkers:\n- name: VIP\n  colour: red\n");
    let (code, refused) = pipeline.of_file("plan", &wrong, &[]).await;
    assert!(code == 1 && refused.contains("409 invalid file: line 4: markers: unknown field colour"), "{code} {refused}");
    let (code, refused) = exit_and_output(&pipeline.run(&["plan", site_path], &[("VESTIBULE_TOKEN", "nobody")]).await);
    assert!(code == 1 && refused.contains("401 Unauthenticated (the token is wrong, expired or revoked)"), "{code} {refused}");
    let (code, refused) = exit_and_output(&pipeline.run(&["plan", site_path, "--url", "http://127.0.0.1:1"], &[]).await);
    assert!(code == 1 && refused.contains("http://127.0.0.1:1 does not answer"), "{code} {refused}");
    pipeline.platform.stop().await;
}
