use crate::decode::Decoder;
use crate::features::{self, Features, Tally, Tap};
use crate::identify::{Atoms, Blanks, Lines};
use crate::minhash::Minima;
use crate::normalise::Normaliser;
use crate::pipe::{join, Sink};
use crate::segment::Segmenter;
use crate::simhash::Counters;
use crate::{Error, Fingerprint, Scheme};
use core::fmt;

/// Octets that go through all stages before the next do, so that they stay in the cache.
pub(crate) const BLOCK: usize = 1 << 14;

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

    fn stages<'a>(&'a mut self, out: &'a mut Tally) -> (&'a mut Decoder, impl Sink + 'a) {
        let tap = Tap { features: &mut self.features, out };
        let runs = join(&mut self.normaliser, join(&mut self.segmenter, tap));
        let lines = join(&mut self.lines, join(&mut self.blanks, runs));
        (&mut self.decoder, join(&mut self.atoms, lines))
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
        let (decoder, mut next) = self.front.stages(&mut self.tally);
        for block in octets.as_ref().chunks(BLOCK) {
            decoder.octets(block, &mut next);
        }
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
        if let Some(minima) = self.minima() {
            return self.scheme.from_minima(&minima);
        }
        let ending = self.ending();
        let mut counters = Counters::default();
        let mut any = false;
        for (hash, weight) in self.tally.union(&ending) {
            counters.add_times(hash, weight.into());
            any = true;
        }
        if !any {
            return Err(Error::NoFeatures);
        }
        self.scheme.from_sketch(&counters.sketch().to_be_bytes())
    }

    /// The full form of a MinHash (R7.5), as if the text ended here; none of a SimHash.
    #[must_use]
    pub fn minima(&self) -> Option<Minima> {
        if !self.scheme.is_minhash() {
            return None;
        }
        let mut minima = Minima::default();
        for (hash, weight) in self.tally.union(&self.ending()) {
            features::elements(self.scheme, hash, weight).for_each(|element| minima.add(element));
        }
        Some(minima)
    }

    /// Forgets the text.
    pub fn reset(&mut self) {
        self.front = Front::new(self.scheme);
        self.tally.clear();
    }

    /// The features that what waits would give if the text ended here.
    fn ending(&self) -> Tally {
        let mut ending = self.tally.fresh();
        let mut front = self.front.clone();
        {
            let (decoder, mut next) = front.stages(&mut ending);
            decoder.end(&mut next);
        }
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
