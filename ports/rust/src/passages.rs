//! Chapter 13a: which passages of a text also stand in another, and how much of a text a document
//! covers. The chapter is a draft.
//!
//! ```
//! use fpcheck::passages;
//!
//! let texts = [
//!     "It was the best of times, it was the worst of times.",
//!     "He wrote: “it was the WORST of times”, and wept.",
//! ];
//! let found = passages::rows(texts, 4)?;
//! let row = &found.rows[0];
//! assert_eq!((row.holder, row.text, row.items.clone()), (0, 1, 2..8));
//! let place = passages::place(&passages::items(texts[1]), row.items.clone()).unwrap();
//! assert_eq!(&texts[1][place], "it was the WORST of times");
//! # Ok::<(), fpcheck::Error>(())
//! ```

use crate::decode::Decoder;
use crate::hasher::BLOCK;
use crate::identify::{Atoms, Blanks, Lines};
use crate::jenkins;
use crate::minhash::mix64;
use crate::normalise::{Normaliser, PlacedNormaliser};
use crate::pipe::{join, Place, Sink};
use crate::segment::Segmenter;
use crate::ucd::{self, Class};
use crate::Error;
use alloc::{string::String, vec, vec::Vec};
use core::ops::Range;

/// The most words of a window (R13.14).
pub const WORDS: usize = 32;

/// The weight of a word (R13.13).
const WORD: u8 = 4;
/// The most items of a window, each of weight 1.
const ITEMS: usize = WORDS * WORD as usize;

/// R13.16, and its powers from the power 0 on.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
static POWERS: [u64; ITEMS] = {
    let mut powers = [1_u64; ITEMS];
    let mut i = 1;
    while i < ITEMS {
        powers[i] = powers[i - 1].wrapping_mul(FACTOR);
        i += 1;
    }
    powers
};

/// An item of a text: a word, a number, or a cluster of a script without spaces (R13.12).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// The normalised text of the item, which is hashed.
    pub text: String,
    /// The weight in quarters of a word (R13.13).
    pub weight: u8,
    /// The octets of the text that the item comes from (R13.19).
    pub place: Range<usize>,
}

/// Returns the items of a text, with their places. This is slower than the other functions.
///
/// ```
/// let items = fpcheck::passages::items("half-\ntone 第3回");
/// assert_eq!((&*items[0].text, items[0].weight, items[0].place.clone()), ("halftone", 4, 0..10));
/// assert_eq!((&*items[1].text, items[1].weight, items[1].place.clone()), ("第", 2, 11..14));
/// ```
#[must_use]
pub fn items(octets: impl AsRef<[u8]>) -> Vec<Item> {
    let source = Source::new(octets.as_ref());
    let mut list = List { all: Vec::new(), place: Place::default() };
    let (mut atoms, mut lines, mut blanks) =
        (Atoms::default(), Lines::default(), Blanks::default());
    let mut normaliser = PlacedNormaliser::new(&source.text);
    let mut segmenter = Segmenter::of_items();
    let runs = join(&mut normaliser, join(&mut segmenter, &mut list));
    let mut pipe = join(&mut atoms, join(&mut lines, join(&mut blanks, runs)));
    pipe.text(&source.text);
    pipe.end();
    for item in &mut list.all {
        item.place = source.octet(item.place.start)..source.octet(item.place.end - 1) + 1;
    }
    list.all
}

/// Returns the octets of a text that a part of its items comes from, from the first to the last
/// (R13.19), or none if they do not have that part.
#[must_use]
pub fn place(items: &[Item], part: Range<usize>) -> Option<Range<usize>> {
    let part = items.get(part)?;
    Some(part.first()?.place.start..part.last()?.place.end)
}

/// The text of chapter 1, with a blank at the end so that no stage holds more than the blank, and
/// where its well-formed parts stand among the octets.
struct Source {
    text: String,
    /// Where a part begins in the text, and where among the octets.
    parts: Vec<(usize, usize)>,
    /// The address of the octets.
    octets: usize,
}

impl Source {
    fn new(octets: &[u8]) -> Source {
        let address = octets.as_ptr() as usize;
        let mut source = Source { text: String::new(), parts: Vec::new(), octets: address };
        let mut decoder = Decoder::default();
        decoder.octets(octets, &mut &mut source);
        decoder.end(&mut &mut source);
        source.text.push(' ');
        source
    }

    /// Where an octet of the text stands, which is in no ill-formed sequence.
    fn octet(&self, at: usize) -> usize {
        let next = self.parts.partition_point(|&(text, _)| text <= at);
        self.parts.get(next.wrapping_sub(1)).map_or(at, |&(text, octets)| octets + (at - text))
    }
}

