//! Tells the demo step by step: one line on standard output and one screenshot for each.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::screen::Screen;

/// How far the demo has come.
pub(super) struct Story {
    folder: PathBuf,
    steps: usize,
    told: usize,
}

impl Story {
    /// Empties the folder for the screenshots, which is `demo/` beside the folder that this program is in.
    pub(super) fn begin(steps: usize) -> Result<Self> {
        let program = std::env::current_exe().context("this program's own path")?;
        let target = program.ancestors().nth(2).context("a target directory above this program")?;
        let folder = target.join("demo");
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error).context("old screenshots")?,
            Ok(()) | Err(_) => fs::create_dir_all(&folder).context("a folder for screenshots")?,
        }
        Ok(Self { folder, steps, told: 0 })
    }

    /// Where screenshots and logs go.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The number of the step that is to be told next.
    pub(super) fn next_step(&self) -> usize {
        self.told + 1
    }

    /// Tells a step that has happened.
    pub(super) fn step(&mut self, screen: &Screen, line: &str) -> Result<()> {
        self.told += 1;
        let (told, steps) = (self.told, self.steps);
        say(&format!("{told}/{steps} {line}"))?;
        self.picture(screen, &told.to_string())
    }

    /// Keeps a screenshot.
    pub(super) fn picture(&self, screen: &Screen, name: &str) -> Result<()> {
        screen.screenshot(&self.folder.join(format!("{name}.png"))).context("a screenshot")
    }

    /// The last words.
    pub(super) fn end(&self, line: &str) -> Result<()> {
        say(line)?;
        say(&format!("Screenshots are in {}", self.folder.display()))
    }
}

fn say(line: &str) -> Result<()> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}").and_then(|()| output.flush()).context("standard output")
}
