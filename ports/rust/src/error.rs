use alloc::string::String;
use core::fmt;

/// What can go wrong.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// The text has no features, so it has no fingerprint (R5.3). This is a result, not a fault.
    NoFeatures,
    /// The text has no items, so it has no text digest (R10.11). This is a result, not a fault.
    NoItems,
    /// The text is shorter than a window (R13.15). This is a result, not a fault.
    TooShort,
    /// A window has 1 to 32 words (R13.14).
    Words,
    /// What was to be read is malformed, for this reason (R7.7, R8.4 to R8.9).
    Malformed(&'static str),
    /// A MinHash sketch has no form of so many bits a slot, or the fingerprint is no MinHash
    /// (R7.10).
    NotTruncatable,
    /// Two fingerprints are of different schemes or profiles (R10.1), or two full forms of different
    /// schemes (R7.6). This names both.
    NotComparable(String, String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoFeatures => f.write_str("the text has no features"),
            Error::NoItems => f.write_str("the text has no words, numbers or symbols"),
            Error::TooShort => f.write_str("the text is shorter than a window"),
            Error::Words => f.write_str("a window has 1 to 32 words"),
            Error::Malformed(reason) => f.write_str(reason),
            Error::NotTruncatable => f.write_str("there is no form of so many bits a slot"),
            Error::NotComparable(a, b) => write!(f, "{a} and {b} are not comparable"),
        }
    }
}

#[cfg(feature = "std")]
impl std::error::Error for Error {}
