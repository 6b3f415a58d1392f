//! Measures what Rust has to read pages of HTML: pages SUBJECT FILE. See protocol.go.

#[path = "../../rust/src/protocol.rs"]
mod protocol;

use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use std::hint::black_box;

const HTML5EVER: &str = "0.36.1"; // as in Cargo.toml

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let pages = protocol::read(&args[2]);
    let total = pages.iter().map(Vec::len).sum();
    match args[1].as_str() {
        "fpcheck" => protocol::serve("-", &sm1(&pages[0]), total, || {
            for page in &pages {
                black_box(sm1(page));
            }
        }),
        "html5ever" => {
            let octets: usize = pages.iter().map(|page| text(page).len()).sum();
            protocol::serve(HTML5EVER, &octets.to_string(), total, || {
                for page in &pages {
                    black_box(text(page));
                }
            });
        }
        other => panic!("no subject {other}"),
    }
}

fn sm1(page: &[u8]) -> String {
    let visible = fpcheck::markup::html(page, None).expect("a text");
    fpcheck::Scheme::Sm1.sum(visible.text).expect("features").to_string()
}

/// The tree, and the text of all but the head, scripts and styles.
fn text(page: &[u8]) -> String {
    let tree = html5ever::parse_document(RcDom::default(), Default::default()).from_utf8().one(page);
    let mut text = String::new();
    let mut left: Vec<Handle> = vec![tree.document.clone()];
    while let Some(node) = left.pop() {
        match &node.data {
            NodeData::Text { contents } => text.push_str(&contents.borrow()),
            NodeData::Element { name, .. } if matches!(&*name.local, "head" | "script" | "style") => continue,
            _ => {}
        }
        left.extend(node.children.borrow().iter().rev().cloned());
    }
    text
}
