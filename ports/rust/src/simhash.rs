//! Chapter 7, SimHash: 64 counters to 64 bits.

/// The counters of a SimHash (R7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counters(pub [i64; 64]);

impl Default for Counters {
    fn default() -> Counters {
        Counters([0; 64])
    }
}

impl Counters {
    /// Adds an element once: 1 to counter i if its bit i is 1, −1 if it is 0 (R7.1).
    pub fn add(&mut self, element: u64) {
        for (i, counter) in self.0.iter_mut().enumerate() {
            let sign = (element >> i & 1) as i64 * 2 - 1;
            *counter = counter.wrapping_add(sign);
        }
    }

    /// The sketch: bit i is 1 if counter i is greater than 0 (R7.2, R7.3).
    #[must_use]
    pub fn sketch(&self) -> u64 {
        let bits = self.0.iter().enumerate();
        bits.fold(0, |sketch, (i, &counter)| sketch | u64::from(counter > 0) << i)
    }
}

/// The counters of many elements: how often each bit is 1. These 64 numbers are stored across words,
/// of which the first has the lowest digit of all, so that few operations add to all of them.
pub(crate) struct Sums {
    digits: [u64; 64],
    elements: i64,
    /// Elements that are not added yet: the first `count`.
    waiting: [u64; WAITING],
    count: usize,
}

/// Elements that are added at once, a power of two.
const WAITING: usize = 16;

impl Default for Sums {
    fn default() -> Sums {
        Sums { digits: [0; 64], elements: 0, waiting: [0; WAITING], count: 0 }
    }
}

impl Sums {
    /// Adds an element a number of times. Between none and once there is no branch.
    #[inline]
    pub fn add(&mut self, element: u64, times: u16) {
        self.elements += i64::from(times);
        for _ in 1..times {
            self.push(element, 1);
        }
        self.push(element, usize::from(times.min(1)));
    }

    #[inline]
    fn push(&mut self, element: u64, times: usize) {
        self.waiting[self.count] = element;
        self.count += times;
        if self.count == WAITING {
            self.add_waiting();
        }
    }

    /// Adds the elements that wait: to each digit in pairs, whose carries wait for the next digit.
    fn add_waiting(&mut self) {
        self.waiting[self.count..].fill(0);
        self.count = 0;
        let mut place = 0;
        let mut left = WAITING;
        while left > 1 {
            left /= 2;
            for i in 0..left {
                let (a, b, digit) =
                    (self.waiting[2 * i], self.waiting[2 * i + 1], self.digits[place]);
                self.waiting[i] = a & b | (a ^ b) & digit;
                self.digits[place] = a ^ b ^ digit;
            }
            place += 1;
        }
        let mut carry = self.waiting[0];
        for digit in &mut self.digits[place..] {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
            if carry == 0 {
                break;
            }
        }
    }

    /// None if there are no elements.
    pub fn counters(mut self) -> Option<Counters> {
        self.add_waiting();
        let mut counters = Counters::default();
        let places = 64 - self.elements.leading_zeros() as usize;
        for (i, counter) in counters.0.iter_mut().enumerate() {
            let digits = self.digits[..places].iter().rev();
            let ones = digits.fold(0, |ones, digit| ones << 1 | (digit >> i & 1) as i64);
            *counter = ones - (self.elements - ones);
        }
        (self.elements > 0).then_some(counters)
    }
}

#[cfg(test)]
mod tests {
    use super::{Counters, Sums};
    use crate::minhash::mix64;

    #[test]
    fn sums_are_counters() {
        let (mut sums, mut counters) = (Sums::default(), Counters::default());
        assert_eq!(Sums::default().counters(), None);
        for i in 0..5000 {
            let (element, times) = (mix64(i) | i, (i % 5) as u16);
            sums.add(element, times);
            (0..times).for_each(|_| counters.add(element));
        }
        assert_eq!(sums.counters(), Some(counters));
    }
}
