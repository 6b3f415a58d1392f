//! The native core of the Python package: the Rust port, as the module `fpcheck._native`.
//!
//! It has the names of the module `fpcheck._pure` and what only Rust can do. What is shown to
//! users, with its types and its documentation, is in the Python modules beside it.

mod arrow;
mod batch;
mod core;
mod passages;

use pyo3::prelude::*;

#[pymodule(name = "_native", gil_used = false)]
mod native {
    #[pymodule_export]
    use crate::batch::{fingerprints, Column};
    #[pymodule_export]
    use crate::core::{
        counters, elements, html, identifiers, items, jenkins64, normalise, segment, sketch,
        stages, text, xml, Items, Stream,
    };
    #[pymodule_export]
    use crate::passages::{passages_of, placed, windows, Reference};
}
