//! Chapter 2: URLs and identifiers, hyphens at line ends, white space between clusters.

use crate::pipe::{find, Sink, Stage};
use crate::ucd::{self, Class, LETTER, LL, MARK};
use alloc::string::String;

/// R2.2: octets of an atom that are tested.
const TESTED: usize = 2048;

/// R2.1 to R2.8: atoms that are identifiers become one U+FFFD.
#[derive(Clone, Debug, Default)]
pub struct Atoms {
    state: Atom,
    /// What was seen of an atom, less than is tested.
    held: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Atom {
    /// None, or all of it is held.
    #[default]
    Open,
    /// Tested, and the rest goes the same way.
    Passing,
    Dropping,
}

/// R2.1
static IN_ATOM: [bool; 256] = {
    let mut in_atom = [false; 256];
    let mut c = 0x21;
    while c < 0x7F {
        in_atom[c as usize] = !matches!(
            c,
            b'"' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'|' | b'\\' | b'^' | b'`'
        );
        c += 1;
    }
    in_atom
};

#[inline]
fn in_atom(octet: &u8) -> bool {
    IN_ATOM[usize::from(*octet)]
}

/// Whether it is one of the characters without which nothing is an identifier.
#[inline]
fn is_telling(octet: u8) -> bool {
    matches!(octet, b':' | b'.' | b'@')
}

/// The length of the atom that `octets` begin with.
fn atom_after(octets: &[u8]) -> usize {
    octets.iter().take_while(|o| in_atom(o)).count()
}

/// The length of the atom that `octets` end with.
fn atom_before(octets: &[u8]) -> usize {
    octets.iter().rev().take_while(|o| in_atom(o)).count()
}

impl Stage for Atoms {
    fn text(&mut self, text: &str, next: &mut impl Sink) {
        let octets = text.as_bytes();
        let (mut at, mut sent) = (0, 0);
        if self.state != Atom::Open || !self.held.is_empty() {
            at = atom_after(octets);
            if self.state == Atom::Open {
                let n = at.min(TESTED - self.held.len());
                self.held.push_str(&text[..n]);
                sent = n;
                if at < octets.len() || self.held.len() == TESTED {
                    self.test(next);
                }
            }
            if self.state == Atom::Dropping {
                sent = at;
            }
            if at == octets.len() {
                return next.text(&text[sent..]);
            }
            self.state = Atom::Open;
        }
        // Atoms that tell nothing are passed over, but for the last, which may go on.
        while at < octets.len() {
            let seen = find(&octets[at..], is_telling).map_or(octets.len(), |n| at + n);
            let start = seen - atom_before(&octets[at..seen]);
            at = seen + atom_after(&octets[seen..]);
            let ends = at < octets.len();
            if !ends && at - start < TESTED {
                next.text(&text[sent..start]);
                self.held.push_str(&text[start..]);
                return;
            }
            let found = is_identifier(&octets[start..at.min(start + TESTED)]);
            if found {
                next.text(&text[sent..start]);
                next.text("\u{FFFD}");
                sent = at;
            }
            if !ends {
                self.state = if found { Atom::Dropping } else { Atom::Passing };
            }
        }
        next.text(&text[sent..]);
    }

    fn end(&mut self, next: &mut impl Sink) {
        if !self.held.is_empty() {
            self.test(next);
        }
        self.state = Atom::Open;
    }
}

impl Atoms {
    /// Whether nothing waits.
    pub fn is_at_rest(&self) -> bool {
        self.state == Atom::Open && self.held.is_empty()
    }

