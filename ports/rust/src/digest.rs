//! Chapter 10a: text digests. Two texts have the same digest if they have the same words and
//! numbers in the same order, however they are set.

use crate::decode::Decoder;
use crate::hasher::BLOCK;
use crate::identify::{Blanks, Lines};
use crate::normalise::Normaliser;
use crate::pipe::{join, Pieces, Sink, Stage};
use crate::ucd::{self, Class, CN, CO, MARK, ND, NL, NO, PD, PE, PO, PS, SC, SK, SM, SO};
use crate::Error;
use alloc::{format, string::String, vec::Vec};
use core::{fmt, ops::Range, str::FromStr};
use sha2::{Digest as _, Sha256};

/// The name of the definition that these digests follow (R10.11). Digests that are kept are kept
/// with it, and those of different names do not compare.
pub const NAME: &str = "runs-1";

/// A text digest: the SHA-256 of a text's items. It is written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest as octets.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl AsRef<[u8]> for Digest {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hex: String = self.0.iter().map(|octet| format!("{octet:02x}")).collect();
        f.pad(&hex)
    }
}

impl From<[u8; 32]> for Digest {
    fn from(octets: [u8; 32]) -> Digest {
        Digest(octets)
    }
}

impl FromStr for Digest {
    type Err = Error;

    /// The digest of 64 hexadecimal digits, in lower case or in capitals.
    fn from_str(digits: &str) -> Result<Digest, Error> {
        let malformed = Error::Malformed("a text digest has 64 hexadecimal digits");
        let mut octets = [0; 32];
        if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(malformed);
        }
        for (octet, at) in octets.iter_mut().zip((0..64).step_by(2)) {
            *octet = u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| malformed.clone())?;
        }
        Ok(Digest(octets))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The text digest of octets (R10.6 to R10.11).
///
/// ```
/// use fpcheck::{digest, Error};
///
/// assert_eq!(digest::sum("Straße, 5%")?, digest::sum("STRASSE 5 %")?);
/// assert_ne!(digest::sum("It is allowed.")?, digest::sum("It is not allowed.")?);
/// assert_eq!(digest::sum("…"), Err(Error::NoItems));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// [`Error::NoItems`] if the text has none (R10.11).
pub fn sum(octets: impl AsRef<[u8]>) -> Result<Digest, Error> {
    let mut digest = TextDigest::new();
    digest.update(octets);
    digest.finish()
}

/// The items of a text (R10.10), for showing why two digests differ.
///
/// ```
/// assert_eq!(fpcheck::digest::items("10³ ≥ -½"), ["10", "³", "≥", "-", "½"]);
/// ```
#[must_use]
pub fn items(octets: impl AsRef<[u8]>) -> Vec<String> {
    let mut pieces = Pieces::default();
    let mut front = Front::default();
    let (decoder, mut next) = front.stages(&mut pieces);
    decoder.octets(octets.as_ref(), &mut next);
    decoder.end(&mut next);
    drop(next);
    pieces.all
}

/// Makes the text digest of a text that comes in pieces, however it is cut (R9.2).
///
/// Its memory is bounded, whatever the text.
///
/// ```
/// use fpcheck::{digest, TextDigest};
///
/// let mut text = TextDigest::new();
/// text.update("pp. 15-\n ");
/// text.update("20");
/// let digest = text.finish()?;
/// assert_eq!(digest, digest::sum("PP 15 – 20.")?);
/// assert!(digest.to_string().starts_with("92071ccae8bdbe6c"));
/// # Ok::<(), fpcheck::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct TextDigest {
    front: Front,
    hash: Hash,
}

impl TextDigest {
    /// A digest of a text of which nothing has come.
    #[must_use]
    pub fn new() -> TextDigest {
        TextDigest::default()
    }

    /// Takes the next octets of the text, however many.
    pub fn update(&mut self, octets: impl AsRef<[u8]>) {
        let (decoder, mut next) = self.front.stages(&mut self.hash);
        for block in octets.as_ref().chunks(BLOCK) {
            decoder.octets(block, &mut next);
        }
    }

