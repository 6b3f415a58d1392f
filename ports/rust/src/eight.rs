//! Eight octets at once, in a number.

/// The lowest bit of each octet.
pub const LOWEST: u64 = u64::MAX / 255;
/// The highest bit of each octet.
pub const HIGHEST: u64 = LOWEST << 7;

/// Sets the highest bit of each of eight octets, all below 80, that is first to last.
#[inline]
pub fn within(octets: u64, first: u8, last: u8) -> u64 {
    // The addition sets the highest bit of an octet if it is not less than a bound.
    let from = |bound: u8| octets + LOWEST * u64::from(0x80 - bound);
    from(first) & !from(last + 1) & HIGHEST
}
