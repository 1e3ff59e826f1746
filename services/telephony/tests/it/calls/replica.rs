//! A replica of telephony as a process of its own: this very program, started as one.
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use kit::{Service, Settings};
use tokio::net::UdpSocket;
use tokio_util::sync::CancellationToken;

use super::house::eventually;

const BE_ONE: &str = "VESTIBULE_TEST_REPLICA";

pub struct Replica {
    pub sip: SocketAddr,
    pub grpc: SocketAddr,
    /// Its environment beside the test's.
    pub settings: Vec<(&'static str, String)>,
    process: Option<Child>,
}

impl Replica {
    pub fn new(sip: SocketAddr, grpc: SocketAddr, mut settings: Vec<(&'static str, String)>) -> Replica {
        settings.extend([
            ("VESTIBULE_SIP_ADDR", sip.to_string()),
            ("VESTIBULE_GRPC_ADDR", grpc.to_string()),
            ("VESTIBULE_ADMIN_ADDR", String::new()),
        ]);
        Replica { sip, grpc, settings, process: None }
    }

    /// Until it takes calls.
    pub async fn start(&mut self) {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "calls::replica::a_test_may_start_a_replica_as_a_process", "--nocapture"]);
        command.env(BE_ONE, "1").envs(self.settings.iter().cloned()).stdin(Stdio::null()).stdout(Stdio::null());
        self.process = Some(command.spawn().expect("this program"));
        let asks = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let own = asks.local_addr().unwrap();
        let options = format!(
            "OPTIONS sip:{} SIP/2.0\r\nVia: SIP/2.0/UDP {own};branch=z9hG4bKready;rport\r\nFrom: <sip:test@{own}>;tag=1\r\nTo: <sip:{}>\r\n\
             Call-ID: ready\r\nCSeq: 1 OPTIONS\r\nMax-Forwards: 1\r\nContent-Length: 0\r\n\r\n",
            self.sip, self.sip
        );
        eventually(async || {
            asks.send_to(options.as_bytes(), self.sip).await.ok()?;
            tokio::time::timeout(Duration::from_millis(300), asks.recv(&mut [0; 2_000])).await.ok()?.ok()
        })
        .await;
    }

    /// By SIGKILL: nothing is sent to anybody.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Runs the service as `vestibule run telephony` does, where a test has started this program for it.
#[test]
fn a_test_may_start_a_replica_as_a_process() {
    if std::env::var_os(BE_ONE).is_none() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        kit::telemetry::install_crypto();
        let settings = Settings::from_env().unwrap();
        let services: Vec<Box<dyn Service>> = vec![Box::new(telephony::Telephony)];
        let topology = kit::process::topology(&services, &settings);
        kit::process::run(settings, topology, services, CancellationToken::new()).await.unwrap();
    });
}