    /// The text digest, as if the text ended here. More may come after.
    ///
    /// # Errors
    ///
    /// [`Error::NoItems`] if the text has none (R10.11).
    pub fn finish(&self) -> Result<Digest, Error> {
        let TextDigest { mut front, mut hash } = self.clone();
        {
            let (decoder, mut next) = front.stages(&mut hash);
            decoder.end(&mut next);
        }
        hash.digest()
    }

    /// Forgets the text.
    pub fn reset(&mut self) {
        *self = TextDigest::new();
    }
}

impl fmt::Debug for TextDigest {
    /// Says nothing of the text, which is nobody's to log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextDigest").finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl std::io::Write for TextDigest {
    fn write(&mut self, octets: &[u8]) -> std::io::Result<usize> {
        self.update(octets);
        Ok(octets.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The states of all stages up to the items. Identifiers are words here (R10.6).
#[derive(Clone)]
struct Front {
    decoder: Decoder,
    lines: Lines,
    blanks: Blanks,
    normaliser: Normaliser,
    items: Items,
}

impl Default for Front {
    fn default() -> Front {
        Front {
            decoder: Decoder::default(),
            lines: Lines::default(),
            blanks: Blanks::default(),
            normaliser: Normaliser::of_digest(),
            items: Items::default(),
        }
    }
}

impl Front {
    fn stages<'a, S>(&'a mut self, out: &'a mut S) -> (&'a mut Decoder, impl Sink + 'a)
    where
        &'a mut S: Sink,
    {
        let runs = join(&mut self.normaliser, join(&mut self.items, out));
        (&mut self.decoder, join(&mut self.lines, join(&mut self.blanks, runs)))
    }
}

/// Runs and separators to items.
#[derive(Clone, Debug)]
struct Items {
    signs: Signs,
    /// Something of a run was given to the next stage.
    open: bool,
    /// The run's last code point that is no mark, U+0000 if it has none, and its class.
    letter: char,
    class: Class,
    /// A Han numeral or zero stands before the signs.
    numeral: bool,
    /// No separator has come since that numeral (R10.7 (c)).
    adjacent: bool,
}

impl Default for Items {
    fn default() -> Items {
        Items {
            signs: Signs::default(),
            open: false,
            letter: '\0',
            class: Class::None,
            numeral: false,
            adjacent: false,
        }
    }
}

impl Items {
    /// R10.9: a part begins that ends the signs before it, and gives them if it is telling.
    #[inline]
    fn begin(&mut self, telling: bool, next: &mut impl Sink) {
        if telling {
            self.signs.give(next);
        }
        self.signs.clear();
        self.numeral = false;
    }
}

impl Stage for Items {
    fn text(&mut self, text: &str, next: &mut impl Sink) {
        let mut from = 0;
        for (i, c) in text.char_indices() {
            let properties = ucd::properties(c.into());
            if !self.open {
                let divides = self.numeral && is_han_numeral(c);
                self.begin(properties.is(ND | NL) || divides, next);
                self.open = true;
                self.letter = '\0';
                self.class = Class::None;
            }
            if properties.is(MARK) {
                continue;
            }
            // R10.6 (d), R10.10
            let class = properties.class();
            let word = class == Class::W && self.class == Class::W;
            if !word && class != Class::None && self.class != Class::None {
                next.text(&text[from..i]);
                next.cut();
                from = i;
            }
            self.letter = c;
            self.class = class;
        }
        next.text(&text[from..]);
    }

    #[inline]
    fn word(&mut self, text: &str, part: Range<usize>, next: &mut impl Sink) {
        self.begin(text.as_bytes()[part.start].is_ascii_digit(), next);
        self.letter = '\0';
        next.word(text, part);
    }

    #[inline]
    fn cut(&mut self, next: &mut impl Sink) {
        self.open = false;
        self.numeral = is_han_numeral(self.letter);
        self.adjacent = self.numeral;
        next.cut();
    }

    #[inline]
    fn separator(&mut self, c: Option<char>, next: &mut impl Sink) {
        let zero = c == Some(HAN_ZERO) && self.numeral && self.adjacent;
        self.adjacent = zero;
        match c {
            Some(c) if zero => {
                self.begin(true, next);
                self.numeral = true;
                item(c, next);
            }
            Some(' ' | '\n') => self.signs.space(),
            None => self.begin(false, next),
            Some(c) => match kind(c) {
                Kind::Symbol => {
                    self.begin(true, next);
                    item(c, next);
                }
                Kind::Space => self.signs.space(),
                Kind::Dash => self.signs.push('-'),
                Kind::Stop => self.signs.push(c),
                Kind::Other => self.begin(false, next),
            },
        }
    }
}

/// R10.7 (c): a symbol directly after a Han numeral.
const HAN_ZERO: char = '○';

/// R10.9
fn is_han_numeral(c: char) -> bool {
    "〇零一二三四五六七八九十百千万萬亿億兆".contains(c)
}

fn item(c: char, next: &mut impl Sink) {
    next.text(c.encode_utf8(&mut [0; 4]));
    next.cut();
}

/// What a separator with a code point is.
enum Kind {
    Symbol,
    Space,
    Dash,
    Stop,
    Other,
}

/// R10.7 (a) and (b), R10.8
fn kind(c: char) -> Kind {
    let properties = ucd::properties(c.into());
    match c {
        '"' | '\'' | '`' | '\u{B4}' | '\u{201A}' | '\u{201E}' => Kind::Other,
        '%' | '\u{609}' | '\u{60A}' | '\u{66A}' | '\u{2030}'..='\u{2034}' => Kind::Symbol,
        '\u{375}' | '\u{2057}' | '\u{FE6A}' | '\u{FF05}' => Kind::Symbol,
        '|' | '~' | '\u{2500}'..='\u{25FF}' => Kind::Stop,
        '\u{2212}' => Kind::Dash,
        _ if properties.is_white_space() => Kind::Space,
        _ if properties.is(PD) => Kind::Dash,
        _ if properties.is(NO | SC | SM | SO | CO | CN) => Kind::Symbol,
        _ if properties.is(PO | PS | PE | SK) => Kind::Stop,
        _ => Kind::Other,
    }
}

/// R10.9 (b): so many signs after the last space count.
const SIGNS: usize = 16;
/// R10.9 (a): so many dashes before the last space are a ruled line, however many more there are.
const RULE: u8 = 3;

/// The signs before what may be telling.
#[derive(Clone, Debug, Default)]
struct Signs {
    /// Dashes among them, up to `RULE`; and those before the last space.
    dashes: u8,
    before: u8,
    /// Signs since the last space, the last of them in a ring: dashes as U+002D, stops as they are.
    count: usize,
    last: [char; SIGNS],
}

impl Signs {
    #[inline]
    fn space(&mut self) {
        self.before = self.dashes;
        self.count = 0;
    }

    #[inline]
    fn push(&mut self, sign: char) {
        if sign == '-' && self.dashes < RULE {
            self.dashes += 1;
        }
        self.last[self.count % SIGNS] = sign;
        self.count += 1;
        if self.count == 2 * SIGNS {
            self.count = SIGNS;
        }
    }

    #[inline]
    fn clear(&mut self) {
        self.dashes = 0;
        self.before = 0;
        self.count = 0;
    }

    /// R10.9 (a), (b)
    fn give(&self, next: &mut impl Sink) {
        if (1..RULE).contains(&self.before) {
            item('-', next);
        }
        for i in self.count.saturating_sub(SIGNS)..self.count {
            item(self.last[i % SIGNS], next);
        }
    }
}

/// The SHA-256 of the items, each with one octet 00 after it (R10.11).
#[derive(Clone, Default)]
struct Hash {
    sha256: Sha256,
    /// What was not hashed yet: the function is faster on blocks than on words.
    waiting: Vec<u8>,
    any: bool,
}

impl Hash {
    fn digest(mut self) -> Result<Digest, Error> {
        if !self.any {
            return Err(Error::NoItems);
        }
        self.sha256.update(&self.waiting);
        Ok(Digest(self.sha256.finalize().into()))
    }
}

impl Sink for &mut Hash {
    #[inline]
    fn text(&mut self, text: &str) {
        self.waiting.extend_from_slice(text.as_bytes());
        if self.waiting.len() >= BLOCK {
            self.sha256.update(&self.waiting);
            self.waiting.clear();
        }
    }

    #[inline]
    fn cut(&mut self) {
        self.waiting.push(0);
        self.any = true;
    }
}
