//! R11.12 to R11.24: the constructs of an XML document, and its text.

use super::lists::{self, is_in, Names};
use super::output::{is_blank, Call, Output};
use super::{html, Refused};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use html5ever::data::NAMED_ENTITIES;
use std::collections::HashMap;

/// R11.16: elements that may be open.
const DEPTH: usize = 500;
/// R11.15: code points of an entity's literal.
const LITERAL: usize = 256;

pub fn visible(document: &str) -> Result<String, Refused> {
    let mut scan = Scan { text: document, at: 0 };
    let mut reader = Reader::default();
    while scan.at < document.len() {
        let at = scan.at;
        let read = scan.construct(&mut reader);
        read.map_err(|reason| Refused::Malformed { reason, at })?;
    }
    if reader.open.is_empty() && reader.vocabulary.is_some() {
        return Ok(reader.output.finish());
    }
    let reason = "an element is open at the end, or there is none";
    Err(Refused::Malformed { reason, at: document.len() })
}

/// What is wrong with a construct.
type Wrong = &'static str;

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

/// R11.12 to R11.15. What takes something reads on only if it finds it.
impl<'a> Scan<'a> {
    fn construct(&mut self, reader: &mut Reader<'a>) -> Result<(), Wrong> {
        if self.take("<!--") {
            self.past("-->", "a comment does not end")?;
        } else if self.take("<?") {
            self.past("?>", "a processing instruction does not end")?;
        } else if self.take("<![CDATA[") {
            let text = self.past("]]>", "a CDATA section does not end")?;
            reader.text(text)?;
        } else if reader.vocabulary.is_none() && self.take("<!DOCTYPE") {
            self.document_type(&mut reader.entities)?;
        } else if self.take("</") {
            let name = self.name().ok_or("an end tag has no name")?;
            self.blanks();
            if !self.take(">") {
                return Err("an end tag does not end");
            }
            reader.end(name)?;
        } else if self.take("<") {
            self.start_tag(reader)?;
        } else if self.rest().starts_with('&') {
            match self.reference(Some(&reader.entities)) {
                Some(text) => reader.text(&text)?,
                None => return Err("a reference means nothing"),
            }
        } else {
            let len = self.rest().find(['<', '&']).unwrap_or(self.rest().len());
            let text = self.advance(len);
            reader.text(text)?;
        }
        Ok(())
    }

    fn start_tag(&mut self, reader: &mut Reader<'a>) -> Result<(), Wrong> {
        let name = self.name().ok_or("a tag has no name")?;
        let mut attributes = core::mem::take(&mut reader.attributes);
        attributes.clear();
        let ends = loop {
            self.blanks();
            if self.take(">") {
                break false;
            }
            if self.take("/>") {
                break true;
            }
            let name = self.name().ok_or("a start tag does not end")?;
            self.blanks();
            if !self.take("=") {
                return Err("an attribute has no value");
            }
            self.blanks();
            attributes.push((name, self.literal()?.ok_or("a value is not quoted")?));
        };
        reader.attributes = attributes;
        reader.start(name)?;
        if ends {
            reader.end(name)?;
        }
        Ok(())
    }

