//! The shortest way through chapters 1 to 4, for words of ASCII between separators of ASCII.
//!
//! It takes blocks of 64 octets, and finds their words by masks with a bit for each octet. It stops
//! before an atom (R2.1) that may be an identifier, end a line with a hyphen, or touch other
//! characters.

use crate::eight::{within, HIGHEST, LOWEST};
use core::ops::Range;

const BLOCK: usize = 64;
/// Octets after a block that make its last word faster to hash: see `jenkins::of_part`.
const SLACK: usize = 12;

/// Collects the highest bits of eight octets in one octet.
#[inline]
fn gather(octets: u64) -> u64 {
    (octets >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[derive(Default)]
struct Masks {
    /// Letters, digits and U+005F.
    word: u64,
    letter: u64,
    /// A hyphen, and what an identifier has.
    hint: u64,
    /// Octets beyond ASCII.
    foreign: u64,
}

/// Finds the masks of a block, and copies it in small letters.
#[inline]
fn classify(block: &[u8], small: &mut [u8]) -> Masks {
    let mut masks = Masks::default();
    for (k, (from, to)) in block.chunks_exact(8).zip(small.chunks_exact_mut(8)).enumerate() {
        let mut eight = [0; 8];
        eight.copy_from_slice(from);
        let octets = u64::from_le_bytes(eight);
        // What this says of octets beyond ASCII is removed at the end.
        let low = octets & !HIGHEST;
        let letter = within(low | (LOWEST * 0x20), b'a', b'z');
        let other = within(low, b'0', b'9') | within(low, b'_', b'_');
        let hint = within(low, b'-', b'.') | within(low, b':', b'@');
        let capital = letter & !(octets << 2);
        to.copy_from_slice(&(octets | (capital >> 2)).to_le_bytes());
        masks.letter |= gather(letter) << (8 * k);
        masks.word |= gather(letter | other) << (8 * k);
        masks.hint |= gather(hint) << (8 * k);
        masks.foreign |= gather(octets & HIGHEST) << (8 * k);
    }
    masks.letter &= !masks.foreign;
    masks.word &= !masks.foreign;
    masks.hint &= !masks.foreign;
    masks
}

/// Whether an octet of the hints, with those before and after it, makes its atom one for the other
/// stages. A hyphen may end a line. What tells of an identifier is not the last of its atom: without
/// the punctuation at its end (R2.3), the atom tells nothing. A full stop tells only in `www.` (R2.5)
/// or `10.` (R2.6), and a colon only after a letter (R2.5) or before a slash (R2.4).
#[inline]
fn stops(before: u8, octet: u8, next: u8) -> bool {
    let printable = next > b' ' && next.is_ascii();
    let inside = printable && next != b'"';
    match octet {
        b'-' => !printable,
        b'.' => matches!(before, b'w' | b'W' | b'0') && inside,
        b':' => next == b'/' || before.is_ascii_alphabetic() && inside,
        b'@' => inside,
        _ => false,
    }
}

/// The octets of a mark beyond ASCII that only separates, or 0: U+00A0, U+2013, U+2014, U+2018,
/// U+2019, U+201C, U+201D, U+2022, U+2026, and U+2500 to U+257F, which draw boxes.
#[inline]
fn mark(octets: &[u8]) -> usize {
    match octets {
        [0xC2, 0xA0, ..] => 2,
        [0xE2, 0x80, 0x93 | 0x94 | 0x98 | 0x99 | 0x9C | 0x9D | 0xA2 | 0xA6, ..] => 3,
        [0xE2, 0x94 | 0x95, 0x80..=0xBF, ..] => 3,
        _ => 0,
    }
}

/// Whether the shortest way may go on with octets.
#[inline]
pub fn may_take(octets: &[u8]) -> bool {
    octets.first().is_some_and(u8::is_ascii) || mark(octets) > 0
}

/// Where a block ends that the stages must go on with, if not all of it can be taken.
#[inline]
fn stop(masks: &Masks, block: &[u8], next: u8) -> Option<usize> {
    let mut foreign = masks.foreign;
    let mut end = None;
    while foreign != 0 {
        let at = foreign.trailing_zeros() as usize;
        let length = mark(&block[at..]);
        if length == 0 {
            end = Some(at);
            break;
        }
        foreign &= !(((1 << length) - 1) << at);
    }
    let mut hints = masks.hint;
    while hints != 0 {
        let at = hints.trailing_zeros() as usize;
        if end.is_some_and(|end| at >= end) {
            break;
        }
        // A block begins after a blank.
        let before = if at > 0 { block[at - 1] } else { b' ' };
        if stops(before, block[at], block.get(at + 1).copied().unwrap_or(next)) {
            return Some(at);
        }
        hints &= hints - 1;
    }
    end
}

/// Gives the words of a text, each a part of octets in small letters. It says how many octets it
/// took, up to and with a blank. Before them, nothing may wait in a stage.
#[inline]
pub fn take(text: &[u8], mut word: impl FnMut(&[u8], Range<usize>)) -> usize {
    let mut at = 0;
    let mut small = [0; BLOCK + SLACK];
    // Of the octet after a block, too, it is known what it is.
    while text.len() - at > BLOCK {
        let (block, next) = (&text[at..at + BLOCK], text[at + BLOCK]);
        let masks = classify(block, &mut small[..BLOCK]);
        let stopped = stop(&masks, block, next);
        // An atom goes one way.
        let taken = &block[..stopped.unwrap_or(BLOCK)];
        let Some(blank) = taken.iter().rposition(|&octet| octet <= b' ') else {
            break;
        };
        let words = masks.word & ((1 << blank) - 1);
        let (mut starts, mut ends) = (words & !(words << 1), !words & (words << 1));
        while starts != 0 {
            let part = starts.trailing_zeros() as usize..ends.trailing_zeros() as usize;
            // R4.2
            if (masks.letter >> part.start) & ((1 << part.len()) - 1) != 0 {
                word(&small, part);
            }
            starts &= starts - 1;
            ends &= ends - 1;
        }
        at += blank + 1;
        if stopped.is_some() {
            break;
        }
    }
    at
}
