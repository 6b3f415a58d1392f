//! Chapter 5: tokens to features, and features to elements.

use crate::identify::FIRST_WITH_CLUSTERS;
use crate::jenkins;
#[cfg(not(feature = "std"))]
use crate::minhash::mix64;
use crate::pipe::Sink;
use crate::ucd::{self, HAN, KHMER, LAO, MARK, MYANMAR, THAI};
use crate::Scheme;
use alloc::{vec, vec::Vec};
use core::mem;
use core::ops::Range;

/// Takes features, each a part of octets: see `jenkins::of_part`.
pub trait FeatureSink {
    fn feature(&mut self, octets: &[u8], part: Range<usize>, weight: u16);
}

/// The state between two tokens.
#[derive(Clone, Debug)]
pub struct Features {
    kind: Kind,
    /// R5.5: the last tokens, a blank after each, and what makes them faster to hash. In `sm1`, the
    /// last cluster.
    last: Vec<u8>,
    /// Where the last two of them begin, and where they end.
    begin: [usize; 2],
    end: usize,
    /// Tokens so far, up to three.
    tokens: u8,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Tokens,
    TokensAndClusters,
    Shingles,
}

impl Features {
    pub fn new(scheme: Scheme) -> Features {
        let kind = match scheme {
            Scheme::Sd1 => Kind::Tokens,
            Scheme::Sm1 => Kind::TokensAndClusters,
            Scheme::Mh1 | Scheme::Mw1 => Kind::Shingles,
        };
        Features { kind, last: Vec::new(), begin: [0; 2], end: 0, tokens: 0 }
    }

    #[inline]
    pub fn token(&mut self, text: &str, token: Range<usize>, out: &mut impl FeatureSink) {
        match self.kind {
            Kind::Tokens => out.feature(text.as_bytes(), token, 1),
            Kind::TokensAndClusters => {
                out.feature(text.as_bytes(), token.clone(), 1);
                self.clusters(&text[token], out);
            }
            Kind::Shingles => self.shingle(text.as_bytes(), token, out),
        }
    }

    /// A token of ASCII.
    #[inline]
    pub fn word(&mut self, octets: &[u8], part: Range<usize>, out: &mut impl FeatureSink) {
        match self.kind {
            Kind::Shingles => self.shingle(octets, part, out),
            Kind::Tokens | Kind::TokensAndClusters => out.feature(octets, part, 1),
        }
    }

    /// R5.5
    #[inline]
    fn shingle(&mut self, text: &[u8], token: Range<usize>, out: &mut impl FeatureSink) {
        let here = self.end;
        self.end += token.len() + 1;
        self.last.truncate(here);
        // A copy of so many octets as are known beforehand is quick.
        match text.get(token.start..token.start + COPIED) {
            Some(octets) if token.len() < COPIED => {
                self.last.extend_from_slice(octets);
                self.last[here + token.len()] = b' ';
            }
            _ => {
                self.last.extend_from_slice(&text[token]);
                self.last.push(b' ');
            }
        }
        self.last.extend_from_slice(&[0; 12]);
        self.tokens = 3.min(self.tokens + 1);
        if self.tokens == 3 {
            out.feature(&self.last, self.begin[0]..self.end - 1, 1);
        }
        self.begin = match self.tokens {
            1 => [0, 0],
            2 => [0, here],
            _ => [self.begin[1], here],
        };
        // Room is made now and then only.
        if here > KEPT {
            let [first, second] = self.begin;
            self.last.drain(..first);
            self.end -= first;
            self.begin = [0, second - first];
        }
    }

    /// R5.5, for a text of one or two tokens.
    pub fn end(&mut self, out: &mut impl FeatureSink) {
        if let 1 | 2 = self.tokens {
            out.feature(&self.last, 0..self.end - 1, 1);
        }
        self.last.clear();
        self.end = 0;
        self.tokens = 0;
    }

    /// R5.4
    #[inline]
    fn clusters(&mut self, token: &str, out: &mut impl FeatureSink) {
        if !token.as_bytes().first().is_some_and(|&o| o >= FIRST_WITH_CLUSTERS) {
            return;
        }
        let properties = |c: char| ucd::properties(c.into());
        let mut chars = token.char_indices().map(|(i, c)| (i, properties(c)));
        let Some((mut start, mut head)) = chars.next() else {
            return;
        };
        if !head.class().has_clusters() {
            return;
        }
        for (i, p) in chars {
            if !p.is(MARK) {
                // The last cluster of a gram is mostly the first of the next: it counts once.
                if token.as_bytes()[start..i] != self.last[..] {
                    cluster(&token[start..i], head.script(), out);
                }
                (start, head) = (i, p);
            }
        }
        cluster(&token[start..], head.script(), out);
        self.last.clear();
        self.last.extend_from_slice(&token.as_bytes()[start..]);
    }
}

