use crate::features::{self, FeatureSink, Features, Tally};
use crate::minhash::Minima;
use crate::tokenize::{self, Rules};
use crate::{hasher, jenkins, Error, Fingerprint, Hasher};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt, ops::Range, str::FromStr};

/// A way to make fingerprints, fixed for as long as its name stands.
///
/// ```
/// use fpcheck::Scheme;
///
/// let scheme: Scheme = "sm1".parse()?;
/// assert_eq!(scheme, Scheme::Sm1);
/// # Ok::<(), fpcheck::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Scheme {
    /// `sd1`, simhash-doc: the source note's own scheme.
    Sd1,
    /// `sm1`, simhash-multi: near duplicates, in every script. The one to choose.
    Sm1,
    /// `mh1`, minhash-doc: resemblance and containment; sketches that merge.
    Mh1,
    /// `mw1`, minhash-weighted: the same where it matters how often something is said.
    Mw1,
}

/// A feature of a text (chapter 5).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Feature {
    /// What is hashed.
    pub octets: Vec<u8>,
    /// The hash of the octets (chapter 6). Features of one hash are one (R5.2).
    pub hash: u64,
    /// The weight of R5.2 and R5.4; in `mw1` the occurrences, up to 1,024 (R5.6).
    pub weight: u16,
}

/// What each stage makes of a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stages {
    /// Stage 1: what the octets are in Unicode.
    pub text: String,
    /// Stage 2: the text without identifiers.
    pub identifiers: String,
    /// Stage 3.
    pub runs: Vec<String>,
    /// Stage 4.
    pub tokens: Vec<String>,
    /// Stages 5 and 6: the distinct features, in the order of the text.
    pub features: Vec<Feature>,
    /// Stage 5: the elements, ascending, each as often as its weight (R5.6).
    pub elements: Vec<u64>,
}

impl Scheme {
    /// All schemes.
    pub const ALL: [Scheme; 4] = [Scheme::Sd1, Scheme::Sm1, Scheme::Mh1, Scheme::Mw1];

    /// The scheme's name in strings, such as `sm1`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Scheme::Sd1 => "sd1",
            Scheme::Sm1 => "sm1",
            Scheme::Mh1 => "mh1",
            Scheme::Mw1 => "mw1",
        }
    }

    /// Whether its sketches are those of a MinHash; if not, of a SimHash.
    #[must_use]
    pub const fn is_minhash(self) -> bool {
        matches!(self, Scheme::Mh1 | Scheme::Mw1)
    }

    /// The rules of chapters 2 to 4 that it has.
    #[must_use]
    pub const fn rules(self) -> Rules {
        Rules { multi: !matches!(self, Scheme::Sd1) }
    }

    /// The fingerprint of a text, given as octets (R9.1).
    ///
    /// ```
    /// use fpcheck::Scheme;
    ///
    /// let fingerprint = Scheme::Sd1.sum("Die STRASSE, Stra\u{ad}ße: ΟΔΟΣ, Cafe\u{301}!")?;
    /// assert_eq!(fingerprint.to_string(), "sd1:arzqpmpmlbbaa");
    /// # Ok::<(), fpcheck::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::NoFeatures`] if the text has none (R5.3).
    pub fn sum(self, octets: impl AsRef<[u8]>) -> Result<Fingerprint, Error> {
        hasher::sum(self, octets.as_ref())
    }

    /// A hasher for a text that comes in pieces (R9.2).
    #[must_use]
    pub fn hasher(self) -> Hasher {
        Hasher::new(self)
    }

    /// The elements of tokens, ascending, each as often as its weight (R5.1 to R5.6).
    #[must_use]
    pub fn elements<S: AsRef<str>>(self, tokens: &[S]) -> Vec<u64> {
        let mut tally = Tally::new(self);
        self.features(tokens, &mut tally);
        let all = tally.iter().flat_map(|(hash, weight)| features::elements(self, hash, weight));
        let mut elements: Vec<u64> = all.collect();
        elements.sort_unstable();
        elements
    }

    fn features<S: AsRef<str>>(self, tokens: &[S], out: &mut impl FeatureSink) {
        let mut features = Features::new(self);
        for token in tokens {
            let token = token.as_ref();
            features.token(token, 0..token.len(), out);
        }
        features.end(out);
    }

    /// A fingerprint of the profile `visible` from the octets of its sketch: 8 of a SimHash, 128
    /// of a MinHash, or 64, 32 or 16 of a truncated one (R8.2).
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] for another number of octets.
    pub fn from_sketch(self, octets: &[u8]) -> Result<Fingerprint, Error> {
        Fingerprint::new(self, octets)
    }

    /// The fingerprint of a full form, of the profile `visible` (R7.9).
    ///
    /// # Errors
    ///
    /// [`Error::NoFeatures`] if all slots are empty, and [`Error::NotComparable`] if the full form
    /// is of another scheme.
    pub fn from_minima(self, minima: &Minima) -> Result<Fingerprint, Error> {
        if self != minima.scheme() {
            return Err(Error::NotComparable(self.to_string(), minima.scheme().to_string()));
        }
        Fingerprint::new(self, &minima.stored().ok_or(Error::NoFeatures)?)
    }

    /// What each stage makes of a text.
    ///
    /// All of it is kept: this is for showing, and for texts that are not long.
    ///
    /// ```
    /// let stages = fpcheck::Scheme::Sm1.stages(b"see http://x.org/ for 12 m\xC3\xBCller");
    /// assert_eq!(stages.identifiers, "see \u{FFFD} for 12 müller");
    /// assert_eq!(stages.tokens, ["see", "for", "müller"]);
    /// ```
    #[must_use]
    pub fn stages(self, octets: &[u8]) -> Stages {
        let text = tokenize::text(octets);
        let identifiers = self.rules().identifiers(&text);
        let runs = self.rules().normalise(&identifiers);
        let tokens = self.rules().segment(&runs);
        let mut list = List { all: Vec::new(), tally: Tally::new(self) };
        self.features(&tokens, &mut list);
        for feature in &mut list.all {
            feature.weight = list.tally.weight(feature.hash);
        }
        let elements = self.elements(&tokens);
        Stages { text, identifiers, runs, tokens, features: list.all, elements }
    }
}

/// Lists distinct features as they come.
struct List {
    all: Vec<Feature>,
    tally: Tally,
}

impl FeatureSink for List {
    fn feature(&mut self, octets: &[u8], part: Range<usize>, weight: u16) {
        let octets = &octets[part];
        let hash = jenkins::sum64(octets);
        if self.tally.weight(hash) == 0 {
            self.all.push(Feature { octets: octets.into(), hash, weight });
        }
        self.tally.add(hash, weight);
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Scheme {
    type Err = Error;

    /// The scheme of a name such as `sm1`, in lower case.
    fn from_str(id: &str) -> Result<Scheme, Error> {
        let mut all = Scheme::ALL.into_iter();
        all.find(|scheme| scheme.id() == id).ok_or(Error::Malformed("the scheme is not known"))
    }
}
