//! The examples of SPEC.md, chapter 14, and of its text.
#![allow(clippy::pedantic)] // which is for the library

use fpcheck::{minhash::Minima, simhash::Counters, tokenize, Error, Fingerprint, Scheme};

const SD1: &str = "Die STRASSE (https://example.org/a) \u{2014} Stra\u{ad}\u{df}e \u{2116} 12: \
                   \u{39f}\u{394}\u{39f}\u{3a3}, Cafe\u{301}\u{2122}!\n";
const MULTI: &str = "Light-\nhouse keepers wrote 灯台の\n日誌.\n";

#[test]
fn sd1() {
    let stages = Scheme::Sd1.stages(SD1.as_bytes());
    assert!(stages.identifiers.starts_with("Die STRASSE \u{FFFD} \u{2014}"));
    assert_eq!(stages.runs, ["die", "strasse", "strasse", "12", "οδοσ", "café"]);
    assert_eq!(stages.tokens, ["die", "strasse", "strasse", "οδοσ", "café"]);
    let mut counters = Counters::default();
    stages.elements.iter().for_each(|&element| counters.add(element));
    assert_eq!(counters.0[..8], [-2, -2, 0, -2, -2, 0, 0, -4]);
    assert_eq!(counters.sketch(), 0x0473_07b1_ec58_4200);
    assert_eq!(Scheme::Sd1.sum(SD1).unwrap().to_string(), "sd1:arzqpmpmlbbaa");
}

#[test]
fn sm1() {
    let stages = Scheme::Sm1.stages(MULTI.as_bytes());
    assert_eq!(stages.identifiers, "Lighthouse keepers wrote 灯台の日誌.\n");
    assert_eq!(stages.runs, ["lighthouse", "keepers", "wrote", "灯台の日誌"]);
    assert_eq!(stages.tokens, ["lighthouse", "keepers", "wrote", "灯台", "台の", "の日", "日誌"]);
    let features: Vec<_> = stages.features.iter().map(|f| (&*f.octets, f.weight)).collect();
    assert_eq!(
        features[3..6],
        [("灯台".as_bytes(), 1), ("灯".as_bytes(), 2), ("台".as_bytes(), 2)]
    );
    assert_eq!(stages.features.len(), 12);
    // Kana weigh 1 (R5.4): seven tokens, one cluster of kana, four of Han.
    assert_eq!(stages.elements.len(), 7 + 1 + 2 * 4);
    assert_eq!(Scheme::Sm1.sum(MULTI).unwrap().to_string(), "sm1:eg2sgwj4cbqiu");
}

#[test]
fn mh1() {
    let fingerprint = Scheme::Mh1.sum(MULTI).unwrap();
    assert_eq!(
        fingerprint.to_string(),
        "mh1:zcbug3fdoctkln6knoejznjddwvj53dnynqbircbk5zmvhftkkv4eeeernfthraa2plvuptrf7qhfbv7pcgaw\
         lut5qeyv4ssovaqk5ekas5ywzkvjvayx7m4ybykolzgvmfd6553qlwjtxnt27lnwfgjgq24nhgjotmyuqfkhlcd2f\
         puzqjco3fndweu7uugnqkspla2wr3dq"
    );
    let short = fingerprint.truncate(1).unwrap();
    assert_eq!(short.to_string(), "mh1b1:ngtrrri4zrfi4p6gxhvjigf4ma");
    assert_eq!(fingerprint.truncate(4).unwrap().truncate(1).unwrap(), short);
    assert_eq!(fingerprint.distance(&short), Ok(0));
    assert_eq!(fingerprint.similarity(&short), Ok(1.0));
    // Each shingle occurs once.
    let weighted = Scheme::Mw1.sum(MULTI).unwrap();
    assert_eq!(weighted.sketch(), fingerprint.sketch());
    assert!(matches!(weighted.distance(&fingerprint), Err(Error::NotComparable(..))));
}