fn cluster(cluster: &str, script: u16, out: &mut impl FeatureSink) {
    let heavy = matches!(script, HAN | THAI | LAO | KHMER | MYANMAR);
    out.feature(cluster.as_bytes(), 0..cluster.len(), 1 + u16::from(heavy));
}

/// Octets of tokens that are kept before room is made.
const KEPT: usize = 1 << 14;
/// Octets of a token that are copied at once.
const COPIED: usize = 16;

/// Features with what takes them: the end of the stages.
pub struct Tap<'a, F> {
    pub features: &'a mut Features,
    pub out: &'a mut F,
}

impl<F: FeatureSink> Sink for Tap<'_, F> {
    /// Tokens come whole.
    #[inline]
    fn text(&mut self, token: &str) {
        self.features.token(token, 0..token.len(), self.out);
    }

    #[inline]
    fn word(&mut self, text: &str, part: Range<usize>) {
        self.features.word(text.as_bytes(), part, self.out);
    }

    fn end(&mut self) {
        self.features.end(self.out);
    }
}

/// The distinct hashes of features with their weights (R5.2), in a hash table.
///
/// Whoever writes the text chooses the hashes, so where they lie depends on a secret.
#[derive(Clone, Debug)]
pub struct Tally {
    rule: Weights,
    secret: [u64; 2],
    /// A power of two of slots, of which at most two thirds are in use: those that are not 0.
    hashes: Vec<u64>,
    /// The weights of the slots, or nothing while all are 1. Those of free slots are 1, too, or 0 in sums.
    weights: Vec<u16>,
    /// The weight of the hash 0, which has no slot.
    zero: u16,
    /// Slots in use.
    used: usize,
}

/// What becomes of the weight of a feature that comes again.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Weights {
    /// All are 1.
    One,
    /// R5.2
    Greatest,
    /// R5.6: occurrences.
    Sum,
}

/// R5.6
const OCCURRENCES: u16 = 1024;
/// Slots up to which a table may be mostly empty.
const ROOM: usize = 1 << 16;
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

impl FeatureSink for Tally {
    #[inline]
    fn feature(&mut self, octets: &[u8], part: Range<usize>, weight: u16) {
        self.add(jenkins::of_part(octets, part), weight);
    }
}

impl Tally {
    pub fn new(scheme: Scheme) -> Tally {
        let rule = match scheme {
            Scheme::Sd1 | Scheme::Mh1 => Weights::One,
            Scheme::Sm1 => Weights::Greatest,
            Scheme::Mw1 => Weights::Sum,
        };
        Tally::with(rule, secret())
    }

    /// With room for what a text of so many octets is likely to have, so that it seldom grows.
    pub fn for_text(scheme: Scheme, octets: usize) -> Tally {
        let mut tally = Tally::new(scheme);
        let features = if scheme.is_minhash() { octets / 8 } else { octets / 12 };
        tally.resize((features * 3 / 2).clamp(64, ROOM).next_power_of_two());
        tally
    }

    /// An empty one of the same kind.
    pub fn fresh(&self) -> Tally {
        Tally::with(self.rule, self.secret)
    }

    fn with(rule: Weights, secret: [u64; 2]) -> Tally {
        Tally { rule, secret, hashes: Vec::new(), weights: Vec::new(), zero: 0, used: 0 }
    }

    pub fn clear(&mut self) {
        self.hashes.fill(0);
        if self.rule == Weights::Sum {
            self.weights.fill(0);
        } else {
            self.weights.clear();
        }
        self.zero = 0;
        self.used = 0;
    }

    /// The feature count (R5.2).
    pub fn len(&self) -> usize {
        self.used + usize::from(self.zero > 0)
    }

