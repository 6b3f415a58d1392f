//! Chapter 6: Bob Jenkins' lookup3, as `hashlittle2`.

use core::ops::Range;

/// The hash `jenkins-lookup3-64` of a sequence of octets, with both seeds 0 (R6.1 to R6.6).
///
/// ```
/// assert_eq!(fpcheck::jenkins::sum64(b"Four score and seven years ago"), 0x17770551ce7226e6);
/// ```
#[must_use]
pub fn sum64(octets: &[u8]) -> u64 {
    of_part(octets, 0..octets.len())
}

/// The hash of a part of octets. Where at least twelve are after its last block began, they are
/// read all at once, whatever they are: lengths differ from word to word, so to ask for them is slow.
#[inline]
pub(crate) fn of_part(octets: &[u8], part: Range<usize>) -> u64 {
    // R6.1: modulo 2^32, so the cast may cut.
    let start = 0xdead_beef_u32.wrapping_add(part.len() as u32);
    let mut state = [start; 3];
    let mut at = part.start;
    // R6.2
    while part.end - at > 12 {
        if let Some((first, last)) = block(octets, at) {
            add(&mut state, first, last);
            mix(&mut state);
        }
        at += 12;
    }
    // R6.4
    let len = part.end - at;
    if len > 0 {
        let (first, last) = match block(octets, at) {
            Some((first, last)) => {
                let head = u64::MAX >> (64 - 8 * len.min(8));
                let tail = (1 << (8 * len.saturating_sub(8))) - 1;
                (first & head, (u64::from(last) & tail) as u32)
            }
            None => {
                let (head, tail) = octets[at..part.end].split_at(len.min(8));
                (padded(head), padded(tail) as u32)
            }
        };
        add(&mut state, first, last);
        finish(&mut state);
    }
    // R6.6
    u64::from(state[2]) << 32 | u64::from(state[1])
}

/// Eight octets from a place on and four after them, if they are there.
#[inline]
fn block(octets: &[u8], at: usize) -> Option<(u64, u32)> {
    let (first, last) = octets.get(at..at + 12)?.split_at(8);
    let (first, last) = (first.try_into().ok()?, last.try_into().ok()?);
    Some((u64::from_le_bytes(first), u32::from_le_bytes(last)))
}

/// Up to 8 octets, the first the least significant.
#[inline]
fn padded(octets: &[u8]) -> u64 {
    let n = octets.len();
    let word =
        |at| octets.get(at..at + 4).and_then(|w| w.try_into().ok()).map_or(0, u32::from_le_bytes);
    match n {
        0 => 0,
        // Octets that two of the three have in common are the same.
        1..=3 => [0, n / 2, n - 1].into_iter().fold(0, |w, i| w | u64::from(octets[i]) << (8 * i)),
        _ => u64::from(word(0)) | u64::from(word(n - 4)) << (8 * (n - 4)),
    }
}

/// R6.3, for three words: the first two are in one number.
#[inline]
fn add(state: &mut [u32; 3], first: u64, last: u32) {
    state[0] = state[0].wrapping_add(first as u32);
    state[1] = state[1].wrapping_add((first >> 32) as u32);
    state[2] = state[2].wrapping_add(last);
}

/// R6.5
#[inline]
fn mix(state: &mut [u32; 3]) {
    let [mut a, mut b, mut c] = *state;
    macro_rules! step {
        ($a:ident, $b:ident, $c:ident, $n:literal) => {
            $a = $a.wrapping_sub($c) ^ $c.rotate_left($n);
            $c = $c.wrapping_add($b);
        };
    }
    step!(a, b, c, 4);
    step!(b, c, a, 6);
    step!(c, a, b, 8);
    step!(a, b, c, 16);
    step!(b, c, a, 19);
    step!(c, a, b, 4);
    *state = [a, b, c];
}

/// R6.5
#[inline]
fn finish(state: &mut [u32; 3]) {
    let [mut a, mut b, mut c] = *state;
    macro_rules! step {
        ($a:ident, $b:ident, $n:literal) => {
            $a = ($a ^ $b).wrapping_sub($b.rotate_left($n));
        };
    }
    step!(c, b, 14);
    step!(a, c, 11);
    step!(b, a, 25);
    step!(c, b, 16);
    step!(a, c, 4);
    step!(b, a, 14);
    step!(c, b, 24);
    *state = [a, b, c];
}

#[cfg(test)]
mod tests {
    use super::{of_part, sum64};
    use alloc::vec::Vec;

    #[test]
    fn worked_examples() {
        for (key, hash) in [
            ("", 0xdead_beef_dead_beef_u64),
            ("Four score and seven years ago", 0x1777_0551_ce72_26e6),
            ("abcdefghijkl", 0x4012_f87b_75b5_0ec0),
            ("abcdefghijklm", 0x9281_28f9_0f04_ab68),
            ("été", 0xebaf_34f9_5845_2a03),
            ("nlldwniuycqlejaqkaaoapaa", 0x65e2_1f18_7197_607f),
            ("mjiqexfpecuzaapaacjauauq", 0x65e2_1f18_7197_607f),
        ] {
            assert_eq!(sum64(key.as_bytes()), hash, "{key}");
        }
    }

    #[test]
    fn part_and_what_is_around_it() {
        let octets: Vec<u8> = (1..=60).map(|o: u8| o.wrapping_mul(211)).collect();
        for start in 0..octets.len() {
            for end in start..=octets.len() {
                assert_eq!(of_part(&octets, start..end), sum64(&octets[start..end]));
            }
        }
    }
}
