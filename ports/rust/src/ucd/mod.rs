//! The Unicode Character Database, version 15.0.0, as far as the rules need it.

#[allow(dead_code)] // all categories have a name there
#[rustfmt::skip]
mod tables;

pub use tables::*;

/// A table over all code points in two stages.
pub struct Trie<T: 'static> {
    index: &'static [u16; 0x11_0000 >> 7],
    data: &'static [T],
}

impl<T: Copy> Trie<T> {
    /// The value of a code point, which may be a surrogate.
    #[inline]
    pub fn get(&self, cp: u32) -> T {
        let block = usize::from(self.index[(cp >> 7) as usize]);
        self.data[block << 7 | (cp & 127) as usize]
    }
}

/// Sets of general categories.
pub const LETTER: u32 = LU | LL | LT | LM | LO;
pub const MARK: u32 = MN | MC | ME;

/// The properties of one code point.
#[derive(Clone, Copy)]
pub struct Properties(u16);

/// The class of a code point by R4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A mark, or nothing that a word is made of.
    None,
    W,
    K,
    Thai,
    Lao,
    Khmer,
    Myanmar,
}

impl Class {
    /// Whether it is K or one of T, the classes that are cut into clusters.
    #[inline]
    pub fn has_clusters(self) -> bool {
        !matches!(self, Class::None | Class::W)
    }
}

/// The short way through stage 3, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quick {
    /// None: it may change, or join what is before it.
    Slow,
    /// It stays as it is, unless a `Slow` one follows.
    Stable,
    /// It separates by R3.2 in all schemes.
    Separator,
}

#[inline]
pub fn properties(cp: u32) -> Properties {
    Properties(PROPERTIES.get(cp))
}

impl Properties {
    /// Whether the general category is in a set.
    #[inline]
    pub fn is(self, categories: u32) -> bool {
        1 << (self.0 & 31) & categories != 0
    }

    #[inline]
    pub fn is_alphabetic(self) -> bool {
        self.0 & 1 << 5 != 0
    }

    #[inline]
    pub fn is_white_space(self) -> bool {
        self.0 & 1 << 6 != 0
    }

    #[inline]
    pub fn quick(self) -> Quick {
        match self.0 >> 7 & 3 {
            0 => Quick::Slow,
            1 => Quick::Stable,
            _ => Quick::Separator,
        }
    }

    #[inline]
    pub fn class(self) -> Class {
        match self.0 >> 9 & 7 {
            0 => Class::None,
            1 => Class::W,
            2 => Class::K,
            3 => Class::Thai,
            4 => Class::Lao,
            5 => Class::Khmer,
            _ => Class::Myanmar,
        }
    }

    /// `HAN` to `MYANMAR`, or 0 for any other script.
    #[inline]
    pub fn script(self) -> u16 {
        self.0 >> 12 & 7
    }

    /// Whether it is the second of a pair that has a composite.
    #[inline]
    pub fn composes(self) -> bool {
        self.0 >> 15 != 0
    }
}

/// `Canonical_Combining_Class`.
#[inline]
pub fn ccc(c: char) -> u8 {
    CCC.get(c.into())
}

const S_BASE: u32 = 0xAC00;
const L_BASE: u32 = 0x1100;
const V_BASE: u32 = 0x1161;
const T_BASE: u32 = 0x11A7;
const L_COUNT: u32 = 19;
const V_COUNT: u32 = 21;
const T_COUNT: u32 = 28;
const S_COUNT: u32 = L_COUNT * V_COUNT * T_COUNT;

/// Gives the full canonical decomposition of a code point.
#[inline]
pub fn decompose(c: char, mut f: impl FnMut(char)) {
    let s = u32::from(c).wrapping_sub(S_BASE);
    if s < S_COUNT {
        f(offset(L_BASE, s / (V_COUNT * T_COUNT)));
        f(offset(V_BASE, s / T_COUNT % V_COUNT));
        if s % T_COUNT != 0 {
            f(offset(T_BASE, s % T_COUNT));
        }
        return;
    }
    replace(&DECOMPOSITION, c, f);
}

/// Gives the `NFKC_Casefold` mapping of a code point.
#[inline]
pub fn fold(c: char, f: impl FnMut(char)) {
    replace(&FOLD, c, f);
}

#[inline]
fn replace(table: &Trie<u16>, c: char, mut f: impl FnMut(char)) {
    match usize::from(table.get(c.into())) {
        0 => f(c),
        n => SEQUENCES[usize::from(ENDS[n])..usize::from(ENDS[n + 1])].iter().for_each(|&c| f(c)),
    }
}

/// The primary composite of a pair, if it has one.
#[inline]
pub fn compose(first: char, second: char) -> Option<char> {
    if properties(second.into()).composes() {
        composite(first, second)
    } else {
        None
    }
}

fn composite(first: char, second: char) -> Option<char> {
    let (a, b) = (u32::from(first), u32::from(second));
    let (l, v) = (a.wrapping_sub(L_BASE), b.wrapping_sub(V_BASE));
    if l < L_COUNT && v < V_COUNT {
        return Some(offset(S_BASE, (l * V_COUNT + v) * T_COUNT));
    }
    let (s, t) = (a.wrapping_sub(S_BASE), b.wrapping_sub(T_BASE));
    if s < S_COUNT && s % T_COUNT == 0 && 0 < t && t < T_COUNT {
        return Some(offset(a, t));
    }
    let at = COMPOSITION.binary_search_by_key(&(first, second), |&(a, b, _)| (a, b));
    at.ok().map(|i| COMPOSITION[i].2)
}

/// Hangul arithmetic stays below the surrogates.
fn offset(base: u32, n: u32) -> char {
    char::from_u32(base + n).unwrap_or(char::REPLACEMENT_CHARACTER)
}
