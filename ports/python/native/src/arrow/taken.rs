//! Columns that come.
//!
//! They are made of raw pointers, which nobody can check but their producer. What can be checked is:
//! numbers of buffers, null pointers, lengths, offsets and places in buffers whose lengths are known.

use super::{malformed, Array, Layout, Schema, Stream, ARRAY, SCHEMA, STREAM};
use pyo3::exceptions::{PyImportError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::ffi::{c_int, CStr};
use std::slice;

/// The layout of a column, and whether it is the only one of a table.
fn layout(schema: &Schema) -> PyResult<(Layout, bool)> {
    if schema.format.is_null() {
        return Err(malformed("a schema without a format"));
    }
    // SAFETY: a format is a string that ends with a zero.
    let format = unsafe { CStr::from_ptr(schema.format) }.to_str().unwrap_or("?");
    if !schema.dictionary.is_null() {
        return Err(PyTypeError::new_err("a dictionary column: cast it to string first"));
    }
    let layout = match format {
        "n" => Layout::Null,
        "u" | "z" => Layout::Offsets32,
        "U" | "Z" => Layout::Offsets64,
        "vu" | "vz" => Layout::View,
        "+s" if schema.n_children == 1 && !schema.children.is_null() => {
            // SAFETY: there is one child, by its number.
            let child = unsafe { (*schema.children).as_ref() };
            return match layout(child.ok_or_else(|| malformed("a child is missing"))?)? {
                (layout, false) => Ok((layout, true)),
                _ => Err(PyTypeError::new_err("a table in a table is no column of text")),
            };
        }
        "+s" => {
            let n = schema.n_children;
            return Err(PyTypeError::new_err(format!("a table of {n} columns: give one of them")));
        }
        _ => {
            return Err(PyTypeError::new_err(format!(
                "a column of Arrow format {format:?}, not of strings or binary"
            )));
        }
    };
    Ok((layout, false))
}

/// A chunk of a column, checked.
pub struct Chunk {
    array: Array,
    layout: Layout,
    is_table: bool,
    pub len: usize,
}

/// The column of a chunk: a place in it, from which on its rows are.
#[derive(Clone, Copy)]
struct Rows<'a> {
    array: &'a Array,
    offset: usize,
}

impl Rows<'_> {
    /// A buffer, which may be null.
    fn buffer(&self, i: usize) -> *const u8 {
        // SAFETY: the number of buffers was checked.
        unsafe { (*self.array.buffers.add(i)).cast() }
    }

    /// A value of a buffer, wherever it is aligned.
    ///
    /// # Safety
    ///
    /// The buffer must not be null, and have so many values.
    unsafe fn value<T: Copy>(&self, buffer: usize, i: usize) -> T {
        self.buffer(buffer).cast::<T>().add(i).read_unaligned()
    }

    fn is_null(&self, row: usize) -> bool {
        let at = self.offset + row;
        // SAFETY: a bitmap has a bit for each row, if there is one.
        self.array.null_count != 0
            && !self.buffer(0).is_null()
            && unsafe { self.value::<u8>(0, at / 8) } >> (at % 8) & 1 == 0
    }
}

impl Chunk {
    fn new(array: Array, (layout, is_table): (Layout, bool)) -> PyResult<Chunk> {
        let len = usize::try_from(array.length).map_err(|_| malformed("a negative length"))?;
        let chunk = Chunk { array, layout, is_table, len };
        chunk.check()?;
        Ok(chunk)
    }

    /// The column, and the rows of the table that it is in.
    fn rows(&self) -> (Rows<'_>, Option<Rows<'_>>) {
        let table = Rows { array: &self.array, offset: self.array.offset as usize };
        if !self.is_table {
            return (table, None);
        }
        // SAFETY: checked.
        let array = unsafe { &**self.array.children };
        (Rows { array, offset: table.offset + array.offset as usize }, Some(table))
    }

