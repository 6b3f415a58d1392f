//! The vectors of the conformance suite; those of chapters 10a and 11 only with the features
//! `digest` and `markup`.
#![allow(clippy::pedantic)] // which is for the library

mod common;

use common::{generated, Sha256};
#[cfg(feature = "digest")]
use fpcheck::digest::{self, TextDigest};
#[cfg(feature = "markup")]
use fpcheck::markup;
use fpcheck::passages::{self, Reference};
use fpcheck::{jenkins, minhash::Minima, simhash::Counters, tokenize, Error, Fingerprint, Scheme};
use std::fs;
use yaml_rust2::{Yaml, YamlLoader};

/// Texts that are made and fingerprinted in a test; the runner of the suite does more.
const ACCUMULATED: i64 = 10_000;

#[test]
fn all() {
    let Some(vectors) = common::vectors() else { return };
    let mut paths: Vec<_> =
        fs::read_dir(vectors).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "yaml"));
    paths.sort();
    assert!(!paths.is_empty());
    let mut count = 0;
    for path in paths {
        let file = &YamlLoader::load_from_str(&fs::read_to_string(&path).unwrap()).unwrap()[0];
        let stage = string(&file["stage"]);
        if matches!(&*stage, "bands" | "clusters" | "main" | "texts") {
            continue; // a level that this port does not have
        }
        if cfg!(not(feature = "digest")) && stage == "text-digest" {
            continue;
        }
        if cfg!(not(feature = "markup")) && matches!(&*stage, "html" | "xml") {
            continue;
        }
        for id in list(&file["schemes"], string) {
            let Ok(scheme) = id.parse() else {
                continue;
            };
            for vector in file["vectors"].as_vec().unwrap() {
                count += 1;
                let (input, expect) = (&vector["input"], &vector["expect"]);
                let outcome = Vector { scheme, input, expect }.run(&stage);
                let expected = expect["outcome"].as_str();
                assert_eq!(outcome.err(), expected, "{id}: {}", string(&vector["id"]));
            }
        }
    }
    assert!(count > 1000, "{count} vectors");
}

struct Vector<'a> {
    scheme: Scheme,
    input: &'a Yaml,
    expect: &'a Yaml,
}

