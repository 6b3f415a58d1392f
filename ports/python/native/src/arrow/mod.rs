//! Columns of text by the Arrow C Data Interface: those that come, in `taken`, and those that go, in
//! `given`. The structures are those of the interface's specification.

mod given;
mod taken;

pub use given::{array, schema, Texts, LARGE_STRING};
pub use taken::Column;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{c_char, c_int, c_void, CStr};
use std::ptr;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

#[repr(C)]
pub struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

#[repr(C)]
pub struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

/// A structure of the interface: whoever holds it calls `release`, unless it was moved from.
macro_rules! owned {
    ($($name:ident)*) => {$(
        impl $name {
            /// Moves it out of its capsule, as the interface has it: what stays is released.
            fn of(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<$name> {
                let capsule = capsule.cast::<PyCapsule>()?;
                let found = capsule.pointer_checked(Some(name))?.cast::<$name>();
                // SAFETY: a capsule of this name holds this structure, and Python's lock, or in
                // its absence the producer's contract, keeps others from it meanwhile.
                let moved = unsafe {
                    let moved = ptr::read(found.as_ptr());
                    (*found.as_ptr()).release = None;
                    moved
                };
                match moved.release {
                    Some(_) => Ok(moved),
                    None => Err(PyValueError::new_err("the Arrow structure was released before")),
                }
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: it is not released yet, and is no more used after this.
                    unsafe { release(self) }
                }
            }
        }

        // SAFETY: the interface lets any thread use and release a structure.
        unsafe impl Send for $name {}
        unsafe impl Sync for $name {}
    )*};
}

owned! { Schema Array Stream }

impl Schema {
    const EMPTY: Schema = Schema {
        format: ptr::null(),
        name: ptr::null(),
        metadata: ptr::null(),
        flags: 0,
        n_children: 0,
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: None,
        private_data: ptr::null_mut(),
    };
}

impl Array {
    const EMPTY: Array = Array {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: ptr::null_mut(),
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: None,
        private_data: ptr::null_mut(),
    };
}

fn malformed(reason: &str) -> PyErr {
    PyValueError::new_err(format!("malformed Arrow data: {reason}"))
}

/// How the texts of a column lie.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    /// Of type null.
    Null,
    /// Offsets of 32 or of 64 bits.
    Offsets32,
    Offsets64,
    View,
}
