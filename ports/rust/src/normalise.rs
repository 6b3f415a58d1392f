//! Chapter 3: text to runs.

use crate::eight::{within, HIGHEST};
use crate::pipe::{Place, Sink, Stage};
use crate::ucd::{self, Quick, CF, LETTER, MARK, ND, NL, PC};
use alloc::{string::String, vec::Vec};
use core::mem;

/// R3.4, R3.8: a mark sequence of more code points is a separator.
const MARKS: usize = 1024;

/// A code point, alone or with where it comes from (R13.19).
pub trait Point: Copy {
    /// Code points in order.
    type Text: Clone + Default + Extend<Self>;
    fn char(self) -> char;
    /// A code point that this one is replaced by.
    fn replaced(self, c: char) -> Self;
    /// The composite of this one and another.
    fn composed(self, other: Self, c: char) -> Self;
    /// Moves all code points of a text to the end of another.
    fn append(text: &mut Self::Text, more: &mut Self::Text);
    fn is_empty(text: &Self::Text) -> bool;
    /// Gives a text to the next stage, and clears it.
    fn give(text: &mut Self::Text, next: &mut impl Sink);
}

impl Point for char {
    type Text = String;

    #[inline]
    fn char(self) -> char {
        self
    }

    #[inline]
    fn replaced(self, c: char) -> char {
        c
    }

    #[inline]
    fn composed(self, _other: char, c: char) -> char {
        c
    }

    #[inline]
    fn append(text: &mut String, more: &mut String) {
        text.push_str(more);
        more.clear();
    }

    #[inline]
    fn is_empty(text: &String) -> bool {
        text.is_empty()
    }

    #[inline]
    fn give(text: &mut String, next: &mut impl Sink) {
        next.text(text);
        text.clear();
    }
}

/// A code point with its place.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    c: char,
    place: Place,
}

impl Point for Placed {
    type Text = Vec<Placed>;

    fn char(self) -> char {
        self.c
    }

    fn replaced(self, c: char) -> Placed {
        Placed { c, ..self }
    }

    fn composed(self, other: Placed, c: char) -> Placed {
        Placed { c, place: self.place.join(other.place) }
    }

    fn append(text: &mut Vec<Placed>, more: &mut Vec<Placed>) {
        text.append(more);
    }

    fn is_empty(text: &Vec<Placed>) -> bool {
        text.is_empty()
    }

    /// Gives code point by code point, each after its place.
    fn give(text: &mut Vec<Placed>, next: &mut impl Sink) {
        for Placed { c, place } in text.drain(..) {
            next.place(place);
            next.text(c.encode_utf8(&mut [0; 4]));
        }
    }
}

/// The state between two pieces of text.
#[derive(Clone)]
pub struct Normaliser<P: Point = char> {
    multi: bool,
    /// R3.7: whether the forms of i are one letter.
    one_i: bool,
    /// R3.2: the categories that do not separate.
    kept: u32,
    /// Marks of the text, decomposed (R3.1).
    source: Marks<P>,
    /// Marks of the mapped text, decomposed (R3.8).
    mapped: Marks<P>,
    /// R3.7: whether the mark sequence of `mapped` follows an i, with no mark of class 230 yet.
    dots: bool,
    composer: Composer<P>,
    /// Whether anything of all these waits.
    waiting: bool,
    /// Memory for the text in small letters; what is in it means nothing.
    small: String,
    /// Something of the run was given to the next stage.
    open: bool,
}

/// A mark sequence, up to its limit.
#[derive(Clone)]
struct Marks<P> {
    marks: Vec<(u8, P)>,
    too_long: bool,
}

impl<P: Point> Marks<P> {
    fn new() -> Marks<P> {
        Marks { marks: Vec::new(), too_long: false }
    }

    #[inline]
    fn push(&mut self, ccc: u8, mark: P) {
        if self.marks.len() == MARKS {
            self.too_long = true;
        } else {
            self.marks.push((ccc, mark));
        }
    }

    /// Canonical ordering.
    fn sort(&mut self) {
        if self.marks.len() > 1 {
            self.marks.sort_by_key(|&(ccc, _)| ccc);
        }
    }

