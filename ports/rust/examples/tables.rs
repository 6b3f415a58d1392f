//! Writes `src/ucd/tables.rs` from the Unicode data of the conformance suite:
//!
//! ```text
//! cargo run --example tables -- ../../vectors/ucd src/ucd/tables.rs
//! ```
#![allow(missing_docs)]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

const LIMIT: usize = 0x11_0000;
/// Code points a block of a trie.
const BLOCK: usize = 128;

const CATEGORIES: [&str; 30] = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
];
/// Scripts that the rules name; all others are 0.
const SCRIPTS: [&str; 8] = ["", "Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"];
/// R4.5: of no script that the rules name, and K all the same.
const K: [u32; 11] =
    [0x3006, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303C, 0x30FC, 0xFF70, 0xFF9E, 0xFF9F];

#[allow(dead_code)] // the test includes this file
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [ucd, out] = args.as_slice() else {
        panic!("usage: tables UCD-FOLDER OUTPUT-FILE");
    };
    fs::write(out, generate(Path::new(ucd))).expect("cannot write the tables");
}

/// The source text of the tables, from the folder with the Unicode data.
#[must_use]
pub fn generate(ucd: &Path) -> String {
    Data::read(ucd).source()
}

struct Data {
    category: Vec<u8>,
    script: Vec<u8>,
    alphabetic: Vec<bool>,
    white_space: Vec<bool>,
    ccc: Vec<u8>,
    fold: BTreeMap<u32, Vec<u32>>,
    decomposition: BTreeMap<u32, Vec<u32>>,
    composition: BTreeMap<(u32, u32), u32>,
    second: HashSet<u32>,
}

impl Data {
    fn read(ucd: &Path) -> Data {
        let mut data = Data {
            category: vec![0; LIMIT],
            script: vec![0; LIMIT],
            alphabetic: vec![false; LIMIT],
            white_space: vec![false; LIMIT],
            ccc: vec![0; LIMIT],
            fold: BTreeMap::new(),
            decomposition: BTreeMap::new(),
            composition: BTreeMap::new(),
            second: HashSet::new(),
        };
        let place = |names: &[&str], name: &str| names.iter().position(|n| *n == name);
        each(ucd, "GeneralCategory.txt", |cps, value| {
            data.category[cps].fill(place(&CATEGORIES, value).expect("category") as u8);
        });
        each(ucd, "Script.txt", |cps, value| {
            data.script[cps].fill(place(&SCRIPTS, value).unwrap_or(0) as u8);
        });
        each(ucd, "Alphabetic.txt", |cps, _| data.alphabetic[cps].fill(true));
        each(ucd, "White_Space.txt", |cps, _| data.white_space[cps].fill(true));
        each(ucd, "CombiningClass.txt", |cps, value| {
            data.ccc[cps].fill(value.parse().expect("class"));
        });
        each(ucd, "NFKC_Casefold.txt", |cps, value| {
            for cp in cps {
                data.fold.insert(cp as u32, sequence(value));
            }
        });
        each(ucd, "CanonicalDecomposition.txt", |cps, value| {
            data.decomposition.insert(cps.start as u32, sequence(value));
        });
        for line in lines(ucd, "Composition.txt") {
            let (pair, composite) = line.split_once(';').expect("composition");
            let pair = sequence(pair);
            data.composition.insert((pair[0], pair[1]), hex(composite));
            data.second.insert(pair[1]);
        }
        // Vowels and trailing consonants of Hangul compose by arithmetic.
        data.second.extend(0x1161..=0x1175);
        data.second.extend(0x11A8..=0x11C2);
        data
    }

    fn is(&self, cp: u32, names: &str) -> bool {
        let name = CATEGORIES[usize::from(self.category[cp as usize])];
        names.split(' ').any(|n| n == name)
    }

