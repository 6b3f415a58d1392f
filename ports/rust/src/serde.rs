//! Serialisation by serde: strings where a format is for people, such as JSON, and octets elsewhere.

use crate::minhash::{Minima, OCTETS};
use crate::{Fingerprint, Scheme};
use alloc::{format, string::String, vec::Vec};
use core::fmt;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

/// Octets, which formats write as such and not as a list of numbers.
struct Octets<'a>(&'a [u8]);

impl Serialize for Octets<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

struct OwnedOctets(Vec<u8>);

impl<'de> Deserialize<'de> for OwnedOctets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OwnedOctets, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = OwnedOctets;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("octets")
            }

            fn visit_bytes<E: Error>(self, octets: &[u8]) -> Result<OwnedOctets, E> {
                Ok(OwnedOctets(octets.into()))
            }

            fn visit_byte_buf<E: Error>(self, octets: Vec<u8>) -> Result<OwnedOctets, E> {
                Ok(OwnedOctets(octets))
            }

            // Some formats do not distinguish octets from a list of numbers.
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OwnedOctets, A::Error> {
                let mut octets = Vec::new();
                while let Some(octet) = list.next_element()? {
                    octets.push(octet);
                }
                Ok(OwnedOctets(octets))
            }
        }
        deserializer.deserialize_byte_buf(Read)
    }
}

/// Reads a string, whichever way the format has it.
fn read<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &'static str,
    parse: fn(&str) -> Result<T, crate::Error>,
) -> Result<T, D::Error> {
    struct Read<T>(&'static str, fn(&str) -> Result<T, crate::Error>);
    impl<T> Visitor<'_> for Read<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_str<E: Error>(self, string: &str) -> Result<T, E> {
            self.1(string).map_err(E::custom)
        }
    }
    deserializer.deserialize_str(Read(expected, parse))
}

impl Serialize for Scheme {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Scheme {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scheme, D::Error> {
        read(deserializer, "a scheme, such as sm1", str::parse)
    }
}

impl Serialize for Fingerprint {
    /// The string; or, in a format that is not for people, the scheme's id, the profile and the
    /// octets of the sketch.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        let mut tuple = serializer.serialize_tuple(3)?;
        tuple.serialize_element(&self.scheme())?;
        tuple.serialize_element(self.profile())?;
        tuple.serialize_element(&Octets(self.sketch()))?;
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fingerprint, D::Error> {
        if deserializer.is_human_readable() {
            return read(deserializer, "a fingerprint, such as sm1:m4jwwurjsdq34", str::parse);
        }
        let (scheme, profile, octets) = <(Scheme, String, OwnedOctets)>::deserialize(deserializer)?;
        let fingerprint = scheme.from_sketch(&octets.0).map_err(D::Error::custom)?;
        fingerprint.with_profile(&profile).map_err(D::Error::custom)
    }
}

impl Serialize for Minima {
    /// The scheme and the octets of R7.7, which are hexadecimal digits in a format for people.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let readable = serializer.is_human_readable();
        let octets = self.to_bytes();
        let mut tuple = serializer.serialize_tuple(2)?;
        tuple.serialize_element(&self.scheme())?;
        if readable {
            let digits: String = octets.iter().map(|octet| format!("{octet:02x}")).collect();
            tuple.serialize_element(&digits)?;
        } else {
            tuple.serialize_element(&Octets(&octets))?;
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Minima {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Minima, D::Error> {
        let (scheme, octets) = if deserializer.is_human_readable() {
            let (scheme, digits) = <(Scheme, String)>::deserialize(deserializer)?;
            if digits.len() != 2 * OCTETS || !digits.bytes().all(|d| d.is_ascii_hexdigit()) {
                return Err(D::Error::custom("a full form has 2,058 hexadecimal digits"));
            }
            let pairs = (0..OCTETS).map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16));
            (scheme, pairs.collect::<Result<_, _>>().map_err(D::Error::custom)?)
        } else {
            let (scheme, octets) = <(Scheme, OwnedOctets)>::deserialize(deserializer)?;
            (scheme, octets.0)
        };
        Minima::from_bytes(scheme, &octets).map_err(D::Error::custom)
    }
}

#[cfg(feature = "digest")]
impl Serialize for crate::digest::Digest {
    /// 64 hexadecimal digits; or, in a format that is not for people, 32 octets.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        serializer.serialize_bytes(self.as_bytes())
    }
}

#[cfg(feature = "digest")]
impl<'de> Deserialize<'de> for crate::digest::Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return read(deserializer, "64 hexadecimal digits", str::parse);
        }
        let octets = OwnedOctets::deserialize(deserializer)?.0;
        let octets = <[u8; 32]>::try_from(octets);
        octets.map(Self::from).map_err(|_| D::Error::custom("a text digest has 32 octets"))
    }
}