#[test]
fn decoding() {
    for (octets, text) in [
        (&b"\xE2\x82A\xF0\x9F"[..], "\u{FFFD}A\u{FFFD}"),
        (b"\x80\x80\xC0\xAF\xED\xA0\x80x\xF4\x90\x80\x80", "\u{FFFD}x\u{FFFD}"),
        (b"\xEF\xBF\xBD\xFF\xEF\xBF\xBD", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ] {
        assert_eq!(tokenize::text(octets), text);
    }
}

#[test]
fn identifiers() {
    let sd = |text: &str| Scheme::Sd1.rules().identifiers(text);
    for text in ["请访问{}查看", "{}"] {
        let with = |part| text.replace("{}", part);
        for id in [
            "see:http://x",
            "a+b://",
            "www.x",
            "(DOI:10",
            "10.1000/x",
            "10.1000.11/x",
            "a@b.c",
            "'x@y.z'",
            "a@b.c@d",
            "http://example.com/",
        ] {
            assert_eq!(sd(&with(id)), with("\u{FFFD}"), "{id}");
        }
        for word in [
            "1://x",
            "http:/x",
            "Info:",
            "10.1000/",
            "10.1000./x",
            "10.123/x",
            "@b.c",
            "a@b",
            "a@b@c.d",
            "('*_.,;",
            "''",
        ] {
            assert_eq!(sd(&with(word)), with(word), "{word}");
        }
    }
    // R2.2
    let long = "x".repeat(2045);
    assert_eq!(sd(&(long.clone() + "://yy")), "\u{FFFD}");
    assert_eq!(sd(&(long.clone() + "x://yy")), long + "x://yy");
}

#[test]
fn joining() {
    let multi = |text: &str| Scheme::Sm1.rules().identifiers(text);
    let blanks = |n: usize| " ".repeat(n);
    for (text, joined) in [
        ("a-\nb-\nc", "abc"),
        ("a-\r\nb", "ab"),
        ("a-\r\rb", "a-\r\rb"),
        ("a-\n\rb", "a-\n\rb"),
        ("a-\nB", "a-\nB"),
        ("a--\nb", "a--\nb"),
        ("4-\nb", "4-\nb"),
        ("=\u{338}-\nb", "=\u{338}-\nb"),
        ("a\u{301}\u{AD} \u{2028}\tb", "a\u{301}b"),
        ("www.exam-\nple.org", "\u{FFFD}\nple.org"),
        ("日\n本", "日本"),
        ("日\u{301} \u{200B}本", "日\u{301}本"),
        ("日 \u{301}本", "日 \u{301}本"),
        ("日 a", "日 a"),
        ("ก ข", "กข"),
        ("ก ກ", "ก ກ"),
        ("ก ๑", "ก ๑"),
        ("日 ｱ", "日ｱ"),
        ("㍿ 日", "㍿ 日"),
        (&format!("a-{}\n{}b", blanks(64), blanks(64)), "ab"),
        (&format!("日{}日", blanks(256)), "日日"),
    ] {
        assert_eq!(multi(text), joined, "{text:?}");
    }
    for text in [
        format!("a-{}\nb", blanks(65)),
        format!("a-\n{}b", blanks(65)),
        format!("日{}日", blanks(257)),
    ] {
        assert_eq!(multi(&text), text);
    }
}

#[test]
fn normalising() {
    let runs = |scheme: Scheme, text: &str| scheme.rules().normalise(text).join("|");
    let both = |text: &str| [runs(Scheme::Sd1, text), runs(Scheme::Sm1, text)];
    for (text, sd, multi) in [
        ("Intel™ x²y", "intel|x|y", "intel|x|y"),
        ("Ⅷ", "", "viii"),
        ("a\u{200B}b", "a|b", "ab"),
        ("İ I ı i\u{307}\u{323}\u{307}", "i\u{307}|i|ı|ị\u{307}\u{307}", "i|i|i|ị"),
        ("i\u{301}\u{307} i\u{307}\u{301}", "í\u{307}|i\u{307}\u{301}", "í\u{307}|í"),
        ("ß ﬁ ς", "ss|fi|σ", "ss|fi|σ"),
        (
            "\u{628}\u{64E}\u{640}\u{640}\u{628}",
            "\u{628}\u{64E}\u{640}\u{640}\u{628}",
            "\u{628}\u{64E}\u{628}",
        ),
        ("\u{1100}\u{1161}\u{11A8} 각", "각|각", "각|각"),
        ("≠x =\u{338}x", "\u{338}x|\u{338}x", "\u{338}x|\u{338}x"),
        ("e\u{AD}\u{301} E\u{34F}\u{301}x", "é|éx", "é|éx"),
        ("ŀ", "l·", "l·"),
    ] {
        assert_eq!(both(text), [sd, multi], "{text:?}");
    }
    // R3.4, R3.8
    let marks = |n: usize| "\u{323}".repeat(n);
    let few = format!("a{}b", marks(1024));
    assert_eq!(both(&few).map(|r| r.contains('|')), [false; 2]);
    assert_eq!(both(&format!("a{}b", marks(1025))), ["a|b", "a|b"]);
    assert_eq!(both(&format!("a{}\u{34F}{}b", marks(1000), marks(1000))), ["a|b", "a|b"]);
    // The dots of an i go before R3.8 counts.
    let dots = format!("i{}\u{34F}{}b", "\u{307}".repeat(1000), "\u{307}".repeat(1000));
    assert_eq!(both(&dots), ["i|b", "ib"]);
}

#[test]
fn segmenting() {
    let tokens = |scheme: Scheme, runs: &[&str]| scheme.rules().segment(runs).join("|");
    let multi = |run: &str| tokens(Scheme::Sm1, &[run]);
    assert_eq!(tokens(Scheme::Sd1, &["12", "___", "4th", "mp3", "x_1"]), "4th|mp3|x_1");
    assert_eq!(multi("tシャツ"), "t|シャ|ャツ");
    assert_eq!(multi("akb48"), "akb48");
    assert_eq!(multi("第3回"), "第|回");
    assert_eq!(multi("ภาษา"), "ภา|าษ|ษา");
    assert_eq!(multi("hawaiʻi"), "hawai|i");
    assert_eq!(multi("\u{301}\u{E48}aก\u{E48}ข"), "a|ก\u{E48}ข");
    for scheme in Scheme::ALL {
        assert_eq!(tokens(scheme, &["a".repeat(4096).as_str()]).len(), 4096);
        assert_eq!(tokens(scheme, &["a".repeat(4097).as_str()]), "");
        assert_eq!(tokens(scheme, &["a", "b"]), "a|b");
    }
}

#[test]
fn full_forms() {
    let mut minima = Minima::new(Scheme::Mh1).unwrap();
    assert_eq!(minima.stored(), None);
    assert_eq!(Scheme::Mh1.from_minima(&minima), Err(Error::NoFeatures));
    (0..1000).for_each(|element| minima.add(element));
    let octets = minima.to_bytes();
    assert_eq!(octets.len(), 1029);
    let read = |octets: &[u8]| Minima::from_bytes(Scheme::Mh1, octets);
    assert_eq!(read(&octets), Ok(minima));
    assert!(read(&octets[1..]).is_err());
    assert!(read(&octets[..1028]).is_err());
}

/// R7.6: the octets do not name the scheme, so reading them asks for it.
#[test]
fn full_forms_of_different_schemes() {
    for scheme in [Scheme::Sd1, Scheme::Sm1] {
        assert!(matches!(Minima::new(scheme), Err(Error::Malformed(_))), "{scheme}");
        assert_eq!(scheme.hasher().minima(), None);
    }
    for (mine, other) in [(Scheme::Mh1, Scheme::Mw1), (Scheme::Mw1, Scheme::Mh1)] {
        let of = |scheme: Scheme| {
            let mut hasher = scheme.hasher();
            hasher.update(MULTI);
            hasher.minima().unwrap()
        };
        let mut minima = of(mine);
        assert_eq!(minima.scheme(), mine);
        let refused = Error::NotComparable(mine.to_string(), other.to_string());
        assert_eq!(minima.merge(&of(other)), Err(refused.clone()));
        assert_eq!(minima, of(mine), "what is refused changes nothing");
        assert_eq!(mine.from_minima(&of(other)), Err(refused));
        for scheme in [other, Scheme::Sm1] {
            assert!(matches!(scheme.from_minima(&minima), Err(Error::NotComparable(..))));
        }
        let read = |scheme| Minima::from_bytes(scheme, &of(mine).to_bytes());
        assert_eq!(read(mine), Ok(of(mine)));
        assert_ne!(read(other), read(mine));
        assert!(matches!(read(other).unwrap().merge(&minima), Err(Error::NotComparable(..))));
        assert!(matches!(read(Scheme::Sd1), Err(Error::Malformed(_))));
        assert_eq!(minima.merge(&of(mine)), Ok(()));
        assert!(format!("{minima:?}").starts_with(&format!("Minima({mine}, ")));
    }
}

/// Fingerprints sort as their strings do, so every language and every database has one order.
#[test]
fn order() {
    let mut all = Vec::new();
    for text in ["a b c d", "e f g h", MULTI, SD1, "one", "two", "three words here"] {
        for scheme in Scheme::ALL {
            let whole = scheme.sum(text).unwrap();
            if scheme.is_minhash() {
                all.extend([4, 2, 1].map(|bits| whole.truncate(bits).unwrap()));
            }
            all.extend([whole.clone().with_profile("main").unwrap(), whole]);
        }
    }
    // Each bit of a sketch, on both sides of a character of base32.
    for i in 0..64 {
        all.push(Scheme::Sm1.from_sketch(&(1_u64 << i).to_be_bytes()).unwrap());
        all.push(Scheme::Sm1.from_sketch(&(!0_u64 << i).to_be_bytes()).unwrap());
    }
    let mut strings: Vec<_> = all.iter().map(ToString::to_string).collect();
    strings.sort();
    all.sort();
    assert_eq!(all.iter().map(ToString::to_string).collect::<Vec<_>>(), strings);
    for pair in all.windows(2) {
        assert_eq!(pair[0] == pair[1], pair[0].cmp(&pair[1]).is_eq());
    }
}

#[test]
fn strings() {
    let sm1 = "sm1:eg2swwj4cbyiu";
    let parsed = |s: &str| s.parse::<Fingerprint>();
    assert_eq!(parsed("SM1.Main:EG2SWWJ4CBYIU").unwrap().to_string(), "sm1.main:eg2swwj4cbyiu");
    for bad in [
        "",
        ":",
        "sm1",
        "sm2:eg2swwj4cbyiu",
        "sm1b4:eg2swwj4cbyiu",
        "sm1.:eg2swwj4cbyiu",
        "sm1.visible:eg2swwj4cbyiu",
        "sm1.1a:eg2swwj4cbyiu",
        "sm1.a.b:eg2swwj4cbyiu",
        "sm1.abcdefghijklmnopq:eg2swwj4cbyiu",
        "sm1:eg2swwj4cbyi",
        "sm1:eg2swwj4cbyiua",
        "sm1:eg2swwj4cbyiv",
        "sm1:eg2swwj4cby1u",
        " sm1:eg2swwj4cbyiu",
        "sm1:eg2swwj4cbyiu\n",
        "mh1:eg2swwj4cbyiu",
        "sm1:eg2swwj4cbyi=",
        "ſm1:eg2swwj4cbyiu",
    ] {
        assert!(matches!(parsed(bad), Err(Error::Malformed(_))), "{bad:?}");
    }
    let main = parsed(sm1).unwrap().with_profile("main").unwrap();
    assert!(parsed(sm1).unwrap().distance(&main).is_err());
    assert_eq!(main.with_profile("visible").unwrap().to_string(), sm1);
}

#[test]
fn no_features() {
    for scheme in Scheme::ALL {
        assert_eq!(scheme.sum("1984 — http://x.org"), Err(Error::NoFeatures));
    }
}
