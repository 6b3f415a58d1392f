//! What the tests share: the vectors' folder, the texts of R12, and SHA-256.
#![allow(dead_code)] // no test needs all of it

use fpcheck::minhash::mix64;
use std::path::PathBuf;

/// The folder of the vectors: `FPCHECK_VECTORS`, or `../../vectors` in the repository. The package of
/// the crate has none: then a test that needs them is left out, and says so. Anywhere else it panics,
/// so nothing is left out in the repository.
pub fn vectors() -> Option<PathBuf> {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let given = std::env::var_os("FPCHECK_VECTORS").map(PathBuf::from);
    let folder = given.clone().unwrap_or_else(|| package.join("../../vectors"));
    if folder.join("schema.json").exists() {
        return Some(folder);
    }
    // Cargo writes this file into each package, and a repository has none.
    let is_packaged = package.join("Cargo.toml.orig").exists();
    assert!(given.is_none() && is_packaged, "{}: no vectors", folder.display());
    eprintln!("left out: this test needs the vectors of the repository; set FPCHECK_VECTORS");
    None
}

/// R12.1
pub struct Numbers(pub u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix64(self.0)
    }

    pub fn below(&mut self, n: u32) -> u32 {
        ((self.next() >> 32) % u64::from(n)) as u32
    }
}

const RANGES: [(u32, u32); 28] = [
    (0x00C0, 0x024F),
    (0x0250, 0x02FF),
    (0x0370, 0x03FF),
    (0x0400, 0x052F),
    (0x0530, 0x058F),
    (0x0590, 0x05FF),
    (0x0600, 0x06FF),
    (0x0700, 0x08FF),
    (0x0900, 0x0DFF),
    (0x0E00, 0x0EFF),
    (0x0F00, 0x0FFF),
    (0x1000, 0x10FF),
    (0x1100, 0x11FF),
    (0x13A0, 0x13FF),
    (0x1780, 0x17FF),
    (0x1AB0, 0x1CFF),
    (0x1D00, 0x1FFF),
    (0x2000, 0x218F),
    (0x2460, 0x24FF),
    (0x3040, 0x30FF),
    (0x4E00, 0x9FFF),
    (0xAB30, 0xABBF),
    (0xAC00, 0xD7A3),
    (0xFB00, 0xFDFF),
    (0xFE00, 0xFFEF),
    (0x10400, 0x104FF),
    (0x1D400, 0x1D7FF),
    (0xE0000, 0xE01EF),
];

const IDENTIFIERS: [&str; 14] = [
    "http://", "www.", "doi:", "10.1000/", "@", "mailto:", "://", ".com", "URN:", "issn:", "Info:",
    "(", ").", "x@y.z",
];

const SPECIAL: [char; 30] = [
    '\u{AD}', '\u{B2}', '\u{DF}', '\u{130}', '\u{131}', '\u{149}', '\u{1F0}', '\u{307}', '\u{345}',
    '\u{34F}', '\u{390}', '\u{3C2}', '\u{3F4}', '\u{600}', '\u{640}', '\u{115F}', '\u{1E9E}',
    '\u{1FB4}', '\u{200B}', '\u{200C}', '\u{200D}', '\u{2122}', '\u{212B}', '\u{24D0}', '\u{3099}',
    '\u{FB01}', '\u{FDFA}', '\u{FE0F}', '\u{FEFF}', '\u{FFFD}',
];

const LINES: [&str; 40] = [
    "-\n",
    "a-\nb",
    "\u{E9}\u{AD} \r\n\tx",
    "a\u{2010}\u{2028}b-\nc",
    "a\u{323}-\u{A0}\u{85}\t\u{FF}",
    "a-\u{C}",
    "a-\r",
    "a-\n\nb",
    "a-\nB",
    "4-\nb",
    "\u{65E5}\n\u{672C}",
    "\u{30A2} \u{3000}\u{30A4}",
    "\u{5B57} ",
    " \u{5B57}",
    "\u{30FC}\u{200B}\u{3006}",
    "\u{3042} a",
    "\u{E44}\u{E17}\u{E22}\u{200B}\n\u{E44}\u{E17}\u{E22}",
    "\u{E01}\u{E48} ",
    " \u{E33}",
    "\u{E51}\u{E52} \u{E01}",
    "\u{1781}\u{17D2}\u{1798}\u{17C2}\u{179A} \n\u{1781}\u{17D2}\u{1798}",
    "\u{1019}\u{103C}\u{1014}\u{103A}\u{2029}\u{1019}\u{102C}",
    "\u{E81}\u{EB2} \u{E44}\u{E17}\u{E22}",
    "\u{200B}",
    "\u{640}",
    "\u{628}\u{64E}\u{640}\u{640}\u{628}",
    "i\u{307}\u{323}\u{307}",
    "\u{130}",
    "I\u{307}",
    "\u{131}\u{323}\u{307}",
    "\u{131}",
    "o\u{2BB}",
    "n\u{2BC}\u{2BC}n",
    "\u{A78C}",
    "\u{2167}",
    "\u{3007}\u{2167}",
    "\u{301}\u{30A2}\u{3099}",
    "\u{FF76}\u{FF9E}\n\u{FF8A}\u{FF70}",
    "\u{915}\u{94D}\u{937}\u{93F}",
    "\u{20DD}a\u{20DD}",
];