impl Vector<'_> {
    /// Compares what comes out, or gives the name of the outcome that came instead.
    fn run(&self, stage: &str) -> Result<(), &'static str> {
        let &Vector { scheme, input, expect } = self;
        let rules = scheme.rules();
        match stage {
            "text" => assert_eq!(tokenize::text(&octets(&input["octets"])), text(&expect["text"])),
            "identifiers" => {
                assert_eq!(rules.identifiers(&text(&input["text"])), text(&expect["text"]));
            }
            "normalise" => {
                assert_eq!(rules.normalise(&text(&input["text"])), list(&expect["runs"], text));
            }
            "segment" => {
                let runs = list(&input["runs"], text);
                assert_eq!(rules.segment(&runs), list(&expect["tokens"], text));
            }
            "features" => {
                let tokens = list(&input["tokens"], text);
                assert_eq!(scheme.elements(&tokens), list(&expect["elements"], hash));
            }
            "hash" => assert_eq!(jenkins::sum64(&octets(&input["octets"])), hash(&expect["hash"])),
            "counters" => {
                let mut counters = Counters::default();
                list(&input["elements"], hash).iter().for_each(|&element| counters.add(element));
                assert_eq!(counters.0.to_vec(), list(&expect["counters"], integer));
            }
            "full" => {
                let mut minima = Minima::new(scheme).unwrap();
                list(&input["elements"], hash).iter().for_each(|&element| minima.add(element));
                assert_eq!(minima.to_bytes(), octets(&expect["full"]));
            }
            "merge" => {
                let mut merged = Minima::new(scheme).unwrap();
                for full in list(&input["fulls"], octets) {
                    let full = Minima::from_bytes(scheme, &full).map_err(outcome)?;
                    merged.merge(&full).map_err(outcome)?;
                }
                assert_eq!(merged.to_bytes(), octets(&expect["full"]));
            }
            "sketch" => {
                let fingerprint = if scheme.is_minhash() {
                    let minima =
                        Minima::from_bytes(scheme, &octets(&input["full"])).map_err(outcome)?;
                    scheme.from_minima(&minima)
                } else {
                    let counters = list(&input["counters"], integer).try_into().unwrap();
                    scheme.from_sketch(&Counters(counters).sketch().to_be_bytes())
                };
                assert_eq!(fingerprint.map_err(outcome)?.sketch(), hex(&expect["sketch"]));
            }
            "truncate" => {
                let whole = scheme.from_sketch(&hex(&input["sketch"])).map_err(outcome)?;
                let short = whole.truncate(integer(&input["bits"]) as u32).map_err(outcome)?;
                assert_eq!(short.sketch(), hex(&expect["sketch"]));
            }
            "encode" => {
                let whole = scheme.from_sketch(&hex(&input["sketch"])).map_err(outcome)?;
                let profile = input["profile"].as_str().unwrap_or("visible");
                let fingerprint = whole.with_profile(profile).map_err(outcome)?;
                let name = input["scheme"].as_str().map_or(fingerprint.name(), str::to_owned);
                assert_eq!(fingerprint.name(), name);
                assert_eq!(fingerprint.to_string().into_bytes(), octets(&expect["string"]));
            }
            "decode" => {
                let string_ = String::from_utf8(octets(&input["string"]));
                let fingerprint: Fingerprint =
                    string_.map_err(|_| "rejected")?.parse().map_err(outcome)?;
                assert_eq!(fingerprint.sketch(), hex(&expect["sketch"]));
                assert_eq!(fingerprint.name(), string(&expect["scheme"]));
                assert_eq!(fingerprint.profile(), string(&expect["profile"]));
            }
            "distance" => {
                let parse = |s: String| s.parse::<Fingerprint>().map_err(outcome);
                let strings = list(&input["strings"], string).into_iter();
                let both = strings.map(parse).collect::<Result<Vec<_>, _>>()?;
                let distance = both[0].distance(&both[1]).map_err(outcome)?;
                assert_eq!(i64::from(distance), integer(&expect["distance"]));
                let similarity = both[0].similarity(&both[1]).map_err(outcome)?;
                let expected = &expect["similarity"];
                let expected = expected.as_f64().or(expected.as_i64().map(|n| n as f64));
                assert_eq!(Some(similarity), expected);
            }
            "windows" => {
                let octets = octets(&input["octets"]);
                let windows = passages::windows(&octets, words(input)).map_err(outcome)?;
                assert_eq!(windows, list(&expect["elements"], hash));
                let items = passages::items(&octets).into_iter();
                let items = items.map(|i| (i.text, i.weight.into(), [i.place.start, i.place.end]));
                let places = list(&expect["places"], index);
                let places = places.chunks(2).map(|place| [place[0], place[1]]);
                let texts = list(&expect["items"], text).into_iter();
                let expected = texts.zip(list(&expect["weights"], index)).zip(places);
                let expected: Vec<_> = expected.map(|((t, w), place)| (t, w, place)).collect();
                assert_eq!(items.collect::<Vec<_>>(), expected);
            }
            "passages" => {
                let texts = list(&input["texts"], octets);
                let (mut found, mut places) = (Vec::new(), Vec::new());
                for row in passages::rows(&texts, words(input)).map_err(outcome)?.rows {
                    let part = row.items;
                    found.push(vec![row.holder, row.text, part.start, part.end, row.frequency]);
                    let place = passages::place(&passages::items(&texts[row.text]), part).unwrap();
                    places.extend([place.start, place.end]);
                }
                assert_eq!(found, list(&expect["passages"], |row| list(row, index)));
                assert_eq!(places, list(&expect["places"], index));
            }
            "covers" => {
                let texts = list(&input["texts"], octets);
                let reference =
                    Reference::without(&texts[0], words(input), &texts[2..]).map_err(outcome)?;
                let cover = reference.cover(&texts[1]);
                let contained = reference.contained_in(&texts[1]);
                let counts = [reference.weight(), contained, cover.weight, cover.run];
                let mut counts: Vec<_> = counts.iter().map(|&count| count as usize).collect();
                counts.extend([cover.items.start, cover.items.end]);
                assert_eq!(counts, list(&expect["counts"], index));
            }
            "pipeline" => return self.pipeline(),
            "accumulated" => self.accumulated(),
            #[cfg(feature = "digest")]
            "text-digest" => return self.text_digest(),
            #[cfg(feature = "markup")]
            "html" | "xml" => {
                let read = if stage == "html" { markup::html } else { markup::xml };
                let visible = read(&octets(&input["octets"]), input["charset"].as_str());
                assert_eq!(visible.map_err(|_| "rejected")?.text, text(&expect["text"]));
            }
            other => panic!("no stage {other}"),
        }
        Ok(())
    }

    /// Whole, and in pieces (R9.2).
    fn pipeline(&self) -> Result<(), &'static str> {
        let octets = octets(&self.input["octets"]);
        let mut result = Ok(());
        for n in [octets.len().max(1), 1, 2, 3, 7, 1000] {
            let mut hasher = self.scheme.hasher();
            octets.chunks(n).for_each(|piece| hasher.update(piece));
            result = hasher.fingerprint().map_err(outcome).map(|fingerprint| {
                assert_eq!(fingerprint.to_string(), string(&self.expect["fingerprint"]));
                assert_eq!(hasher.features() as i64, integer(&self.expect["features"]));
            });
            assert_eq!(result.err(), self.expect["outcome"].as_str(), "pieces of {n} octets");
        }
        result
    }

    /// Whole, and in pieces (R9.2).
    #[cfg(feature = "digest")]
    fn text_digest(&self) -> Result<(), &'static str> {
        let octets = octets(&self.input["octets"]);
        let mut result = Ok(());
        for n in [octets.len().max(1), 1, 2, 3, 7, 1000] {
            let mut text = TextDigest::new();
            octets.chunks(n).for_each(|piece| text.update(piece));
            result = text.finish().map_err(outcome).map(|digest| {
                assert_eq!(digest.to_string(), string(&self.expect["digest"]));
                let items = &self.expect["items"]; // not of very long texts
                if !items.is_badvalue() {
                    assert_eq!(digest::items(&octets), list(items, self::text));
                }
            });
            assert_eq!(result.err(), self.expect["outcome"].as_str(), "pieces of {n} octets");
        }
        result
    }

    /// R12.3
    fn accumulated(&self) {
        let (seed, count) = (integer(&self.input["seed"]), integer(&self.input["count"]));
        if count > ACCUMULATED {
            return;
        }
        let mut sha256 = Sha256::default();
        for i in 0..count as u64 {
            let mut hasher = self.scheme.hasher();
            hasher.update(generated(seed as u64, i));
            let string = hasher.fingerprint().map_or("-".into(), |f| f.to_string());
            sha256.update(format!("{string} {}\n", hasher.features()).as_bytes());
        }
        assert_eq!(sha256.finish(), string(&self.expect["digest"]));
    }
}