    fn clear(&mut self) {
        self.marks.clear();
        self.too_long = false;
    }
}

/// What composition needs to look back at, and the text that is ready (R3.9).
#[derive(Clone)]
struct Composer<P: Point> {
    starter: Option<P>,
    /// Marks that did not compose, and the class of the last.
    marks: P::Text,
    last: u8,
    ready: P::Text,
}

impl<P: Point> Composer<P> {
    fn new() -> Composer<P> {
        Composer { starter: None, marks: P::Text::default(), last: 0, ready: P::Text::default() }
    }

    #[inline]
    fn starter(&mut self, c: P) {
        if !(P::is_empty(&self.marks) && self.compose(c)) {
            self.flush();
            self.starter = Some(c);
        }
    }

    #[inline]
    fn mark(&mut self, ccc: u8, c: P) {
        if self.starter.is_none() {
            self.ready.extend([c]);
        } else if !((P::is_empty(&self.marks) || self.last < ccc) && self.compose(c)) {
            self.marks.extend([c]);
            self.last = ccc;
        }
    }

    /// Composes the starter with a code point, if they have a composite.
    #[inline]
    fn compose(&mut self, c: P) -> bool {
        let Some(starter) = self.starter else {
            return false;
        };
        let composite = ucd::compose(starter.char(), c.char());
        if let Some(composite) = composite {
            self.starter = Some(starter.composed(c, composite));
        }
        composite.is_some()
    }

    #[inline]
    fn flush(&mut self) {
        self.ready.extend(self.starter.take());
        P::append(&mut self.ready, &mut self.marks);
    }
}

/// The highest bit of each of eight octets is left if it is one of `a`-`z`, `0`-`9` and `_`, which
/// are of a run and stay as they are (R3.2, R3.5).
#[inline]
fn kept(octets: u64) -> u64 {
    let low = octets & !HIGHEST;
    let any = within(low, b'a', b'z') | within(low, b'0', b'9') | within(low, b'_', b'_');
    any & !octets
}

fn is_of_word(octet: &u8) -> bool {
    is_kept(octet.to_ascii_lowercase())
}

fn is_kept(octet: u8) -> bool {
    kept(octet.into()) != 0
}