    /// R2.8, for an atom that is held.
    fn test(&mut self, next: &mut impl Sink) {
        if is_identifier(self.held.as_bytes()) {
            next.text("\u{FFFD}");
            self.state = Atom::Dropping;
        } else {
            next.text(&self.held);
            self.state = Atom::Passing;
        }
        self.held.clear();
    }
}

/// R2.3 to R2.7, for an atom after R2.2.
fn is_identifier(atom: &[u8]) -> bool {
    let leading = |o: &u8| b"('*_".contains(o);
    let trailing = |o: &u8| b")'*_.,;:!?".contains(o);
    let Some(start) = atom.iter().position(|o| !leading(o)) else {
        return false;
    };
    let Some(last) = atom.iter().rposition(|o| !trailing(o)) else {
        return false;
    };
    // Where all that is not leading is trailing, nothing is left.
    let candidate = atom.get(start..=last).unwrap_or_default();
    candidate.iter().any(|&o| is_telling(o))
        && (has_scheme(candidate)
            || has_prefix(candidate)
            || is_doi(candidate)
            || is_address(candidate))
}

/// R2.4
fn has_scheme(candidate: &[u8]) -> bool {
    let of_scheme = |o: &&u8| o.is_ascii_alphanumeric() || b"+.-".contains(o);
    (0..candidate.len())
        .filter(|&i| candidate[i..].starts_with(b"://"))
        .any(|i| candidate[..i].iter().rev().take_while(of_scheme).any(u8::is_ascii_alphabetic))
}

/// R2.5
fn has_prefix(candidate: &[u8]) -> bool {
    const PREFIXES: [&str; 13] = [
        "www.", "mailto:", "tel:", "urn:", "info:", "doi:", "hdl:", "ark:", "arxiv:", "pmid:",
        "orcid:", "isbn:", "issn:",
    ];
    PREFIXES.iter().any(|prefix| {
        candidate.get(..prefix.len()).is_some_and(|c| c.eq_ignore_ascii_case(prefix.as_bytes()))
    })
}

/// R2.6
fn is_doi(candidate: &[u8]) -> bool {
    let digits = |octets: &[u8]| octets.iter().take_while(|o| o.is_ascii_digit()).count();
    let Some(mut rest) = candidate.strip_prefix(b"10.") else {
        return false;
    };
    let n = digits(rest);
    if !(4..=9).contains(&n) {
        return false;
    }
    rest = &rest[n..];
    while let Some(part) = rest.strip_prefix(b".") {
        let n = digits(part);
        if n == 0 {
            return false;
        }
        rest = &part[n..];
    }
    rest.len() > 1 && rest[0] == b'/'
}

/// R2.7
fn is_address(candidate: &[u8]) -> bool {
    let mut parts = candidate.split(|&o| o == b'@');
    let (Some(local), Some(host)) = (parts.next(), parts.next()) else {
        return false;
    };
    let dotted =
        |w: &[u8]| w[0].is_ascii_alphanumeric() && w[1] == b'.' && w[2].is_ascii_alphanumeric();
    !local.is_empty() && host.windows(3).any(dotted)
}

/// R2.9: a hyphen at a line end goes, with the line end.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Whether the text up to here ends with a letter, marks after it passed over.
    letter: bool,
    /// A hyphen after a letter, and what followed: at most 131 code points.
    held: String,
    place: Place,
}

/// How much of (a) to (d) was seen.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    part: Part,
    blanks: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Part {
    #[default]
    Hyphen,
    CarriageReturn,
    LineEnd,
}

enum Step {
    More,
    Found,
    Failed,
}

impl Place {
    fn step(&mut self, c: char) -> Step {
        match (c, self.part) {
            ('\n', Part::CarriageReturn) => self.part = Part::LineEnd,
            ('\t' | ' ' | '\u{A0}', _) => {
                if self.part == Part::CarriageReturn {
                    self.part = Part::LineEnd;
                }
                self.blanks += 1;
                if self.blanks > 64 {
                    return Step::Failed;
                }
            }
            ('\n' | '\u{B}' | '\u{C}' | '\r' | '\u{85}' | '\u{2028}', Part::Hyphen) => {
                let cr = c == '\r';
                self.part = if cr { Part::CarriageReturn } else { Part::LineEnd };
                self.blanks = 0;
            }
            (_, Part::CarriageReturn | Part::LineEnd) if ucd::properties(c.into()).is(LL) => {
                return Step::Found;
            }
            _ => return Step::Failed,
        }
        Step::More
    }
}

/// The length of the hyphen that `octets` begin with: U+002D, U+00AD or U+2010.
fn hyphen(octets: &[u8]) -> Option<usize> {
    match octets {
        [b'-', ..] => Some(1),
        [0xC2, 0xAD, ..] => Some(2),
        [0xE2, 0x80, 0x90, ..] => Some(3),
        _ => None,
    }
}

/// Whether a text ends with a letter, marks after it passed over; `before` if it is but marks.
fn ends_with_letter(text: &str, before: bool) -> bool {
    let mut properties = text.chars().rev().map(|c| ucd::properties(c.into()));
    properties.find(|p| !p.is(MARK)).map_or(before, |p| p.is(LETTER))
}

