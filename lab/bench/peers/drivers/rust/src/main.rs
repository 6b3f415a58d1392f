//! Measures what Rust has to offer: peers SUBJECT FILE. See protocol.go.

mod protocol;

use gaoya::minhash::{MinHasher, MinHasher32};
use gaoya::simhash::{SimHash, SimSipHasher64};
use gaoya::text::whitespace_split;
use std::hint::black_box;

const GAOYA: &str = "0.2.2"; // as in Cargo.toml

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let documents = protocol::read(&args[2]);
    let total = documents.iter().map(Vec::len).sum();
    let strings = || -> Vec<String> {
        documents.iter().map(|d| String::from_utf8(d.clone()).expect("UTF-8")).collect()
    };
    let (version, first, run): (&str, String, Box<dyn FnMut()>) = match args[1].as_str() {
        "fpcheck" => {
            let scheme = fpcheck::Scheme::ALL.into_iter().find(|s| s.id() == "sm1").expect("sm1");
            let first = scheme.sum(&documents[0]).expect("features").to_string();
            let documents = documents.clone();
            ("-", first, Box::new(move || {
                for d in &documents {
                    let _ = black_box(scheme.sum(d));
                }
            }))
        }
        "simhash" => {
            let texts = strings();
            let hash = SimHash::<SimSipHasher64, u64, 64>::new(SimSipHasher64::new(1, 2));
            (GAOYA, "-".into(), Box::new(move || {
                for t in &texts {
                    black_box(hash.create_signature(whitespace_split(&t.to_lowercase())));
                }
            }))
        }
        "minhash" => {
            let texts = strings();
            let hasher = MinHasher32::new(128);
            let sets: Vec<Vec<String>> =
                texts.iter().map(|t| t.split('\n').map(String::from).collect()).collect();
            (GAOYA, "-".into(), Box::new(move || {
                for s in &sets {
                    black_box(hasher.create_signature(s.iter()));
                }
            }))
        }
        other => panic!("no subject {other}"),
    };
    protocol::serve(version, &first, total, run);
}
