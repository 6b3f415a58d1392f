//! R11.1 and R11.11: which encoding a document has.

use alloc::vec::Vec;
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, UTF_8, WINDOWS_1252, X_USER_DEFINED};

/// How far a document is looked at for what it says of itself.
const PRESCANNED: usize = 1024;

/// The document without its byte order mark, the encoding by R11.1 (a) to (d), and whether that is
/// tentative.
pub fn of_html<'a>(octets: &'a [u8], charset: Option<&str>) -> (&'a [u8], &'static Encoding, bool) {
    if let Some((document, encoding)) =
        marked(octets).or_else(|| Some((octets, declared(charset)?)))
    {
        return (document, encoding, false);
    }
    let start = &octets[..octets.len().min(PRESCANNED)];
    // What ends the prescan early is that the octets run out.
    let found = prescan(start).or_else(|| xml_encoding(start));
    let otherwise = || match core::str::from_utf8(octets) {
        Ok(_) => UTF_8,
        Err(_) => WINDOWS_1252,
    };
    let encoding = found.unwrap_or_else(otherwise);
    (octets, encoding, encoding == not_utf_16(encoding))
}

/// The encoding that a `meta` element declares, by the values of its attributes.
pub fn of_meta(charset: &str, pragma: &str, content: &str) -> Option<&'static Encoding> {
    let is_pragma = pragma.eq_ignore_ascii_case("content-type");
    Encoding::for_label(charset.as_bytes())
        .or_else(|| charset_in(content.to_ascii_lowercase().as_bytes()).filter(|_| is_pragma))
        .map(declarable)
}

/// What a `meta` cannot declare stands for another.
fn declarable(encoding: &'static Encoding) -> &'static Encoding {
    match not_utf_16(encoding) {
        e if e == X_USER_DEFINED => WINDOWS_1252,
        e => e,
    }
}

/// The document without its byte order mark, and its encoding, of XML.
pub fn of_xml<'a>(octets: &'a [u8], charset: Option<&str>) -> (&'a [u8], &'static Encoding) {
    marked(octets).or_else(|| Some((octets, declared(charset)?))).unwrap_or_else(|| {
        let found = match octets {
            [0x3C, 0, 0x3F, 0, ..] => Some(UTF_16LE),
            [0, 0x3C, 0, 0x3F, ..] => Some(UTF_16BE),
            _ => {
                let start = &octets[..octets.len().min(PRESCANNED)];
                let end = start.iter().position(|&o| o == b'>');
                end.and_then(|end| xml_encoding(&start[..=end]))
            }
        };
        (octets, found.unwrap_or(UTF_8))
    })
}

/// (a)
fn marked(octets: &[u8]) -> Option<(&[u8], &'static Encoding)> {
    Encoding::for_bom(octets).map(|(encoding, len)| (&octets[len..], encoding))
}

/// (b)
fn declared(charset: Option<&str>) -> Option<&'static Encoding> {
    Encoding::for_label(charset?.as_bytes())
}

fn is_blank(octet: u8) -> bool {
    matches!(octet, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// What was read as UTF-8 or like it cannot be UTF-16.
fn not_utf_16(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16BE || encoding == UTF_16LE {
        UTF_8
    } else {
        encoding
    }
}

fn find(octets: &[u8], sequence: &[u8]) -> Option<usize> {
    octets.windows(sequence.len()).position(|window| window == sequence)
}

/// "Get an XML encoding" of the HTML Standard.
fn xml_encoding(octets: &[u8]) -> Option<&'static Encoding> {
    if !octets.starts_with(b"<?xml") || !octets.contains(&b'>') {
        return None;
    }
    let skip = |octets: &[u8]| octets.iter().take_while(|&&o| o <= b' ').count();
    let rest = &octets[find(octets, b"encoding")? + b"encoding".len()..];
    let rest = rest[skip(rest)..].strip_prefix(b"=")?;
    let (&quote, rest) = rest[skip(rest)..].split_first()?;
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let label = &rest[..rest.iter().position(|&o| o == quote)?];
    if label.iter().any(|&o| o <= b' ') {
        return None;
    }
    Encoding::for_label(label).map(not_utf_16)
}

/// "Prescan a byte stream to determine its encoding" of the HTML Standard; nothing too where the
/// octets run out.
fn prescan(octets: &[u8]) -> Option<&'static Encoding> {
    match octets {
        [0x3C, 0, 0x3F, 0, 0x78, 0, ..] => return Some(UTF_16LE),
        [0, 0x3C, 0, 0x3F, 0, 0x78, ..] => return Some(UTF_16BE),
        _ => {}
    }
    let mut scan = Prescan { octets, at: 0 };
    loop {
        let rest = octets.get(scan.at..)?;
        if rest.starts_with(b"<!--") {
            // Two hyphens may be both in the beginning and in the end.
            scan.at += 2 + find(&rest[2..], b"-->")? + 2;
        } else if is_meta(rest) {
            scan.at += b"<meta".len();
            if let Some(encoding) = scan.meta()? {
                return Some(encoding);
            }
        } else if is_tag(rest) {
            scan.at += rest.iter().position(|&o| is_blank(o) || o == b'>')?;
            while scan.attribute()?.is_some() {}
        } else if matches!(rest, [b'<', b'!' | b'/' | b'?', ..]) {
            scan.at += rest.iter().position(|&o| o == b'>')?;
        }
        scan.at += 1;
    }
}