impl Sink for &mut Source {
    fn text(&mut self, text: &str) {
        // A U+FFFD of the decoder stands elsewhere, and is in no item.
        self.parts.push((self.text.len(), (text.as_ptr() as usize).wrapping_sub(self.octets)));
        self.text.push_str(text);
    }
}

/// Lists items with their places.
struct List {
    all: Vec<Item>,
    place: Place,
}

impl Sink for &mut List {
    fn text(&mut self, text: &str) {
        let place = self.place.from..self.place.to;
        self.all.push(Item { text: text.into(), weight: weight(text), place });
    }

    fn place(&mut self, place: Place) {
        self.place = place;
    }
}

/// R13.13
#[inline]
fn weight(item: &str) -> u8 {
    match item.chars().next().map(|c| ucd::properties(c.into()).class()) {
        Some(Class::K) => WORD / 2,
        Some(class) if class.has_clusters() => WORD / 4,
        _ => WORD,
    }
}

/// The mixed hashes of the items of a text, and their weights.
#[derive(Default)]
struct Hashes {
    mixed: Vec<u64>,
    weights: Vec<u8>,
}

impl Hashes {
    fn of(octets: &[u8]) -> Hashes {
        let mut hashes = Hashes::default();
        let (mut atoms, mut lines, mut blanks) =
            (Atoms::default(), Lines::default(), Blanks::default());
        let (mut normaliser, mut segmenter) = (Normaliser::new(true), Segmenter::of_items());
        let runs = join(&mut normaliser, join(&mut segmenter, &mut hashes));
        let mut next = join(&mut atoms, join(&mut lines, join(&mut blanks, runs)));
        let mut decoder = Decoder::default();
        for block in octets.chunks(BLOCK) {
            decoder.octets(block, &mut next);
        }
        decoder.end(&mut next);
        hashes
    }

    /// The parts without ignored hashes, which ascend, that have a window (R13.24).
    fn parts(&self, words: usize, ignored: &[u64]) -> Vec<Range<usize>> {
        let is_ignored = |w: &Window| ignored.binary_search(&w.hash).is_ok();
        let end = self.weights.len();
        let cuts = self.windows(words).filter(is_ignored).map(|w| w.items).chain([end..end]);
        let (mut parts, mut begin) = (Vec::new(), 0);
        for cut in cuts {
            let part = begin..cut.start.max(begin);
            let weight: usize = self.weights[part.clone()].iter().map(|&w| usize::from(w)).sum();
            if weight >= words * usize::from(WORD) {
                parts.push(part);
            }
            begin = begin.max(cut.end);
        }
        parts
    }

    fn windows(&self, words: usize) -> Windows<'_> {
        Windows { items: self, least: words * usize::from(WORD), first: 0, end: 0, weight: 0, h: 0 }
    }
}

impl Sink for &mut Hashes {
    #[inline]
    fn text(&mut self, text: &str) {
        self.mixed.push(mix64(jenkins::sum64(text.as_bytes())));
        self.weights.push(weight(text));
    }

    #[inline]
    fn word(&mut self, text: &str, part: Range<usize>) {
        self.mixed.push(mix64(jenkins::of_part(text.as_bytes(), part)));
        self.weights.push(WORD);
    }
}

/// A window: its items, their weight and its hash (R13.14, R13.16).
struct Window {
    items: Range<usize>,
    weight: usize,
    hash: u64,
}

/// The windows of a text, in order.
struct Windows<'a> {
    items: &'a Hashes,
    /// The weight of a window, or more.
    least: usize,
    /// The next window as it is known yet: H is that of its items so far.
    first: usize,
    end: usize,
    weight: usize,
    h: u64,
}

impl Iterator for Windows<'_> {
    type Item = Window;

    #[inline]
    fn next(&mut self) -> Option<Window> {
        let Hashes { mixed, weights } = self.items;
        while self.weight < self.least {
            self.h = self.h.wrapping_mul(FACTOR).wrapping_add(*mixed.get(self.end)?);
            self.weight += usize::from(weights[self.end]);
            self.end += 1;
        }
        let items = self.first..self.end;
        let window = Window { weight: self.weight, hash: mix64(self.h), items };
        let power = POWERS[self.end - self.first - 1];
        self.h = self.h.wrapping_sub(mixed[self.first].wrapping_mul(power));
        self.weight -= usize::from(weights[self.first]);
        self.first += 1;
        Some(window)
    }
}

