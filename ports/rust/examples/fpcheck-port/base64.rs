//! RFC 4648 section 4, with padding.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const VALUES: [u8; 256] = {
    let mut values = [0xFF; 256];
    let mut i = 0;
    while i < 64 {
        values[ALPHABET[i] as usize] = i as u8;
        i += 1;
    }
    values
};

pub fn encode(octets: &[u8]) -> String {
    let mut out = String::with_capacity(octets.len().div_ceil(3) * 4);
    for part in octets.chunks(3) {
        let bits = (0..3).fold(0, |b, i| b << 8 | u32::from(*part.get(i).unwrap_or(&0)));
        for i in 0..4 {
            let value = ALPHABET[(bits >> (18 - 6 * i) & 63) as usize];
            out.push(if i > part.len() { '=' } else { char::from(value) });
        }
    }
    out
}

pub fn decode(text: &str) -> Option<Vec<u8>> {
    let octets = text.as_bytes();
    let padding = octets.iter().rev().take(2).take_while(|&&o| o == b'=').count();
    if octets.len() % 4 != 0 {
        return None;
    }
    let mut out = Vec::with_capacity(octets.len() / 4 * 3);
    for part in octets[..octets.len() - padding].chunks(4) {
        let mut bits = 0;
        for i in 0..4 {
            let value = part.get(i).map_or(0, |&o| VALUES[usize::from(o)]);
            if value == 0xFF {
                return None;
            }
            bits = bits << 6 | u32::from(value);
        }
        out.extend_from_slice(&bits.to_be_bytes()[1..part.len()]);
    }
    Some(out)
}
