//! Megabytes a second, for a text:
//!
//! ```text
//! cargo run --release --example bench -- FILE
//! ```

use fpcheck::Scheme;
use std::time::{Duration, Instant};

fn main() -> std::io::Result<()> {
    let path = std::env::args_os().nth(1).expect("usage: bench FILE");
    let octets = std::fs::read(path)?;
    for scheme in Scheme::ALL {
        let (begin, mut best) = (Instant::now(), Duration::MAX);
        let mut result = String::new();
        while begin.elapsed() < Duration::from_secs(3) {
            let start = Instant::now();
            let fingerprint = scheme.sum(&octets);
            best = best.min(start.elapsed());
            result = fingerprint.map_or("no features".into(), |f| f.to_string());
        }
        let rate = octets.len() as f64 / 1e6 / best.as_secs_f64();
        result.truncate(40);
        println!("{scheme} {rate:7.1} MB/s  {result}");
    }
    Ok(())
}