/// Returns the hash of each window of a text, in order (R13.14 to R13.16).
///
/// `words` is the length of a window, 1 to [`WORDS`]. A window begins at each item that has enough
/// text after it.
///
/// ```
/// use fpcheck::{passages, Error};
///
/// assert_eq!(passages::windows("One, two three FOUR", 3)?[1..], passages::windows("two three four", 3)?);
/// assert_eq!(passages::windows("one two", 3), Err(Error::TooShort));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// [`Error::TooShort`] if there is no window (R13.15), and [`Error::Words`] for another number of
/// words.
pub fn windows(octets: impl AsRef<[u8]>, words: usize) -> Result<Vec<u64>, Error> {
    checked(words)?;
    let windows = Hashes::of(octets.as_ref()).windows(words).map(|w| w.hash).collect();
    Some(windows).filter(|all: &Vec<u64>| !all.is_empty()).ok_or(Error::TooShort)
}

fn checked(words: usize) -> Result<(), Error> {
    (1..=WORDS).contains(&words).then_some(()).ok_or(Error::Words)
}

/// Neighbours with the same hash.
fn groups<T>(mut rest: &[T], hash: impl Fn(&T) -> u64) -> impl Iterator<Item = &[T]> {
    core::iter::from_fn(move || {
        let of_first = hash(rest.first()?);
        let len = rest.iter().take_while(|other| hash(other) == of_first).count();
        let (same, others) = rest.split_at(len);
        rest = others;
        Some(same)
    })
}

/// A passage of a text that also stands in its holder (R13.18). Texts are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The first text that has the windows of the passage (R13.17).
    pub holder: usize,
    /// The text that the passage stands in.
    pub text: usize,
    /// The items of the text, counted from 0.
    pub items: Range<usize>,
    /// The number of texts that have the most frequent window of the passage.
    pub frequency: usize,
}

/// The passages of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// The passages, by text and then by first item.
    pub rows: Vec<Row>,
    /// The texts without a window (R13.15), ascending. They have no rows, whatever they say.
    pub too_short: Vec<usize>,
}

/// Returns the passages that texts share. `words` is the least length of one, 1 to [`WORDS`].
///
/// The texts are read once, in order, and are not kept. Memory is up to 34 octets for each item.
///
/// # Errors
///
/// [`Error::Words`] for another number of words.
pub fn rows<T: AsRef<[u8]>>(
    texts: impl IntoIterator<Item = T>,
    words: usize,
) -> Result<Rows, Error> {
    checked(words)?;
    let mut found = Rows::default();
    // The windows of all texts: hash and number. Of each number the number of items, and of each
    // text the number that its windows end before.
    let mut windows: Vec<(u64, usize)> = Vec::new();
    let mut lengths: Vec<u8> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    for text in texts {
        let before = windows.len();
        for window in Hashes::of(text.as_ref()).windows(words) {
            windows.push((window.hash, windows.len()));
            lengths.push(window.items.len() as u8); // at most ITEMS
        }
        if windows.len() == before {
            found.too_short.push(ends.len());
        }
        ends.push(windows.len());
    }
    let text_of = |window: usize| ends.partition_point(|&end| end <= window);
    windows.sort_unstable();
    let mut shared: Vec<(usize, usize, usize)> = Vec::new();
    let mut texts: Vec<usize> = Vec::new();
    for same in groups(&windows, |window| window.0).filter(|same| same.len() > 1) {
        texts.clear();
        texts.extend(same.iter().map(|&(_, window)| text_of(window)));
        let (holder, changes) = (texts[0], texts.windows(2).filter(|two| two[0] != two[1]));
        let frequency = 1 + changes.count();
        let others = same.iter().zip(&texts).filter(|&(_, &text)| text != holder);
        shared.extend(others.map(|(&(_, window), _)| (window, holder, frequency)));
    }
    drop(windows);
    shared.sort_unstable();
    let mut before = None;
    for (window, holder, frequency) in shared {
        let text = text_of(window);
        let first = window - text.checked_sub(1).map_or(0, |before| ends[before]);
        let end = first + usize::from(lengths[window]);
        let goes_on = before == Some((text, holder, first.wrapping_sub(1)));
        before = Some((text, holder, first));
        match found.rows.last_mut() {
            Some(row) if goes_on => {
                row.items.end = end;
                row.frequency = row.frequency.max(frequency);
            }
            _ => found.rows.push(Row { holder, text, items: first..end, frequency }),
        }
    }
    Ok(found)
}

