//! Chapter 11: visible text of HTML and XML.
//!
//! ```
//! use fpcheck::{markup, Scheme};
//!
//! let page = b"<meta charset=koi8-r><title>-</title><p>\xF3\xCC\xCF\xD7\xCF<p hidden>-";
//! let visible = markup::html(page, None)?;
//! assert_eq!(visible.text, "Слово");
//! assert_eq!(visible.encoding, "KOI8-R");
//! assert_eq!(Scheme::Sm1.sum(&visible.text)?, Scheme::Sm1.sum("слово")?);
//!
//! let chapter = br#"<chapter><title>One &amp; two</title><indexterm>-</indexterm></chapter>"#;
//! assert_eq!(markup::xml(chapter, Some("utf-8"))?.text, "One & two");
//! assert!(markup::xml(b"<chapter>", None).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod encoding;
mod html;
mod lists;
mod output;
mod xml;

use alloc::string::String;
use core::fmt;

/// The text that a reader of a document is shown: the profile `visible`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Visible {
    /// The text, for [`Scheme::sum`](crate::Scheme::sum).
    pub text: String,
    /// The encoding that the document was decoded by, as the Encoding Standard spells its name.
    pub encoding: &'static str,
}

/// Why a document has no text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refused {
    /// The HTML nests too many elements (R11.3).
    TooDeep,
    /// The XML is to be refused (R11.16).
    Malformed {
        /// What is wrong with it.
        reason: &'static str,
        /// Where: octets of the decoded text, in UTF-8, before the construct.
        at: usize,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::TooDeep => f.write_str("the document nests too many elements"),
            Refused::Malformed { reason, at } => write!(f, "{reason}, at octet {at} of the text"),
        }
    }
}

impl std::error::Error for Refused {}

/// The visible text of an HTML document (R11.1 to R11.10). `charset` is what the transport
/// declared, if anything: the parameter of its `Content-Type`.
///
/// # Errors
///
/// [`Refused::TooDeep`] if more than 512 elements are in one another. HTML is never malformed.
pub fn html(octets: &[u8], charset: Option<&str>) -> Result<Visible, Refused> {
    let (document, mut encoding, tentative) = encoding::of_html(octets, charset);
    let mut tree = html::tree(&encoding.decode_without_bom_handling(document).0)?;
    if let Some(declared) = tree.declared().filter(|&declared| tentative && declared != encoding) {
        encoding = declared;
        tree = html::tree(&encoding.decode_without_bom_handling(document).0)?;
    }
    Ok(Visible { text: tree.text(), encoding: encoding.name() })
}

/// The visible text of an XML document (R11.8 to R11.24), by the vocabulary of its root element:
/// XHTML, JATS, BITS and DocBook, TEI, ALTO, PAGE, or any other. `charset` is as for [`html`].
///
/// # Errors
///
/// [`Refused::Malformed`] by R11.16.
pub fn xml(octets: &[u8], charset: Option<&str>) -> Result<Visible, Refused> {
    let (document, encoding) = encoding::of_xml(octets, charset);
    let text = xml::visible(&encoding.decode_without_bom_handling(document).0)?;
    Ok(Visible { text, encoding: encoding.name() })
}
