//! Megabytes a second, for a text:
//!
//! ```text
//! cargo run --release --example bench -- FILE
//! ```
//!
//! Passages are of 16 words, and a cover of 4. With the feature `digest`, the text digest too; with `markup`, the reading of HTML or XML, if
//! the file's name ends so.
#![allow(clippy::cast_precision_loss)] // megabytes a second

use fpcheck::passages::{self, Reference};
use fpcheck::Scheme;
use std::time::{Duration, Instant};

fn main() -> std::io::Result<()> {
    let path = std::env::args_os().nth(1).expect("usage: bench FILE");
    let octets = std::fs::read(&path)?;
    for scheme in Scheme::ALL {
        measure(scheme.id(), &octets, || {
            scheme.sum(&octets).map_or("no features".into(), |f| f.to_string())
        });
    }
    // The text in documents of 10 kB, and a part of it that is looked for in the whole.
    let documents: Vec<&[u8]> = octets.chunks(10_000).collect();
    measure("rows", &octets, || {
        passages::rows(&documents, 16).map_or(0, |f| f.rows.len()).to_string()
    });
    if let Ok(reference) = Reference::new(documents[documents.len() / 2], 4) {
        measure("cover", &octets, || format!("{:?}", reference.cover(&octets)));
    }
    measure("items", &octets, || passages::items(&octets).len().to_string());
    #[cfg(feature = "digest")]
    {
        use fpcheck::digest;
        measure(digest::NAME, &octets, || {
            digest::sum(&octets).map_or_else(|e| e.to_string(), |d| d.to_string())
        });
    }
    #[cfg(feature = "markup")]
    {
        use fpcheck::markup;
        let read = match std::path::Path::new(&path).extension().and_then(|e| e.to_str()) {
            Some("html") => markup::html,
            Some("xml") => markup::xml,
            _ => return Ok(()),
        };
        measure("text", &octets, || read(&octets, None).map_or_else(|e| e.to_string(), |v| v.text));
    }
    Ok(())
}

fn measure(name: &str, octets: &[u8], run: impl Fn() -> String) {
    let (begin, mut best) = (Instant::now(), Duration::MAX);
    let mut result = String::new();
    while begin.elapsed() < Duration::from_secs(3) {
        let start = Instant::now();
        result = run();
        best = best.min(start.elapsed());
    }
    let rate = octets.len() as f64 / 1e6 / best.as_secs_f64();
    let result: String = result.chars().take(40).collect();
    println!("{name:6} {rate:7.1} MB/s  {result:?}");
}