/// A text that is looked for in documents (R13.20, R13.21). All its windows count, those that many
/// documents have included (R13.22).
///
/// ```
/// use fpcheck::passages::Reference;
///
/// let question = Reference::new("How many ships sailed from Troy with Ulysses?", 4)?;
/// let page = "Quiz. How many ships sailed from Troy? Answer: twelve.";
/// let cover = question.cover(page);
/// assert_eq!((cover.weight, question.weight()), (24, 32));
/// assert_eq!(cover.items, 1..7);
/// assert_eq!(question.contained_in(page), 24);
/// # Ok::<(), fpcheck::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reference {
    words: usize,
    /// The weights of the items, and the sum of those that are left (R13.24).
    weights: Vec<u8>,
    weight: u64,
    /// Twice the greatest weight of a stretch.
    limit: u64,
    /// The different hashes of the windows, ascending.
    hashes: Vec<u64>,
    /// The items that are in windows of a hash: those of hash i are in parts from ends[i - 1] on.
    parts: Vec<Range<usize>>,
    ends: Vec<usize>,
    /// For a part of a hash's bits, whether there is such a hash: most are not looked for.
    filter: Vec<u64>,
}

/// How much of a reference a document covers at one place (R13.20). All are 0 if they have no
/// window in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cover {
    /// The weight of the items of the reference that the best stretch covers, in quarters of a
    /// word.
    pub weight: u64,
    /// The greatest weight of items that the stretch has in common without a break.
    pub run: u64,
    /// The items of the document that are the best stretch.
    pub items: Range<usize>,
}

/// A window of a document that the reference has too.
struct Common {
    items: Range<usize>,
    /// The weight of the document before the window, and before its end.
    from: u64,
    to: u64,
    /// The number of the hash.
    hash: usize,
}

impl Reference {
    /// Reads a text that is looked for in documents. `words` is the length of a window, 1 to
    /// [`WORDS`].
    ///
    /// # Errors
    ///
    /// [`Error::TooShort`] if the text has no window (R13.15), and [`Error::Words`] for another
    /// number of words.
    pub fn new(octets: impl AsRef<[u8]>, words: usize) -> Result<Reference, Error> {
        Reference::without(octets, words, [b""; 0])
    }

    /// Reads a text without the passages of texts that are ignored (R13.24), such as a prompt.
    ///
    /// # Errors
    ///
    /// As [`Reference::new`]. [`Error::TooShort`] also if no window is left.
    pub fn without<T: AsRef<[u8]>>(
        octets: impl AsRef<[u8]>,
        words: usize,
        ignored: impl IntoIterator<Item = T>,
    ) -> Result<Reference, Error> {
        checked(words)?;
        let items = Hashes::of(octets.as_ref());
        let mut without = Vec::new();
        for text in ignored {
            without.extend(Hashes::of(text.as_ref()).windows(words).map(|w| w.hash));
        }
        without.sort_unstable();
        let left = items.parts(words, &without);
        let weight_of = |part: &Range<usize>| -> u64 {
            items.weights[part.clone()].iter().map(|&weight| u64::from(weight)).sum()
        };
        let extent = left.first().map_or(0, |p| p.start)..left.last().map_or(0, |p| p.end);
        let (weight, limit) = (left.iter().map(weight_of).sum(), 3 * weight_of(&extent));
        let mut rest = left.iter().peekable();
        let counts = |w: &Window| {
            while rest.next_if(|part| part.end < w.items.end).is_some() {}
            rest.peek().is_some_and(|part| part.start <= w.items.start)
        };
        let mut windows: Vec<_> =
            items.windows(words).filter(counts).map(|w| (w.hash, w.items.start, w)).collect();
        if windows.is_empty() {
            return Err(Error::TooShort);
        }
        windows.sort_unstable_by_key(|&(hash, first, _)| (hash, first));
        // Eight or more bits for each window.
        let bits = (windows.len() * 8).next_power_of_two().max(64);
        let mut reference = Reference {
            words,
            weight,
            limit,
            weights: items.weights,
            hashes: Vec::new(),
            parts: Vec::new(),
            ends: Vec::new(),
            filter: vec![0; bits / 64],
        };
        for same in groups(&windows, |window| window.0) {
            let begin = reference.parts.len();
            for (_, first, window) in same {
                match reference.parts[begin..].last_mut() {
                    Some(part) if part.end >= *first => part.end = window.items.end,
                    _ => reference.parts.push(window.items.clone()),
                }
            }
            reference.ends.push(reference.parts.len());
            reference.hashes.push(same[0].0);
            let bit = reference.bit(same[0].0);
            reference.filter[bit / 64] |= 1 << (bit % 64);
        }
        Ok(reference)
    }

