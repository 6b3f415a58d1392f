use crate::minhash::SLOTS;
use crate::{Error, Scheme};
use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::{cmp::Ordering, fmt, str::FromStr};

/// A sketch with the scheme and the profile that made it.
///
/// Its string is one for each fingerprint, in lower case; reading one takes capitals too.
///
/// ```
/// use fpcheck::Fingerprint;
///
/// let a: Fingerprint = "sm1:eg2swwj4cbyiu".parse()?;
/// let b: Fingerprint = "SM1:EG2SWWJ4CBYIU".parse()?;
/// assert_eq!(a, b);
/// assert_eq!(a.distance(&b)?, 0);
/// assert_eq!(b.to_string(), "sm1:eg2swwj4cbyiu");
/// # Ok::<(), fpcheck::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    scheme: Scheme,
    /// None is `visible`.
    profile: Option<Box<str>>,
    sketch: Box<[u8]>,
}

const VISIBLE: &str = "visible";
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

impl Fingerprint {
    pub(crate) fn new(scheme: Scheme, sketch: &[u8]) -> Result<Fingerprint, Error> {
        let lengths: &[usize] = if scheme.is_minhash() { &[128, 64, 32, 16] } else { &[8] };
        if !lengths.contains(&sketch.len()) {
            return Err(Error::Malformed("the scheme has no sketch of this length"));
        }
        Ok(Fingerprint { scheme, profile: None, sketch: sketch.into() })
    }

    /// The scheme. A truncated sketch is a form of its scheme, not another (R10.1).
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The scheme's name as it is written: `mh1`, or `mh1b4` if it is truncated to 4 bits a slot
    /// (R8.3).
    #[must_use]
    pub fn name(&self) -> String {
        let id = self.scheme.id();
        match self.width() {
            bits @ (1 | 2 | 4) => format!("{id}b{bits}"),
            _ => id.into(),
        }
    }

    /// The profile, which says how the text was found in its medium: mostly `visible` (R8.1).
    #[must_use]
    pub fn profile(&self) -> &str {
        self.profile.as_deref().unwrap_or(VISIBLE)
    }

    /// The octets of the sketch: 8 of a SimHash, big-endian; 128, 64, 32 or 16 of a MinHash, slot
    /// 0 first (R8.2).
    #[must_use]
    pub fn sketch(&self) -> &[u8] {
        &self.sketch
    }

    /// The bits a slot of a MinHash, which are 8, 4, 2 or 1; 0 for a SimHash, which has no slots.
    #[must_use]
    pub fn width(&self) -> u32 {
        match self.sketch.len() {
            8 => 0,
            octets => (octets * 8 / SLOTS) as u32,
        }
    }

    /// The same sketch with another profile: a letter `a`-`z` and up to 15 of `a`-`z` and
    /// `0`-`9` (R8.4).
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] if the profile's name is.
    pub fn with_profile(mut self, profile: &str) -> Result<Fingerprint, Error> {
        let letters = |o: &u8| o.is_ascii_lowercase();
        let octets = profile.as_bytes();
        if !octets.first().is_some_and(letters)
            || octets.len() > 16
            || !octets.iter().all(|o| letters(o) || o.is_ascii_digit())
        {
            return Err(Error::Malformed("the profile's name is malformed"));
        }
        self.profile = (profile != VISIBLE).then(|| profile.into());
        Ok(self)
    }

    /// A MinHash with fewer bits a slot: 8, 4, 2 or 1, and no more than it has (R7.10).
    ///
    /// ```
    /// let whole = fpcheck::Scheme::Mh1.sum("some words that are said here")?;
    /// assert!(whole.truncate(1)?.to_string().starts_with("mh1b1:"));
    /// # Ok::<(), fpcheck::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::NotTruncatable`] for other numbers of bits, and for a SimHash.
    pub fn truncate(&self, bits: u32) -> Result<Fingerprint, Error> {
        let width = self.width();
        if !self.scheme.is_minhash() || !matches!(bits, 1 | 2 | 4 | 8) || bits > width {
            return Err(Error::NotTruncatable);
        }
        let mut sketch = vec![0; SLOTS * bits as usize / 8];
        for (i, slot) in self.slots().enumerate() {
            let at = i * bits as usize;
            let low = slot & (0xFF >> (8 - bits));
            sketch[at / 8] |= low << (8 - bits as usize - at % 8);
        }
        Ok(Fingerprint { sketch: sketch.into(), ..self.clone() })
    }

    /// The slots of a MinHash, in order.
    fn slots(&self) -> impl Iterator<Item = u8> + '_ {
        let width = self.width();
        let shifts = move || (0..8 / width).rev().map(move |k| k * width);
        let slots = self.sketch.iter().flat_map(move |octet| shifts().map(move |n| octet >> n));
        slots.map(move |slot| slot & (0xFF >> (8 - width)))
    }

    /// How far two fingerprints are apart: the bits in which they differ, 0 to 64, of a SimHash
    /// (R10.2); the slots, 0 to 128, of a MinHash (R10.4). The longer of two forms of a MinHash is
    /// truncated first.
    ///
    /// # Errors
    ///
    /// [`Error::NotComparable`] if the schemes or the profiles are not the same (R10.1).
    pub fn distance(&self, other: &Fingerprint) -> Result<u32, Error> {
        Ok(self.compare(other)?.0)
    }

    /// How similar two texts are: 1 − distance / 64 of a SimHash (R10.3); an estimate of the
    /// resemblance of a MinHash (R10.5). It is 0 to 1.
    ///
    /// # Errors
    ///
    /// [`Error::NotComparable`] if the schemes or the profiles are not the same (R10.1).
    pub fn similarity(&self, other: &Fingerprint) -> Result<f64, Error> {
        let (distance, width) = self.compare(other)?;
        if !self.scheme.is_minhash() {
            return Ok(1.0 - f64::from(distance) / 64.0);
        }
        // R10.5: with m equal slots, (m·2^b − 128) / (128·(2^b − 1)), or 0 if that is negative.
        let equal = (SLOTS as u32 - distance) << width;
        let above_chance = equal.saturating_sub(SLOTS as u32);
        Ok(f64::from(above_chance) / f64::from(SLOTS as u32 * ((1 << width) - 1)))
    }

    /// The distance, and the width by which it was found.
    fn compare(&self, other: &Fingerprint) -> Result<(u32, u32), Error> {
        if (self.scheme, &self.profile) != (other.scheme, &other.profile) {
            return Err(Error::NotComparable(self.kind(), other.kind()));
        }
        if !self.scheme.is_minhash() {
            let pairs = self.sketch.iter().zip(&*other.sketch);
            return Ok((pairs.map(|(a, b)| (a ^ b).count_ones()).sum(), 64));
        }
        let width = self.width().min(other.width());
        let low = 0xFF >> (8 - width);
        let pairs = self.slots().zip(other.slots());
        Ok((pairs.map(|(a, b)| u32::from((a ^ b) & low != 0)).sum(), width))
    }

    /// The string up to and with the colon.
    fn head(&self) -> String {
        match &self.profile {
            None => format!("{}:", self.name()),
            Some(profile) => format!("{}.{profile}:", self.name()),
        }
    }

    /// What precedes the colon, with the profile always.
    fn kind(&self) -> String {
        format!("{}.{}", self.name(), self.profile())
    }
}

