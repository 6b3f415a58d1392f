//! Chapter 13a, beside its vectors: places in text, and what is reported instead of a result.
#![allow(clippy::pedantic)] // which is for the library

use fpcheck::passages::{self, Cover, Reference};
use fpcheck::Error;

#[test]
fn items() {
    for (octets, expected, why) in [
        ("half-\ntone 12 _", "halftone/4/0-10 12/4/11-13 _/4/14-15", "R13.12: no R4.2; R13.19"),
        (
            "第3回ナコ",
            "第/2/0-3 3/4/3-4 回/2/4-7 ナ/2/7-10 コ/2/10-13",
            "R13.12: clusters, no grams",
        ),
        ("ที่ ๑", "ที\u{E48}/1/0-9 ๑/4/10-13", "R13.13: a digit is of class W"),
        ("灯\n 台", "灯/2/0-3 台/2/5-8", "R2.10 deletes a gap between clusters"),
        ("e\u{301}\u{AD} x\u{AD}y", "é/4/0-3 xy/4/6-10", "R13.19: what is deleted, at an end"),
        ("\u{1100}\u{1161}\u{11A8}", "각/4/0-9", "R13.19: a composite comes from all its parts"),
        ("漢\u{345}\u{301}", "漢\u{301}/2/0-7 ι/4/3-5", "R13.19: marks change places"),
        ("\u{140}a", "l/4/0-2 a/4/2-3", "R3.5 brings in a separator"),
        ("见http://x.org/见 a@b.c ", "见/2/0-3 见/2/16-19", "R2.8: an identifier is no item"),
        ("İI\u{307}", "ii/4/0-3", "R3.7: a dot that goes is no part of a place at its end"),
    ] {
        assert_eq!(written(octets.as_bytes()), expected, "{why}");
    }
    assert_eq!(written(b"\xFFab\xE2\x82c\x80"), "ab/4/1-3 c/4/5-6", "ill-formed octets");
    let long = format!("{} 一{}二", "a".repeat(4097), "\u{20DD}".repeat(1365));
    assert_eq!(written(long.as_bytes()), "二/2/8196-8199", "R4.3: words and clusters");
    let held = format!("b {}", "a".repeat(3000));
    assert!(written(held.as_bytes()).ends_with("/4/2-3002"), "an atom that ends the text");
}

/// Each item with its weight and its place.
fn written(octets: &[u8]) -> String {
    let items = passages::items(octets);
    let item =
        |i: &passages::Item| format!("{}/{}/{}-{}", i.text, i.weight, i.place.start, i.place.end);
    items.iter().map(item).collect::<Vec<_>>().join(" ")
}

#[test]
fn too_short() {
    let texts = ["a b c", "a b", "", "a b c"];
    let found = passages::rows(texts, 3).unwrap();
    assert_eq!((found.rows.len(), found.too_short), (1, vec![1, 2]));
    assert_eq!(passages::windows("a b", 3), Err(Error::TooShort));
    assert_eq!(Reference::new("a b", 3).unwrap_err(), Error::TooShort);
    for words in [0, 33, usize::MAX] {
        assert_eq!(passages::windows("a b", words), Err(Error::Words));
        assert_eq!(passages::rows(texts, words), Err(Error::Words));
        assert_eq!(Reference::new("a b", words).unwrap_err(), Error::Words);
    }
}

#[test]
fn nothing_in_common() {
    let reference = Reference::new("a b c d", 2).unwrap();
    assert_eq!(
        (reference.cover("b a d c"), reference.contained_in("b a d c")),
        (Cover::default(), 0)
    );
    assert_eq!(passages::place(&passages::items("a b"), 1..3), None);
}
