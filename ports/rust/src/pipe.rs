//! How the stages are joined: each gives its output, piece by piece, to the next.
//!
//! The state of a stage is apart from the joint, which is made anew for each piece of input and
//! costs nothing. So a state can be cloned, and ended, without what comes after it.

use alloc::{string::String, vec::Vec};
use core::ops::Range;

/// The octets of a text from the first to the last that code points come from (R13.19).
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub from: usize,
    pub to: usize,
}

impl Default for Place {
    /// The place of no code points.
    fn default() -> Place {
        Place { from: usize::MAX, to: 0 }
    }
}

impl Place {
    /// The place of the code points of both.
    #[inline]
    pub fn join(self, other: Place) -> Place {
        Place { from: self.from.min(other.from), to: self.to.max(other.to) }
    }
}

/// Takes text in pieces. Where the pieces end means nothing; what means something is a cut.
pub trait Sink {
    fn text(&mut self, text: &str);
    /// Says where the next text comes from. Only what reports places sends or reads it.
    #[inline]
    fn place(&mut self, _place: Place) {}
    /// Ends a run or a token. One that is empty is none.
    fn cut(&mut self) {}
    /// What separates, after the cut if a run ended there: a code point (R3.2), or none (R3.4,
    /// R3.8). Only text digests want to know.
    #[inline]
    fn separator(&mut self, _c: Option<char>) {}
    /// A whole run.
    #[inline]
    fn run(&mut self, run: &str) {
        self.text(run);
        self.cut();
    }
    /// A whole run, of nothing but `a`-`z`, `0`-`9` and `_`: the short way for most of ASCII. It is a
    /// part of a text, since octets after it make it faster to hash: see `jenkins::of_part`.
    #[inline]
    fn word(&mut self, text: &str, part: Range<usize>) {
        self.run(&text[part]);
    }
    /// Ends the text.
    fn end(&mut self) {}
}

/// A stage that keeps its state from piece to piece.
pub trait Stage {
    fn text(&mut self, text: &str, next: &mut impl Sink);
    #[inline]
    fn place(&mut self, _place: Place) {}
    fn cut(&mut self, _next: &mut impl Sink) {}
    #[inline]
    fn separator(&mut self, _c: Option<char>, _next: &mut impl Sink) {}
    #[inline]
    fn run(&mut self, run: &str, next: &mut impl Sink) {
        self.text(run, next);
        self.cut(next);
    }
    #[inline]
    fn word(&mut self, text: &str, part: Range<usize>, next: &mut impl Sink) {
        self.run(&text[part], next);
    }
    fn end(&mut self, _next: &mut impl Sink) {}
}

/// A stage with what comes after it.
pub struct Joint<'a, S, N> {
    stage: &'a mut S,
    next: N,
}

pub fn join<S: Stage, N: Sink>(stage: &mut S, next: N) -> Joint<'_, S, N> {
    Joint { stage, next }
}

impl<S: Stage, N: Sink> Sink for Joint<'_, S, N> {
    #[inline]
    fn text(&mut self, text: &str) {
        if !text.is_empty() {
            self.stage.text(text, &mut self.next);
        }
    }

    #[inline]
    fn place(&mut self, place: Place) {
        self.stage.place(place);
    }

    #[inline]
    fn cut(&mut self) {
        self.stage.cut(&mut self.next);
    }

    #[inline]
    fn separator(&mut self, c: Option<char>) {
        self.stage.separator(c, &mut self.next);
    }

    #[inline]
    fn run(&mut self, run: &str) {
        self.stage.run(run, &mut self.next);
    }

    #[inline]
    fn word(&mut self, text: &str, part: Range<usize>) {
        self.stage.word(text, part, &mut self.next);
    }

    fn end(&mut self) {
        self.stage.end(&mut self.next);
        self.next.end();
    }
}

/// A stage that only some schemes have.
impl<S: Stage> Stage for Option<S> {
    #[inline]
    fn text(&mut self, text: &str, next: &mut impl Sink) {
        match self {
            Some(stage) => stage.text(text, next),
            None => next.text(text),
        }
    }

    fn end(&mut self, next: &mut impl Sink) {
        if let Some(stage) = self {
            stage.end(next);
        }
    }
}

impl Sink for &mut String {
    fn text(&mut self, text: &str) {
        self.push_str(text);
    }
}

/// Collects runs or tokens.
#[derive(Default)]
pub struct Pieces {
    pub all: Vec<String>,
    open: bool,
}

impl Sink for &mut Pieces {
    fn text(&mut self, text: &str) {
        match self.all.last_mut() {
            Some(last) if self.open => last.push_str(text),
            _ => self.all.push(text.into()),
        }
        self.open = true;
    }

    fn cut(&mut self) {
        self.open = false;
    }
}

/// The place of the first octet that is looked for. Octets are looked at many at a time, so this
/// is for those that are rare.
#[inline]
pub fn find(octets: &[u8], wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let without = |at: usize, len: usize| -> usize {
        let blocks = octets[at..].chunks_exact(len);
        at + len
            * blocks
                .take_while(|block| !block.iter().fold(false, |any, &o| any | wanted(o)))
                .count()
    };
    let at = without(without(0, 64), 8);
    octets[at..].iter().position(|&o| wanted(o)).map(|n| at + n)
}