    /// R11.14: what a reference means. Of none but (a) and (b) without entities.
    fn reference(&mut self, entities: Option<&Entities>) -> Option<Cow<'a, str>> {
        let rest = &self.rest()[1..];
        let key = rest.bytes().take_while(|&o| is_name(o) || o == b'#').count();
        let key = rest[key..].starts_with(';').then_some(&rest[..key])?;
        let text = predefined(key).or_else(|| {
            let entities = entities?;
            match entities.get(key) {
                Some(text) => text.clone().map(Cow::Owned),
                None => named(key),
            }
        })?;
        self.at += 1 + key.len() + 1;
        Some(text)
    }

    /// R11.15
    fn document_type(&mut self, entities: &mut Entities<'a>) -> Result<(), Wrong> {
        const WRONG: Wrong = "a document type does not end";
        let mut is_internal = false;
        loop {
            let len = self.rest().find(['"', '\'', '[', ']', '<', '>']).ok_or(WRONG)?;
            self.advance(len);
            match (is_internal, self.rest().as_bytes()[0]) {
                (false, b'"' | b'\'') => {
                    self.literal()?;
                    continue;
                }
                (false, b'[') => is_internal = true,
                (true, b']') => is_internal = false,
                (false, b'>') => {
                    self.at += 1;
                    return Ok(());
                }
                (true, b'<') => {
                    self.declaration(entities)?;
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    fn declaration(&mut self, entities: &mut Entities<'a>) -> Result<(), Wrong> {
        const WRONG: Wrong = "a declaration does not end";
        if self.take("<!--") {
            return self.past("-->", "a comment does not end").map(drop);
        }
        if self.take("<?") {
            return self.past("?>", "a processing instruction does not end").map(drop);
        }
        if self.take("<!ENTITY") {
            self.blanks();
            if let Some(name) = self.name() {
                self.blanks();
                let text = self.literal()?.and_then(entity);
                entities.entry(name).or_insert(text);
            }
        }
        loop {
            let len = self.rest().find(['"', '\'', '>']).ok_or(WRONG)?;
            self.advance(len);
            if self.take(">") {
                return Ok(());
            }
            self.literal()?;
        }
    }

    /// What is between the quotation marks, if one is here.
    fn literal(&mut self) -> Result<Option<&'a str>, Wrong> {
        const WRONG: Wrong = "a literal does not end";
        Ok(if self.take("\"") {
            Some(self.past("\"", WRONG)?)
        } else if self.take("'") {
            Some(self.past("'", WRONG)?)
        } else {
            None
        })
    }

    fn name(&mut self) -> Option<&'a str> {
        let first = self.rest().bytes().next()?;
        let begins = is_name(first) && !matches!(first, b'0'..=b'9' | b'-' | b'.');
        let len = self.rest().bytes().take_while(|&o| is_name(o)).count();
        begins.then(|| self.advance(len))
    }

    fn blanks(&mut self) {
        self.at += self.rest().bytes().take_while(|&o| is_blank(o)).count();
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn advance(&mut self, len: usize) -> &'a str {
        let text = &self.rest()[..len];
        self.at += len;
        text
    }

    fn take(&mut self, construct: &str) -> bool {
        let found = self.rest().starts_with(construct);
        self.at += if found { construct.len() } else { 0 };
        found
    }

    /// Reads up to and with `end`, and gives what precedes that.
    fn past(&mut self, end: &str, wrong: Wrong) -> Result<&'a str, Wrong> {
        let len = self.rest().find(end).ok_or(wrong)?;
        let text = self.advance(len);
        self.at += end.len();
        Ok(text)
    }
}

/// Whether an octet may stand in a name (R11.13); all that are not ASCII may.
fn is_name(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'_' | b':' | b'-' | b'.' | 0x80..)
}

/// The texts of the entities that were declared, for those that have one.
type Entities<'a> = HashMap<&'a str, Option<String>>;

/// R11.14 (a) and (b)
fn predefined(key: &str) -> Option<Cow<'static, str>> {
    let character = match key {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => return number(key.strip_prefix('#')?).map(|c| Cow::Owned(c.into())),
    };
    Some(Cow::Borrowed(character))
}

fn number(digits: &str) -> Option<char> {
    let (digits, radix) = match digits.strip_prefix('x') {
        Some(digits) => (digits, 16),
        None => (digits, 10),
    };
    let add = |n: u32, c: char| Some(n.saturating_mul(radix).saturating_add(c.to_digit(radix)?));
    let n = digits.chars().try_fold(0, add)?;
    char::from_u32(n).filter(|&c| c != '\0')
}

/// R11.14 (d)
fn named(key: &str) -> Option<Cow<'static, str>> {
    let mut name = String::from(key);
    name.push(';');
    let &(first, second) = NAMED_ENTITIES.get(name.as_str())?;
    let characters = [first, second].into_iter().filter(|&c| c != 0).filter_map(char::from_u32);
    Some(Cow::Owned(characters.collect()))
}

/// R11.15: the text of an entity, from its literal.
fn entity(literal: &str) -> Option<String> {
    if literal.contains('<') || literal.chars().nth(LITERAL).is_some() {
        return None;
    }
    let mut scan = Scan { text: literal, at: 0 };
    let mut text = String::new();
    while let Some(len) = scan.rest().find('&') {
        text.push_str(scan.advance(len));
        let is_number = scan.rest().starts_with("&#");
        let meant = scan.reference(None)?;
        if is_number && matches!(&*meant, "&" | "<") {
            return None;
        }
        text.push_str(&meant);
    }
    text.push_str(scan.rest());
    Some(text)
}

/// An attribute's value with its references resolved; what means nothing stays.
fn resolved<'a>(value: &'a str, entities: &Entities) -> Cow<'a, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let mut scan = Scan { text: value, at: 0 };
    let mut text = String::new();
    while let Some(len) = scan.rest().find('&') {
        text.push_str(scan.advance(len));
        match scan.reference(Some(entities)) {
            Some(meant) => text.push_str(&meant),
            None => text.push_str(scan.advance(1)),
        }
    }
    text.push_str(scan.rest());
    Cow::Owned(text)
}

