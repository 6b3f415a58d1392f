//! Chapter 3: text to runs.

use crate::pipe::{Sink, Stage};
use crate::ucd::{self, Quick, CF, LETTER, MARK, ND, NL, PC};
use alloc::{string::String, vec::Vec};
use core::mem;

/// R3.4, R3.8: a mark sequence of more code points is a separator.
const MARKS: usize = 1024;

/// The state between two pieces of text.
#[derive(Clone, Debug)]
pub struct Normaliser {
    multi: bool,
    /// R3.7: whether the forms of i are one letter.
    one_i: bool,
    /// R3.2: the categories that do not separate.
    kept: u32,
    /// Marks of the text, decomposed (R3.1).
    source: Marks,
    /// Marks of the mapped text, decomposed (R3.8).
    mapped: Marks,
    /// R3.7: whether the mark sequence of `mapped` follows an i, with no mark of class 230 yet.
    dots: bool,
    composer: Composer,
    /// Whether anything of all these waits.
    waiting: bool,
    /// Something of the run was given to the next stage.
    open: bool,
}

/// A mark sequence, up to its limit.
#[derive(Clone, Debug, Default)]
struct Marks {
    marks: Vec<(u8, char)>,
    too_long: bool,
}

impl Marks {
    #[inline]
    fn push(&mut self, ccc: u8, mark: char) {
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
#[derive(Clone, Debug, Default)]
struct Composer {
    starter: Option<char>,
    /// Marks that did not compose, and the class of the last.
    marks: String,
    last: u8,
    ready: String,
}

impl Composer {
    #[inline]
    fn starter(&mut self, c: char) {
        if let Some(starter) = self.starter {
            if self.marks.is_empty() {
                if let Some(composite) = ucd::compose(starter, c) {
                    self.starter = Some(composite);
                    return;
                }
            }
        }
        self.flush();
        self.starter = Some(c);
    }

    #[inline]
    fn mark(&mut self, ccc: u8, c: char) {
        let Some(starter) = self.starter else {
            self.ready.push(c);
            return;
        };
        if self.marks.is_empty() || self.last < ccc {
            if let Some(composite) = ucd::compose(starter, c) {
                self.starter = Some(composite);
                return;
            }
        }
        self.marks.push(c);
        self.last = ccc;
    }

    #[inline]
    fn flush(&mut self) {
        self.ready.extend(self.starter.take());
        self.ready.push_str(&self.marks);
        self.marks.clear();
    }
}

/// What becomes of an octet of ASCII (R3.2, R3.5).
static KIND: [u8; 256] = {
    let mut kind = [0; 256];
    let mut c = 0;
    while c < 128 {
        kind[c as usize] = match c {
            b'0'..=b'9' | b'a'..=b'z' | b'_' => KEPT,
            b'A'..=b'Z' => FOLDED,
            _ => 0,
        };
        c += 1;
    }
    kind
};
const KEPT: u8 = 1;
const FOLDED: u8 = 2;

/// The length of the word of ASCII that octets begin with, and whether it is to be folded.
#[inline]
fn word(octets: &[u8]) -> (usize, bool) {
    let mut seen = 0;
    for (i, &octet) in octets.iter().enumerate() {
        let kind = KIND[usize::from(octet)];
        if kind == 0 {
            return (i, seen & FOLDED != 0);
        }
        seen |= kind;
    }
    (octets.len(), seen & FOLDED != 0)
}

/// The length of what stays as it is at the head of a text that begins with it, and its last code
/// point.
#[inline]
fn stable(text: &str) -> (usize, char) {
    let mut last = '\0';
    for (i, c) in text.char_indices() {
        let stays = match u8::try_from(c) {
            Ok(octet) if octet < 0x80 => KIND[usize::from(octet)] == KEPT,
            _ => ucd::properties(c.into()).quick() == Quick::Stable,
        };
        if !stays {
            return (i, last);
        }
        last = c;
    }
    (text.len(), last)
}

impl Stage for Normaliser {
    fn text(&mut self, text: &str, next: &mut impl Sink) {
        let octets = text.as_bytes();
        let mut at = 0;
        // The code point before, if it went the short way, and where it is in what is ready: what
        // follows may send it the long way after all.
        let mut short: Option<(char, usize)> = None;
        while at < octets.len() {
            if octets[at].is_ascii() {
                let (len, folded) = word(&octets[at..]);
                if len == 0 {
                    self.separate_here(char::from(octets[at]), next);
                    short = None;
                    at += 1;
                    continue;
                }
                self.settle(next);
                let part = &text[at..at + len];
                at += len;
                let ready = &mut self.composer.ready;
                let begins = !self.open && ready.is_empty();
                // A word of ASCII before a separator of ASCII is as it will be, and is the run.
                let follows = octets.get(at).filter(|o| begins && o.is_ascii());
                if let Some(&separator) = follows {
                    if folded {
                        ready.push_str(part);
                        ready.make_ascii_lowercase();
                        next.word(ready);
                        ready.clear();
                    } else {
                        next.word(part);
                    }
                    next.separator(Some(char::from(separator)));
                    short = None;
                    at += 1;
                    continue;
                }
                let before = ready.len();
                ready.push_str(part);
                ready[before..].make_ascii_lowercase();
                short = Some((char::from(octets[at - 1]), ready.len() - 1));
                continue;
            }
            let Some(c) = text[at..].chars().next() else {
                break;
            };
            match ucd::properties(c.into()).quick() {
                Quick::Stable => {
                    self.settle(next);
                    let (len, last) = stable(&text[at..]);
                    self.composer.ready.push_str(&text[at..at + len]);
                    short = Some((last, self.composer.ready.len() - last.len_utf8()));
                    at += len;
                    continue;
                }
                Quick::Separator => {
                    self.separate_here(c, next);
                    short = None;
                }
                Quick::Slow => {
                    self.retract(short.take(), next);
                    self.push(c, next);
                }
            }
            at += c.len_utf8();
        }
        self.retract(short, next);
        self.give(next);
    }

    fn end(&mut self, next: &mut impl Sink) {
        self.cut_here(next);
    }
}

impl Normaliser {
    pub fn new(multi: bool) -> Normaliser {
        // R3.2
        let kept = LETTER | MARK | ND | PC | CF;
        Normaliser {
            multi,
            one_i: multi,
            kept: if multi { kept | NL } else { kept },
            source: Marks::default(),
            mapped: Marks::default(),
            dots: false,
            composer: Composer::default(),
            waiting: false,
            open: false,
        }
    }

    /// As of the multi schemes, but without R3.7 (R10.6).
    #[cfg(feature = "digest")]
    pub fn of_digest() -> Normaliser {
        Normaliser { one_i: false, ..Normaliser::new(true) }
    }

    /// Ends a run, after all that waits.
    #[inline]
    fn cut_here(&mut self, next: &mut impl Sink) {
        self.settle(next);
        if self.open || !self.composer.ready.is_empty() {
            self.end_run(next);
        }
    }

    /// A separator on the short way.
    #[inline]
    fn separate_here(&mut self, c: char, next: &mut impl Sink) {
        self.cut_here(next);
        next.separator(Some(c));
    }

    fn end_run(&mut self, next: &mut impl Sink) {
        self.give(next);
        if mem::take(&mut self.open) {
            next.cut();
        }
    }

    #[inline]
    fn give(&mut self, next: &mut impl Sink) {
        if !self.composer.ready.is_empty() {
            next.text(&self.composer.ready);
            self.composer.ready.clear();
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

    /// Sends a code point the long way that went the short one.
    fn retract(&mut self, short: Option<(char, usize)>, next: &mut impl Sink) {
        if let Some((c, len)) = short {
            self.composer.ready.truncate(len);
            self.push(c, next);
        }
    }

    /// R3.1, R3.4
    fn push(&mut self, c: char, next: &mut impl Sink) {
        self.waiting = true;
        ucd::decompose(c, |c| match ucd::ccc(c) {
            0 => {
                self.flush_source(next);
                self.map(c, next);
            }
            ccc => self.source.push(ccc, c),
        });
    }

    fn flush_source(&mut self, next: &mut impl Sink) {
        if self.source.too_long {
            self.separate(None, next);
        } else if !self.source.marks.is_empty() {
            let mut source = mem::take(&mut self.source);
            source.sort();
            for &(_, mark) in &source.marks {
                self.map(mark, next);
            }
            self.source = source;
        }
        self.source.clear();
    }

    /// R3.2, R3.3, R3.5, R3.6
    fn map(&mut self, c: char, next: &mut impl Sink) {
        let separates = !ucd::properties(c.into()).is(self.kept);
        if separates || c == '\u{200B}' && !self.multi {
            self.separate(Some(c), next);
            return;
        }
        ucd::fold(c, |c| {
            if c != '\u{640}' || !self.multi {
                ucd::decompose(c, |c| self.collect(c, next));
            }
        });
    }

    /// R3.7, R3.8
    ///
    /// What R3.6 and R3.7 delete is deleted before canonical ordering: the order is stable, so
    /// the result is the same.
    fn collect(&mut self, mut c: char, next: &mut impl Sink) {
        if self.one_i && c == '\u{131}' {
            c = 'i';
        }
        match ucd::ccc(c) {
            0 => {
                self.flush_mapped(next);
                self.composer.starter(c);
                self.dots = self.one_i && c == 'i';
            }
            _ if self.dots && c == '\u{307}' => {}
            ccc => {
                self.dots &= ccc != 230;
                self.mapped.push(ccc, c);
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
