//! A child process that is talked with in lines, without ever waiting for it longer than asked to.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Lines that wait to be heard; a program that says more waits itself.
const WAITING: usize = 1024;
/// A longer line is heard in pieces.
const LONGEST: u64 = 1 << 16;
/// Lines of stderr that are kept for a message.
const KEPT: usize = 4;
/// How long a program that is asked to quit may take.
const QUIT: Duration = Duration::from_millis(500);

/// Why nothing is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The program is gone, or its output is.
    Over,
    /// The time is over.
    Late,
}

#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<String>,
    errors: Arc<Mutex<VecDeque<String>>>,
}

impl Process {
    pub(super) fn start(command: &[String], folder: Option<&Path>) -> Result<Process, String> {
        let (program, arguments) = command.split_first().ok_or("no program is named")?;
        let mut call = Command::new(program);
        call.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = folder {
            call.current_dir(folder);
        }
        let mut child = call.spawn().map_err(|error| format!("`{program}`: {error}"))?;
        let (to, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (heard, from) = sync_channel(WAITING);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        // Neither thread is waited for: a grandchild may keep the pipes open for ever.
        if let Some(out) = out {
            std::thread::spawn(move || listen(out, &heard));
        }
        if let Some(err) = err {
            let errors = errors.clone();
            std::thread::spawn(move || keep_last(err, &errors));
        }
        Ok(Process { child, to, from, errors })
    }

    /// The number that the system knows it by.
    #[cfg(test)]
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes a line; false if nobody reads it.
    pub(super) fn say(&mut self, line: &str) -> bool {
        let Some(to) = &mut self.to else { return false };
        to.write_all(format!("{line}\n").as_bytes()).and_then(|()| to.flush()).is_ok()
    }

    /// The next line.
    pub(super) fn hear(&mut self, until: Instant) -> Result<String, Silence> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            // What waits in the channel would be heard even now: endless noise would never be late.
            return Err(Silence::Late);
        }
        self.from.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Late,
            RecvTimeoutError::Disconnected => Silence::Over,
        })
    }

    /// Ends the program, waits for its end, and returns how it ended and what it wrote on stderr last.
    pub(super) fn end(&mut self) -> (String, String) {
        // Who reads its input to the end ends now.
        self.to = None;
        let until = Instant::now() + QUIT;
        let mut status = self.child.try_wait();
        while matches!(status, Ok(None)) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
            status = self.child.try_wait();
        }
        if matches!(status, Ok(None)) {
            // A program that has just ended by itself cannot be ended; waiting is right for both.
            let _ = self.child.kill();
            status = self.child.wait().map(Some);
        }
        let status = match status {
            Ok(Some(status)) => status.to_string(),
            Ok(None) => "still running".into(),
            Err(error) => error.to_string(),
        };
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        (status, errors.iter().cloned().collect::<Vec<_>>().join(" / "))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.to.is_some() {
            self.say("quit");
            self.end();
        }
    }
}

fn lines(from: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut from = BufReader::new(from);
    loop {
        let mut bytes = Vec::new();
        match from.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(1..) => {
                let line = String::from_utf8_lossy(&bytes).trim().to_string();
                if !line.is_empty() && !take(line) {
                    return;
                }
            }
            _ => return,
        }
    }
}

fn listen(out: impl Read, heard: &SyncSender<String>) {
    lines(out, |line| heard.send(line).is_ok());
}

fn keep_last(err: impl Read, errors: &Mutex<VecDeque<String>>) {
    lines(err, |line| {
        let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
        if errors.len() == KEPT {
            errors.pop_front();
        }
        errors.push_back(line);
        true
    });
}
