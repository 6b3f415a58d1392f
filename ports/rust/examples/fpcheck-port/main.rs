//! The port program: answers the requests of the conformance suite (SPEC.md, annex A).
//!
//! ```text
//! fpcheck conform -- target/release/examples/fpcheck-port
//! ```
//!
//! With the features `digest` and `markup` it answers for chapters 10a and 11 too:
//! `conform --level digest`, `--level markup`.

mod base64;
mod json;

#[cfg(feature = "digest")]
use fpcheck::digest;
#[cfg(feature = "markup")]
use fpcheck::markup;
use fpcheck::passages::{self, Reference};
use fpcheck::{jenkins, minhash::Minima, simhash::Counters, tokenize, Error, Fingerprint, Scheme};
use json::{quote, Object, Value};
use std::io::{self, BufRead, BufReader, BufWriter, Write};

const STAGES: &[&str] = &[
    "text",
    "identifiers",
    "normalise",
    "segment",
    "features",
    "hash",
    "counters",
    "full",
    "merge",
    "sketch",
    "truncate",
    "encode",
    "decode",
    "distance",
    "pipeline",
    "stream",
    "windows",
    "passages",
    "covers",
    #[cfg(feature = "digest")]
    "text-digest",
    #[cfg(feature = "markup")]
    "html",
    #[cfg(feature = "markup")]
    "xml",
];
const LEVELS: &[&str] = &[
    "core",
    "passages",
    #[cfg(feature = "digest")]
    "digest",
    #[cfg(feature = "markup")]
    "markup",
];

fn main() -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut line = Vec::new();
    let mut greeted = false;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        let message = std::str::from_utf8(&line).ok().and_then(Object::parse);
        if greeted {
            writeln!(output, "{}", reply(message.as_ref()))?;
        } else {
            greeted = message.is_some_and(|m| speaks(&m));
            writeln!(output, "{}", hello(greeted))?;
            if !greeted {
                return output.flush();
            }
        }
        // The runner may wait for these answers before it sends more.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
}

fn speaks(message: &Object) -> bool {
    match message.get("protocols") {
        Some(Value::Array(all)) => all.iter().any(|v| matches!(v, Value::Number("1"))),
        _ => false,
    }
}

fn hello(speaks: bool) -> String {
    if !speaks {
        return r#"{"error":"this port speaks protocol 1"}"#.into();
    }
    let version = env!("CARGO_PKG_VERSION");
    let list = |names: &[&str]| names.iter().map(|n| quote(n)).collect::<Vec<_>>().join(",");
    format!(
        r#"{{"protocol":1,"name":"fpcheck-rust","language":"Rust","version":"{version}","schemes":[{}],"stages":[{}],"levels":[{}]}}"#,
        list(&Scheme::ALL.map(Scheme::id)),
        list(STAGES),
        list(LEVELS),
    )
}

/// What a reply has in place of a value.
enum Outcome {
    NoFeatures,
    NoDigest,
    TooShort,
    Rejected,
    NotComparable,
    Unsupported(String),
    Error(String),
}

impl Outcome {
    fn error(reason: &str) -> Outcome {
        Outcome::Error(reason.into())
    }
}

impl From<Error> for Outcome {
    fn from(error: Error) -> Outcome {
        match error {
            Error::NoFeatures => Outcome::NoFeatures,
            Error::NoItems => Outcome::NoDigest,
            Error::TooShort => Outcome::TooShort,
            Error::NotComparable(..) => Outcome::NotComparable,
            other => Outcome::Error(other.to_string()),
        }
    }
}

/// Where the protocol calls malformed input rejected.
fn rejected(error: Error) -> Outcome {
    match error {
        Error::Malformed(_) => Outcome::Rejected,
        other => other.into(),
    }
}

