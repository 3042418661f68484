//! A folder in which the program runs, and ways to look at its answers.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder of its own for one test, gone afterwards.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("a file in it");
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_contrapposto"));
        // Tests open no window, wherever they run.
        command.args(args).env_remove("DISPLAY");
        command.current_dir(self.0.path());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the program runs")
    }

    /// Standard output of a run that must succeed.
    pub(crate) fn text(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {complaint}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    pub(crate) fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.text(args)).expect("JSON")
    }

    /// The one line of complaint about bad input.
    pub(crate) fn complaint(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let line = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {line}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.starts_with("error: "), "{line}");
        line
    }
}

pub(crate) fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is a number"))
}

pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter().map(number).collect()
}
