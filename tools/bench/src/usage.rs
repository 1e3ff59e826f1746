//! Processor and memory of processes, as the kernel counts them.
use std::fs::read_to_string;

/// The kernel counts processors in hundredths of a second.
const TICKS: f64 = 100.0;

/// Seconds that a process has spent on a processor, in user space and in the kernel; None for one that is gone.
pub fn cpu(pid: u32) -> Option<f64> {
    let spent = stat(pid)?;
    Some((spent.own + spent.waited_for) / TICKS)
}

/// The same of a process and all that it started, whether they still run or not.
pub fn cpu_of_all(pid: u32) -> f64 {
    family(pid).into_iter().filter_map(cpu).sum()
}

/// Bytes of a process and all that it started; what they share counts once.
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
    fn a_process_is_counted_with_what_it_started() {
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
    fn nobody_uses_nothing() {
        assert_eq!((cpu(u32::MAX), cpu_of_all(u32::MAX), memory_of_all(u32::MAX)), (None, 0.0, 0));
    }
}