/// The length of the word of ASCII that octets begin with.
#[inline]
fn word(octets: &[u8]) -> usize {
    let mut at = 0;
    while let Some(Ok(eight)) = octets.get(at..at + 8).map(<[u8; 8]>::try_from) {
        let others = !kept(u64::from_le_bytes(eight)) & HIGHEST;
        if others != 0 {
            return at + (others.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    at + octets[at..].iter().take_while(|&&octet| is_kept(octet)).count()
}

/// Where what stays as it is ends, which began as a word of ASCII.
#[inline]
fn stable(text: &str, word: usize) -> usize {
    if text.as_bytes().get(word).map_or(true, u8::is_ascii) {
        return word;
    }
    let stays = |c: char| match u8::try_from(c) {
        Ok(octet) if octet.is_ascii() => is_kept(octet),
        _ => ucd::properties(c.into()).quick() == Quick::Stable,
    };
    text[word..].char_indices().find(|&(_, c)| !stays(c)).map_or(text.len(), |(i, _)| word + i)
}

impl Stage for Normaliser {
    fn text(&mut self, text: &str, next: &mut impl Sink) {
        // R3.5 for all of ASCII at once. No other rule knows these letters apart.
        let mut small = mem::take(&mut self.small);
        small.clear();
        small.push_str(text);
        small.make_ascii_lowercase();
        self.pass(&small, next);
        self.small = small;
    }

    fn end(&mut self, next: &mut impl Sink) {
        self.cut_here(next);
    }
}

impl Normaliser {
    /// Whether nothing waits, and no run is open.
    pub fn is_at_rest(&self) -> bool {
        !self.waiting && self.is_between_runs()
    }

    pub fn new(multi: bool) -> Normaliser {
        Normaliser::with(multi)
    }

    /// As of the multi schemes, but without R3.7 (R10.6).
    #[cfg(feature = "digest")]
    pub fn of_digest() -> Normaliser {
        Normaliser { one_i: false, ..Normaliser::new(true) }
    }

    /// Takes text without capitals of ASCII.
    fn pass(&mut self, text: &str, next: &mut impl Sink) {
        let octets = text.as_bytes();
        let mut at = 0;
        // The code point before, if it went the short way, and where it is in what is ready: what
        // follows may send it the long way after all.
        let mut short: Option<(char, usize)> = None;
        while at < octets.len() {
            let word = at + word(&octets[at..]);
            if word == at && octets[at].is_ascii() {
                self.separate_here(char::from(octets[at]), next);
                short = None;
                at += 1;
                continue;
            }
            let end = stable(text, word);
            if end > at {
                self.settle(next);
                // What begins here and ends at a separator of ASCII is the run.
                let begins = self.is_between_runs();
                if let Some(&separator) = octets.get(end).filter(|o| begins && o.is_ascii()) {
                    match end == word {
                        true => next.word(text, at..end),
                        false => next.run(&text[at..end]),
                    }
                    next.separator(Some(char::from(separator)));
                    short = None;
                    at = end + 1;
                    continue;
                }
                let ready = &mut self.composer.ready;
                ready.push_str(&text[at..end]);
                let last = text[..end].chars().next_back();
                short = last.map(|c| (c, ready.len() - c.len_utf8()));
                at = end;
                continue;
            }
            let Some(c) = text[at..].chars().next() else {
                break;
            };
            if ucd::properties(c.into()).quick() == Quick::Separator {
                self.separate_here(c, next);
                short = None;
            } else {
                self.retract(short.take(), next);
                self.push(c, next);
            }
            at += c.len_utf8();
        }
        self.retract(short, next);
        self.give(next);
    }

    /// A separator on the short way.
    #[inline]
    fn separate_here(&mut self, c: char, next: &mut impl Sink) {
        self.cut_here(next);
        next.separator(Some(c));
    }

    /// Sends a code point the long way that went the short one.
    fn retract(&mut self, short: Option<(char, usize)>, next: &mut impl Sink) {
        if let Some((c, len)) = short {
            self.composer.ready.truncate(len);
            self.push(c, next);
        }
    }
}

/// Takes parts of a text where they stand in it, with their places (R13.19): those that were held
/// elsewhere are in no item.
pub struct PlacedNormaliser {
    normaliser: Normaliser<Placed>,
    /// The address of the text.
    text: usize,
}

impl PlacedNormaliser {
    /// Of the multi schemes, for parts of a text.
    pub fn new(text: &str) -> PlacedNormaliser {
        PlacedNormaliser { normaliser: Normaliser::with(true), text: text.as_ptr() as usize }
    }
}

impl Stage for PlacedNormaliser {
    fn text(&mut self, text: &str, next: &mut impl Sink) {
        let octets = text.as_bytes();
        let address = (text.as_ptr() as usize).wrapping_sub(self.text);
        let place = |from: usize, len: usize| {
            let from = address.wrapping_add(from);
            Place { from, to: from.wrapping_add(len) }
        };
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            // As in `pass`: nothing reaches across ASCII, and what begins here and ends at a
            // separator of ASCII is the run.
            if c.is_ascii() && !is_of_word(&octets[at]) {
                self.normaliser.cut_here(next);
                at += 1;
                continue;
            }
            if c.is_ascii() {
                self.normaliser.settle(next);
            }
            if c.is_ascii() && self.normaliser.is_between_runs() {
                let word = octets[at..].iter().take_while(|octet| is_of_word(octet)).count();
                if octets.get(at + word).is_some_and(u8::is_ascii) {
                    next.place(place(at, word));
                    next.run(&text[at..at + word].to_ascii_lowercase());
                    at += word;
                    continue;
                }
            }
            self.normaliser.push(Placed { c, place: place(at, c.len_utf8()) }, next);
            at += c.len_utf8();
        }
    }

    fn end(&mut self, next: &mut impl Sink) {
        self.normaliser.cut_here(next);
    }
}

impl<P: Point> Normaliser<P> {
    fn with(multi: bool) -> Normaliser<P> {
        // R3.2
        let kept = LETTER | MARK | ND | PC | CF;
        Normaliser {
            multi,
            one_i: multi,
            kept: if multi { kept | NL } else { kept },
            source: Marks::new(),
            mapped: Marks::new(),
            dots: false,
            composer: Composer::new(),
            waiting: false,
            small: String::new(),
            open: false,
        }
    }

    /// Ends a run, after all that waits.
    #[inline]
    fn cut_here(&mut self, next: &mut impl Sink) {
        self.settle(next);
        if !self.is_between_runs() {
            self.end_run(next);
        }
    }

    /// Whether there is nothing of a run, if nothing waits.
    #[inline]
    fn is_between_runs(&self) -> bool {
        !self.open && P::is_empty(&self.composer.ready)
    }

    fn end_run(&mut self, next: &mut impl Sink) {
        self.give(next);
        if mem::take(&mut self.open) {
            next.cut();
        }
    }

    #[inline]
    fn give(&mut self, next: &mut impl Sink) {
        if !P::is_empty(&self.composer.ready) {
            P::give(&mut self.composer.ready, next);
            self.open = true;
        }
    }

    /// Ends what waits, at a place that nothing reaches across.
    #[inline]
    fn settle(&mut self, next: &mut impl Sink) {
        if self.waiting {
            self.flush_source(next);
            self.flush_mapped(next);
            self.composer.flush();
            self.dots = false;
            self.waiting = false;
        }
    }

    /// R3.1, R3.4
    fn push(&mut self, point: P, next: &mut impl Sink) {
        self.waiting = true;
        ucd::decompose(point.char(), |c| match ucd::ccc(c) {
            0 => {
                self.flush_source(next);
                self.map(point.replaced(c), next);
            }
            ccc => self.source.push(ccc, point.replaced(c)),
        });
    }

    fn flush_source(&mut self, next: &mut impl Sink) {
        if self.source.too_long {
            self.separate(None, next);
        } else if !self.source.marks.is_empty() {
            let mut source = mem::replace(&mut self.source, Marks::new());
            source.sort();
            for &(_, mark) in &source.marks {
                self.map(mark, next);
            }
            self.source = source;
        }
        self.source.clear();
    }

    /// R3.2, R3.3, R3.5, R3.6
    fn map(&mut self, point: P, next: &mut impl Sink) {
        let c = point.char();
        let separates = !ucd::properties(c.into()).is(self.kept);
        if separates || c == '\u{200B}' && !self.multi {
            self.separate(Some(c), next);
            return;
        }
        ucd::fold(c, |c| {
            if c != '\u{640}' || !self.multi {
                ucd::decompose(c, |c| self.collect(point.replaced(c), next));
            }
        });
    }

    /// R3.7, R3.8
    ///
    /// What R3.6 and R3.7 delete is deleted before canonical ordering: the order is stable, so
    /// the result is the same.
    fn collect(&mut self, mut point: P, next: &mut impl Sink) {
        if self.one_i && point.char() == '\u{131}' {
            point = point.replaced('i');
        }
        match ucd::ccc(point.char()) {
            0 => {
                self.flush_mapped(next);
                self.composer.starter(point);
                self.dots = self.one_i && point.char() == 'i';
            }
            _ if self.dots && point.char() == '\u{307}' => {}
            ccc => {
                self.dots &= ccc != 230;
                self.mapped.push(ccc, point);
            }
        }
    }

    fn flush_mapped(&mut self, next: &mut impl Sink) {
        if self.mapped.too_long {
            self.composer.flush();
            self.end_run(next);
            next.separator(None);
        } else {
            self.mapped.sort();
            for &(ccc, mark) in &self.mapped.marks {
                self.composer.mark(ccc, mark);
            }
        }
        self.mapped.clear();
    }

    /// A separator on the long way.
    fn separate(&mut self, c: Option<char>, next: &mut impl Sink) {
        self.flush_mapped(next);
        self.composer.flush();
        self.end_run(next);
        next.separator(c);
        self.dots = false;
    }
}