impl fmt::Display for Fingerprint {
    /// R8.1, R8.2
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = self.head();
        let characters = (self.sketch.len() * 8).div_ceil(5);
        out.extend((0..characters).map(|i| char::from(character(&self.sketch, i))));
        f.pad(&out)
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

impl FromStr for Fingerprint {
    type Err = Error;

    /// R8.5 to R8.9
    fn from_str(string: &str) -> Result<Fingerprint, Error> {
        let string = string.to_ascii_lowercase();
        let (head, data) = string.split_once(':').ok_or(Error::Malformed("there is no colon"))?;
        let (name, profile) = match head.split_once('.') {
            Some((_, VISIBLE)) => return Err(Error::Malformed("`visible` is never written")),
            Some((name, profile)) => (name, profile),
            None => (head, VISIBLE),
        };
        let (scheme, octets) = form(name).ok_or(Error::Malformed("the scheme is not known"))?;
        let sketch = base32(data.as_bytes(), octets)?;
        Fingerprint::new(scheme, &sketch)?.with_profile(profile)
    }
}

impl PartialOrd for Fingerprint {
    fn partial_cmp(&self, other: &Fingerprint) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fingerprint {
    /// The order of their strings. In base32, `a` to `z` are less than `2` to `7`, but ASCII has
    /// digits before letters, so this is not the order of the octets.
    fn cmp(&self, other: &Fingerprint) -> Ordering {
        let same = self.scheme == other.scheme
            && self.sketch.len() == other.sketch.len()
            && self.profile == other.profile;
        if !same {
            return self.head().cmp(&other.head());
        }
        // The first octet that differs, and what follows: the octet may begin within a character.
        let differs = self.sketch.iter().zip(&*other.sketch).position(|(a, b)| a != b);
        let first = differs.map_or(0, |octet| octet * 8 / 5);
        let last = differs.map_or(0, |octet| (octet * 8 + 7) / 5 + 1);
        let characters =
            (first..last).map(|i| (character(&self.sketch, i), character(&other.sketch, i)));
        { characters }
            .map(|(a, b)| a.cmp(&b))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }
}

/// Character `i` of the data of a sketch.
fn character(sketch: &[u8], i: usize) -> u8 {
    let at = i * 5 / 8;
    let next = sketch.get(at + 1).copied().unwrap_or(0);
    let bits = u32::from(sketch[at]) << 8 | u32::from(next);
    ALPHABET[(bits >> (11 - i * 5 % 8) & 31) as usize]
}

impl TryFrom<&str> for Fingerprint {
    type Error = Error;

    /// R8.5 to R8.9
    fn try_from(string: &str) -> Result<Fingerprint, Error> {
        string.parse()
    }
}

impl From<Fingerprint> for String {
    /// R8.1
    fn from(fingerprint: Fingerprint) -> String {
        fingerprint.to_string()
    }
}

/// The scheme of a name as it is written, and the octets of its sketch (R8.3).
fn form(name: &str) -> Option<(Scheme, usize)> {
    Scheme::ALL.into_iter().find_map(|scheme| {
        let octets = match (name.strip_prefix(scheme.id())?, scheme.is_minhash()) {
            ("", false) => 8,
            ("", true) => 128,
            ("b4", true) => 64,
            ("b2", true) => 32,
            ("b1", true) => 16,
            _ => return None,
        };
        Some((scheme, octets))
    })
}

/// R8.7 to R8.9, for data in lower case.
fn base32(data: &[u8], octets: usize) -> Result<Vec<u8>, Error> {
    if data.len() != (octets * 8).div_ceil(5) {
        return Err(Error::Malformed("the data are too long or too short"));
    }
    let mut out = Vec::with_capacity(octets);
    let (mut bits, mut count) = (0_u32, 0);
    for &c in data {
        let value = match c {
            b'a'..=b'z' => c - b'a',
            b'2'..=b'7' => c - b'2' + 26,
            _ => return Err(Error::Malformed("the data hold a character that is not base32")),
        };
        bits = bits << 5 | u32::from(value);
        count += 5;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    if bits != 0 {
        return Err(Error::Malformed("the spare bits are not 0"));
    }
    Ok(out)
}
