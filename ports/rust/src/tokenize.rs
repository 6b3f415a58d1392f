//! Chapters 1 to 4, each stage by itself: for showing what becomes of a text.
//!
//! A [`Hasher`](crate::Hasher) takes all of them at once, and keeps none of what is between.

use crate::decode::Decoder;
use crate::identify::{Atoms, Blanks, Lines};
use crate::normalise::Normaliser;
use crate::pipe::{join, Pieces, Sink};
use crate::segment::Segmenter;
use alloc::{string::String, vec::Vec};

/// Stage 1: octets to text, each maximal run of ill-formed octets to one U+FFFD (R1.1 to R1.3).
///
/// ```
/// assert_eq!(fpcheck::tokenize::text(b"\xE2\x82A\xF0\x9F"), "\u{FFFD}A\u{FFFD}");
/// ```
#[must_use]
pub fn text(octets: &[u8]) -> String {
    let mut text = String::new();
    let mut decoder = Decoder::default();
    decoder.octets(octets, &mut &mut text);
    decoder.end(&mut &mut text);
    text
}

/// Which rules of chapters 2 to 4 a scheme has: those of `sd1`, or of the multi schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pub(crate) multi: bool,
}

impl Rules {
    /// Stage 2: each identifier to one U+FFFD and, in the multi schemes, lines joined
    /// (R2.1 to R2.10).
    #[must_use]
    pub fn identifiers(self, text: &str) -> String {
        let mut out = String::new();
        let (mut atoms, mut lines, mut blanks) = self.identifier_stages();
        let mut pipe = join(&mut atoms, join(&mut lines, join(&mut blanks, &mut out)));
        pipe.text(text);
        pipe.end();
        out
    }

    /// Stage 3: the runs of a text (R3.1 to R3.9).
    #[must_use]
    pub fn normalise(self, text: &str) -> Vec<String> {
        let mut runs = Pieces::default();
        let mut normaliser = Normaliser::new(self.multi);
        let mut pipe = join(&mut normaliser, &mut runs);
        pipe.text(text);
        pipe.end();
        runs.all
    }

    /// Stage 4: the tokens of runs (R4.1 to R4.8).
    #[must_use]
    pub fn segment<S: AsRef<str>>(self, runs: &[S]) -> Vec<String> {
        let mut tokens = Pieces::default();
        let mut segmenter = Segmenter::new(self.multi);
        let mut pipe = join(&mut segmenter, &mut tokens);
        for run in runs {
            pipe.text(run.as_ref());
            pipe.cut();
        }
        pipe.end();
        tokens.all
    }

    pub(crate) fn identifier_stages(self) -> (Atoms, Option<Lines>, Option<Blanks>) {
        let multi = self.multi;
        (Atoms::default(), multi.then(Lines::default), multi.then(Blanks::default))
    }
}