    fn check(&self) -> PyResult<()> {
        check_place(&self.array, 0, self.len)?;
        if self.is_table {
            if self.array.n_buffers != 1 || self.array.buffers.is_null() {
                return Err(malformed("a table has one buffer"));
            }
            // SAFETY: there is one child, by its number.
            let child = match self.array.n_children == 1 && !self.array.children.is_null() {
                true => unsafe { (*self.array.children).as_ref() },
                false => None,
            };
            let child = child.ok_or_else(|| malformed("a table's column is missing"))?;
            let end = self.array.offset as usize + self.len;
            if child.length < 0 || (child.length as usize) < end {
                return Err(malformed("a column is shorter than its table"));
            }
            check_place(child, self.array.offset as usize, self.len)?;
        }
        let rows = self.rows().0;
        let buffers = rows.array.n_buffers;
        let right = match self.layout {
            Layout::Null => return Ok(()),
            Layout::View => buffers >= 3,
            _ => buffers == 3,
        };
        if !right || rows.array.buffers.is_null() {
            return Err(malformed("a wrong number of buffers"));
        }
        if self.len == 0 {
            return Ok(());
        }
        if rows.buffer(1).is_null() {
            return Err(malformed("a buffer is missing"));
        }
        match self.layout {
            Layout::View => (0..self.len).try_for_each(|i| self.view(rows, i).map(|_| ())),
            _ => (0..self.len).try_for_each(|i| self.between(rows, i).map(|_| ())),
        }
    }

    /// A text by its two offsets.
    fn between<'a>(&self, rows: Rows<'a>, row: usize) -> PyResult<&'a [u8]> {
        let at = rows.offset + row;
        // SAFETY: there is an offset for each row and one more.
        let [start, end] = [at, at + 1].map(|i| match self.layout {
            Layout::Offsets32 => unsafe { rows.value::<i32>(1, i).into() },
            _ => unsafe { rows.value::<i64>(1, i) },
        });
        if start < 0 || end < start {
            return Err(malformed("offsets that do not ascend"));
        }
        text(rows.buffer(2), start as usize, (end - start) as usize)
    }

    /// A text by its view: its length, then itself if it is short, or else in which buffer it is.
    fn view<'a>(&self, rows: Rows<'a>, row: usize) -> PyResult<&'a [u8]> {
        let at = rows.offset + row;
        if rows.is_null(row) {
            return Ok(&[]); // what a view is of a null is not said
        }
        // SAFETY: there is a view of 16 octets for each row.
        let [len, _, buffer, offset] = unsafe { rows.value::<[i32; 4]>(1, at) };
        let len = usize::try_from(len).map_err(|_| malformed("a negative length"))?;
        if len <= 12 {
            return text(rows.buffer(1), 16 * at + 4, len);
        }
        // The first two buffers and the last, of lengths, are not of text.
        let count = rows.array.n_buffers as usize - 3;
        let (Ok(buffer), Ok(offset)) = (usize::try_from(buffer), usize::try_from(offset)) else {
            return Err(malformed("a negative place"));
        };
        let lengths = rows.array.n_buffers as usize - 1;
        if buffer >= count || rows.buffer(lengths).is_null() {
            return Err(malformed("a buffer is missing"));
        }
        // SAFETY: the last buffer has the length of each buffer of text.
        let length: i64 = unsafe { rows.value(lengths, buffer) };
        if offset as i64 + len as i64 > length {
            return Err(malformed("a text beyond its buffer"));
        }
        text(rows.buffer(2 + buffer), offset, len)
    }

    /// The octets of a row, None if it is null.
    pub fn get(&self, row: usize) -> Option<&[u8]> {
        let (rows, table) = self.rows();
        if self.layout == Layout::Null || table.is_some_and(|table| table.is_null(row)) {
            return None;
        }
        if rows.is_null(row) {
            return None;
        }
        match self.layout {
            Layout::View => self.view(rows, row).ok(),
            _ => self.between(rows, row).ok(),
        }
    }
}

