//! As much of JSON as the port protocol needs.

use std::borrow::Cow;
use std::fmt::Write;

/// A value. Of objects the protocol has none inside another, so they are passed over.
#[derive(Debug)]
pub enum Value<'a> {
    String(Cow<'a, str>),
    Number(&'a str),
    Array(Vec<Value<'a>>),
    Null,
    Other,
}

/// The keys and values of an object.
#[derive(Debug)]
pub struct Object<'a>(Vec<(Cow<'a, str>, Value<'a>)>);

impl<'a> Object<'a> {
    /// Reads a text that is one object.
    pub fn parse(text: &'a str) -> Option<Object<'a>> {
        let mut reader = Reader { text, at: 0 };
        let object = reader.object(0)?;
        reader.blanks();
        (reader.at == text.len()).then_some(object)
    }

    /// The value of a key; one of null counts as missing.
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        let value = self.0.iter().find(|(k, _)| k == key).map(|(_, value)| value);
        value.filter(|value| !matches!(value, Value::Null))
    }
}

/// How deep arrays and objects may lie in each other.
const DEPTH: usize = 64;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.at += 1;
        }
    }

    /// Takes an octet, after blanks, if it comes next.
    fn take(&mut self, octet: u8) -> bool {
        self.blanks();
        let found = self.peek() == Some(octet);
        self.at += usize::from(found);
        found
    }

    fn object(&mut self, depth: usize) -> Option<Object<'a>> {
        let mut object = Object(Vec::new());
        if !self.take(b'{') || depth > DEPTH {
            return None;
        }
        if self.take(b'}') {
            return Some(object);
        }
        loop {
            self.blanks();
            let key = self.string()?;
            if !self.take(b':') {
                return None;
            }
            object.0.push((key, self.value(depth + 1)?));
            if self.take(b'}') {
                return Some(object);
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value<'a>> {
        self.blanks();
        match self.peek()? {
            b'"' => self.string().map(Value::String),
            b'{' => self.object(depth).map(|_| Value::Other),
            b'[' => self.array(depth).map(Value::Array),
            _ => {
                let end = |c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c);
                let rest = &self.text[self.at..];
                let word = &rest[..rest.find(end).unwrap_or(rest.len())];
                self.at += word.len();
                match word {
                    "null" => Some(Value::Null),
                    "true" | "false" => Some(Value::Other),
                    _ => word.parse::<f64>().ok().map(|_| Value::Number(word)),
                }
            }
        }
    }

    fn array(&mut self, depth: usize) -> Option<Vec<Value<'a>>> {
        let mut items = Vec::new();
        if !self.take(b'[') || depth > DEPTH {
            return None;
        }
        if self.take(b']') {
            return Some(items);
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.take(b']') {
                return Some(items);
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn string(&mut self) -> Option<Cow<'a, str>> {
        if self.peek() != Some(b'"') {
            return None;
        }
        let text = &self.text[self.at + 1..];
        let mut out = String::new();
        let mut at = 0;
        loop {
            let n = text[at..].find(['"', '\\'])?;
            let plain = &text[at..at + n];
            at += n + 1;
            if text.as_bytes()[at - 1] == b'"' {
                self.at += at + 1;
                if out.is_empty() {
                    return Some(Cow::Borrowed(plain));
                }
                out.push_str(plain);
                return Some(Cow::Owned(out));
            }
            out.push_str(plain);
            let escape = *text.as_bytes().get(at)?;
            at += 1;
            out.push(match escape {
                b'"' | b'\\' | b'/' => char::from(escape),
                b'b' => '\u{8}',
                b'f' => '\u{C}',
                b'n' => '\n',
                b'r' => '\r',
                b't' => '\t',
                b'u' => {
                    let (c, len) = escaped(&text[at..])?;
                    at += len;
                    c
                }
                _ => return None,
            });
        }
    }
}

/// The code point of four hexadecimal digits, or of two such escapes that are a pair of surrogates;
/// none for a surrogate without its other half.
fn escaped(text: &str) -> Option<(char, usize)> {
    let unit = |text: &str| {
        let digits = text.get(..4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        digits.and_then(|d| u16::from_str_radix(d, 16).ok())
    };
    let first = unit(text)?;
    let second = text.get(4..).and_then(|t| t.strip_prefix("\\u")).and_then(unit);
    let c = char::decode_utf16([first].into_iter().chain(second)).next()?.ok()?;
    Some((c, if c > '\u{FFFF}' { 10 } else { 4 }))
}

/// A string as JSON writes it.
pub fn quote(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
