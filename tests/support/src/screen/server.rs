//! Starts Xvfb and learns which display it took.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::channel;

use super::{START, ScreenError};
use crate::process::{OwnedChild, bound_command};

/// The server writes the number of a display that it found free to its standard output once it is ready.
pub(super) fn start(folder: &Path, width: u32, height: u32) -> Result<(OwnedChild, String), ScreenError> {
    let mut command = bound_command("Xvfb");
    command.args(["-displayfd", "1", "-screen", "0", &format!("{width}x{height}x24")]);
    command.args(["-nolisten", "tcp", "-noreset", "-dpi", "96"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log(folder, "Xvfb.log")?);
    let mut server = OwnedChild::spawn(command)?;
    let stdout = server.take_stdout().ok_or_else(|| io::Error::other("Xvfb's output isn't piped"))?;
    let (line, first_line) = channel();
    std::thread::Builder::new().name("xvfb-display".to_owned()).spawn(move || {
        let mut number = String::new();
        let read = BufReader::new(stdout).read_line(&mut number);
        // Whoever started the screen may have given up.
        let _ = line.send(read.map(|_| number));
    })?;
    let number = first_line.recv_timeout(START).ok().and_then(Result::ok);
    match number.as_deref().map(str::trim).and_then(|number| number.parse::<u32>().ok()) {
        Some(number) => Ok((server, format!(":{number}"))),
        None => Err(ScreenError::NotStarted { program: "Xvfb", why: said(folder, "Xvfb.log") }),
    }
}

/// A file for what a program says.
pub(super) fn log(folder: &Path, name: &str) -> io::Result<File> {
    File::options().create(true).append(true).open(folder.join(name))
}

fn said(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_default().trim().to_owned()
}