/// That the place of so many rows can be named, with one more and in bits.
fn check_place(array: &Array, before: usize, len: usize) -> PyResult<()> {
    let offset = usize::try_from(array.offset).map_err(|_| malformed("a negative offset"))?;
    let end = offset.checked_add(before).and_then(|n| n.checked_add(len));
    match end.filter(|&end| end < usize::MAX >> 5) {
        Some(_) => Ok(()),
        None => Err(malformed("a length that no memory holds")),
    }
}

/// Octets of a buffer, of which the producer says that it has them.
fn text<'a>(buffer: *const u8, offset: usize, len: usize) -> PyResult<&'a [u8]> {
    if len == 0 {
        return Ok(&[]);
    }
    if buffer.is_null() || len > isize::MAX as usize - offset {
        return Err(malformed("a buffer is missing"));
    }
    // SAFETY: by the interface, a buffer reaches as far as offsets say, or as its length does,
    // and stays as it is until its array is released. The array outlives the result: see `get`.
    Ok(unsafe { slice::from_raw_parts(buffer.add(offset), len) })
}

/// A column, which gives its chunks one after another.
pub struct Column {
    layout: (Layout, bool),
    source: Source,
}

enum Source {
    One(Option<Array>),
    Many(Stream),
}

impl Column {
    /// The column of an object of Python, if it speaks this interface.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Column>> {
        let py = object.py();
        if let Some(method) = object.getattr_opt("__arrow_c_array__")? {
            let pair = method.call0()?;
            let pair = pair.cast::<PyTuple>()?;
            let schema = Schema::of(&pair.get_item(0)?, SCHEMA)?;
            let array = Array::of(&pair.get_item(1)?, ARRAY)?;
            return Ok(Some(Column { layout: layout(&schema)?, source: Source::One(Some(array)) }));
        }
        let Some(method) = object.getattr_opt("__arrow_c_stream__")? else {
            return Ok(None);
        };
        let capsule = match method.call0() {
            // pandas without pyarrow has the method only.
            Err(error) if error.is_instance_of::<PyImportError>(py) => return Ok(None),
            capsule => capsule?,
        };
        let mut stream = Stream::of(&capsule, STREAM)?;
        let mut schema = Schema::EMPTY;
        let get_schema = stream.get_schema;
        stream.fill(get_schema, &mut schema)?;
        Ok(Some(Column { layout: layout(&schema)?, source: Source::Many(stream) }))
    }

    /// The next chunk, checked.
    pub fn next(&mut self) -> PyResult<Option<Chunk>> {
        let array = match &mut self.source {
            Source::One(array) => array.take(),
            Source::Many(stream) => {
                let mut array = Array::EMPTY;
                let get_next = stream.get_next;
                stream.fill(get_next, &mut array)?;
                array.release.is_some().then_some(array)
            }
        };
        array.map(|array| Chunk::new(array, self.layout)).transpose()
    }
}

impl Stream {
    /// Calls one of its functions.
    fn fill<T>(
        &mut self,
        function: Option<unsafe extern "C" fn(*mut Stream, *mut T) -> c_int>,
        out: &mut T,
    ) -> PyResult<()> {
        let function = function.ok_or_else(|| malformed("a stream without functions"))?;
        // SAFETY: the stream is not released, and `out` is a place for the structure.
        if unsafe { function(self, out) } == 0 {
            return Ok(());
        }
        let reason = self.get_last_error.and_then(|get| {
            // SAFETY: asked after an error, as the interface has it; null, or ended by a zero.
            let reason = unsafe { get(self) };
            (!reason.is_null())
                .then(|| unsafe { CStr::from_ptr(reason) }.to_string_lossy().into_owned())
        });
        let reason = reason.unwrap_or_else(|| "no reason was given".into());
        Err(PyValueError::new_err(format!("the Arrow stream failed: {reason}")))
    }
}
