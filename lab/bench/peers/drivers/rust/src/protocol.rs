//! The driver's end of what protocol.go says.

use std::io::{BufRead, Write};
use std::time::Instant;

/// The documents of a file.
pub fn read(path: &str) -> Vec<Vec<u8>> {
    let octets = std::fs::read(path).expect("the documents");
    let mut file = octets.as_slice();
    let mut documents = Vec::new();
    while let Some((head, rest)) = file.split_first_chunk::<4>() {
        let (octets, rest) = rest.split_at(u32::from_be_bytes(*head) as usize);
        documents.push(octets.to_vec());
        file = rest;
    }
    documents
}

/// Runs, as often as it is told to, what goes through documents of so many octets.
pub fn serve(version: &str, answer: &str, total: usize, mut run: impl FnMut()) {
    let mut out = std::io::stdout();
    let mut say = |line: String| {
        writeln!(out, "{line}").and_then(|()| out.flush()).expect("standard output");
    };
    say(format!("ready {version} {answer}"));
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("standard input");
        let times: usize = line.strip_prefix("run ").and_then(|n| n.parse().ok()).expect("run N");
        let start = Instant::now();
        for _ in 0..times {
            run();
        }
        say(format!("{} {}", start.elapsed().as_nanos(), times * total));
    }
}
