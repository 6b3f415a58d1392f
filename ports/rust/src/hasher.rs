use crate::decode::Decoder;
use crate::english;
use crate::features::{self, FeatureSink, Features, Tally, Tap};
use crate::identify::{Atoms, Blanks, Lines};
use crate::jenkins;
use crate::minhash::Minima;
use crate::normalise::Normaliser;
use crate::pipe::{join, Sink};
use crate::segment::Segmenter;
use crate::simhash::Sums;
use crate::{Error, Fingerprint, Scheme};
use core::{fmt, ops::Range};

/// Octets that go through all stages before the next do, so that they stay in the cache.
pub(crate) const BLOCK: usize = 1 << 14;

/// How many octets on the shortest way make it worth trying again after one atom.
const WORTH: usize = 32;

/// Makes the fingerprint of a text that comes in pieces, however it is cut (R9.2).
///
/// Its memory grows with the distinct features, not with the text.
///
/// ```
/// use fpcheck::Scheme;
///
/// let mut hasher = Scheme::Sm1.hasher();
/// hasher.update("near dupli");
/// hasher.update("cates, in every script");
/// assert_eq!(hasher.features(), 5);
/// assert_eq!(hasher.fingerprint(), Scheme::Sm1.sum("near duplicates, in every script"));
/// ```
#[derive(Clone)]
pub struct Hasher {
    scheme: Scheme,
    front: Front,
    tally: Tally,
}

/// The states of all stages up to the features.
#[derive(Clone)]
struct Front {
    decoder: Decoder,
    atoms: Atoms,
    lines: Option<Lines>,
    blanks: Option<Blanks>,
    normaliser: Normaliser,
    segmenter: Segmenter,
    features: Features,
}

impl Front {
    fn new(scheme: Scheme) -> Front {
        let rules = scheme.rules();
        let (atoms, lines, blanks) = rules.identifier_stages();
        Front {
            decoder: Decoder::default(),
            atoms,
            lines,
            blanks,
            normaliser: Normaliser::new(rules.multi),
            segmenter: Segmenter::new(rules.multi),
            features: Features::new(scheme),
        }
    }

    fn stages<'a, F>(&'a mut self, out: &'a mut F) -> (&'a mut Decoder, impl Sink + 'a)
    where
        F: FeatureSink,
    {
        let tap = Tap { features: &mut self.features, out };
        let runs = join(&mut self.normaliser, join(&mut self.segmenter, tap));
        let lines = join(&mut self.lines, join(&mut self.blanks, runs));
        (&mut self.decoder, join(&mut self.atoms, lines))
    }

    /// Takes the next octets.
    fn update(&mut self, octets: &[u8], out: &mut impl FeatureSink) {
        let mut span = 1;
        for block in octets.chunks(BLOCK) {
            let mut rest = block;
            while !rest.is_empty() {
                let taken = self.take_english(rest, out);
                rest = &rest[taken..];
                if taken >= WORTH {
                    span = 1;
                }
                let n = after_blank(rest, span);
                let (decoder, mut next) = self.stages(out);
                decoder.octets(&rest[..n], &mut next);
                rest = &rest[n..];
                span = (2 * span).min(BLOCK);
            }
        }
    }

    /// Takes the words at the front of octets on the shortest way, and says how many octets.
    fn take_english(&mut self, octets: &[u8], out: &mut impl FeatureSink) -> usize {
        if !english::may_take(octets) || !self.is_at_rest() {
            return 0;
        }
        let features = &mut self.features;
        let taken = english::take(octets, |octets, part| features.word(octets, part, out));
        if taken > 0 {
            self.decoder.passed();
            if let Some(lines) = &mut self.lines {
                lines.separated();
            }
        }
        taken
    }

    /// Whether nothing waits in a stage.
    fn is_at_rest(&self) -> bool {
        self.decoder.is_at_rest()
            && self.atoms.is_at_rest()
            && self.lines.as_ref().map_or(true, Lines::is_at_rest)
            && self.blanks.as_ref().map_or(true, Blanks::is_at_rest)
            && self.normaliser.is_at_rest()
            && self.segmenter.is_at_rest()
    }

