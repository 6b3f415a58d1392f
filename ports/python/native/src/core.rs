//! Chapters 1 to 7, 10a and 11, of one text at a time.

use fpcheck::markup::{self, Refused, Visible};
use fpcheck::{digest, jenkins, simhash::Counters, tokenize, Hasher, Scheme, TextDigest};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

import_exception!(fpcheck._errors, MalformedDocument);

/// The scheme of an id.
pub fn scheme(id: &str) -> PyResult<Scheme> {
    id.parse().map_err(|_| PyValueError::new_err(format!("unknown scheme {id:?}")))
}

/// Does work for which Python's lock is not held. A panic, which would be a defect, becomes an
/// exception that `except Exception` catches.
pub fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work)))
        .map_err(|_| PyRuntimeError::new_err("the native core of fpcheck panicked"))
}

/// The sketch of what a hasher has seen, if there are features.
fn sketch_of(hasher: &Hasher) -> Option<Vec<u8>> {
    hasher.fingerprint().ok().map(|fingerprint| fingerprint.sketch().to_vec())
}

fn bytes<'py>(py: Python<'py>, octets: Option<Vec<u8>>) -> Option<Bound<'py, PyBytes>> {
    octets.map(|octets| PyBytes::new(py, &octets))
}

/// The sketch of a whole text, or None if it has no features.
#[pyfunction]
pub fn sketch<'py>(
    py: Python<'py>,
    id: &str,
    octets: &[u8],
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let scheme = scheme(id)?;
    let sketch = detached(py, || scheme.sum(octets).ok().map(|f| f.sketch().to_vec()))?;
    Ok(bytes(py, sketch))
}

/// A text that comes in pieces. Threads that share one wait for each other.
#[pyclass(frozen, module = "fpcheck._native")]
pub struct Stream(Mutex<Hasher>);

impl Stream {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Hasher) -> T + Send,
    ) -> PyResult<T> {
        locked(&self.0, py, work)
    }
}

/// Works on what threads share.
fn locked<S: Send, T: Send>(
    shared: &Mutex<S>,
    py: Python<'_>,
    work: impl FnOnce(&mut S) -> T + Send,
) -> PyResult<T> {
    let mut shared = shared.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
    let shared = &mut *shared;
    detached(py, || work(shared))
}

#[pymethods]
impl Stream {
    #[new]
    fn new(id: &str) -> PyResult<Stream> {
        Ok(Stream(Mutex::new(scheme(id)?.hasher())))
    }

    fn update(&self, py: Python<'_>, octets: &[u8]) -> PyResult<()> {
        self.with(py, |hasher| hasher.update(octets))
    }

    fn features(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |hasher| hasher.features())
    }

    fn sketch<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(bytes(py, self.with(py, |hasher| sketch_of(hasher))?))
    }

    /// The full form, of a MinHash.
    fn full<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(bytes(py, self.with(py, |hasher| hasher.minima().map(|minima| minima.to_bytes()))?))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Stream> {
        Ok(Stream(Mutex::new(self.with(py, |hasher| hasher.clone())?)))
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Stream> {
        self.__copy__(py)
    }
}

/// The text digest of a text that comes in pieces. Threads that share one wait for each other.
#[pyclass(frozen, module = "fpcheck._native")]
pub struct Items(Mutex<TextDigest>);

#[pymethods]
impl Items {
    #[new]
    fn new() -> Items {
        Items(Mutex::new(TextDigest::new()))
    }

    fn update(&self, py: Python<'_>, octets: &[u8]) -> PyResult<()> {
        locked(&self.0, py, |digest| digest.update(octets))
    }

    fn digest<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let found = locked(&self.0, py, |digest| digest.finish().ok())?;
        Ok(found.map(|digest| PyBytes::new(py, digest.as_bytes())))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Items> {
        Ok(Items(Mutex::new(locked(&self.0, py, |digest| digest.clone())?)))
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Items> {
        self.__copy__(py)
    }
}

/// The items of a text.
#[pyfunction]
pub fn items(py: Python<'_>, octets: &[u8]) -> PyResult<Vec<String>> {
    detached(py, || digest::items(octets))
}

#[pyfunction]
pub fn text(py: Python<'_>, octets: &[u8]) -> PyResult<String> {
    detached(py, || tokenize::text(octets))
}

#[pyfunction]
pub fn identifiers(py: Python<'_>, id: &str, string: &str) -> PyResult<String> {
    let rules = scheme(id)?.rules();
    detached(py, || rules.identifiers(string))
}

#[pyfunction]
pub fn normalise(py: Python<'_>, id: &str, string: &str) -> PyResult<Vec<String>> {
    let rules = scheme(id)?.rules();
    detached(py, || rules.normalise(string))
}

#[pyfunction]
pub fn segment(py: Python<'_>, id: &str, runs: Vec<PyBackedStr>) -> PyResult<Vec<String>> {
    let rules = scheme(id)?.rules();
    detached(py, || rules.segment(&runs))
}

#[pyfunction]
pub fn elements(py: Python<'_>, id: &str, tokens: Vec<PyBackedStr>) -> PyResult<Vec<u64>> {
    let scheme = scheme(id)?;
    detached(py, || scheme.elements(&tokens))
}

type Features<'py> = Vec<(Bound<'py, PyBytes>, u64, u16)>;

/// What comes out of each stage, as the fields of `fpcheck.Stages`.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn stages<'py>(
    py: Python<'py>,
    id: &str,
    octets: &[u8],
) -> PyResult<(String, String, Vec<String>, Vec<String>, Features<'py>, Vec<u64>)> {
    let scheme = scheme(id)?;
    let stages = detached(py, || scheme.stages(octets))?;
    let features = stages.features.into_iter();
    let features = features.map(|f| (PyBytes::new(py, &f.octets), f.hash, f.weight)).collect();
    Ok((stages.text, stages.identifiers, stages.runs, stages.tokens, features, stages.elements))
}

#[pyfunction]
pub fn jenkins64(octets: &[u8]) -> u64 {
    jenkins::sum64(octets)
}

#[pyfunction]
pub fn counters(py: Python<'_>, elements: Vec<u64>) -> PyResult<Vec<i64>> {
    detached(py, || {
        let mut counters = Counters::default();
        elements.into_iter().for_each(|element| counters.add(element));
        counters.0.to_vec()
    })
}

/// The visible text of HTML, and the name of its encoding.
#[pyfunction]
pub fn html(py: Python<'_>, octets: &[u8], charset: Option<&str>) -> PyResult<(String, String)> {
    visible(detached(py, || markup::html(octets, charset))?)
}

/// The same of XML.
#[pyfunction]
pub fn xml(py: Python<'_>, octets: &[u8], charset: Option<&str>) -> PyResult<(String, String)> {
    visible(detached(py, || markup::xml(octets, charset))?)
}

fn visible(found: Result<Visible, Refused>) -> PyResult<(String, String)> {
    match found {
        Ok(visible) => Ok((visible.text, visible.encoding.to_ascii_lowercase())),
        Err(Refused::Malformed { reason, at }) => {
            Err(MalformedDocument::new_err(format!("octet {at} of the text in UTF-8: {reason}")))
        }
        Err(refused) => Err(MalformedDocument::new_err(refused.to_string())),
    }
}
