//! Chapter 7, MinHash: 128 slots of one permutation.

use crate::Error;
use alloc::vec::Vec;

/// Slots of a sketch (R7.4).
pub const SLOTS: usize = 128;
/// Octets of a serialised full form (R7.7).
pub const OCTETS: usize = 5 + 8 * SLOTS;

const VALUE_BITS: u32 = 57;
const EMPTY: u64 = u64::MAX;
const START: [u8; 5] = *b"fpmh\x01";

/// A bijection of 64-bit integers, the finaliser of splitmix64 (R6.7).
///
/// ```
/// assert_eq!(fpcheck::minhash::mix64(1), 0x5692161d100b05e5);
/// ```
#[inline]
#[must_use]
pub const fn mix64(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The full form of a MinHash sketch, which can be merged (R7.5).
///
/// It says neither of which scheme and profile it is nor how many features went into it: who
/// keeps it keeps that beside it.
///
/// ```
/// use fpcheck::{minhash::Minima, Scheme};
///
/// let mut volumes = Minima::default();
/// for text in ["one volume of many words", "another one, of other words"] {
///     let mut hasher = Scheme::Mh1.hasher();
///     hasher.update(text);
///     volumes.merge(&hasher.minima().unwrap());
/// }
/// let whole = Scheme::Mh1.from_minima(&volumes)?;
/// assert!(whole.to_string().starts_with("mh1:"));
/// # Ok::<(), fpcheck::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Minima([u64; SLOTS]);

impl Default for Minima {
    /// No element: all slots are empty.
    fn default() -> Minima {
        Minima([EMPTY; SLOTS])
    }
}

impl Minima {
    /// Adds an element. To add one again changes nothing (R7.4, R7.5).
    #[inline]
    pub fn add(&mut self, element: u64) {
        let h = mix64(element);
        let slot = &mut self.0[(h >> VALUE_BITS) as usize];
        *slot = (*slot).min(h & ((1 << VALUE_BITS) - 1));
    }

    /// Adds all elements of another full form, which must be of the same scheme and profile
    /// (R7.6).
    pub fn merge(&mut self, other: &Minima) {
        for (slot, &value) in self.0.iter_mut().zip(&other.0) {
            *slot = (*slot).min(value);
        }
    }

    /// Whether no element was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&value| value == EMPTY)
    }

    /// The 1,029 octets in which a full form is stored (R7.7).
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let slots = self.0.iter().flat_map(|value| value.to_be_bytes());
        START.into_iter().chain(slots).collect()
    }

    /// A full form from its 1,029 octets (R7.7).
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] for octets of another length, with another start, or with a slot
    /// that no element can fill.
    pub fn from_bytes(octets: &[u8]) -> Result<Minima, Error> {
        let slots = octets.strip_prefix(&START);
        let slots = slots.ok_or(Error::Malformed("a full form begins with 66 70 6D 68 01"))?;
        if octets.len() != OCTETS {
            return Err(Error::Malformed("a full form has 1,029 octets"));
        }
        let mut minima = Minima::default();
        for (slot, octets) in minima.0.iter_mut().zip(slots.chunks_exact(8)) {
            let value = octets.iter().fold(0, |value, &o| value << 8 | u64::from(o));
            if value >> VALUE_BITS != 0 && value != EMPTY {
                return Err(Error::Malformed("a slot of a full form is out of range"));
            }
            *slot = value;
        }
        Ok(minima)
    }

    /// The sketch of 8 bits a slot, or none if all slots are empty (R7.8, R7.9).
    #[must_use]
    pub fn stored(&self) -> Option<[u8; SLOTS]> {
        if self.is_empty() {
            return None;
        }
        let mut sketch = [0; SLOTS];
        for (i, octet) in (0..).zip(&mut sketch) {
            let donor = self.donor(i);
            let v = (donor as u64) << VALUE_BITS | self.0[donor];
            *octet = mix64(v ^ mix64(i)) as u8;
        }
        Some(sketch)
    }

    /// R7.8. Some slot is not empty, so the search ends.
    fn donor(&self, i: u64) -> usize {
        let slot = i as usize;
        if self.0[slot] != EMPTY {
            return slot;
        }
        let slots = (0..=u64::from(u32::MAX)).map(|t| mix64(i << 32 | t) as usize % SLOTS);
        { slots }.find(|&slot| self.0[slot] != EMPTY).unwrap_or(slot)
    }
}