    fn class(&self, cp: u32) -> u16 {
        let script = SCRIPTS[usize::from(self.script[cp as usize])];
        if !self.is(cp, "Lu Ll Lt Lm Lo Nd Nl Pc") {
            return 0;
        }
        match script {
            "Han" | "Hiragana" | "Katakana" => 2,
            _ if K.contains(&cp) => 2,
            "Thai" if !self.is(cp, "Nd") => 3,
            "Lao" if !self.is(cp, "Nd") => 4,
            "Khmer" if !self.is(cp, "Nd") => 5,
            "Myanmar" if !self.is(cp, "Nd") => 6,
            _ => 1,
        }
    }

    /// What stage 3 does to a code point in the simplest case: 1 if it stays as it is, whatever
    /// stable or separating code point follows; 2 if it separates; 0 if it takes the long way.
    fn quick(&self, cp: u32) -> u16 {
        let nfd = self.nfd(cp);
        let alone = nfd == [cp] && self.ccc[cp as usize] == 0;
        if alone && !self.is(cp, "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl Pc Cf") {
            return 2;
        }
        let kept = |&d: &u32| {
            self.is(d, "Lu Ll Lt Lm Lo Mn Mc Me Nd Pc")
                && d != 0x0640
                && d != 0x0131
                && !self.fold.contains_key(&d)
        };
        let bounded = self.ccc[nfd[0] as usize] == 0 && !self.second.contains(&nfd[0]);
        u16::from(bounded && nfd.iter().all(kept) && self.compose(&nfd) == [cp])
    }

    fn nfd(&self, cp: u32) -> Vec<u32> {
        if (0xAC00..0xD7A4).contains(&cp) {
            let s = cp - 0xAC00;
            let mut jamo = vec![0x1100 + s / 588, 0x1161 + s % 588 / 28, 0x11A7 + s % 28];
            jamo.truncate(if s % 28 == 0 { 2 } else { 3 });
            return jamo;
        }
        self.decomposition.get(&cp).cloned().unwrap_or_else(|| vec![cp])
    }

    /// Composition of one starter and what follows it.
    fn compose(&self, nfd: &[u32]) -> Vec<u32> {
        let mut out = vec![nfd[0]];
        for &c in &nfd[1..] {
            let blocked =
                out.len() > 1 && self.ccc[out[out.len() - 1] as usize] >= self.ccc[c as usize];
            match self.pair(out[0], c) {
                Some(composite) if !blocked => out[0] = composite,
                _ => out.push(c),
            }
        }
        out
    }

    fn pair(&self, a: u32, b: u32) -> Option<u32> {
        if (0x1100..0x1113).contains(&a) && (0x1161..0x1176).contains(&b) {
            return Some(0xAC00 + ((a - 0x1100) * 21 + (b - 0x1161)) * 28);
        }
        if (0xAC00..0xD7A4).contains(&a) && (a - 0xAC00) % 28 == 0 && (0x11A8..0x11C3).contains(&b)
        {
            return Some(a + (b - 0x11A7));
        }
        self.composition.get(&(a, b)).copied()
    }

    fn properties(&self, cp: u32) -> u16 {
        let i = cp as usize;
        u16::from(self.category[i])
            | u16::from(self.alphabetic[i]) << 5
            | u16::from(self.white_space[i]) << 6
            | self.quick(cp) << 7
            | self.class(cp) << 9
            | u16::from(self.script[i]) << 12
            | u16::from(self.second.contains(&cp)) << 15
    }

