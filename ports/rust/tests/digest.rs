//! R10.6 to R10.11: text digests.
#![allow(clippy::pedantic)] // which is for the library
#![cfg(feature = "digest")]

mod common;

use common::{generated, Numbers};
use fpcheck::digest::{self, TextDigest};
use fpcheck::Error;

#[test]
fn items() {
    for (text, items, reason) in [
        ("", "", "R10.11: nothing"),
        ("… – \"!\" ()", "", "R10.10: what is neither a run nor a symbol, before no number"),
        ("eats, SHOOTS", "eats shoots", "R10.8: a stop is no item before a word"),
        ("see http://x.org/", "see http x org", "R10.6: identifiers are words"),
        ("SI\u{307}k \u{131}", "si\u{307}k \u{131}", "R10.6: R3.7 is not applied"),
        ("re-\nsign", "resign", "R10.6: R2.9 is"),
        ("日\n本", "日 本", "R10.10: each letter is an item"),
        ("三○○・一 三 ○年", "三 ○ ○ ・ 一 三 年", "R10.7 (c): Han zeros"),
        ("○一 年○ 5○", "一 年 5", "R10.7 (c): not after others"),
        ("\u{375}αωκα", "\u{375} αωκα", "R10.7 (b): U+0375"),
        ("三・一 葉・一", "三 ・ 一 葉 一", "R10.9: between Han numerals"),
        ("第3回", "第 3 回", "R10.6 (d): at classes"),
        ("日\u{2BB}日", "日 \u{2BB} 日", "R10.6 (d): U+02BB has the class W"),
        ("日\u{301}\u{308}a", "日\u{301}\u{308} a", "R10.6 (d): after the marks"),
        ("\u{301}日a", "\u{301}日 a", "R10.6 (d): a mark at the head has no class"),
        ("日\u{600}a", "日\u{600}a", "R10.6 (d): U+0600 has no class"),
        ("\u{378}\u{E000}", "\u{378} \u{E000}", "R10.7: Cn and Co are symbols"),
        ("a\u{2260}b", "a = \u{338}b", "R10.7: as R3.1 left it"),
        ("| ~ − ■ ─", "", "R10.7: So and Sm that are none"),
        ("% \u{2030} \u{FF05} \u{609}", "% \u{2030} \u{FF05} \u{609}", "R10.7: Po that are"),
        ("\u{AF}5 \u{A8}5", "\u{AF} 5 \u{A8} 5", "R10.8: Sk are stops"),
        ("`5 \u{B4}5 \u{201A}5 \u{201E}5 «5", "5 5 5 5 5", "R10.8: quotation marks are none"),
        ("-\0 5", "5", "R10.9: a control ends them"),
        ("-a5 -第5", "a5 第 5", "R10.9: so does a run, and R10.6 (d) cuts before 5"),
        ("-%5", "- % 5", "R10.9: a symbol is telling, and ends them for what follows"),
        ("-½ -\u{2188}", "- ½ - \u{2188}", "R10.9: No is a symbol, Nl may begin a run"),
        ("-\u{660}", "- \u{660}", "R10.9: Nd of any script"),
        ("-\u{301}5", "\u{301}5", "R10.9: the run begins with a mark"),
        ("--5", "- - 5", "R10.9 (b): no space"),
        ("-- 5", "- 5", "R10.9 (a): two dashes before the space"),
        ("--- 5", "5", "R10.9 (a): three dashes"),
        ("- - - 5", "5", "R10.9 (a): wherever the spaces are"),
        ("-- - 5", "5", "R10.9 (a): up to the last space"),
        ("-- -5", "- - 5", "R10.9 (a), and (b)"),
        ("----5", "- - - - 5", "R10.9 (b): no limit but 16"),
        (". . 5", "5", "R10.9 (a): stops give nothing"),
        ("-................ 5", "- 5", "R10.9 (a): a dash counts, however many signs follow it"),
        ("---................ 5", "5", "R10.9 (a): as three do"),
        ("................. -5", "- 5", "R10.9: none of those before the space"),
    ] {
        let expected: Vec<&str> = items.split(' ').filter(|item| !item.is_empty()).collect();
        assert_eq!(digest::items(text), expected, "{text:?}: {reason}");
        // R10.11
        let mut sha256 = common::Sha256::default();
        expected.iter().for_each(|item| sha256.update(format!("{item}\0").as_bytes()));
        let expected = (!expected.is_empty()).then(|| sha256.finish());
        assert_eq!(digest::sum(text).ok().map(|d| d.to_string()), expected, "{text:?}");
    }
}