fn reply(message: Option<&Object>) -> String {
    let id = match message.and_then(|m| m.get("id")) {
        Some(Value::String(id)) => Some(quote(id)),
        _ => None,
    };
    let values = match (message, &id) {
        (Some(message), Some(_)) => Request(message).answer(),
        _ => Err(Outcome::error("the line is not a JSON object in UTF-8 with an id")),
    };
    let id = id.unwrap_or_else(|| quote(""));
    let values = values.unwrap_or_else(|outcome| {
        let (name, reason) = match outcome {
            Outcome::NoFeatures => ("no-features", None),
            Outcome::NoDigest => ("no-digest", None),
            Outcome::TooShort => ("too-short", None),
            Outcome::Rejected => ("rejected", None),
            Outcome::NotComparable => ("not-comparable", None),
            Outcome::Unsupported(reason) => ("unsupported", Some(reason)),
            Outcome::Error(reason) => ("error", Some(reason)),
        };
        let reason = reason.map(|r| format!(r#","reason":{}"#, quote(&r)));
        format!(r#""outcome":"{name}"{}"#, reason.unwrap_or_default())
    });
    format!(r#"{{"id":{id},{values}}}"#)
}

struct Request<'a>(&'a Object<'a>);

impl Request<'_> {
    /// The keys and values of the reply, but for its id.
    fn answer(&self) -> Result<String, Outcome> {
        let stage = self.string("stage")?;
        if !STAGES.contains(&stage) {
            if self.0.get("scheme").is_some() {
                self.string("scheme")?;
            }
            return Err(Outcome::Unsupported(format!("no stage {stage}")));
        }
        match stage {
            "decode" | "distance" => {}
            "encode" => drop(self.form()?),
            "counters" => self.kind(false)?,
            "full" | "merge" | "truncate" => self.kind(true)?,
            _ => drop(self.scheme()?),
        }
        Ok(match stage {
            "text" => texts("text", &tokenize::text(&self.octets("octets")?)),
            "identifiers" => {
                texts("text", &self.scheme()?.rules().identifiers(&self.text("text")?))
            }
            "normalise" => list("runs", &self.scheme()?.rules().normalise(&self.text("text")?)),
            "segment" => list("tokens", &self.scheme()?.rules().segment(&self.texts("runs")?)),
            "features" => hashes("elements", &self.scheme()?.elements(&self.texts("tokens")?)),
            "hash" => format!(r#""hash":"{:016x}""#, jenkins::sum64(&self.octets("octets")?)),
            "counters" => {
                let mut counters = Counters::default();
                self.elements()?.into_iter().for_each(|element| counters.add(element));
                let counters = counters.0.map(|c| format!(r#""{c}""#));
                format!(r#""counters":[{}]"#, counters.join(","))
            }
            "full" => {
                let mut minima = Minima::new(self.scheme()?).map_err(rejected)?;
                self.elements()?.into_iter().for_each(|element| minima.add(element));
                octets("full", &minima.to_bytes())
            }
            "merge" => {
                let mut minima = Minima::new(self.scheme()?).map_err(rejected)?;
                let fulls = self.array("fulls")?;
                if fulls.len() != 2 {
                    return Err(Outcome::error("fulls are not two"));
                }
                for full in fulls {
                    let full = decoded(full, "fulls")?;
                    let full = Minima::from_bytes(minima.scheme(), &full).map_err(rejected)?;
                    minima.merge(&full).map_err(rejected)?;
                }
                octets("full", &minima.to_bytes())
            }
            "sketch" => self.sketch()?,
            "truncate" => {
                let bits = self.integer("bits")?;
                let whole = self.scheme()?.from_sketch(&self.hex("sketch")?)?;
                hex("sketch", whole.truncate(bits)?.sketch())
            }
            "encode" => {
                let profile = match self.0.get("profile") {
                    None => "visible",
                    Some(_) => self.string("profile")?,
                };
                octets("string", self.named()?.with_profile(profile)?.to_string().as_bytes())
            }
            "decode" => {
                let string = self.octets("string")?;
                let string = String::from_utf8(string).map_err(|_| Outcome::Rejected)?;
                let fingerprint: Fingerprint = string.parse().map_err(rejected)?;
                let sketch = hex("sketch", fingerprint.sketch());
                let (name, profile) = (fingerprint.name(), fingerprint.profile());
                format!(r#"{sketch},"scheme":"{name}","profile":"{profile}""#)
            }
            "distance" => {
                let [Value::String(a), Value::String(b)] = self.array("strings")? else {
                    return Err(Outcome::error("strings are not two"));
                };
                let parse = |s: &str| s.parse::<Fingerprint>().map_err(rejected);
                let (a, b) = (&parse(a)?, &parse(b)?);
                let (distance, similarity) = (a.distance(b)?, a.similarity(b)?);
                format!(r#""distance":{distance},"similarity":{similarity}"#)
            }
            "pipeline" => self.pipeline(&[])?,
            "stream" => self.pipeline(&self.cuts()?)?,
            "windows" => self.windows()?,
            "passages" => self.passages()?,
            "covers" => self.covers()?,
            #[cfg(feature = "digest")]
            "text-digest" => self.text_digest()?,
            #[cfg(feature = "markup")]
            "html" => self.visible(markup::html)?,
            #[cfg(feature = "markup")]
            "xml" => self.visible(markup::xml)?,
            _ => unreachable!("a stage of STAGES"),
        })
    }

    #[cfg(feature = "markup")]
    fn visible(
        &self,
        read: fn(&[u8], Option<&str>) -> Result<markup::Visible, markup::Refused>,
    ) -> Result<String, Outcome> {
        let charset = self.0.get("charset").map(|_| self.string("charset")).transpose()?;
        let visible = read(&self.octets("octets")?, charset).map_err(|refused| match refused {
            markup::Refused::Malformed { .. } => Outcome::Rejected,
            other => Outcome::Error(other.to_string()),
        })?;
        Ok(texts("text", &visible.text))
    }

    fn sketch(&self) -> Result<String, Outcome> {
        let scheme = self.scheme()?;
        if scheme.is_minhash() {
            let minima = Minima::from_bytes(scheme, &self.octets("full")?).map_err(rejected)?;
            return Ok(hex("sketch", scheme.from_minima(&minima)?.sketch()));
        }
        let counter = |v: &Value| match v {
            Value::String(n) if decimal(n) => n.parse().ok(),
            _ => None,
        };
        let counters: Option<Vec<i64>> = self.array("counters")?.iter().map(counter).collect();
        let counters = counters.and_then(|c| <[i64; 64]>::try_from(c).ok());
        let counters = counters.ok_or(Outcome::error("counters are malformed"))?;
        Ok(hex("sketch", &Counters(counters).sketch().to_be_bytes()))
    }

    fn pipeline(&self, cuts: &[usize]) -> Result<String, Outcome> {
        let mut hasher = self.scheme()?.hasher();
        self.pieces(cuts, |piece| hasher.update(piece))?;
        let (fingerprint, features) = (hasher.fingerprint()?, hasher.features());
        Ok(format!(r#""fingerprint":"{fingerprint}","features":{features}"#))
    }

    fn windows(&self) -> Result<String, Outcome> {
        let octets = self.octets("octets")?;
        let windows = hashes("elements", &passages::windows(&octets, self.integer("words")?)?);
        let items = passages::items(&octets);
        let texts = items.iter().map(|item| &item.text);
        let weights = integers(items.iter().map(|item| usize::from(item.weight)));
        let places = integers(items.iter().flat_map(|item| [item.place.start, item.place.end]));
        let items = list("items", texts);
        Ok(format!(r#"{windows},{items},"weights":[{weights}],"places":[{places}]"#))
    }

    fn passages(&self) -> Result<String, Outcome> {
        let texts = self.octets_of_each("texts")?;
        let (mut rows, mut places) = (Vec::new(), Vec::new());
        for row in passages::rows(&texts, self.integer("words")?)?.rows {
            let part = row.items;
            rows.push([row.holder, row.text, part.start, part.end, row.frequency]);
            let place = passages::place(&passages::items(&texts[row.text]), part);
            places.extend(place.map(|place| [place.start, place.end]));
        }
        let rows: Vec<_> = rows.iter().map(|row| format!("[{}]", integers(*row))).collect();
        let places = integers(places.into_iter().flatten());
        Ok(format!(r#""passages":[{}],"places":[{places}]"#, rows.join(",")))
    }

    fn covers(&self) -> Result<String, Outcome> {
        let texts = self.octets_of_each("texts")?;
        let [reference, document, ignored @ ..] = &texts[..] else {
            return Err(Outcome::error("texts are not two or more"));
        };
        let reference = Reference::without(reference, self.integer("words")?, ignored)?;
        let cover = reference.cover(document);
        let weights =
            [reference.weight(), reference.contained_in(document), cover.weight, cover.run];
        let weights = weights.map(|weight| weight.to_string()).join(",");
        Ok(format!(r#""counts":[{weights},{},{}]"#, cover.items.start, cover.items.end))
    }

    #[cfg(feature = "digest")]
    fn text_digest(&self) -> Result<String, Outcome> {
        let cuts = self.0.get("cuts").map(|_| self.cuts()).transpose()?;
        let mut text = fpcheck::TextDigest::new();
        self.pieces(&cuts.unwrap_or_default(), |piece| text.update(piece))?;
        let digest = hex("digest", text.finish()?.as_bytes());
        Ok(format!("{digest},{}", list("items", &digest::items(self.octets("octets")?))))
    }

    fn cuts(&self) -> Result<Vec<usize>, Outcome> {
        let cut = |v: &Value| match v {
            Value::Number(n) => n.parse().ok(),
            _ => None,
        };
        let cuts: Option<Vec<usize>> = self.array("cuts")?.iter().map(cut).collect();
        cuts.ok_or(Outcome::error("cuts are malformed"))
    }

    /// Hands over the octets in pieces.
    fn pieces(&self, cuts: &[usize], mut take: impl FnMut(&[u8])) -> Result<(), Outcome> {
        let octets = self.octets("octets")?;
        let mut from = 0;
        for &to in cuts.iter().chain([&octets.len()]) {
            take(octets.get(from..to).ok_or(Outcome::error("cuts are out of order"))?);
            from = to;
        }
        Ok(())
    }

    fn value<'a, T>(
        &'a self,
        key: &str,
        read: impl FnOnce(&'a Value<'a>) -> Option<T>,
    ) -> Result<T, Outcome> {
        let value = self.0.get(key).and_then(read);
        value.ok_or_else(|| Outcome::Error(format!("{key} is missing or malformed")))
    }

    fn string<'a>(&'a self, key: &str) -> Result<&'a str, Outcome> {
        self.value(key, |v| match v {
            Value::String(s) => Some(&**s),
            _ => None,
        })
    }

    fn array<'a>(&'a self, key: &str) -> Result<&'a [Value<'a>], Outcome> {
        self.value(key, |v| match v {
            Value::Array(items) => Some(items.as_slice()),
            _ => None,
        })
    }

    fn integer<T: std::str::FromStr>(&self, key: &str) -> Result<T, Outcome> {
        self.value(key, |v| match v {
            Value::Number(n) => n.parse().ok(),
            _ => None,
        })
    }

    fn octets_of_each(&self, key: &str) -> Result<Vec<Vec<u8>>, Outcome> {
        self.array(key)?.iter().map(|v| decoded(v, key)).collect()
    }

    fn octets(&self, key: &str) -> Result<Vec<u8>, Outcome> {
        self.value(key, |v| decoded(v, key).ok())
    }

    fn text(&self, key: &str) -> Result<String, Outcome> {
        self.value(key, |v| text(v, key).ok())
    }

    fn texts(&self, key: &str) -> Result<Vec<String>, Outcome> {
        self.array(key)?.iter().map(|v| text(v, key)).collect()
    }

    fn elements(&self) -> Result<Vec<u64>, Outcome> {
        let element = |v: &Value| match v {
            Value::String(digits) if digits.len() == 16 && hexadecimal(digits) => {
                u64::from_str_radix(digits, 16).ok()
            }
            _ => None,
        };
        let elements: Option<Vec<u64>> = self.array("elements")?.iter().map(element).collect();
        elements.ok_or(Outcome::error("elements are malformed"))
    }

    fn hex(&self, key: &str) -> Result<Vec<u8>, Outcome> {
        let digits = self.string(key)?;
        if digits.len() % 2 != 0 || !hexadecimal(digits) {
            return Err(Outcome::Error(format!("{key} is malformed")));
        }
        let digits = digits.as_bytes();
        let octet = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let octets: Option<Vec<u8>> = digits.chunks(2).map(octet).collect();
        octets.ok_or_else(|| Outcome::Error(format!("{key} is malformed")))
    }

    fn scheme(&self) -> Result<Scheme, Outcome> {
        let id = self.string("scheme")?;
        id.parse().map_err(|_| Outcome::Unsupported(format!("no scheme {id}")))
    }

    /// Whether the scheme is of the kind that has the stage.
    fn kind(&self, minhash: bool) -> Result<(), Outcome> {
        if self.scheme()?.is_minhash() != minhash {
            return Err(Outcome::Unsupported("the scheme does not have this stage".into()));
        }
        Ok(())
    }

    /// The scheme of a name that is to be written (R8.3).
    fn form(&self) -> Result<Scheme, Outcome> {
        let name = self.string("scheme")?;
        let minhash = |scheme: &&Scheme| scheme.is_minhash();
        let short = ["b4", "b2", "b1"].iter().find_map(|width| name.strip_suffix(width));
        let of = |id: &str| Scheme::ALL.iter().find(|scheme| scheme.id() == id);
        let found = of(name).or_else(|| short.and_then(of).filter(minhash));
        found.copied().ok_or_else(|| Outcome::Unsupported(format!("no scheme {name}")))
    }

    /// The fingerprint of a sketch, by the name that is to be written.
    fn named(&self) -> Result<Fingerprint, Outcome> {
        let fingerprint = self.form()?.from_sketch(&self.hex("sketch")?)?;
        if fingerprint.name() != self.string("scheme")? {
            return Err(Outcome::error("the sketch has another length"));
        }
        Ok(fingerprint)
    }
}

fn hexadecimal(digits: &str) -> bool {
    digits.bytes().all(|d| matches!(d, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether an integer has no plus sign, and no leading zero.
fn decimal(n: &str) -> bool {
    let digits = n.strip_prefix('-').unwrap_or(n);
    n == "0" || digits.bytes().all(|d| d.is_ascii_digit()) && !digits.starts_with('0')
}

fn decoded(value: &Value, key: &str) -> Result<Vec<u8>, Outcome> {
    let octets = match value {
        Value::String(s) => base64::decode(s),
        _ => None,
    };
    octets.ok_or_else(|| Outcome::Error(format!("{key} is malformed")))
}

fn text(value: &Value, key: &str) -> Result<String, Outcome> {
    let text = String::from_utf8(decoded(value, key)?);
    text.map_err(|_| Outcome::Error(format!("{key} is not UTF-8")))
}

fn octets(key: &str, octets: &[u8]) -> String {
    format!(r#""{key}":"{}""#, base64::encode(octets))
}

fn texts(key: &str, text: &str) -> String {
    octets(key, text.as_bytes())
}

fn list<'a>(key: &str, texts: impl IntoIterator<Item = &'a String>) -> String {
    let texts = texts.into_iter().map(|t| quote(&base64::encode(t.as_bytes())));
    format!(r#""{key}":[{}]"#, texts.collect::<Vec<_>>().join(","))
}

fn hashes(key: &str, hashes: &[u64]) -> String {
    let hashes: Vec<_> = hashes.iter().map(|h| format!(r#""{h:016x}""#)).collect();
    format!(r#""{key}":[{}]"#, hashes.join(","))
}

fn integers(integers: impl IntoIterator<Item = usize>) -> String {
    integers.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(",")
}

fn hex(key: &str, octets: &[u8]) -> String {
    let digits: String = octets.iter().map(|o| format!("{o:02x}")).collect();
    format!(r#""{key}":"{digits}""#)
}
