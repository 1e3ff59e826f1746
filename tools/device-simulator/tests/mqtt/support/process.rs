//! The binary, as a process that can be killed.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

use super::{Broker, Scratch, TEST_TIMEOUT};

const BINARY: &str = env!("CARGO_BIN_EXE_device-simulator");

pub struct Process {
    child: Child,
    /// `http://127.0.0.1:port` of the control interface.
    pub http: String,
    client: reqwest::Client,
}

impl Process {
    /// Starts `run` with one AA-12 called `b4d0c1`, and waits for its control interface.
    pub fn start(broker: &Broker, state: &Scratch) -> Self {
        Self::start_with(broker, state, &["--sip", "off"])
    }

    /// The same with a real telephone, on ports that are free now.
    pub fn start_with_phone(broker: &Broker, state: &Scratch) -> Self {
        let control = free_port();
        let control = format!("{control}-{control}");
        // Below the ports that the kernel gives to everybody; baresip takes free ones among them.
        Self::start_with(broker, state, &["--sip", "on", "--sip-phones", "1", "--sip-control-ports", &control, "--sip-media-ports", "31500-32499"])
    }

    fn start_with(broker: &Broker, state: &Scratch, telephones: &[&str]) -> Self {
        let credentials = state.0.join("credentials.json");
        let device = json!([{"serial": "b4d0c1", "model": "AA-12", "password": "hush", "name": "Main entrance"}]);
        std::fs::write(&credentials, device.to_string()).unwrap();
        let mut child = Command::new(BINARY)
            .args(["run", "--http", "127.0.0.1:0", "--heartbeat", "0", "--answer-timeout", "1", "--decide-alone"])
            .args(["--broker", &broker.url(), "--zone", "Europe/Berlin"])
            .args(telephones)
            .arg("--state")
            .arg(&state.0)
            .arg("--credentials")
            .arg(&credentials)
            .env("RUST_LOG", "info")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut log = lines.by_ref().map_while(Result::ok);
        let http = log.find_map(|line| Some(line.split_once("control page at ")?.1.to_owned()));
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().no_proxy().timeout(TEST_TIMEOUT).build().unwrap();
        Self { child, http: http.expect("the control interface started"), client }
    }

    /// kill -9.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// kill -9 of its telephone.
    pub fn kill_phone(&self) {
        let killed = Command::new("pkill").args(["-KILL", "-P", &self.child.id().to_string()]).status().unwrap();
        assert!(killed.success(), "there was a telephone");
    }

    pub async fn get(&self, path: &str) -> Value {
        self.client.get(format!("{}{path}", self.http)).send().await.unwrap().json().await.unwrap()
    }

    pub async fn page(&self, path: &str) -> (u16, String) {
        let response = self.client.get(format!("{}{path}", self.http)).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    }

    /// POST to the one device.
    pub async fn post(&self, action: &str, body: Value) -> (u16, Value) {
        let url = format!("{}/control/devices/b4d0c1/{action}", self.http);
        let response = self.client.post(url).json(&body).send().await.unwrap();
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// Runs the command `present` against this process.
    pub fn present(&self, arguments: &[&str]) -> Output {
        Command::new(BINARY).args(["present", "--http", &self.http, "b4d0c1"]).args(arguments).output().unwrap()
    }
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