#[test]
fn the_last_sixteen() {
    for n in [0, 1, 15, 16, 17, 31, 32, 33, 48, 49, 1000] {
        let text = format!("-{}7", ".".repeat(n));
        let mut expected = vec!["."; n.min(16)];
        if n < 16 {
            expected.insert(0, "-");
        }
        expected.push("7");
        assert_eq!(digest::items(text), expected, "{n} stops");
    }
}

/// R10.6 (c): a separator without a code point is no item, and ends the signs.
#[test]
fn long_mark_sequences() {
    for marks in [
        "\u{301}".repeat(1025),                                         // R3.4
        ["\u{301}".repeat(600), "\u{301}".repeat(600)].join("\u{34F}"), // R3.8
    ] {
        assert_eq!(digest::items(format!("a{marks}b-{marks}5")), ["a", "b", "5"]);
    }
    let marks = "\u{301}".repeat(1024);
    assert_eq!(digest::items(format!("-{marks}5")), [format!("{marks}5")]);
}

#[test]
fn written_in_hexadecimal() {
    let digest = digest::sum("It is allowed.").unwrap();
    let hex = "1d9a636dfc3c053b2c1b1f5f10d5bb0fa6722ab25f2b0cd8667872fcd1054710";
    assert_eq!(digest.to_string(), hex);
    assert_eq!(format!("{digest:?}"), format!("Digest({hex})"));
    assert_eq!(digest.as_bytes()[..2], [0x1D, 0x9A]);
    assert_eq!(digest.as_ref(), digest.as_bytes());
    assert_eq!(digest::NAME, "runs-1");
    assert_eq!(hex.parse(), Ok(digest));
    assert_eq!(hex.to_uppercase().parse(), Ok(digest));
    assert_eq!(digest::Digest::from(*digest.as_bytes()), digest);
    assert_eq!(format!("{digest:>66}"), format!("  {hex}"));
    for bad in ["", &hex[1..], &format!("{hex}0"), &hex.replace('d', "+"), &"é".repeat(32)] {
        assert!(matches!(bad.parse::<digest::Digest>(), Err(Error::Malformed(_))), "{bad}");
    }
}

/// R9.2. What is generated has few numbers, so some are put between.
#[test]
fn random_cuts_change_nothing() {
    let signs = ["-5", "- \u{2212} 5", "--.5", "% .5 ", "\u{2260}-", "\n-----\n7", "第5", "½ "];
    let mut n = Numbers(10);
    for i in 0..1000 {
        let mut octets = generated(4321, i);
        for _ in 0..n.below(6) {
            let at = n.below(octets.len() as u32 + 1) as usize;
            let sign = signs[n.below(signs.len() as u32) as usize];
            octets.splice(at..at, sign.bytes());
        }
        let whole = digest::sum(&octets);
        let mut sha256 = common::Sha256::default();
        let items = digest::items(&octets);
        items.iter().for_each(|item| sha256.update(format!("{item}\0").as_bytes()));
        let of_items = (!items.is_empty()).then(|| sha256.finish());
        assert_eq!(whole.as_ref().ok().map(ToString::to_string), of_items, "text {i}");
        for most in [1, 1 + n.below(40), 1 + n.below(4000)] {
            let mut text = TextDigest::new();
            let mut rest = &octets[..];
            while !rest.is_empty() {
                let len = rest.len().min(n.below(most + 1) as usize);
                text.update(&rest[..len]);
                rest = &rest[len..];
            }
            assert_eq!(text.finish(), whole, "text {i}");
        }
    }
}

#[test]
fn looking_changes_nothing() {
    let octets = "−5 ≠ 第 3 回-\n\u{301}a 7%".as_bytes();
    let mut text = TextDigest::new();
    for (i, octet) in octets.iter().enumerate() {
        text.update([*octet]);
        assert_eq!(text.finish(), digest::sum(&octets[..=i]));
    }
    text.reset();
    assert_eq!(text.finish(), Err(Error::NoItems));
    let io = std::io::copy(&mut &octets[..], &mut text);
    assert_eq!((io.unwrap(), text.finish()), (octets.len() as u64, digest::sum(octets)));
}

/// One run, or one row of signs, of more octets than any buffer.
#[test]
fn long_parts() {
    let (mut run, mut signs) = (TextDigest::new(), TextDigest::new());
    for _ in 0..100 {
        run.update("é".repeat(20_000));
        signs.update(".".repeat(20_000));
    }
    let mut sha256 = common::Sha256::default();
    sha256.update("é".repeat(2_000_000).as_bytes());
    sha256.update(b"\0");
    assert_eq!(run.finish().unwrap().to_string(), sha256.finish());
    signs.update("5");
    assert_eq!(signs.finish(), digest::sum("................5"));
}
