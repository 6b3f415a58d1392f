//! Chapter 4: runs to tokens.

use crate::pipe::{Place, Sink, Stage};
use crate::ucd::{self, Class, Properties, LETTER, LL, LM, LO, LT, LU, MARK, MN, ND, NL, PC};
use alloc::string::String;
use core::ops::Range;

/// R4.3
const OCTETS: usize = 4096;

/// The state between two pieces of a run.
#[derive(Clone, Debug)]
pub struct Segmenter {
    multi: bool,
    /// R13.12: numbers are words, and each cluster is a token by itself.
    items: bool,
    /// Where the next text comes from.
    here: Place,
    /// The class of what goes on; in `sd1`, W.
    class: Class,
    word: Word,
    gram: Gram,
}

/// A word, or a cluster that is a token, up to its limit.
#[derive(Clone, Debug, Default)]
struct Word {
    text: String,
    place: Place,
    alphabetic: bool,
    too_long: bool,
}

/// Two clusters, up to the limit.
#[derive(Clone, Debug, Default)]
struct Gram {
    text: String,
    /// Where the second cluster begins. Before there is a second, the text's end or 0.
    second: usize,
    clusters: Clusters,
    /// Whether the first or the second is too long.
    too_long: [bool; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Clusters {
    #[default]
    None,
    One,
    More,
}

/// R4.1
const SD_WORD: u32 = LL | LU | LT | LO | LM | MN | ND | PC;
/// R4.4
const SEQUENCE: u32 = LETTER | MARK | ND | NL | PC;

/// R4.4: letters that look like apostrophes.
#[inline]
fn is_apostrophe(c: char) -> bool {
    matches!(
        c,
        '\u{2B9}' | '\u{2BB}'
            ..='\u{2BF}' | '\u{2C8}' | '\u{2EE}' | '\u{7F4}' | '\u{7F5}' | '\u{A78B}' | '\u{A78C}'
    )
}

impl Segmenter {
    pub fn new(multi: bool) -> Segmenter {
        Segmenter {
            multi,
            items: false,
            here: Place::default(),
            class: Class::None,
            word: Word::default(),
            gram: Gram::default(),
        }
    }

    /// As of the multi schemes, but for items (R13.12).
    pub fn of_items() -> Segmenter {
        Segmenter { items: true, ..Segmenter::new(true) }
    }

    /// Whether nothing waits.
    pub fn is_at_rest(&self) -> bool {
        self.class == Class::None && self.word.text.is_empty() && !self.word.too_long
    }

    /// The length of what belongs to a word at the head of a text, and whether any of it is
    /// alphabetic.
    #[inline]
    fn of_word(&self, text: &str) -> (usize, bool) {
        let mut alphabetic = false;
        for (i, c) in text.char_indices() {
            let properties = ucd::properties(c.into());
            let belongs = if !self.multi {
                properties.is(SD_WORD)
            } else if properties.is(MARK) {
                i > 0 || self.class == Class::W
            } else {
                properties.class() == Class::W && !is_apostrophe(c)
            };
            if !belongs {
                return (i, alphabetic);
            }
            alphabetic |= properties.is_alphabetic();
        }
        (text.len(), alphabetic)
    }

    /// Takes a code point that `of_word` does not.
    #[inline]
    fn push(&mut self, c: char, properties: Properties, next: &mut impl Sink) {
        if !self.multi {
            self.word.end(next);
            return;
        }
        if !properties.is(SEQUENCE) || is_apostrophe(c) {
            self.end_class(next);
            return;
        }
        // R4.6: a mark has the class before it; at the start there is none.
        if !properties.is(MARK) {
            let class = properties.class();
            if class != self.class {
                self.end_class(next);
                self.class = class;
            }
            match class.has_clusters() {
                true if self.items => self.word.end(next),
                true => self.gram.cluster(next),
                false => {}
            }
        }
        match self.class.has_clusters() {
            true if self.items => self.word.push_str(c.encode_utf8(&mut [0; 4]), self.here, true),
            true => self.gram.push(c),
            false => {}
        }
    }

    /// R4.7: ends a class run.
    fn end_class(&mut self, next: &mut impl Sink) {
        match self.class {
            Class::None => {}
            Class::W => self.word.end(next),
            _ if self.items => self.word.end(next),
            _ => self.gram.end(next),
        }
        self.class = Class::None;
    }
}

impl Stage for Segmenter {
    fn text(&mut self, text: &str, next: &mut impl Sink) {
        let mut at = 0;
        while at < text.len() {
            let (len, alphabetic) = self.of_word(&text[at..]);
            if len > 0 {
                if self.multi && self.class != Class::W {
                    self.end_class(next);
                    self.class = Class::W;
                }
                self.word.push_str(&text[at..at + len], self.here, alphabetic || self.items);
                at += len;
            }
            let Some(c) = text[at..].chars().next() else {
                return;
            };
            at += c.len_utf8();
            self.push(c, ucd::properties(c.into()), next);
        }
    }

    #[inline]
    fn place(&mut self, place: Place) {
        self.here = place;
    }

    fn run(&mut self, run: &str, next: &mut impl Sink) {
        match self.of_word(run) {
            // All of it is one word.
            (len, alphabetic) if len == run.len() => {
                if (alphabetic || self.items) && len <= OCTETS {
                    next.place(self.here);
                    next.run(run);
                }
            }
            _ => {
                self.text(run, next);
                self.cut(next);
            }
        }
    }

    #[inline]
    fn word(&mut self, text: &str, part: Range<usize>, next: &mut impl Sink) {
        let mut octets = text.as_bytes()[part.clone()].iter();
        if part.len() <= OCTETS && (self.items || octets.any(u8::is_ascii_lowercase)) {
            next.word(text, part);
        }
    }

    fn cut(&mut self, next: &mut impl Sink) {
        if self.multi {
            self.end_class(next);
        } else {
            self.word.end(next);
        }
    }

    fn end(&mut self, next: &mut impl Sink) {
        self.cut(next);
    }
}

impl Word {
    #[inline]
    fn push_str(&mut self, part: &str, place: Place, alphabetic: bool) {
        if self.text.len() + part.len() > OCTETS {
            self.too_long = true;
        }
        if !self.too_long {
            self.text.push_str(part);
        }
        self.alphabetic |= alphabetic;
        self.place = self.place.join(place);
    }

    /// R4.2, R4.3
    #[inline]
    fn end(&mut self, next: &mut impl Sink) {
        if self.alphabetic && !self.too_long {
            next.place(self.place);
            next.text(&self.text);
            next.cut();
        }
        self.text.clear();
        self.place = Place::default();
        self.alphabetic = false;
        self.too_long = false;
    }
}

impl Gram {
    /// Begins a cluster.
    #[inline]
    fn cluster(&mut self, next: &mut impl Sink) {
        self.clusters = match self.clusters {
            Clusters::None => {
                self.second = 0;
                Clusters::One
            }
            clusters => {
                if clusters == Clusters::More {
                    self.give(next);
                    self.text.drain(..self.second);
                }
                self.second = self.text.len();
                self.too_long = [self.too_long[1], false];
                Clusters::More
            }
        };
    }

    #[inline]
    fn push(&mut self, c: char) {
        if self.text.len() - self.second + c.len_utf8() > OCTETS {
            self.text.truncate(self.second);
            self.too_long[1] = true;
        }
        if !self.too_long[1] {
            self.text.push(c);
        }
    }

    /// R4.3, R4.8
    #[inline]
    fn give(&mut self, next: &mut impl Sink) {
        if self.too_long == [false; 2] && self.text.len() <= OCTETS {
            next.text(&self.text);
            next.cut();
        }
    }

    fn end(&mut self, next: &mut impl Sink) {
        if self.clusters != Clusters::None {
            self.give(next);
        }
        self.text.clear();
        self.second = 0;
        self.clusters = Clusters::None;
        self.too_long = [false; 2];
    }
}
