//! The table: what was measured, its limit, their ratio and the target.
use std::fmt;

use serde::Serialize;

use crate::measure::Sample;
use crate::turns::{Pair, Ratios, median};

/// A wider spread of the ratios, as a share of their median, says more about the machine than about what was measured.
const MAX_SPREAD: f64 = 0.25;

/// Which way a ratio is good.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    AtLeast(f64),
    AtMost(f64),
    /// Reported for comparison only.
    None,
}

impl Target {
    fn holds(self, ratio: f64) -> Option<bool> {
        match self {
            Target::AtLeast(target) => Some(ratio >= target),
            Target::AtMost(target) => Some(ratio <= target),
            Target::None => None,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct Line {
    /// Number in the table of targets.
    pub row: u8,
    pub what: String,
    pub unit: &'static str,
    pub ours: f64,
    pub limit: f64,
    pub ratio: f64,
    pub target: Target,
    /// None for what was measured once.
    pub spread: Option<f64>,
    pub holds: Option<bool>,
}

impl Line {
    /// A target within so wide a spread is neither met nor missed.
    fn verdict(&self) -> &'static str {
        match self.holds {
            None if self.is_unclear() => "UNCLEAR: the spread is too wide",
            None => "",
            Some(true) => "ok",
            Some(false) => "NOT MET",
        }
    }

    fn is_unclear(&self) -> bool {
        !matches!(self.target, Target::None) && self.spread.is_some()
    }
}

#[derive(Debug, Serialize)]
pub struct Report {
    pub lines: Vec<Line>,
    /// What else is to be known of the figures.
    pub notes: Vec<String>,
    /// Rows that could not be measured, and why.
    pub failures: Vec<String>,
    /// Bytes of the platform's process when it was ready, and after all rows.
    pub idle_memory: Option<u64>,
    pub memory: Option<u64>,
}

impl Report {
    pub fn new(idle_memory: Option<u64>) -> Self {
        Report { lines: Vec::new(), notes: Vec::new(), failures: Vec::new(), idle_memory, memory: None }
    }

    pub fn add(&mut self, row: u8, what: impl Into<String>, unit: &'static str, ours: f64, limit: f64, target: Target) {
        let ratio = ours / limit.max(f64::EPSILON);
        self.lines.push(Line { row, what: what.into(), unit, ours, limit, ratio, target, spread: None, holds: target.holds(ratio) });
    }

    /// The median of the pairs' ratios, which is judged unless the spread is too wide and the target lies within it.
    pub fn add_pairs(&mut self, row: u8, what: impl Into<String>, unit: &'static str, pairs: &[Pair<f64>], target: Target) {
        let ratios = Ratios::new(pairs);
        let is_clear = ratios.spread() <= MAX_SPREAD || target.holds(ratios.least) == target.holds(ratios.most);
        self.lines.push(Line {
            row,
            what: what.into(),
            unit,
            ours: median(pairs.iter().map(|pair| pair.ours).collect()),
            limit: median(pairs.iter().map(|pair| pair.limit).collect()),
            ratio: ratios.median,
            target,
            spread: Some(ratios.spread()),
            holds: target.holds(ratios.median).filter(|_| is_clear),
        });
    }

    /// The same for samples.
    pub fn add_samples(
        &mut self,
        row: u8,
        what: impl Into<String>,
        unit: &'static str,
        pairs: &[Pair<Sample>],
        of: fn(&Sample) -> f64,
        target: Target,
    ) {
        self.add_pairs(row, what, unit, &pairs.iter().map(|pair| pair.map(of)).collect::<Vec<_>>(), target);
    }

    pub fn fail(&mut self, row: u8, error: &anyhow::Error) {
        self.failures.push(format!("row {row}: FAILED: {error:#}"));
    }

    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{:>3}  {:<58} {:>10} {:>10} {:<6} {:>7} {:>7}  {:<10}", "row", "what", "ours", "limit", "", "ratio", "spread", "target")?;
        for line in &self.lines {
            let target = match line.target {
                Target::AtLeast(value) => format!(">= {value}"),
                Target::AtMost(value) => format!("<= {value}"),
                Target::None => String::new(),
            };
            let spread = line.spread.map_or(String::new(), |spread| format!("{:.0} %", spread * 100.0));
            writeln!(
                f,
                "{:>3}  {:<58} {:>10.2} {:>10.2} {:<6} {:>7.2} {spread:>7}  {target:<8} {}",
                line.row,
                line.what,
                line.ours,
                line.limit,
                line.unit,
                line.ratio,
                line.verdict()
            )?;
        }
        for note in self.notes.iter().chain(&self.failures) {
            writeln!(f, "     {note}")?;
        }
        let megabytes = |bytes: Option<u64>| bytes.map_or("?".into(), |bytes| format!("{:.0} MB", bytes as f64 / 1e6));
        writeln!(f, "     memory of `vestibule all`: {} when ready, {} after the rows", megabytes(self.idle_memory), megabytes(self.memory))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_held_against_its_target() {
        let mut report = Report::new(None);
        report.add(1, "throughput", "/s", 70.0, 100.0, Target::AtLeast(0.65));
        report.add(1, "p99", "ms", 4.0, 1.0, Target::AtMost(3.0));
        let held: Vec<_> = report.lines.iter().map(|line| line.holds).collect();
        assert_eq!(held, [Some(true), Some(false)]);
        assert!(report.to_string().contains("NOT MET"));
    }

    #[test]
    fn a_target_within_a_wide_spread_is_neither_met_nor_missed() {
        let pairs = |ratios: [f64; 3]| ratios.map(|ours| Pair { ours, limit: 1.0 });
        let mut report = Report::new(None);
        report.add_pairs(1, "wide", "/s", &pairs([0.5, 0.7, 0.9]), Target::AtLeast(0.65));
        report.add_pairs(1, "wide and always beyond", "/s", &pairs([0.7, 0.9, 1.2]), Target::AtLeast(0.65));
        report.add_pairs(1, "narrow", "/s", &pairs([0.6, 0.62, 0.66]), Target::AtLeast(0.65));
        let holds: Vec<_> = report.lines.iter().map(|line| line.holds).collect();
        assert_eq!(holds, [None, Some(true), Some(false)]);
        assert!(report.to_string().contains("UNCLEAR"));
    }

    #[test]
    fn a_row_that_failed_is_reported_with_the_others() {
        let mut report = Report::new(None);
        report.add(1, "throughput", "/s", 70.0, 100.0, Target::AtLeast(0.65));
        report.fail(10, &anyhow::anyhow!("refused"));
        let text = report.to_string();
        assert!(text.contains("throughput") && text.contains("row 10: FAILED: refused"));
    }
}