fn is_meta(octets: &[u8]) -> bool {
    matches!(octets, [b'<', b'm' | b'M', b'e' | b'E', b't' | b'T', b'a' | b'A', after, ..]
        if is_blank(*after) || *after == b'/')
}

fn is_tag(octets: &[u8]) -> bool {
    matches!(octets, [b'<', b'/', letter, ..] | [b'<', letter, ..] if letter.is_ascii_alphabetic())
}

struct Prescan<'a> {
    octets: &'a [u8],
    at: usize,
}

/// In all of these, `None` at first is that the octets ran out.
impl Prescan<'_> {
    fn octet(&self) -> Option<u8> {
        self.octets.get(self.at).copied()
    }

    fn skip(&mut self, skipped: impl Fn(u8) -> bool) -> Option<u8> {
        while skipped(self.octet()?) {
            self.at += 1;
        }
        self.octet()
    }

    /// The encoding that a `meta` gives, if it gives one.
    fn meta(&mut self) -> Option<Option<&'static Encoding>> {
        let mut names = Vec::new();
        let (mut got_pragma, mut need_pragma) = (false, None);
        // The inner is what "get an encoding" gave.
        let mut charset: Option<Option<&'static Encoding>> = None;
        while let Some((name, value)) = self.attribute()? {
            if names.contains(&name) {
                continue;
            }
            match name.as_slice() {
                b"http-equiv" => got_pragma |= value == b"content-type",
                b"content" if charset.is_none() => {
                    if let Some(encoding) = charset_in(&value) {
                        (charset, need_pragma) = (Some(Some(encoding)), Some(true));
                    }
                }
                b"charset" => {
                    (charset, need_pragma) = (Some(Encoding::for_label(&value)), Some(false));
                }
                _ => {}
            }
            names.push(name);
        }
        let given = need_pragma.is_some_and(|needed| got_pragma || !needed);
        Some(charset.flatten().filter(|_| given).map(declarable))
    }

    /// "Get an attribute": its name and its value, in lower case; `None` within at the end of
    /// the tag.
    #[allow(clippy::type_complexity)]
    fn attribute(&mut self) -> Option<Option<(Vec<u8>, Vec<u8>)>> {
        let (mut name, mut value) = (Vec::new(), Vec::new());
        if self.skip(|o| is_blank(o) || o == b'/')? == b'>' {
            return Some(None);
        }
        loop {
            match self.octet()? {
                b'=' if !name.is_empty() => break,
                b'/' | b'>' => return Some(Some((name, value))),
                o if is_blank(o) => break,
                o => name.push(o.to_ascii_lowercase()),
            }
            self.at += 1;
        }
        if self.skip(is_blank)? != b'=' {
            return Some(Some((name, value)));
        }
        self.at += 1;
        let quote = self.skip(is_blank)?;
        let quoted = matches!(quote, b'"' | b'\'');
        self.at += usize::from(quoted);
        loop {
            match self.octet()? {
                o if quoted && o == quote => {
                    self.at += 1;
                    break;
                }
                o if !quoted && (is_blank(o) || o == b'>') => break,
                o => value.push(o.to_ascii_lowercase()),
            }
            self.at += 1;
        }
        Some(Some((name, value)))
    }
}

/// "Extracting a character encoding from a meta element", of a value in lower case.
fn charset_in(mut value: &[u8]) -> Option<&'static Encoding> {
    let skip = |octets: &[u8]| octets.iter().take_while(|&&o| is_blank(o)).count();
    loop {
        value = &value[find(value, b"charset")? + b"charset".len()..];
        value = &value[skip(value)..];
        if let Some(rest) = value.strip_prefix(b"=") {
            value = &rest[skip(rest)..];
            break;
        }
    }
    let label = match value {
        [quote @ (b'"' | b'\''), rest @ ..] => &rest[..rest.iter().position(|o| o == quote)?],
        _ => value.split(|&o| is_blank(o) || o == b';').next()?,
    };
    Encoding::for_label(label)
}
