//! Serialisation: strings in JSON, octets in a binary format.
#![allow(clippy::pedantic)] // which is for the library
#![cfg(feature = "serde")]

use fpcheck::{minhash::Minima, Fingerprint, Scheme};
use serde::{de::DeserializeOwned, Serialize};
use std::{collections::BTreeMap, fmt::Debug};

const TEXT: &str = "The keeper counted the ships that came in with the tide.";

/// Both formats give the value back. Returns its JSON, and how long it is in the other.
fn both<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> (String, usize) {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value);
    assert_eq!(&serde_json::from_reader::<_, T>(json.as_bytes()).unwrap(), value, "not borrowed");
    let octets = postcard::to_allocvec(value).unwrap();
    assert_eq!(&postcard::from_bytes::<T>(&octets).unwrap(), value);
    for end in 0..octets.len() {
        assert!(postcard::from_bytes::<T>(&octets[..end]).is_err(), "cut at {end}");
    }
    (json, octets.len())
}

#[test]
fn values() {
    for scheme in Scheme::ALL {
        assert_eq!(both(&scheme), (format!("\"{scheme}\""), 4));
        let whole = scheme.sum(TEXT).unwrap();
        // Each part has its length before it, of two octets for 128.
        let (octets, length) = if scheme.is_minhash() { (128, 2) } else { (8, 1) };
        assert_eq!(both(&whole), (format!("\"{whole}\""), 4 + 8 + length + octets));
        let main = whole.clone().with_profile("main").unwrap();
        assert_eq!(both(&main), (format!("\"{main}\""), 4 + 5 + length + octets));
        if scheme.is_minhash() {
            let short = whole.truncate(1).unwrap();
            assert_eq!(both(&short), (format!("\"{short}\""), 4 + 8 + 1 + 16));
            let mut hasher = scheme.hasher();
            hasher.update(TEXT);
            let (json, octets) = both(&hasher.minima().unwrap());
            assert!(json.starts_with(&format!("[\"{scheme}\",\"66706d6801")), "{json}");
            assert_eq!(octets, 4 + 2 + 1029);
        }
    }
    let map = BTreeMap::from([(Scheme::Sm1.sum(TEXT).unwrap(), Some(Scheme::Mh1))]);
    assert!(both(&map).0.starts_with("{\"sm1:"), "a fingerprint is a key of JSON");
}

#[cfg(feature = "digest")]
#[test]
fn digests() {
    let digest = fpcheck::digest::sum(TEXT).unwrap();
    assert_eq!(both(&digest), (format!("\"{digest}\""), 33));
    let refused = |json: &str| serde_json::from_str::<fpcheck::digest::Digest>(json).is_err();
    assert!(refused("\"00\"") && refused("0"));
    let short = postcard::to_allocvec(&serde_bytes_of(&[0; 31])).unwrap();
    assert!(postcard::from_bytes::<fpcheck::digest::Digest>(&short).is_err());
}

#[cfg(feature = "digest")]
fn serde_bytes_of(octets: &[u8]) -> Vec<u8> {
    octets.to_vec() // postcard writes a list of octets as it writes octets
}

#[test]
fn malformed() {
    for (json, reason) in [
        ("\"sm1:m4jwwurjsdq3\"", "too long or too short"),
        ("\"sm2:m4jwwurjsdq34\"", "the scheme is not known"),
        ("\"sm1.visible:m4jwwurjsdq34\"", "never written"),
        ("5", "expected a fingerprint, such as sm1:"),
        ("null", "expected a fingerprint"),
    ] {
        let error = serde_json::from_str::<Fingerprint>(json).unwrap_err().to_string();
        assert!(error.contains(reason), "{json}: {error}");
    }
    let binary = |scheme: &str, profile: &str, sketch: &[u8]| {
        let octets = postcard::to_allocvec(&(scheme, profile, sketch)).unwrap();
        postcard::from_bytes::<Fingerprint>(&octets)
    };
    assert!(binary("sm1", "visible", &[0; 8]).is_ok());
    assert!(binary("sm1", "visible", &[0; 7]).is_err());
    assert!(binary("sm1b4", "visible", &[0; 8]).is_err());
    assert!(binary("sm1", "Main", &[0; 8]).is_err());

    let full = serde_json::to_string(&Minima::new(Scheme::Mh1).unwrap()).unwrap();
    assert!(serde_json::from_str::<Minima>(&full).is_ok());
    for bad in [full.replace("mh1", "sm1"), full.replace("6670", "6671"), full.replace("ff", "fg")]
    {
        assert!(serde_json::from_str::<Minima>(&bad).is_err(), "{bad}");
    }
}