    fn source(&self) -> String {
        let mut out = String::from(
            "// Made by `cargo run --example tables` from the Unicode Character Database 15.0.0.\n\
             // Do not edit. Copyright (c) 2022 Unicode, Inc.; Unicode License v3 (Unicode-3.0).\n\n\
             use super::Trie;\n\n",
        );
        array(&mut out, "CATEGORIES", "&str", CATEGORIES.iter().map(|n| format!("{n:?}")));
        array(&mut out, "SCRIPTS", "&str", SCRIPTS.iter().map(|n| format!("{n:?}")));
        for (i, name) in CATEGORIES.iter().enumerate() {
            let _ = writeln!(out, "pub const {}: u32 = 1 << {i};", name.to_uppercase());
        }
        for (i, name) in SCRIPTS.iter().enumerate().skip(1) {
            let _ = writeln!(out, "pub const {}: u16 = {i};", name.to_uppercase());
        }
        let properties: Vec<u16> = (0..LIMIT as u32).map(|cp| self.properties(cp)).collect();
        trie(&mut out, "PROPERTIES", "u16", &properties);
        trie(&mut out, "CCC", "u8", &self.ccc);

        // Sequences 0 and 1 stand for "itself" and "nothing".
        let mut sequences: Vec<Vec<u32>> = vec![vec![], vec![]];
        let mut known: HashMap<Vec<u32>, u16> = HashMap::from([(vec![], 1)]);
        let mut number = |to: &Vec<u32>| {
            *known.entry(to.clone()).or_insert_with(|| {
                sequences.push(to.clone());
                (sequences.len() - 1) as u16
            })
        };
        let mut dense = |map: &BTreeMap<u32, Vec<u32>>| {
            let mut values = vec![0u16; LIMIT];
            for (cp, to) in map {
                values[*cp as usize] = number(to);
            }
            values
        };
        let (decomposition, fold) = (dense(&self.decomposition), dense(&self.fold));
        trie(&mut out, "DECOMPOSITION", "u16", &decomposition);
        trie(&mut out, "FOLD", "u16", &fold);

        let mut ends = vec![0u16];
        let pool: Vec<u32> = sequences.concat();
        for s in &sequences {
            ends.push(ends[ends.len() - 1] + s.len() as u16);
        }
        array(&mut out, "ENDS", "u16", ends.iter().map(u16::to_string));
        array(&mut out, "SEQUENCES", "char", pool.iter().map(|c| format!("'\\u{{{c:x}}}'")));
        let pairs = self
            .composition
            .iter()
            .map(|((a, b), c)| format!("('\\u{{{a:x}}}','\\u{{{b:x}}}','\\u{{{c:x}}}')"));
        array(&mut out, "COMPOSITION", "(char, char, char)", pairs);
        out
    }
}

fn lines(ucd: &Path, name: &str) -> Vec<String> {
    let path = ucd.join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let data = |line: &&str| !line.is_empty() && !line.starts_with('#');
    text.lines().filter(data).map(str::to_owned).collect()
}

fn each(ucd: &Path, name: &str, mut f: impl FnMut(std::ops::Range<usize>, &str)) {
    for line in lines(ucd, name) {
        let (cps, value) = line.split_once(';').unwrap_or((&line, ""));
        let (first, last) = cps.split_once("..").unwrap_or((cps, cps));
        f(hex(first) as usize..hex(last) as usize + 1, value);
    }
}

fn hex(s: &str) -> u32 {
    u32::from_str_radix(s, 16).expect("code point")
}

fn sequence(s: &str) -> Vec<u32> {
    s.split_whitespace().map(hex).collect()
}

/// A trie of two stages: equal blocks are stored once.
fn trie<T: Copy + Eq + std::hash::Hash + ToString>(
    out: &mut String,
    name: &str,
    kind: &str,
    values: &[T],
) {
    let mut blocks: HashMap<&[T], usize> = HashMap::new();
    let (mut index, mut data) = (Vec::new(), Vec::new());
    for block in values.chunks(BLOCK) {
        let next = blocks.len();
        index.push(*blocks.entry(block).or_insert_with(|| {
            data.extend(block.iter().map(T::to_string));
            next
        }));
    }
    let _ = writeln!(
        out,
        "pub static {name}: Trie<{kind}> = Trie {{ index: &{name}_INDEX, data: &{name}_DATA }};"
    );
    array(out, &format!("{name}_INDEX"), "u16", index.iter().map(usize::to_string));
    array(out, &format!("{name}_DATA"), kind, data.into_iter());
}

fn array(out: &mut String, name: &str, kind: &str, items: impl ExactSizeIterator<Item = String>) {
    let _ = write!(out, "pub static {name}: [{kind}; {}] = [", items.len());
    let mut column = usize::MAX;
    for item in items {
        if column > 98 - item.len() {
            out.push('\n');
            column = 0;
        }
        column += item.len() + 1;
        out.push_str(&item);
        out.push(',');
    }
    out.push_str("\n];\n");
}