/// R12.2: text number `i` of a seed.
pub fn generated(seed: u64, i: u64) -> Vec<u8> {
    let mut out = Vec::new();
    let mut n = Numbers(mix64(seed.wrapping_add(i)));
    for _ in 0..1 + n.below(48) {
        piece(&mut n, &mut out);
    }
    out
}

fn piece(n: &mut Numbers, out: &mut Vec<u8>) {
    let mut push = |cp: u32| {
        let c = char::from_u32(cp).expect("no range holds a surrogate");
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    };
    match n.below(16) {
        0..=4 => (0..1 + n.below(12)).for_each(|_| push(0x61 + n.below(26))),
        5 => push(0x20),
        6 => push(0x0A),
        7 | 8 => {
            let (first, last) = RANGES[n.below(28) as usize];
            (0..1 + n.below(6)).for_each(|_| push(first + n.below(last - first + 1)));
        }
        9 => (0..1 + n.below(40)).for_each(|_| push(0x300 + n.below(112))),
        10 => {
            let c = n.below(0x10_F800);
            push(if c < 0xD800 { c } else { c + 0x800 });
        }
        11 => (0..1 + n.below(8)).for_each(|_| push(0x21 + n.below(94))),
        12 => out.extend_from_slice(IDENTIFIERS[n.below(14) as usize].as_bytes()),
        13 => (0..1 + n.below(3)).for_each(|_| out.push(0x80 + n.below(128) as u8)),
        14 => push(SPECIAL[n.below(30) as usize].into()),
        _ => {
            let many = |part: &str, n: u32| part.repeat(n as usize);
            let text = match n.below(64) {
                0 => many("a", 4090 + n.below(13)),
                1 => many("\u{301}", 1020 + n.below(10)),
                2 => many(".", 2040 + n.below(16)) + "://",
                3 => format!("a-{}\nb", many(" ", 62 + n.below(6))),
                4 => format!("日{}日", many(" ", 254 + n.below(6))),
                5..=36 => LINES[n.below(40) as usize].into(),
                _ => " ".into(),
            };
            out.extend_from_slice(text.as_bytes());
        }
    }
}

/// SHA-256 of octets that come in pieces, in hexadecimal.
#[derive(Default)]
pub struct Sha256 {
    state: Option<[u32; 8]>,
    block: Vec<u8>,
    len: u64,
}

impl Sha256 {
    pub fn update(&mut self, octets: &[u8]) {
        self.len += octets.len() as u64;
        self.block.extend_from_slice(octets);
        let whole = self.block.len() / 64 * 64;
        let mut state = self.state.unwrap_or([
            0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
            0x5be0cd19,
        ]);
        self.block.drain(..whole).as_slice().chunks(64).for_each(|b| compress(&mut state, b));
        self.state = Some(state);
    }

    pub fn finish(mut self) -> String {
        let bits = self.len * 8;
        let zeros = (119 - self.len % 64) % 64;
        self.update(&[0x80]);
        self.update(&vec![0; zeros as usize]);
        self.update(&bits.to_be_bytes());
        self.state.unwrap_or_default().iter().map(|word| format!("{word:08x}")).collect()
    }
}

const K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

fn compress(state: &mut [u32; 8], block: &[u8]) {
    let words = block.chunks(4).map(|w| u32::from_be_bytes([w[0], w[1], w[2], w[3]]));
    let mut w: Vec<u32> = words.collect();
    for i in 16..64 {
        let (a, b) = (w[i - 15], w[i - 2]);
        let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
        let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
        w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for i in 0..64 {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let t1 = h.wrapping_add(s1).wrapping_add(e & f ^ !e & g);
        let t1 = t1.wrapping_add(K[i]).wrapping_add(w[i]);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let t2 = s0.wrapping_add(a & b ^ a & c ^ b & c);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(t1), c, b, a, t1.wrapping_add(t2));
    }
    for (word, add) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(add);
    }
}
