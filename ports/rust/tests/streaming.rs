//! R9.2: a cut is no separator. And no input makes the library panic.
#![allow(clippy::pedantic)] // which is for the library

mod common;

use common::{generated, Numbers};
use fpcheck::{minhash::Minima, Error, Fingerprint, Scheme};

type Result = (std::result::Result<Fingerprint, Error>, usize);

fn cut(scheme: Scheme, octets: &[u8], cuts: impl IntoIterator<Item = usize>) -> Result {
    let mut hasher = scheme.hasher();
    let mut from = 0;
    for to in cuts {
        hasher.update(&octets[from..to]);
        from = to;
    }
    hasher.update(&octets[from..]);
    (hasher.fingerprint(), hasher.features())
}

fn random_cuts(n: &mut Numbers, len: usize) -> Vec<usize> {
    let count = [1, 3, 20, 300][n.below(4) as usize];
    let mut cuts: Vec<_> = (0..count).map(|_| n.below(len as u32 + 1) as usize).collect();
    cuts.sort_unstable();
    cuts
}

#[test]
fn random_cuts_change_nothing() {
    let mut n = Numbers(5);
    for i in 0..400 {
        let octets = generated(1234, i);
        for scheme in Scheme::ALL {
            let whole = cut(scheme, &octets, []);
            for _ in 0..3 {
                let cuts = random_cuts(&mut n, octets.len());
                assert_eq!(cut(scheme, &octets, cuts), whole, "{scheme}, text {i}");
            }
            assert_eq!(cut(scheme, &octets, 0..octets.len()), whole, "{scheme}, text {i}");
        }
    }
}

/// Texts of words with what may stop the shortest way, at any place of its blocks. Octet by octet,
/// nothing goes that way.
#[test]
fn english_goes_every_way() {
    const PIECES: [&[u8]; 50] = [
        b"-",
        b"-\n",
        b"- ",
        b".",
        b". ",
        b", ",
        b"@",
        b"://",
        b":",
        b"/",
        b"www.",
        b"10.1000/",
        b"\"",
        b".\"",
        b"_",
        b"7",
        b"<",
        b"'",
        b"X",
        b"\xC2",
        b"\xE2\x80\x99",
        b"\xE2\x80\x94",
        b"\xE2\x80\x90\n",
        b"\xC3\xA9",
        b"\xCC\x81",
        b"\xE6\x97\xA5",
        b"\xE6\x97\xA5 \xE6\x9C\xAC",
        b"\xC2\xAD\r\n",
        b"0.",
        b"5.3.2",
        b"w.",
        b"W.",
        b"x:y",
        b"1:y",
        b"1:/",
        b" www.a.",
        b" (WWW.a",
        b" 10.1000/a ",
        b" *10.10000.1/a",
        b" isbn:1",
        b" Mailto:a",
        b" a@b.c",
        b"\xC2\xA0",
        b"\xC2\xA0\xCC\x81",
        b"-\xC2\xA0",
        b"\xE2\x80\xA2 ",
        b"\xE2\x94\x82",
        b"\xE2\x95\x90\xE2\x95\x90",
        b"\xE2\x95",
        b"\xE2\x96\x80",
    ];
    let mut n = Numbers(8);
    for i in 0..3000 {
        let (len, rare) = (n.below(500) as usize, 1 + n.below(40));
        let mut octets = Vec::new();
        while octets.len() < len {
            octets.extend((0..=n.below(9)).map(|_| b'a' + n.below(26) as u8));
            match n.below(rare) {
                0 => octets.extend(PIECES[n.below(PIECES.len() as u32) as usize]),
                _ => octets.push(b' '),
            }
        }
        for scheme in Scheme::ALL {
            let whole = cut(scheme, &octets, []);
            assert_eq!(cut(scheme, &octets, 0..octets.len()), whole, "{scheme}, text {i}");
        }
    }
}

#[test]
fn long_texts_cross_blocks() {
    let octets: Vec<u8> = (0..400).flat_map(|i| generated(99, i)).collect();
    let mut n = Numbers(6);
    for scheme in Scheme::ALL {
        let whole = cut(scheme, &octets, []);
        let cuts = random_cuts(&mut n, octets.len());
        assert_eq!(cut(scheme, &octets, cuts), whole, "{scheme}");
        assert_eq!(cut(scheme, &octets, 0..octets.len()), whole, "{scheme}");
        let stages = scheme.stages(&octets);
        assert_eq!(stages.features.len(), whole.1, "{scheme}");
        let tokens: Vec<&str> = stages.tokens.iter().map(String::as_str).collect();
        assert_eq!(scheme.elements(&tokens), stages.elements);
    }
}

#[test]
fn looking_changes_nothing() {
    let octets = generated(7, 7);
    for scheme in Scheme::ALL {
        let mut hasher = scheme.hasher();
        for (i, octet) in octets.iter().enumerate() {
            hasher.update([*octet]);
            let so_far = (hasher.fingerprint(), hasher.features());
            assert_eq!(so_far, cut(scheme, &octets[..=i], []), "{scheme}");
        }
        hasher.reset();
        assert_eq!(hasher.fingerprint(), Err(Error::NoFeatures));
        assert_eq!(hasher.features(), 0);
    }
}

#[cfg(feature = "std")]
#[test]
fn is_a_writer() {
    let mut hasher = Scheme::Sm1.hasher();
    std::io::copy(&mut &b"near duplicates"[..], &mut hasher).unwrap();
    assert_eq!(hasher.fingerprint(), Scheme::Sm1.sum("near duplicates"));
}

#[test]
fn merging_is_the_union() {
    let (a, b) = ("one two three four five", "five six seven eight");
    for scheme in [Scheme::Mh1, Scheme::Mw1] {
        let mut both = Minima::new(scheme).unwrap();
        let mut each = both.clone();
        for text in [a, b] {
            let mut hasher = scheme.hasher();
            hasher.update(text);
            both.merge(&hasher.minima().unwrap()).unwrap();
            scheme.stages(text.as_bytes()).elements.iter().for_each(|&e| each.add(e));
        }
        assert_eq!(both, each);
    }
    assert_eq!(Scheme::Sm1.hasher().minima(), None);
}

/// Strings to decode are hostile.
#[test]
fn any_string_may_be_parsed() {
    let mut n = Numbers(8);
    let alphabet: Vec<char> = "sdmhw12b4.:xabz27AZ=\u{212A}\0 ".chars().collect();
    let mhb1 = "mh1b1:ngtrrri4zrfi4p6gxhvjigf4ma";
    for _ in 0..50_000 {
        let len = n.below(30);
        let random = |_| alphabet[n.below(alphabet.len() as u32) as usize];
        let string: String = (0..len).map(random).collect();
        for string in [string.clone(), format!("sm1:{string}"), format!("{string}{mhb1}")] {
            if let Ok(fingerprint) = string.parse::<Fingerprint>() {
                assert_eq!(fingerprint.to_string(), string.to_ascii_lowercase());
            }
        }
        let octets: Vec<u8> = (0..n.below(40)).map(|_| n.below(256) as u8).collect();
        assert!(Minima::from_bytes(Scheme::Mh1, &octets).is_err());
        for scheme in Scheme::ALL {
            if let Ok(fingerprint) = scheme.from_sketch(&octets) {
                assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
            }
        }
    }
}