/// R11.17
#[derive(Clone, Copy, PartialEq)]
enum Vocabulary {
    Xhtml,
    Article,
    Tei,
    Alto,
    Page,
    Other,
}

impl Vocabulary {
    fn of(root: &str) -> Vocabulary {
        match root {
            "html" => Vocabulary::Xhtml,
            "alto" => Vocabulary::Alto,
            "PcGts" => Vocabulary::Page,
            _ if is_in(lists::ARTICLES, root) => Vocabulary::Article,
            _ if is_in(lists::TEIS, root) => Vocabulary::Tei,
            _ => Vocabulary::Other,
        }
    }

    /// What is left out wherever it is.
    fn left_out(self) -> Names {
        match self {
            Vocabulary::Xhtml => lists::LEFT_OUT,
            Vocabulary::Article => lists::ARTICLE_LEFT_OUT,
            Vocabulary::Tei => lists::TEI_LEFT_OUT,
            Vocabulary::Page => &["Glyph"],
            Vocabulary::Alto => &[],
            Vocabulary::Other => lists::OTHER_LEFT_OUT,
        }
    }

    /// Those that are kept only, directly in an element, if it has such.
    fn kept(self, parent: &str) -> Option<Names> {
        Some(match (self, parent) {
            (Vocabulary::Article, _) if is_in(lists::ARTICLE_METADATA, parent) => {
                lists::ARTICLE_KEPT
            }
            (Vocabulary::Tei, "teiHeader") => &["fileDesc", "profileDesc"],
            (Vocabulary::Tei, "fileDesc") => &["titleStmt"],
            (Vocabulary::Tei, "titleStmt") => &["author", "title"],
            (Vocabulary::Tei, "profileDesc") => &["abstract"],
            (Vocabulary::Tei, "choice") => lists::TEI_CHOICE_KEPT,
            _ => return None,
        })
    }

    /// Those in which the first only is kept.
    fn first(self) -> Names {
        match self {
            Vocabulary::Article => lists::ARTICLE_FIRST,
            Vocabulary::Tei => lists::TEI_FIRST,
            _ => &[],
        }
    }

    fn inline(self) -> Names {
        match self {
            Vocabulary::Article => lists::ARTICLE_INLINE,
            Vocabulary::Tei => lists::TEI_INLINE,
            _ => &[],
        }
    }

    fn preformatted(self) -> Names {
        match self {
            Vocabulary::Xhtml => lists::PREFORMATTED,
            Vocabulary::Article => lists::ARTICLE_PREFORMATTED,
            Vocabulary::Tei => lists::TEI_PREFORMATTED,
            Vocabulary::Page => &["Unicode"],
            Vocabulary::Alto | Vocabulary::Other => &[],
        }
    }
}

/// What an element calls for where it begins and where it ends.
#[derive(Clone, Copy)]
enum Calls {
    For(Call),
    /// R11.21: a milestone within a word.
    Join,
}

struct Element<'a> {
    name: &'a str,
    calls: Calls,
    is_left_out: bool,
    is_preformatted: bool,
    /// Whether an element directly in it was not left out.
    has_kept: bool,
    /// Pieces that were written before it.
    pieces: usize,
}

impl Element<'_> {
    fn local(&self) -> &str {
        local(self.name)
    }
}

fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// What makes text of the constructs.
#[derive(Default)]
struct Reader<'a> {
    output: Output,
    entities: Entities<'a>,
    /// Of the root element, once it began.
    vocabulary: Option<Vocabulary>,
    open: Vec<Element<'a>>,
    /// Of the start tag that is read, with values as they are written.
    attributes: Vec<(&'a str, &'a str)>,
    /// R11.23: whether the last `String` gave the whole of a hyphenated word.
    is_substituted: bool,
}

