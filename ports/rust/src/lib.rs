#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod decode;
#[cfg(feature = "digest")]
pub mod digest;
mod eight;
mod english;
mod error;
mod features;
mod fingerprint;
mod hasher;
mod identify;
pub mod jenkins;
#[cfg(feature = "markup")]
pub mod markup;
pub mod minhash;
mod normalise;
pub mod passages;
mod pipe;
mod scheme;
mod segment;
#[cfg(feature = "serde")]
mod serde;
pub mod simhash;
pub mod tokenize;
mod ucd;

#[cfg(feature = "digest")]
pub use digest::TextDigest;
pub use error::Error;
pub use fingerprint::Fingerprint;
pub use hasher::Hasher;
pub use scheme::{Feature, Scheme, Stages};
