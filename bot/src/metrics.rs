//! What is counted while the umpire runs, in the text format of [OpenMetrics](https://prometheus.io/docs/specs/om/open_metrics_spec/), which
//! Prometheus reads.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use poise::serenity_prelude::ShardId;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// How somebody asked for something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EncodeLabelValue)]
#[allow(non_camel_case_types, reason = "they are written out as they are called")]
pub enum Kind {
    /// By a slash command.
    command,
    /// By a button or menu.
    press,
    /// By a form.
    form,
}

/// How something was asked for, as a label.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Asked {
    kind: Kind,
}

/// Whether something went well, as a label.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Ended {
    ended: &'static str,
}

/// The counters of one umpire.
#[derive(Debug, Default)]
pub struct Metrics {
    interactions: Family<Asked, Counter>,
    backups: Family<Ended, Counter>,
    last_backup: AtomicI64,
    /// The shards whose lines to Discord are up, of so many that are served.
    connected: Mutex<BTreeSet<ShardId>>,
    shards: u32,
}

/// What is looked up whenever somebody reads the figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LookedUp {
    /// Games that are being played.
    pub games: i64,
    /// Despatches that wait to be posted.
    pub waiting: i64,
    /// Transactions ever committed to the journal.
    pub commits: i64,
    /// Bytes of the journal's file.
    pub journal_bytes: i64,
}

impl Metrics {
    /// Those of an umpire that serves so many shards.
    #[must_use]
    pub fn of_shards(shards: u32) -> Self {
        Self { shards, ..Self::default() }
    }

    /// Somebody asked for something.
    pub fn asked(&self, kind: Kind) {
        self.interactions.get_or_create(&Asked { kind }).inc();
    }

    /// A backup was made at `now`, in seconds since 1970, or could not be.
    pub fn backed_up(&self, now: Option<i64>) {
        self.backups.get_or_create(&Ended { ended: if now.is_some() { "well" } else { "badly" } }).inc();
        if let Some(now) = now {
            self.last_backup.store(now, Ordering::Relaxed);
        }
    }

    /// The newest backup that there is was made at `at`, in seconds since 1970, before this run.
    pub fn was_backed_up(&self, at: i64) {
        self.last_backup.store(at, Ordering::Relaxed);
    }

    /// A shard's line to Discord is up, or down.
    pub fn is_connected(&self, shard: ShardId, connected: bool) {
        let mut up = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        if connected {
            up.insert(shard);
        } else {
            up.remove(&shard);
        }
    }

    /// Whether the lines to Discord are up, those of all shards that are served.
    #[must_use]
    pub fn connected(&self) -> bool {
        let up = self.connected.lock().unwrap_or_else(PoisonError::into_inner);
        up.len() >= self.shards.max(1) as usize
    }

    /// All figures as text.
    #[must_use]
    pub fn text(&self, looked_up: LookedUp) -> String {
        let mut registry = Registry::with_prefix("umpire");
        registry.register("interactions", "What members asked for", self.interactions.clone());
        registry.register("backups", "Backups made by the umpire", self.backups.clone());
        let mut gauge = |name: &str, help: &str, value: i64| {
            let gauge = Gauge::<i64>::default();
            gauge.set(value);
            registry.register(name, help, gauge);
        };
        gauge("connected", "Whether the lines to Discord are up, those of all shards", self.connected().into());
        gauge(
            "last_backup_timestamp_seconds",
            "When the newest backup in the folder was made; 0 for none",
            self.last_backup.load(Ordering::Relaxed),
        );
        gauge("games_open", "Games that are being played", looked_up.games);
        gauge("despatches_waiting", "Despatches that wait to be posted", looked_up.waiting);
        gauge("journal_commits", "Transactions ever committed to the journal", looked_up.commits);
        gauge("journal_bytes", "Bytes of the journal's file", looked_up.journal_bytes);
        if let Some(bytes) = resident_bytes() {
            gauge("resident_memory_bytes", "Memory that the process has", bytes);
        }
        let mut told = String::new();
        // Writing into a string never fails.
        let _ = text::encode(&mut told, &registry);
        told
    }
}

/// Memory that the process has, where the system tells: the second number of proc(5)'s statm, in pages of 4 KiB.
fn resident_bytes() -> Option<i64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    statm.split(' ').nth(1)?.parse::<i64>().ok().map(|pages| pages * 4_096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_with_their_help_and_kinds_in_the_format_that_prometheus_reads() {
        let metrics = Metrics::default();
        metrics.asked(Kind::command);
        metrics.asked(Kind::command);
        metrics.asked(Kind::press);
        metrics.is_connected(ShardId(0), true);
        metrics.backed_up(Some(1_795_000_000));
        metrics.backed_up(None);
        let told = metrics.text(LookedUp { games: 3, waiting: 2, commits: 70, journal_bytes: 4_096 });
        for line in [
            "# TYPE umpire_interactions counter",
            "umpire_interactions_total{kind=\"command\"} 2",
            "umpire_interactions_total{kind=\"press\"} 1",
            "umpire_backups_total{ended=\"badly\"} 1",
            "umpire_connected 1",
            "umpire_last_backup_timestamp_seconds 1795000000",
            "umpire_games_open 3",
            "umpire_despatches_waiting 2",
            "umpire_journal_commits 70",
            "umpire_journal_bytes 4096",
        ] {
            assert!(told.lines().any(|told| told == line), "{line} is not in\n{told}");
        }
        assert!(told.ends_with("# EOF\n"));
    }

    #[test]
    fn an_umpire_of_several_shards_is_connected_only_when_all_of_them_are() {
        let metrics = Metrics::of_shards(2);
        assert!(!metrics.connected());
        metrics.is_connected(ShardId(4), true);
        metrics.is_connected(ShardId(4), true);
        assert!(!metrics.connected(), "the other is not");
        metrics.is_connected(ShardId(5), true);
        assert!(metrics.connected());
        metrics.is_connected(ShardId(4), false);
        metrics.is_connected(ShardId(5), true);
        assert!(!metrics.connected(), "one that comes again does not stand for the other");
    }
}