fn outcome(error: Error) -> &'static str {
    match error {
        Error::NoFeatures => "no-features",
        Error::NoItems => "no-digest",
        Error::TooShort => "too-short",
        Error::NotComparable(..) => "not-comparable",
        _ => "rejected",
    }
}

fn string(yaml: &Yaml) -> String {
    yaml.as_str().unwrap_or_else(|| panic!("{yaml:?} is no string")).into()
}

fn integer(yaml: &Yaml) -> i64 {
    yaml.as_i64().unwrap_or_else(|| panic!("{yaml:?} is no integer"))
}

fn index(yaml: &Yaml) -> usize {
    integer(yaml).try_into().unwrap()
}

fn words(input: &Yaml) -> usize {
    index(&input["words"])
}

fn list<T>(yaml: &Yaml, item: impl Fn(&Yaml) -> T) -> Vec<T> {
    yaml.as_vec().unwrap_or_else(|| panic!("{yaml:?} is no list")).iter().map(item).collect()
}

fn hash(yaml: &Yaml) -> u64 {
    u64::from_str_radix(&string(yaml), 16).unwrap()
}

fn hex(yaml: &Yaml) -> Vec<u8> {
    let digits = string(yaml);
    let pairs = (0..digits.len()).step_by(2).map(|i| &digits[i..i + 2]);
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

fn text(yaml: &Yaml) -> String {
    String::from_utf8(octets(yaml)).unwrap()
}

/// Octets, as the vectors spell them.
fn octets(yaml: &Yaml) -> Vec<u8> {
    if let Some(parts) = yaml.as_vec() {
        return parts.iter().flat_map(octets).collect();
    }
    if let Some(text) = yaml.as_str() {
        return text.as_bytes().into();
    }
    let texts = &yaml["texts"];
    if !texts.is_badvalue() {
        let [seed, first, count] = ["seed", "first", "count"].map(|k| integer(&texts[k]) as u64);
        let line = |i| [generated(seed, i), b"\n".to_vec()].concat();
        return (first..first + count).flat_map(line).collect();
    }
    let part =
        yaml["hex"].as_str().map_or_else(|| text(&yaml["text"]).into(), |_| hex(&yaml["hex"]));
    part.repeat(yaml["repeat"].as_i64().unwrap_or(1) as usize)
}
