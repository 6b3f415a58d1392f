//! Columns that are given away.

use super::{malformed, Array, Layout, Schema, ARRAY, SCHEMA};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{c_void, CStr};
use std::ptr;
use std::sync::Arc;

/// A column of strings to be given away.
#[derive(Default)]
pub struct Texts {
    offsets: Vec<i64>,
    octets: Vec<u8>,
    validity: Vec<u8>,
    nulls: i64,
}

impl Texts {
    pub fn new() -> Texts {
        Texts { offsets: vec![0], ..Texts::default() }
    }

    pub fn push(&mut self, text: Option<&str>) {
        let row = self.len();
        if row % 8 == 0 {
            self.validity.push(0);
        }
        match text {
            Some(text) => {
                self.octets.extend_from_slice(text.as_bytes());
                self.validity[row / 8] |= 1 << (row % 8);
            }
            None => self.nulls += 1,
        }
        self.offsets.push(self.octets.len() as i64);
    }

    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The text of a row, which must be one.
    pub fn get(&self, row: usize) -> Option<&str> {
        if self.validity[row / 8] >> (row % 8) & 1 == 0 {
            return None;
        }
        let [start, end] = [self.offsets[row], self.offsets[row + 1]].map(|at| at as usize);
        std::str::from_utf8(&self.octets[start..end]).ok()
    }
}

/// A type in which texts are given away, of strings or binary.
#[derive(Clone, Copy)]
pub struct Given {
    format: &'static CStr,
    layout: Layout,
}

/// What is given to whoever asks for nothing else, since a column may have more than 2 GB.
pub const LARGE_STRING: Given = Given { format: c"U", layout: Layout::Offsets64 };

const GIVEN: [Given; 6] = [
    LARGE_STRING,
    Given { format: c"u", layout: Layout::Offsets32 },
    Given { format: c"vu", layout: Layout::View },
    Given { format: c"Z", layout: Layout::Offsets64 },
    Given { format: c"z", layout: Layout::Offsets32 },
    Given { format: c"vz", layout: Layout::View },
];

impl Texts {
    /// The type that a consumer asks for by a schema, if these texts can be given in it.
    pub fn asked_for(&self, schema: &Bound<'_, PyAny>) -> PyResult<Given> {
        let schema = schema.cast::<PyCapsule>()?.pointer_checked(Some(SCHEMA))?.cast::<Schema>();
        // SAFETY: a capsule of this name holds this structure, which stays the consumer's.
        let schema = unsafe { schema.as_ref() };
        if schema.release.is_none() || schema.format.is_null() {
            return Err(malformed("a requested schema that was released, or has no format"));
        }
        // SAFETY: a format is a string that ends with a zero.
        let format = unsafe { CStr::from_ptr(schema.format) };
        let fits = i32::try_from(self.octets.len()).is_ok();
        let asked = GIVEN.into_iter().find(|given| given.format == format);
        let can_be = |given: &Given| given.layout == Layout::Offsets64 || fits;
        Ok(asked.filter(can_be).unwrap_or(LARGE_STRING))
    }

    /// Where each text is, by numbers of 32 bits, which it must fit in: see `asked_for`.
    fn places(&self, layout: Layout) -> Vec<i32> {
        match layout {
            Layout::Offsets32 => self.offsets.iter().map(|&at| at as i32).collect(),
            Layout::View => (0..self.len()).flat_map(|row| self.view(row)).collect(),
            _ => Vec::new(),
        }
    }

    /// A text's length, and itself if it is short, or else its first octets, the number of the
    /// buffer that it is in, and where it is there.
    fn view(&self, row: usize) -> [i32; 4] {
        let text = self.get(row).unwrap_or_default().as_bytes();
        let mut octets = [0; 12];
        let begin = text.len().min(if text.len() <= 12 { 12 } else { 4 });
        octets[..begin].copy_from_slice(&text[..begin]);
        let [a, b, c] = [0, 4, 8].map(|i| [octets[i], octets[i + 1], octets[i + 2], octets[i + 3]]);
        let [a, b, mut c] = [a, b, c].map(i32::from_ne_bytes);
        if text.len() > 12 {
            c = self.offsets[row] as i32;
        }
        [text.len() as i32, a, b, c]
    }
}

/// The schema of what is given away.
pub fn schema(py: Python<'_>, given: Given) -> PyResult<Bound<'_, PyCapsule>> {
    unsafe extern "C" fn release(schema: *mut Schema) {
        (*schema).release = None; // it is made of constants
    }
    const NULLABLE: i64 = 2;
    let mut schema = Schema::EMPTY;
    schema.format = given.format.as_ptr();
    schema.name = c"".as_ptr();
    schema.flags = NULLABLE;
    schema.release = Some(release);
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// The array of what is given away; the texts live until the last one is released.
pub fn array<'py>(
    py: Python<'py>,
    texts: &Arc<Texts>,
    given: Given,
) -> PyResult<Bound<'py, PyCapsule>> {
    struct Kept {
        buffers: [*const c_void; 4],
        _places: Vec<i32>,
        _texts: Arc<Texts>,
        /// Of the only buffer that views are into.
        length: i64,
    }
    unsafe extern "C" fn release(array: *mut Array) {
        drop(Box::from_raw((*array).private_data.cast::<Kept>()));
        (*array).release = None;
    }
    let validity: *const c_void = match texts.nulls {
        0 => ptr::null(),
        _ => texts.validity.as_ptr().cast(),
    };
    let places = texts.places(given.layout);
    let second: *const c_void = match given.layout {
        Layout::Offsets64 => texts.offsets.as_ptr().cast(),
        _ => places.as_ptr().cast(),
    };
    let buffers = [validity, second, texts.octets.as_ptr().cast(), ptr::null()];
    let length = texts.octets.len() as i64;
    let mut kept = Box::new(Kept { buffers, _places: places, _texts: texts.clone(), length });
    kept.buffers[3] = ptr::from_ref(&kept.length).cast();
    let kept = Box::into_raw(kept);
    let mut array = Array::EMPTY;
    array.length = texts.len() as i64;
    array.null_count = texts.nulls;
    array.n_buffers = if given.layout == Layout::View { 4 } else { 3 };
    // SAFETY: `kept` stays where it is until `release`.
    array.buffers = unsafe { &raw mut (*kept).buffers }.cast();
    array.private_data = kept.cast();
    array.release = Some(release);
    PyCapsule::new_with_value(py, array, ARRAY)
}
