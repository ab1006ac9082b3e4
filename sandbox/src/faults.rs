//! Faults on demand: what shall go wrong with the bot's next requests.
//!
//! A [`Fault`] says what goes wrong; [`Fault::on`] says with which requests; [`Plan::times`] how often.

use std::time::Duration;

/// What can go wrong with a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// Answered 429, with Discord's headers and `retry_after`. Nothing is done.
    RateLimited {
        /// How long the bot is told to wait.
        retry_after: Duration,
        /// Whether the limit is the bot's, not the route's.
        global: bool,
    },
    /// Answered with this status and no useful body, as by a proxy in trouble. Nothing is done.
    Status(u16),
    /// Refused as Discord itself refuses: answered with this status, and with one of Discord's codes in the body. Nothing is done.
    Refused {
        /// The HTTP status, such as 403.
        status: u16,
        /// Discord's code, such as 50007 for somebody who takes no direct messages.
        code: u32,
    },
    /// Done and answered, but only after this time.
    Delay(Duration),
    /// The connection is closed and nothing is done.
    DropBefore,
    /// The connection is closed after the request was carried out: the bot cannot know that it was.
    DropAfter,
    /// Carried out, and then answered with this status all the same.
    StatusAfter(u16),
    /// Carried out, and answered 200 with a body that cannot be parsed: JSON that breaks off.
    Garbled,
}

impl Fault {
    /// Which requests it hits: a method (or `*`) and a path below `/api/v10`, where `*` stands for one part and a
    /// last `**` for all that is left. It hits once; see [`Plan::times`].
    #[must_use]
    pub fn on(self, method: &str, path: &str) -> Plan {
        Plan {
            fault: self,
            method: method.to_uppercase(),
            path: path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect(),
            left: 1,
            skip: 0,
            with_files: false,
        }
    }
}

/// A fault with the requests it is meant for.
#[derive(Debug, Clone)]
pub struct Plan {
    fault: Fault,
    method: String,
    path: Vec<String>,
    left: usize,
    skip: usize,
    with_files: bool,
}

impl Plan {
    /// How many requests it hits.
    #[must_use]
    pub fn times(mut self, times: usize) -> Self {
        self.left = times;
        self
    }

    /// How many matching requests pass before it begins.
    #[must_use]
    pub fn after(mut self, passing: usize) -> Self {
        self.skip = passing;
        self
    }

    /// That it hits only requests that bring files.
    #[must_use]
    pub fn with_files(mut self) -> Self {
        self.with_files = true;
        self
    }

    /// What goes wrong.
    pub(crate) fn fault(&self) -> &Fault {
        &self.fault
    }

    /// With which requests: method and path.
    pub(crate) fn target(&self) -> (&str, String) {
        (&self.method, format!("/{}", self.path.join("/")))
    }

    /// How often it still comes, and how many requests pass before.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.left, self.skip)
    }

    fn matches(&self, method: &str, segments: &[&str], has_files: bool) -> bool {
        if (self.with_files && !has_files) || (self.method != "*" && self.method != method) {
            return false;
        }
        let mut given = segments.iter();
        for part in &self.path {
            if part == "**" {
                return true;
            }
            match given.next() {
                Some(segment) if part == "*" || part == segment => {}
                _ => return false,
            }
        }
        given.next().is_none()
    }
}

/// The faults that are still to come.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    plans: Vec<Plan>,
}

impl Faults {
    /// Orders a fault.
    pub(crate) fn add(&mut self, plan: Plan) {
        self.plans.push(plan);
    }

    /// Forgets all that were ordered.
    pub(crate) fn clear(&mut self) {
        self.plans.clear();
    }

    /// Those that are still to come, the next to be looked at first.
    pub(crate) fn pending(&self) -> impl Iterator<Item = &Plan> {
        self.plans.iter().filter(|plan| plan.left > 0)
    }

    /// The fault for a request, which is thereby used up.
    pub(crate) fn take(&mut self, method: &str, segments: &[&str], has_files: bool) -> Option<Fault> {
        self.plans.retain(|plan| plan.left > 0);
        let plan = self.plans.iter_mut().find(|plan| plan.matches(method, segments, has_files))?;
        if plan.skip > 0 {
            plan.skip -= 1;
            return None;
        }
        plan.left -= 1;
        Some(plan.fault.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_hits_the_requests_it_is_meant_for_and_no_more() {
        let mut faults = Faults::default();
        faults.add(Fault::Status(503).on("post", "/channels/*/messages").times(2).after(1));
        let path = ["channels", "1", "messages"];
        assert_eq!(faults.take("GET", &path, false), None);
        assert_eq!(faults.take("POST", &path, false), None);
        assert_eq!(faults.take("POST", &path, false), Some(Fault::Status(503)));
        assert_eq!(faults.take("POST", &path, false), Some(Fault::Status(503)));
        assert_eq!(faults.take("POST", &path, false), None);
        faults.add(Fault::DropBefore.on("*", "/webhooks/**"));
        assert_eq!(faults.take("PATCH", &["webhooks", "1", "x"], false), Some(Fault::DropBefore));
        faults.add(Fault::Status(413).on("POST", "/channels/*/messages").with_files());
        assert_eq!(faults.take("POST", &path, false), None);
        assert_eq!(faults.take("POST", &path, true), Some(Fault::Status(413)));
    }
}