    #[inline]
    pub fn add(&mut self, hash: u64, weight: u16) {
        if self.used * 3 >= self.hashes.len() * 2 {
            self.grow();
        }
        if hash == 0 {
            self.zero = self.rule.join(self.zero, weight);
            return;
        }
        let slot = self.find(hash);
        if self.hashes[slot] == 0 {
            self.used += 1;
            self.hashes[slot] = hash;
        }
        if weight > 1 && self.weights.is_empty() {
            self.weights = vec![1; self.hashes.len()];
        }
        if let Some(before) = self.weights.get_mut(slot) {
            *before = self.rule.join(*before, weight);
        }
    }

    /// The weight of a hash, or 0 if it is not there.
    pub fn weight(&self, hash: u64) -> u16 {
        if hash == 0 || self.hashes.is_empty() {
            return if hash == 0 { self.zero } else { 0 };
        }
        let slot = self.find(hash);
        if self.hashes[slot] == 0 {
            0
        } else {
            self.at(slot)
        }
    }

    /// All distinct hashes, with their weights, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u16)> + '_ {
        self.slots().filter(|&(_, weight)| weight != 0)
    }

    /// The same among others of weight 0. Which ones are free is unpredictable, so no branch depends on it.
    pub fn slots(&self) -> impl Iterator<Item = (u64, u16)> + '_ {
        let slots = self.hashes.iter().enumerate();
        let weighed = slots.map(|(slot, &hash)| (hash, self.at(slot) * u16::from(hash != 0)));
        weighed.chain([(0, self.zero)])
    }

    /// All distinct hashes of this and another, with their weights.
    pub fn union<'a>(&'a self, other: &'a Tally) -> impl Iterator<Item = (u64, u16)> + 'a {
        let both = |(hash, weight)| (hash, self.rule.join(weight, other.weight(hash)));
        let rest = other.iter().filter(|&(hash, _)| self.weight(hash) == 0);
        self.iter().map(both).chain(rest)
    }

    /// The weight of a slot in use.
    fn at(&self, slot: usize) -> u16 {
        self.weights.get(slot).copied().unwrap_or(1)
    }

    /// The slot where a hash is, or is to be.
    #[inline]
    fn find(&self, hash: u64) -> usize {
        let mask = self.hashes.len() - 1;
        let [a, b] = self.secret;
        let product = u128::from(hash ^ a) * u128::from(b);
        let mut slot = (product >> 64) as usize ^ product as usize;
        loop {
            slot &= mask;
            let found = self.hashes[slot];
            if found == hash || found == 0 {
                return slot;
            }
            slot += 1;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let len = self.hashes.len();
        self.resize((len * if len < ROOM { 4 } else { 2 }).max(64));
    }

    fn resize(&mut self, size: usize) {
        let hashes = mem::replace(&mut self.hashes, vec![0; size]);
        let free = u16::from(self.rule != Weights::Sum);
        let is_weighed = free == 0 || !self.weights.is_empty();
        let weights =
            mem::replace(&mut self.weights, vec![free; if is_weighed { size } else { 0 }]);
        for (i, hash) in hashes.into_iter().enumerate().filter(|&(_, hash)| hash != 0) {
            let slot = self.find(hash);
            self.hashes[slot] = hash;
            if is_weighed {
                self.weights[slot] = weights[i];
            }
        }
    }
}

impl Weights {
    #[inline]
    fn join(self, a: u16, b: u16) -> u16 {
        match self {
            Weights::One | Weights::Greatest => a.max(b),
            Weights::Sum => (a + b).min(OCCURRENCES),
        }
    }
}

/// R5.6: the elements of a hash of this weight.
pub fn elements(scheme: Scheme, hash: u64, weight: u16) -> impl Iterator<Item = u64> {
    let step = match scheme {
        Scheme::Mw1 => GOLDEN,
        _ => 0,
    };
    (0..u64::from(weight)).map(move |k| hash.wrapping_add(k.wrapping_mul(step)))
}

#[cfg(feature = "std")]
fn secret() -> [u64; 2] {
    use std::collections::hash_map::RandomState;
    use std::hash::{BuildHasher, Hasher};
    let random = || RandomState::new().build_hasher().finish();
    [random(), random() | 1]
}

/// Without a source of randomness, addresses are the next best.
#[cfg(not(feature = "std"))]
fn secret() -> [u64; 2] {
    let heap = alloc::boxed::Box::new(0_u8);
    let stack = 0_u8;
    let address = |byte: &u8| mix64(byte as *const u8 as usize as u64 ^ GOLDEN);
    let a = address(&heap).wrapping_add(mix64(address(&stack)));
    [a, mix64(a) | 1]
}
