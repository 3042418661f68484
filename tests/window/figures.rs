//! What the system tells of a running program: its work, its memory, whether it sleeps.

use std::fs::read_to_string;
use std::time::Duration;

/// Time on any core by all of a program's threads; nothing while one of them wants to run.
pub(crate) fn work_if_asleep(process: u32) -> Option<Duration> {
    let mut nanos = 0;
    for thread in std::fs::read_dir(format!("/proc/{process}/task")).ok()? {
        let folder = thread.ok()?.path();
        let state = read_to_string(folder.join("stat")).ok()?;
        // The name is in parentheses and may hold anything; the state follows.
        let state = state.rsplit_once(") ")?.1.chars().next()?;
        if state == 'R' {
            return None;
        }
        let schedule = read_to_string(folder.join("schedstat")).ok()?;
        nanos += schedule.split(' ').next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(nanos))
}

/// Memory that a program holds [MB].
pub(crate) fn resident_megabytes(process: u32) -> f64 {
    let status = read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS"))
        .unwrap();
    let kilobytes = line.split_whitespace().nth(1).unwrap();
    kilobytes.parse::<f64>().unwrap() / 1024.0
}
