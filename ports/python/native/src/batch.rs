//! Many texts at once: of a list or of a column of Arrow, by as many threads as are asked for.

use crate::arrow::{self, Texts};
use crate::core::{detached, scheme};
use fpcheck::Scheme;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyCapsule, PyFloat, PyList, PyString};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

/// Rows after which it is seen whether the user has interrupted.
const SLICE: usize = 1 << 13;
/// Rows that a thread takes at once.
const BLOCK: usize = 32;

/// The fingerprints of texts: a column of Arrow for a column of Arrow, and else a list. What is no
/// text, or one without features, is None.
#[pyfunction]
pub fn fingerprints<'py>(
    texts: &Bound<'py, PyAny>,
    id: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = texts.py();
    let scheme = scheme(id)?;
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, |n| n.get()),
        n => n,
    };
    if let Some(mut column) = arrow::Column::of(texts)? {
        let mut all = Texts::new();
        while let Some(chunk) = column.next()? {
            each(py, scheme, threads, chunk.len, |row| chunk.get(row), |f| all.push(f))?;
        }
        return Ok(Bound::new(py, Column(Arc::new(all)))?.into_any());
    }
    let list = PyList::empty(py);
    let mut held = Vec::new();
    let mut texts = texts.try_iter()?.enumerate();
    loop {
        held.clear();
        for (i, text) in texts.by_ref().take(SLICE) {
            held.push(held_of(i, &text?)?);
        }
        if held.is_empty() {
            return Ok(list.into_any());
        }
        let mut found = Vec::with_capacity(held.len());
        let text = |row: usize| held[row].as_ref().map(Held::octets);
        each(py, scheme, threads, held.len(), text, |f| found.push(f.map(String::from)))?;
        for fingerprint in found {
            list.append(fingerprint)?;
        }
    }
}

/// A text of Python's that stays as it is.
pub enum Held {
    Str(PyBackedStr),
    Bytes(PyBackedBytes),
}

impl Held {
    pub fn octets(&self) -> &[u8] {
        match self {
            Held::Str(text) => text.as_bytes(),
            Held::Bytes(text) => text,
        }
    }
}

/// An item of a list as a text, None of what is no text.
pub fn held_of(i: usize, text: &Bound<'_, PyAny>) -> PyResult<Option<Held>> {
    if text.is_instance_of::<PyString>() {
        return Ok(Some(Held::Str(text.extract()?)));
    }
    if text.is_instance_of::<PyBytes>() || text.is_instance_of::<PyByteArray>() {
        return Ok(Some(Held::Bytes(text.extract()?)));
    }
    // pandas has a NaN where there is no text.
    if text.is_none() || text.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan()) {
        return Ok(None);
    }
    let kind = text.get_type().name()?;
    Err(PyTypeError::new_err(format!("item {i} is {kind}, not str, bytes or None")))
}

/// Gives the fingerprint of each of so many texts, in their order.
fn each<'a>(
    py: Python<'_>,
    scheme: Scheme,
    threads: usize,
    len: usize,
    text: impl Fn(usize) -> Option<&'a [u8]> + Sync,
    mut give: impl FnMut(Option<&str>) + Send,
) -> PyResult<()> {
    for first in (0..len).step_by(SLICE) {
        let rows = SLICE.min(len - first);
        let text = |row: usize| text(first + row);
        detached(py, || {
            if threads <= 1 {
                (0..rows).for_each(|row| give(fingerprint(scheme, text(row)).as_deref()));
            } else {
                let found = in_threads(scheme, threads, rows, &text);
                found.iter().for_each(|f| give(f.get().and_then(Option::as_deref)));
            }
        })?;
        py.check_signals()?;
    }
    Ok(())
}

type Found = OnceLock<Option<String>>;

fn in_threads<'a>(
    scheme: Scheme,
    threads: usize,
    rows: usize,
    text: &(impl Fn(usize) -> Option<&'a [u8]> + Sync),
) -> Vec<Found> {
    let found: Vec<Found> = (0..rows).map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || loop {
        let first = next.fetch_add(BLOCK, Ordering::Relaxed);
        let Some(block) = found.get(first..rows.min(first + BLOCK)).filter(|b| !b.is_empty())
        else {
            return;
        };
        for (row, cell) in (first..).zip(block) {
            // No other thread has this row.
            let _ = cell.set(fingerprint(scheme, text(row)));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(rows.div_ceil(BLOCK)) {
            // Where no more threads can be had, those that there are do the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    found
}

fn fingerprint(scheme: Scheme, text: Option<&[u8]>) -> Option<String> {
    scheme.sum(text?).ok().map(|fingerprint| fingerprint.to_string())
}

/// A column of fingerprints, for Arrow and for Python.
#[pyclass(frozen, module = "fpcheck._native")]
pub struct Column(Arc<Texts>);

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// A row, not counted from the end.
    fn row(&self, row: usize) -> PyResult<Option<&str>> {
        match row < self.0.len() {
            true => Ok(self.0.get(row)),
            false => Err(PyIndexError::new_err("there is no such row")),
        }
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema(py, arrow::LARGE_STRING)
    }

    /// A type that is asked for is a wish: if texts are not given in it, the consumer casts.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let given = match requested_schema {
            Some(schema) => self.0.asked_for(&schema)?,
            None => arrow::LARGE_STRING,
        };
        Ok((arrow::schema(py, given)?, arrow::array(py, &self.0, given)?))
    }
}
