//! The tables are those of Unicode 15.0.0, by the digests of the properties over all code points.
#![allow(clippy::pedantic)] // which is for the library

mod common;
#[path = "../examples/tables.rs"]
mod generator;
#[allow(dead_code)]
#[path = "../src/ucd/mod.rs"]
mod ucd;

use common::Sha256;
use std::collections::BTreeMap;
use std::fs;

fn digests() -> Option<BTreeMap<String, String>> {
    let sums = fs::read_to_string(common::vectors()?.join("ucd/SHA256SUMS.txt")).unwrap();
    let pair = |line: &str| line.split_once("  ").map(|(d, name)| (name.into(), d.into()));
    Some(sums.lines().filter_map(pair).collect())
}

/// Checks `CP;VALUE` over all code points.
fn check(property: &str, value: impl Fn(u32) -> String) {
    let Some(digests) = digests() else { return };
    let mut sha256 = Sha256::default();
    for cp in 0..0x11_0000 {
        sha256.update(format!("{cp:04X};{}\n", value(cp)).as_bytes());
    }
    assert_eq!(Some(&sha256.finish()), digests.get(property), "{property}");
}

fn yes(value: bool) -> String {
    if value { "Y" } else { "N" }.into()
}

/// A sequence of code points; a surrogate is what no `char` can be.
fn sequence(cp: u32, replace: impl Fn(char, &mut dyn FnMut(char))) -> String {
    let mut out = Vec::new();
    match char::from_u32(cp) {
        Some(c) => replace(c, &mut |c| out.push(format!("{:04X}", u32::from(c)))),
        None => out.push(format!("{cp:04X}")),
    }
    out.join(" ")
}

#[test]
fn sha256() {
    assert_eq!(
        Sha256::default().finish(),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
}

#[test]
fn up_to_date() {
    let Some(vectors) = common::vectors() else { return };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/ucd/tables.rs");
    let committed = fs::read_to_string(path).unwrap();
    assert!(committed == generator::generate(&vectors.join("ucd")), "run the generator");
}

#[test]
fn general_category() {
    let name = |cp| {
        let properties = ucd::properties(cp);
        (0..30).find(|i| properties.is(1 << i)).map(|i| ucd::CATEGORIES[i].to_owned())
    };
    check("GeneralCategory", |cp| name(cp).unwrap());
}

#[test]
fn flags() {
    check("Alphabetic", |cp| yes(ucd::properties(cp).is_alphabetic()));
    check("White_Space", |cp| yes(ucd::properties(cp).is_white_space()));
}

/// The table has those scripts only that the rules name; the others are taken from the file.
#[test]
fn script() {
    let Some(vectors) = common::vectors() else { return };
    let mut names = vec![String::from("Unknown"); 0x11_0000];
    let file = fs::read_to_string(vectors.join("ucd/Script.txt")).unwrap();
    for line in file.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (cps, name) = line.split_once(';').unwrap();
        let (first, last) = cps.split_once("..").unwrap_or((cps, cps));
        let hex = |s| usize::from_str_radix(s, 16).unwrap();
        names[hex(first)..=hex(last)].fill(name.into());
    }
    check("Script", |cp| {
        let (other, own) =
            (&names[cp as usize], ucd::SCRIPTS[ucd::properties(cp).script() as usize]);
        assert_eq!(own.is_empty(), !ucd::SCRIPTS.contains(&other.as_str()));
        if own.is_empty() { other } else { own }.to_owned()
    });
}

#[test]
fn normalisation() {
    check("CombiningClass", |cp| ucd::CCC.get(cp).to_string());
    check("NFKC_Casefold", |cp| sequence(cp, |c, f| ucd::fold(c, f)));
    check("CanonicalDecomposition", |cp| sequence(cp, |c, f| ucd::decompose(c, f)));
}

#[test]
fn composition() {
    let Some(digests) = digests() else { return };
    // The pairs that may have a composite: those of the table, and those of Hangul.
    let mut pairs: Vec<_> = ucd::COMPOSITION.iter().map(|&(a, b, _)| (a, b)).collect();
    let jamo = |range: std::ops::Range<u32>| range.filter_map(char::from_u32);
    let vowels = jamo(0x1100..0x1113).flat_map(|l| jamo(0x1161..0x1176).map(move |v| (l, v)));
    pairs.extend(vowels);
    pairs.extend(jamo(0xAC00..0xD7A4).flat_map(|s| jamo(0x11A7..0x11C3).map(move |t| (s, t))));
    pairs.sort_unstable();
    let mut sha256 = Sha256::default();
    for (a, b) in pairs {
        if let Some(c) = ucd::compose(a, b) {
            let [a, b, c] = [a, b, c].map(u32::from);
            sha256.update(format!("{a:04X} {b:04X};{c:04X}\n").as_bytes());
        }
    }
    assert_eq!(Some(&sha256.finish()), digests.get("Composition"));
}