impl<'a> Reader<'a> {
    fn start(&mut self, name: &'a str) -> Result<(), Wrong> {
        if self.open.is_empty() && self.vocabulary.is_some() {
            return Err("an element follows the root element");
        }
        if self.open.len() == DEPTH {
            return Err("500 elements are open");
        }
        let local = local(name);
        let vocabulary = *self.vocabulary.get_or_insert_with(|| Vocabulary::of(local));
        let parent = self.open.last();
        let is_left_out =
            parent.is_some_and(|p| p.is_left_out) || self.leaves_out(vocabulary, local);
        let is_preformatted =
            parent.is_some_and(|p| p.is_preformatted) || is_in(vocabulary.preformatted(), local);
        let pieces = self.output.pieces();
        let mut calls = Calls::For(Call::Nothing);
        if !is_left_out {
            if let Some(parent) = self.open.last_mut() {
                parent.has_kept = true;
            }
            calls = self.calls(vocabulary, local);
            self.call(calls);
            if vocabulary == Vocabulary::Alto {
                self.alto(local);
            }
        }
        let has_kept = false;
        self.open.push(Element { name, calls, is_left_out, is_preformatted, has_kept, pieces });
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), Wrong> {
        match self.open.pop() {
            Some(element) if element.name == name => {
                self.call(element.calls);
                Ok(())
            }
            _ => Err("an end tag is not that of the innermost element"),
        }
    }

    fn text(&mut self, text: &str) -> Result<(), Wrong> {
        let Some(element) = self.open.last() else {
            return match text.bytes().all(is_blank) {
                true => Ok(()),
                false => Err("character data is outside the root element"),
            };
        };
        let is_text = match self.vocabulary {
            Some(Vocabulary::Alto) => false,
            Some(Vocabulary::Page) => element.is_preformatted,
            _ => true,
        };
        if is_text && !element.is_left_out {
            self.output.text(text, element.is_preformatted);
        }
        Ok(())
    }

    fn call(&mut self, calls: Calls) {
        match calls {
            Calls::For(call) => self.output.call(call),
            Calls::Join => self.output.join(),
        }
    }

    /// The value of an attribute of the start tag.
    fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        let &(_, value) = self.attributes.iter().find(|(n, _)| *n == name)?;
        Some(resolved(value, &self.entities))
    }

    fn has(&self, name: &str) -> bool {
        self.attributes.iter().any(|(n, _)| *n == name)
    }

    fn leaves_out(&self, vocabulary: Vocabulary, local: &str) -> bool {
        if is_in(vocabulary.left_out(), local) {
            return true;
        }
        let parent = self.open.last();
        match vocabulary {
            Vocabulary::Xhtml => self.has("hidden") || local == "dialog" && !self.has("open"),
            Vocabulary::Page => {
                let is_said = |parent: &Element| parent.pieces < self.output.pieces();
                local == "TextEquiv" && parent.is_some_and(is_said)
            }
            Vocabulary::Alto => false,
            _ => {
                let in_vain = |parent: &Element| {
                    vocabulary.kept(parent.local()).is_some_and(|kept| !is_in(kept, local))
                        || parent.has_kept && is_in(vocabulary.first(), parent.local())
                };
                is_in(lists::ALWAYS_LEFT_OUT, local) || parent.is_some_and(in_vain)
            }
        }
    }

    fn calls(&self, vocabulary: Vocabulary, local: &str) -> Calls {
        let is_line = match vocabulary {
            Vocabulary::Xhtml => {
                let class = self.attribute("class");
                is_in(lists::BLOCKS, local) || class.is_some_and(|class| html::is_line(&class))
            }
            Vocabulary::Tei if is_in(lists::TEI_MILESTONES, local) => {
                if self.attribute("break").is_some_and(|value| value == "no") {
                    return Calls::Join;
                }
                true
            }
            Vocabulary::Alto if matches!(local, "String" | "SP") => {
                return Calls::For(Call::Blank);
            }
            Vocabulary::Alto => local == "TextLine",
            Vocabulary::Page if local == "Word" => return Calls::For(Call::Blank),
            Vocabulary::Page => matches!(local, "TextLine" | "TextRegion"),
            _ => !is_in(lists::ALWAYS_INLINE, local) && !is_in(vocabulary.inline(), local),
        };
        Calls::For(if is_line { Call::Line } else { Call::Nothing })
    }

    /// R11.23: what attributes say.
    fn alto(&mut self, local: &str) {
        match local {
            "String" => {
                let whole = self.attribute("SUBS_CONTENT").filter(|whole| !whole.is_empty());
                let part = whole.as_ref().and_then(|_| self.attribute("SUBS_TYPE"));
                let part = part.unwrap_or_default();
                self.is_substituted = part == "HypPart1";
                let content = match &*part {
                    "HypPart1" => whole,
                    "HypPart2" => None,
                    _ => self.attribute("CONTENT"),
                };
                self.output.text(&content.unwrap_or_default(), false);
            }
            "HYP" if !self.is_substituted => {
                self.output.join();
                self.output.text("-", false);
            }
            _ => {}
        }
    }
}
