//! Chapter 13a: passages of texts, and references.

use crate::batch::{held_of, Held};
use crate::core::detached;
use fpcheck::passages::{self, Row};
use fpcheck::Error;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The hashes of the windows of a text: none if it is too short.
#[pyfunction]
pub fn windows(py: Python<'_>, octets: &[u8], words: usize) -> PyResult<Vec<u64>> {
    match detached(py, || passages::windows(octets, words))? {
        Err(Error::TooShort) => Ok(Vec::new()),
        found => found.map_err(|error| PyValueError::new_err(error.to_string())),
    }
}

/// The text, the weight and the place of each item.
#[pyfunction]
pub fn placed(py: Python<'_>, octets: &[u8]) -> PyResult<Vec<(String, u8, usize, usize)>> {
    detached(py, || {
        let items = passages::items(octets).into_iter();
        items.map(|item| (item.text, item.weight, item.place.start, item.place.end)).collect()
    })
}

/// The fields of a `fpcheck.Passage`, its place in octets.
type Passage = (usize, usize, usize, usize, usize, usize, usize);

/// What is no text is one without words.
fn octets(text: &Option<Held>) -> &[u8] {
    text.as_ref().map_or(&[], Held::octets)
}

/// The rows of texts, and the texts that are too short.
#[pyfunction]
pub fn passages_of(texts: &Bound<'_, PyAny>, words: usize) -> PyResult<(Vec<Passage>, Vec<usize>)> {
    let held: PyResult<Vec<_>> =
        texts.try_iter()?.enumerate().map(|(i, text)| held_of(i, &text?)).collect();
    let held = held?;
    let found = detached(texts.py(), || {
        let found = passages::rows(held.iter().map(octets), words)?;
        let mut rows = Vec::with_capacity(found.rows.len());
        let mut items = (usize::MAX, Vec::new());
        for Row { holder, text, items: part, frequency } in found.rows {
            if items.0 != text {
                items = (text, passages::items(octets(&held[text])));
            }
            let place = passages::place(&items.1, part.clone()).unwrap_or_default();
            let (first, end, start, stop) = (part.start, part.end, place.start, place.end);
            rows.push((holder, text, first, end, frequency, start, stop));
        }
        Ok((rows, found.too_short))
    })?;
    found.map_err(|error: Error| PyValueError::new_err(error.to_string()))
}

/// A text that is looked for in documents.
#[pyclass(frozen, module = "fpcheck._native")]
pub struct Reference(passages::Reference);

#[pymethods]
impl Reference {
    /// None of a text that is too short.
    #[staticmethod]
    fn of(py: Python<'_>, octets: &[u8], words: usize) -> PyResult<Option<Reference>> {
        match detached(py, || passages::Reference::new(octets, words))? {
            Err(Error::TooShort) => Ok(None),
            Err(error) => Err(PyValueError::new_err(error.to_string())),
            Ok(reference) => Ok(Some(Reference(reference))),
        }
    }

    fn weight(&self) -> u64 {
        self.0.weight()
    }

    fn contained(&self, py: Python<'_>, document: &[u8]) -> PyResult<u64> {
        detached(py, || self.0.contained_in(document))
    }

    /// The weight, the run, the items and the place of a cover.
    fn cover(
        &self,
        py: Python<'_>,
        document: &[u8],
    ) -> PyResult<(u64, u64, usize, usize, usize, usize)> {
        detached(py, || {
            let cover = self.0.cover(document);
            let place = match cover.weight {
                0 => None,
                _ => passages::place(&passages::items(document), cover.items.clone()),
            };
            let place = place.unwrap_or_default();
            let items = cover.items;
            (cover.weight, cover.run, items.start, items.end, place.start, place.end)
        })
    }
}
