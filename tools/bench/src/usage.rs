//! Processor and memory of processes, as the kernel counts them.
use std::fs::read_to_string;

/// The kernel counts processors in hundredths of a second.
const TICKS: f64 = 100.0;

/// CPU seconds of a process, user and system; None when the process has ended.
pub fn cpu(pid: u32) -> Option<f64> {
    let spent = stat(pid)?;
    Some((spent.own + spent.waited_for) / TICKS)
}

/// CPU seconds of a process and its descendants, including those that have ended.
pub fn cpu_of_all(pid: u32) -> f64 {
    family(pid).into_iter().filter_map(cpu).sum()
}

/// Bytes of a process and its descendants; shared memory counts once.
pub fn memory_of_all(pid: u32) -> u64 {
    family(pid).into_iter().filter_map(memory).sum()
}

struct Spent {
    parent: u32,
    own: f64,
    /// Of children that ended.
    waited_for: f64,
}

fn stat(pid: u32) -> Option<Spent> {
    let stat = read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place)?.parse::<f64>().ok();
    Some(Spent { parent: fields.get(1)?.parse().ok()?, own: ticks(11)? + ticks(12)?, waited_for: ticks(13)? + ticks(14)? })
}

/// Its share of what it has mapped together with others (Pss).
fn memory(pid: u32) -> Option<u64> {
    let rollup = read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
}

/// A process and its descendants.
fn family(pid: u32) -> Vec<u32> {
    let running: Vec<(u32, u32)> = std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(|pid| Some((pid, stat(pid)?.parent)))
        .collect();
    let mut family = vec![pid];
    let mut next = 0;
    while let Some(parent) = family.get(next).copied() {
        family.extend(running.iter().filter(|(_, of)| *of == parent).map(|(child, _)| child));
        next += 1;
    }
    family
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_process_is_counted_with_its_descendants() {
        let own = std::process::id();
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let (alone, together) = (memory(child.id()).unwrap(), memory_of_all(own));
        assert!(family(own).contains(&child.id()));
        assert!(together > alone && alone > 0);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!family(own).contains(&child.id()));
    }

    #[test]
    fn a_process_that_does_not_exist_has_no_usage() {
        assert_eq!((cpu(u32::MAX), cpu_of_all(u32::MAX), memory_of_all(u32::MAX)), (None, 0.0, 0));
    }
}
