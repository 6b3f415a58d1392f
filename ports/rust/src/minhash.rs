//! Chapter 7, MinHash: 128 slots of one permutation.

use crate::{Error, Scheme};
use alloc::{string::ToString, vec::Vec};
use core::fmt;

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

/// The full form of a MinHash sketch, which merges with those of its scheme (R7.5).
///
/// It records neither the profile nor the number of features: keep them beside it.
///
/// ```
/// use fpcheck::{minhash::Minima, Scheme};
///
/// let mut volumes = Minima::new(Scheme::Mh1)?;
/// for text in ["one volume of many words", "another one, of other words"] {
///     let mut hasher = Scheme::Mh1.hasher();
///     hasher.update(text);
///     volumes.merge(&hasher.minima().unwrap())?;
/// }
/// let whole = Scheme::Mh1.from_minima(&volumes)?;
/// assert!(whole.to_string().starts_with("mh1:"));
/// # Ok::<(), fpcheck::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Minima {
    scheme: Scheme,
    slots: [u64; SLOTS],
}

impl Minima {
    /// A full form of no elements: all slots are empty.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] if the scheme is not a MinHash.
    pub const fn new(scheme: Scheme) -> Result<Minima, Error> {
        if scheme.is_minhash() {
            Ok(Minima::empty(scheme))
        } else {
            Err(Error::Malformed("the scheme is not a MinHash: expected mh1 or mw1"))
        }
    }

    /// The same, for a scheme that is a MinHash.
    pub(crate) const fn empty(scheme: Scheme) -> Minima {
        Minima { scheme, slots: [EMPTY; SLOTS] }
    }

    /// The scheme.
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Adds an element. To add one again changes nothing (R7.4, R7.5).
    #[inline]
    pub fn add(&mut self, element: u64) {
        let h = mix64(element);
        let slot = &mut self.slots[(h >> VALUE_BITS) as usize];
        *slot = (*slot).min(h & ((1 << VALUE_BITS) - 1));
    }

    /// Adds all elements of another full form (R7.6). Both must be of one profile, which they do
    /// not record.
    ///
    /// # Errors
    ///
    /// [`Error::NotComparable`] if the schemes differ. Then nothing changes.
    pub fn merge(&mut self, other: &Minima) -> Result<(), Error> {
        if self.scheme != other.scheme {
            return Err(Error::NotComparable(self.scheme.to_string(), other.scheme.to_string()));
        }
        for (slot, &value) in self.slots.iter_mut().zip(&other.slots) {
            *slot = (*slot).min(value);
        }
        Ok(())
    }

    /// Whether no element was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.iter().all(|&value| value == EMPTY)
    }

    /// The 1,029 octets in which a full form is stored (R7.7). They do not name the scheme: keep it
    /// beside them.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let slots = self.slots.iter().flat_map(|value| value.to_be_bytes());
        START.into_iter().chain(slots).collect()
    }

    /// A full form of a scheme from its 1,029 octets, which do not name the scheme (R7.7).
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] for octets of another length, with another start, or with a slot
    /// that no element can fill, and if the scheme is not a MinHash.
    pub fn from_bytes(scheme: Scheme, octets: &[u8]) -> Result<Minima, Error> {
        let mut minima = Minima::new(scheme)?;
        let slots = octets.strip_prefix(&START);
        let slots = slots.ok_or(Error::Malformed("a full form begins with 66 70 6D 68 01"))?;
        if octets.len() != OCTETS {
            return Err(Error::Malformed("a full form has 1,029 octets"));
        }
        for (slot, octets) in minima.slots.iter_mut().zip(slots.chunks_exact(8)) {
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
            let v = (donor as u64) << VALUE_BITS | self.slots[donor];
            *octet = mix64(v ^ mix64(i)) as u8;
        }
        Some(sketch)
    }

    /// R7.8. Some slot is not empty, so the search ends.
    fn donor(&self, i: u64) -> usize {
        let slot = i as usize;
        if self.slots[slot] != EMPTY {
            return slot;
        }
        let slots = (0..=u64::from(u32::MAX)).map(|t| mix64(i << 32 | t) as usize % SLOTS);
        { slots }.find(|&slot| self.slots[slot] != EMPTY).unwrap_or(slot)
    }
}

impl fmt::Debug for Minima {
    /// Names the scheme, and how many slots are filled.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filled = self.slots.iter().filter(|&&value| value != EMPTY).count();
        write!(f, "Minima({}, {filled} of {SLOTS} slots filled)", self.scheme)
    }
}