impl Stage for Lines {
    fn text(&mut self, text: &str, next: &mut impl Sink) {
        let octets = text.as_bytes();
        let (mut at, mut sent) = (0, 0);
        if !self.held.is_empty() {
            let (n, step) = self.follow(text);
            match step {
                Step::More => return self.held.push_str(text),
                Step::Found => sent = n,
                Step::Failed => next.text(&self.held),
            }
            at = n;
            self.held.clear();
            self.letter = false;
        }
        let first = |o| matches!(o, b'-' | 0xC2 | 0xE2);
        while let Some(n) = find(&octets[at..], first) {
            let start = at + n;
            let Some(len) = hyphen(&octets[start..]) else {
                at = start + 1;
                continue;
            };
            at = start + len;
            if !ends_with_letter(&text[..start], self.letter) {
                continue;
            }
            self.place = Place::default();
            match self.follow(&text[at..]) {
                (_, Step::More) => {
                    next.text(&text[sent..start]);
                    self.held.push_str(&text[start..]);
                    return;
                }
                (n, Step::Found) => {
                    next.text(&text[sent..start]);
                    at += n;
                    sent = at;
                }
                (n, Step::Failed) => at += n,
            }
        }
        self.letter = ends_with_letter(text, self.letter);
        next.text(&text[sent..]);
    }

    fn end(&mut self, next: &mut impl Sink) {
        next.text(&self.held);
        *self = Lines::default();
    }
}

impl Lines {
    /// Whether nothing waits.
    pub fn is_at_rest(&self) -> bool {
        self.held.is_empty()
    }

    /// Goes on after a separator.
    pub fn separated(&mut self) {
        self.letter = false;
    }

    /// Goes on in the place until it is decided, and says before which code point.
    fn follow(&mut self, text: &str) -> (usize, Step) {
        for (i, c) in text.char_indices() {
            match self.place.step(c) {
                Step::More => {}
                step => return (i, step),
            }
        }
        (text.len(), Step::More)
    }
}

/// R2.10: white space between two clusters of one class goes.
#[derive(Clone, Debug)]
pub struct Blanks {
    /// The class before, marks passed over.
    before: Class,
    /// White space after a code point of a class with clusters: at most 256 code points.
    held: String,
    count: u16,
}

impl Default for Blanks {
    fn default() -> Blanks {
        Blanks { before: Class::None, held: String::new(), count: 0 }
    }
}

/// Octets of UTF-8 that are less than this begin no code point of a class with clusters.
pub const FIRST_WITH_CLUSTERS: u8 = 0xE0;

impl Stage for Blanks {
    fn text(&mut self, text: &str, next: &mut impl Sink) {
        let (mut at, mut sent) = (0, 0);
        while at < text.len() {
            if !self.before.has_clusters() {
                let first = |o| o >= FIRST_WITH_CLUSTERS;
                let Some(n) = find(&text.as_bytes()[at..], first) else {
                    break;
                };
                at += n;
            }
            let Some(c) = text[at..].chars().next() else {
                break;
            };
            let properties = ucd::properties(c.into());
            if !properties.is_white_space() && c != '\u{200B}' {
                if properties.is(MARK) && self.count == 0 {
                    at += c.len_utf8();
                    continue;
                }
                let class = properties.class();
                if self.count > 0 {
                    // R2.10: deleted, or not.
                    if class != self.before {
                        next.text(&self.held);
                        next.text(&text[sent..at]);
                    }
                    sent = at;
                    self.forget();
                }
                self.before = class;
            } else if self.before.has_clusters() {
                if self.count == 0 {
                    next.text(&text[sent..at]);
                    sent = at;
                }
                self.count += 1;
                if self.count > 256 {
                    next.text(&self.held);
                    self.forget();
                    self.before = Class::None;
                }
            }
            at += c.len_utf8();
        }
        if self.count > 0 {
            self.held.push_str(&text[sent..]);
        } else {
            next.text(&text[sent..]);
        }
    }

    fn end(&mut self, next: &mut impl Sink) {
        next.text(&self.held);
        *self = Blanks::default();
    }
}

impl Blanks {
    /// Whether nothing waits.
    pub fn is_at_rest(&self) -> bool {
        self.count == 0 && !self.before.has_clusters()
    }

    fn forget(&mut self) {
        self.held.clear();
        self.count = 0;
    }
}
