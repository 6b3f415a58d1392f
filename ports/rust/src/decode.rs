//! Chapter 1: octets to text.

use crate::pipe::Sink;
use core::str;

/// The state between two pieces of octets.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    /// The beginning of a sequence that may yet be well-formed.
    rest: [u8; 4],
    len: usize,
    /// Whether a run of ill-formed octets goes on (R1.2).
    ill: bool,
}

impl Decoder {
    /// Whether nothing waits.
    pub fn is_at_rest(&self) -> bool {
        self.len == 0
    }

    /// Goes on after text that was well-formed.
    pub fn passed(&mut self) {
        self.ill = false;
    }

    pub fn octets(&mut self, mut octets: &[u8], next: &mut impl Sink) {
        while self.len > 0 {
            let Some((&octet, tail)) = octets.split_first() else {
                return;
            };
            self.rest[self.len] = octet;
            let sequence = self.rest;
            match str::from_utf8(&sequence[..=self.len]) {
                Ok(text) => {
                    self.well_formed(text, next);
                    self.len = 0;
                    octets = tail;
                }
                Err(e) if e.error_len().is_none() => {
                    self.len += 1;
                    octets = tail;
                }
                // What was kept is ill-formed; this octet may begin something.
                Err(_) => {
                    self.ill_formed(next);
                    self.len = 0;
                }
            }
        }
        loop {
            let error = match str::from_utf8(octets) {
                Ok(text) => return self.well_formed(text, next),
                Err(error) => error,
            };
            let (valid, tail) = octets.split_at(error.valid_up_to());
            // Checked above, so this costs a second look at what precedes an error only.
            self.well_formed(str::from_utf8(valid).unwrap_or_default(), next);
            let Some(n) = error.error_len() else {
                self.rest[..tail.len()].copy_from_slice(tail);
                self.len = tail.len();
                return;
            };
            self.ill_formed(next);
            octets = &tail[n..];
        }
    }

    pub fn end(&mut self, next: &mut impl Sink) {
        if self.len > 0 {
            self.ill_formed(next);
        }
        next.end();
    }

    fn well_formed(&mut self, text: &str, next: &mut impl Sink) {
        if !text.is_empty() {
            self.ill = false;
            next.text(text);
        }
    }

    /// R1.2: one U+FFFD, however long the run.
    fn ill_formed(&mut self, next: &mut impl Sink) {
        if !self.ill {
            self.ill = true;
            next.text("\u{FFFD}");
        }
    }
}