    fn end(&mut self, out: &mut impl FeatureSink) {
        let (decoder, mut next) = self.stages(out);
        decoder.end(&mut next);
    }
}

/// The length of the front of octets that ends with a blank at a place or after it, or all of them.
fn after_blank(octets: &[u8], from: usize) -> usize {
    let found = octets.iter().skip(from).position(|&octet| octet <= b' ');
    found.map_or(octets.len(), |n| from + n + 1)
}

/// The fingerprint of a whole text: no more comes, so nothing is kept that only this would need.
pub(crate) fn sum(scheme: Scheme, octets: &[u8]) -> Result<Fingerprint, Error> {
    let mut front = Front::new(scheme);
    if scheme == Scheme::Mh1 {
        // An element that comes again changes nothing (R7.5), so there is no need to know it.
        let mut minima = Minima::empty(scheme);
        front.update(octets, &mut minima);
        front.end(&mut minima);
        return scheme.from_minima(&minima);
    }
    let mut tally = Tally::for_text(scheme, octets.len());
    front.update(octets, &mut tally);
    front.end(&mut tally);
    fingerprint(scheme, tally.slots())
}

/// The fingerprint of distinct hashes with their weights.
fn fingerprint(
    scheme: Scheme,
    features: impl Iterator<Item = (u64, u16)>,
) -> Result<Fingerprint, Error> {
    if scheme.is_minhash() {
        return scheme.from_minima(&minima(scheme, features));
    }
    let mut sums = Sums::default();
    features.for_each(|(hash, weight)| sums.add(hash, weight));
    let counters = sums.counters().ok_or(Error::NoFeatures)?;
    scheme.from_sketch(&counters.sketch().to_be_bytes())
}

fn minima(scheme: Scheme, features: impl Iterator<Item = (u64, u16)>) -> Minima {
    let mut minima = Minima::empty(scheme);
    for (hash, weight) in features {
        features::elements(scheme, hash, weight).for_each(|element| minima.add(element));
    }
    minima
}

impl FeatureSink for Minima {
    #[inline]
    fn feature(&mut self, octets: &[u8], part: Range<usize>, _weight: u16) {
        self.add(jenkins::of_part(octets, part));
    }
}

impl Hasher {
    /// A hasher of a scheme, of a text of which nothing has come.
    #[must_use]
    pub fn new(scheme: Scheme) -> Hasher {
        Hasher { scheme, front: Front::new(scheme), tally: Tally::new(scheme) }
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Takes the next octets of the text, however many.
    pub fn update(&mut self, octets: impl AsRef<[u8]>) {
        self.front.update(octets.as_ref(), &mut self.tally);
    }

    /// The feature count (R5.2), as if the text ended here.
    #[must_use]
    pub fn features(&self) -> usize {
        let ending = self.ending();
        let new = ending.iter().filter(|&(hash, _)| self.tally.weight(hash) == 0);
        self.tally.len() + new.count()
    }

    /// The fingerprint, of the profile `visible`, as if the text ended here. More may come after.
    ///
    /// # Errors
    ///
    /// [`Error::NoFeatures`] if the text has none (R5.3).
    pub fn fingerprint(&self) -> Result<Fingerprint, Error> {
        fingerprint(self.scheme, self.tally.union(&self.ending()))
    }

    /// The full form of a MinHash (R7.5), as if the text ended here; none of a SimHash.
    #[must_use]
    pub fn minima(&self) -> Option<Minima> {
        let is_minhash = self.scheme.is_minhash();
        is_minhash.then(|| minima(self.scheme, self.tally.union(&self.ending())))
    }

    /// Forgets the text.
    pub fn reset(&mut self) {
        self.front = Front::new(self.scheme);
        self.tally.clear();
    }

    /// The features that what waits would give if the text ended here.
    fn ending(&self) -> Tally {
        let mut ending = self.tally.fresh();
        self.front.clone().end(&mut ending);
        ending
    }
}

impl fmt::Debug for Hasher {
    /// Names the scheme only: the text is nobody's to log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hasher").field("scheme", &self.scheme).finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl std::io::Write for Hasher {
    fn write(&mut self, octets: &[u8]) -> std::io::Result<usize> {
        self.update(octets);
        Ok(octets.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