    /// The weight of what is left of the reference, in quarters of a word (R13.13).
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.weight
    }

    /// Returns the weight of the items of the reference that are in a window of the document too,
    /// anywhere in it (R13.21). Divided by the weight of the reference it is the containment.
    #[must_use]
    pub fn contained_in(&self, document: impl AsRef<[u8]>) -> u64 {
        let mut covered = Covered::new(self);
        for window in Hashes::of(document.as_ref()).windows(self.words) {
            if let Some(hash) = self.find(window.hash).filter(|&hash| covered.hashes[hash] == 0) {
                covered.add(hash);
            }
        }
        covered.weight
    }

    /// Finds the stretch of a document that covers most of the reference (R13.20).
    #[must_use]
    pub fn cover(&self, document: impl AsRef<[u8]>) -> Cover {
        let items = Hashes::of(document.as_ref());
        let mut common: Vec<Common> = Vec::new();
        let mut from = 0;
        for Window { items: part, weight, hash } in items.windows(self.words) {
            let weight_of_first = items.weights[part.start];
            if let Some(hash) = self.find(hash) {
                common.push(Common { items: part, from, to: from + weight as u64, hash });
            }
            from += u64::from(weight_of_first);
        }
        // For each first window, the longest stretch: a longer one never covers less.
        let mut covered = Covered::new(self);
        let (mut best, mut begin, mut end) = (0, 0, 0);
        for (i, window) in common.iter().enumerate() {
            let fits = |last: &&Common| 2 * (last.to - window.from) <= self.limit;
            while let Some(last) = common.get(end).filter(fits) {
                covered.add(last.hash);
                end += 1;
            }
            if covered.weight > best {
                (best, begin) = (covered.weight, i);
            }
            // Nothing was added if a window of the same hash is too heavy.
            match end > i {
                true => covered.remove(window.hash),
                false => end = i + 1,
            }
        }
        self.stretch(best, &common[begin..])
    }

    /// The shortest stretch that begins with the first of windows and has a cover.
    fn stretch(&self, weight: u64, common: &[Common]) -> Cover {
        let mut covered = Covered::new(self);
        let mut cover = Cover::default();
        let mut run: Option<&Common> = None;
        let mut before: Option<&Common> = None;
        for window in common {
            if covered.weight == weight {
                break;
            }
            covered.add(window.hash);
            let goes_on = before.is_some_and(|b| b.items.start + 1 == window.items.start);
            let first = run.filter(|_| goes_on).unwrap_or(window);
            cover.run = cover.run.max(window.to - first.from);
            cover.items = common[0].items.start..window.items.end;
            (run, before) = (Some(first), Some(window));
        }
        Cover { weight, ..cover }
    }

    /// The bit of the filter for a hash.
    #[inline]
    fn bit(&self, hash: u64) -> usize {
        hash as usize & (self.filter.len() * 64 - 1)
    }

    /// The number of a hash that the reference has.
    #[inline]
    fn find(&self, hash: u64) -> Option<usize> {
        let bit = self.bit(hash);
        if self.filter[bit / 64] >> (bit % 64) & 1 == 0 {
            return None;
        }
        self.hashes.binary_search(&hash).ok()
    }

    /// The items in windows of the hash of a number.
    fn items_of(&self, hash: usize) -> impl Iterator<Item = usize> + '_ {
        let begin = hash.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.parts[begin..self.ends[hash]].iter().cloned().flatten()
    }
}

/// The items of a reference that windows cover.
struct Covered<'a> {
    reference: &'a Reference,
    /// The number of windows of each hash.
    hashes: Vec<usize>,
    /// The number of hashes that cover each item.
    items: Vec<usize>,
    weight: u64,
}

impl Covered<'_> {
    fn new(reference: &Reference) -> Covered<'_> {
        let (hashes, items) = (reference.hashes.len(), reference.weights.len());
        Covered { reference, hashes: vec![0; hashes], items: vec![0; items], weight: 0 }
    }

    fn add(&mut self, hash: usize) {
        self.hashes[hash] += 1;
        if self.hashes[hash] == 1 {
            for item in self.reference.items_of(hash) {
                self.items[item] += 1;
                if self.items[item] == 1 {
                    self.weight += u64::from(self.reference.weights[item]);
                }
            }
        }
    }

    fn remove(&mut self, hash: usize) {
        self.hashes[hash] -= 1;
        if self.hashes[hash] == 0 {
            for item in self.reference.items_of(hash) {
                self.items[item] -= 1;
                if self.items[item] == 0 {
                    self.weight -= u64::from(self.reference.weights[item]);
                }
            }
        }
    }
}
