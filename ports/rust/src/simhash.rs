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
        self.add_times(element, 1);
    }

    pub(crate) fn add_times(&mut self, element: u64, times: i64) {
        for (i, counter) in self.0.iter_mut().enumerate() {
            let sign = (element >> i & 1) as i64 * 2 - 1;
            *counter = counter.wrapping_add(sign * times);
        }
    }

    /// The sketch: bit i is 1 if counter i is greater than 0 (R7.2, R7.3).
    #[must_use]
    pub fn sketch(&self) -> u64 {
        let bits = self.0.iter().enumerate();
        bits.fold(0, |sketch, (i, &counter)| sketch | u64::from(counter > 0) << i)
    }
}
