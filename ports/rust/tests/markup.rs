//! What the vectors of chapter 11 cannot say, or say by a sample only.
#![allow(clippy::pedantic)] // which is for the library
#![cfg(feature = "markup")]

mod common;

use fpcheck::markup::{self, Refused};
use std::fs;

fn html(document: &str) -> String {
    markup::html(document.as_bytes(), None).unwrap().text
}

/// R11.2: every label, as the Encoding Standard has it.
#[test]
fn labels() {
    let Some(vectors) = common::vectors() else { return };
    let file = fs::read_to_string(vectors.join("encodings/labels.txt")).unwrap();
    let mut count = 0;
    for line in file.lines() {
        let (name, labels) = line.split_once(';').unwrap();
        for label in labels.split(' ') {
            let padded = format!("\t{} ", label.to_ascii_uppercase());
            let encoding = markup::html(b"", Some(&padded)).unwrap().encoding;
            assert_eq!(encoding.to_ascii_lowercase(), name, "{label}");
            count += 1;
        }
    }
    assert!(count > 200, "{count} labels");
}

/// R11.14 (d)
#[test]
fn entities() {
    let Some(vectors) = common::vectors() else { return };
    let file = fs::read_to_string(vectors.join("markup/entities.txt")).unwrap();
    let mut count = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(' ');
        let name = fields.next().unwrap();
        let code_points = fields.map(|f| u32::from_str_radix(f, 16).unwrap());
        let meant: String = code_points.filter_map(char::from_u32).collect();
        let document = format!("<r>a&{name};b</r>");
        let text = markup::xml(document.as_bytes(), None).unwrap().text;
        let meant = if matches!(&*meant, "\t" | "\n") { " " } else { &meant };
        assert_eq!(text, format!("a{meant}b"), "{name}");
        count += 1;
    }
    assert_eq!(count, 2125);
    assert!(markup::xml(b"<r>&amp</r>", None).is_err());
    assert!(markup::xml(b"<r>&AM;</r>", None).is_err());
}

#[test]
fn encodings() {
    let name = |octets: &[u8], charset| markup::html(octets, charset).unwrap().encoding;
    assert_eq!(name(b"a", None), "UTF-8");
    assert_eq!(name(b"\xE9", None), "windows-1252");
    assert_eq!(name(b"\xFF\xFEa\0", Some("koi8-r")), "UTF-16LE");
    assert_eq!(name(b"<meta charset=utf-16>", None), "UTF-8");
    assert_eq!(name(b"<meta charset=x-user-defined>", None), "windows-1252");
    assert_eq!(name(b"", Some("x-user-defined")), "x-user-defined");
    assert_eq!(name(b"", Some("iso-2022-kr")), "replacement");
    assert_eq!(name(b"<?xml version='1.0' encoding='koi8-r'?>", None), "KOI8-R");
    assert_eq!(markup::xml(b"<r>\xE9</r>", None).unwrap().encoding, "UTF-8");
}

/// R11.3: what must be read, and what may be refused; in either case at once.
#[test]
fn depth() {
    assert_eq!(html(&format!("{}x", "<div>".repeat(510))), "x"); // and html and body
    assert_eq!(markup::html("<div>".repeat(511).as_bytes(), None), Err(Refused::TooDeep));
    let too_deep =
        ["<div>".repeat(100_000), (0..10_000).map(|i| format!("<p><b id={i}>")).collect()];
    for document in too_deep {
        assert_eq!(markup::html(document.as_bytes(), None), Err(Refused::TooDeep));
    }
    assert_eq!(html(&"<p>x</p>".repeat(10_000)).len(), 19_999);
}

#[test]
fn errors() {
    let refused = markup::xml("<r>é<b></r>".as_bytes(), None).unwrap_err();
    let reason = "an end tag is not that of the innermost element";
    assert_eq!(refused, Refused::Malformed { reason, at: 8 });
    assert_eq!(refused.to_string(), format!("{reason}, at octet 8 of the text"));
    assert_eq!(Refused::TooDeep.to_string(), "the document nests too many elements");
    for cut in 1..8 {
        assert!(markup::xml(&b"<r>a</r>"[..cut], None).is_err(), "{cut}");
    }
}

/// The tree builder is fed in pieces; none of them may be seen.
#[test]
fn pieces() {
    for n in 4080..4100 {
        let before = format!("<!--{}-->", " ".repeat(n));
        assert_eq!(
            html(&format!("{before}<pre>\r\na\r\né&amp;&notin;\u{2028}b</pre>c")),
            "a\né&∉\u{2028}b\nc"
        );
    }
}

/// R11.3, where the tree builder needs help: HTML in MathML does not end what is around that.
#[test]
fn annotations() {
    for inner in ["<p>x</p>", "<a>x</a>", "<math><b>x</b></math>", "<svg></svg>x"] {
        let annotation = format!("<annotation-xml encoding=Text/HTML>{inner}</annotation-xml>");
        let document = format!("<li><p><a>a<math><mi>b</mi>{annotation}</math>c");
        assert_eq!(html(&document), "abc", "{inner}");
    }
}
