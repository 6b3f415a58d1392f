//! R11.3 to R11.10: the tree of an HTML document, and its text.

use super::encoding::of_meta;
use super::lists::{self, is_in};
use super::output::{Call, Output};
use super::Refused;
use alloc::borrow::Cow;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use encoding_rs::Encoding;
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::{
    ElemName, ElementFlags, NodeOrText, QuirksMode, TreeBuilderOpts, TreeSink,
};
use html5ever::{
    expanded_name, local_name, ns, parse_document, Attribute, ExpandedName, LocalName, Namespace,
    ParseOpts, QualName,
};

/// Elements that may be in one another; time would grow with the square of more.
const DEPTH: usize = 512;
/// Octets after which it is seen whether the tree is too deep already.
const PIECE: usize = 1 << 12;

pub fn tree(mut document: &str) -> Result<Tree, Refused> {
    let options = ParseOpts {
        // R11.1 found the mark, if there is one; another is a character.
        tokenizer: TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() },
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() },
    };
    let mut parser = parse_document(Tree::new(), options);
    while !document.is_empty() {
        let mut len = document.len().min(PIECE);
        while !document.is_char_boundary(len) {
            len -= 1;
        }
        let (piece, rest) = document.split_at(len);
        parser.process(StrTendril::from_slice(piece));
        if parser.tokenizer.sink.sink.too_deep.get() {
            return Err(Refused::TooDeep);
        }
        document = rest;
    }
    let tree = parser.finish();
    match tree.too_deep.get() {
        true => Err(Refused::TooDeep),
        false => Ok(tree),
    }
}

/// The value of an attribute, empty if it is missing.
fn value_of<'a>(attributes: &'a [Attribute], name: &LocalName) -> &'a str {
    let is_it = |a: &&Attribute| a.name.ns == ns!() && a.name.local == *name;
    attributes.iter().find(is_it).map_or("", |a| &a.value)
}

fn has(attributes: &[Attribute], name: &LocalName) -> bool {
    attributes.iter().any(|a| a.name.ns == ns!() && a.name.local == *name)
}

/// Whether a class is one of a line of hOCR (R11.10).
pub fn is_line(class: &str) -> bool {
    let blank = [' ', '\t', '\n', '\x0C', '\r'];
    class.split(blank).any(|name| is_in(lists::HOCR, name))
}

/// A node, by its place in the arena.
type Id = usize;

const DOCUMENT: Id = 0;

#[derive(Default)]
struct Node {
    parent: Option<Id>,
    previous: Option<Id>,
    next: Option<Id>,
    first: Option<Id>,
    last: Option<Id>,
    kind: Kind,
}

#[derive(Default)]
enum Kind {
    #[default]
    Other,
    Text(StrTendril),
    Element {
        name: Rc<Name>,
        attributes: Vec<Attribute>,
        /// Of a template.
        contents: Option<Id>,
    },
}

/// What the tree builder knows a node by.
#[derive(Clone)]
pub struct Handle {
    id: Id,
    name: Option<Rc<Name>>,
}

/// An element's name.
#[derive(Debug)]
pub struct Name {
    name: QualName,
    /// Of an `annotation-xml`: whether it holds HTML.
    is_integration_point: bool,
}

static SVG: Namespace = ns!(svg);
static FOREIGN_OBJECT: LocalName = local_name!("foreignObject");

impl ElemName for &Name {
    fn ns(&self) -> &Namespace {
        &self.name.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.name.local
    }

    /// By this the tree builder asks whether an element holds HTML, bounds a scope and so on. Of
    /// `annotation-xml` it knows the first only, of `foreignObject` all, and they are the same.
    fn expanded(&self) -> ExpandedName<'_> {
        match self.is_integration_point {
            true => ExpandedName { ns: &SVG, local: &FOREIGN_OBJECT },
            false => self.name.expanded(),
        }
    }
}

pub struct Tree {
    nodes: RefCell<Vec<Node>>,
    too_deep: Cell<bool>,
}

impl Tree {
    fn new() -> Tree {
        Tree { nodes: RefCell::new([Node::default()].into()), too_deep: Cell::new(false) }
    }

    fn create(&self, kind: Kind) -> Id {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { kind, ..Node::default() });
        nodes.len() - 1
    }

    fn other(&self) -> Handle {
        Handle { id: self.create(Kind::Other), name: None }
    }

    fn detach(&self, id: Id) {
        let nodes = &mut *self.nodes.borrow_mut();
        let Node { parent, previous, next, .. } = nodes[id];
        let Some(parent) = parent else {
            return;
        };
        match previous {
            Some(previous) => nodes[previous].next = next,
            None => nodes[parent].first = next,
        }
        match next {
            Some(next) => nodes[next].previous = previous,
            None => nodes[parent].last = previous,
        }
        let node = &mut nodes[id];
        (node.parent, node.previous, node.next) = (None, None, None);
    }

    /// Puts a node or text into `parent`, before `next` or at its end.
    fn insert(&self, parent: Id, next: Option<Id>, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.detach(node.id);
        }
        let previous = {
            let nodes = self.nodes.borrow();
            next.map_or(nodes[parent].last, |next| nodes[next].previous)
        };
        let id = match child {
            NodeOrText::AppendNode(node) => node.id,
            NodeOrText::AppendText(text) => {
                if let Some(previous) = previous {
                    if let Kind::Text(before) = &mut self.nodes.borrow_mut()[previous].kind {
                        return before.push_tendril(&text);
                    }
                }
                self.create(Kind::Text(text))
            }
        };
        let nodes = &mut *self.nodes.borrow_mut();
        match previous {
            Some(previous) => nodes[previous].next = Some(id),
            None => nodes[parent].first = Some(id),
        }
        match next {
            Some(next) => nodes[next].previous = Some(id),
            None => nodes[parent].last = Some(id),
        }
        let node = &mut nodes[id];
        (node.parent, node.previous, node.next) = (Some(parent), previous, next);
        if matches!(nodes[id].kind, Kind::Element { .. }) && !self.too_deep.get() {
            // The path has the document too.
            let path = core::iter::successors(Some(id), |&id| nodes[id].parent);
            self.too_deep.set(path.take(DEPTH + 2).count() > DEPTH + 1);
        }
    }

    /// R11.1: the encoding that the head declares. The contents of a template are no children.
    pub fn declared(&self) -> Option<&'static Encoding> {
        let nodes = self.nodes.borrow();
        let children = |id: Id| core::iter::successors(nodes[id].first, |&id| nodes[id].next);
        let is = |id: Id, wanted: &LocalName| match &nodes[id].kind {
            Kind::Element { name, .. } => name.name.local == *wanted,
            _ => false,
        };
        let html = children(DOCUMENT).find(|&id| is(id, &local_name!("html")))?;
        let head = children(html).find(|&id| is(id, &local_name!("head")))?;
        children(head)
            .flat_map(|id| core::iter::once(id).chain(children(id)))
            .filter(|&id| is(id, &local_name!("meta")))
            .find_map(|id| match &nodes[id].kind {
                Kind::Element { attributes, .. } => of_meta(
                    value_of(attributes, &local_name!("charset")),
                    value_of(attributes, &local_name!("http-equiv")),
                    value_of(attributes, &local_name!("content")),
                ),
                _ => None,
            })
    }

    pub fn text(&self) -> String {
        let nodes = self.nodes.borrow();
        let mut output = Output::default();
        // Of the elements around, how many are preformatted.
        let mut preformatted = 0;
        let mut at = DOCUMENT;
        loop {
            let node = &nodes[at];
            let shown = match &node.kind {
                Kind::Other => at == DOCUMENT,
                Kind::Text(text) => {
                    output.text(text, preformatted > 0);
                    false
                }
                Kind::Element { name, attributes, .. } => {
                    let shown = !is_left_out(&name.name.local, attributes);
                    if shown {
                        preformatted += usize::from(is_in(lists::PREFORMATTED, &name.name.local));
                        output.call(called(&name.name.local, attributes));
                    }
                    shown
                }
            };
            if let Some(first) = node.first.filter(|_| shown) {
                at = first;
                continue;
            }
            // Up, past all that ends here.
            let mut ends = shown;
            loop {
                let node = &nodes[at];
                if let (Kind::Element { name, attributes, .. }, true) = (&node.kind, ends) {
                    preformatted -= usize::from(is_in(lists::PREFORMATTED, &name.name.local));
                    output.call(called(&name.name.local, attributes));
                }
                if let Some(next) = node.next {
                    at = next;
                    break;
                }
                let Some(parent) = node.parent else {
                    return output.finish();
                };
                (at, ends) = (parent, true);
            }
        }
    }
}

/// R11.4 and R11.5
fn is_left_out(name: &str, attributes: &[Attribute]) -> bool {
    is_in(lists::LEFT_OUT, name)
        || has(attributes, &local_name!("hidden"))
        || name == "dialog" && !has(attributes, &local_name!("open"))
}

/// R11.7 and R11.10
fn called(name: &str, attributes: &[Attribute]) -> Call {
    let is_class = |a: &&Attribute| a.name.expanded() == expanded_name!("", "class");
    let class = attributes.iter().find(is_class);
    match is_in(lists::BLOCKS, name) || class.is_some_and(|class| is_line(&class.value)) {
        true => Call::Line,
        false => Call::Nothing,
    }
}

impl TreeSink for Tree {
    type Handle = Handle;
    type Output = Tree;
    type ElemName<'a> = &'a Name;

    fn finish(self) -> Tree {
        self
    }

    fn get_document(&self) -> Handle {
        Handle { id: DOCUMENT, name: None }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> &'a Name {
        target.name.as_ref().expect("only elements are asked for their names")
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Handle {
        let is_integration_point = flags.mathml_annotation_xml_integration_point;
        let name = Rc::new(Name { name, is_integration_point });
        let kind = Kind::Element {
            name: name.clone(),
            attributes,
            contents: flags.template.then(|| self.create(Kind::Other)),
        };
        Handle { id: self.create(kind), name: Some(name) }
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.other()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.other()
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.insert(parent.id, None, child);
    }

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        let parent = self.nodes.borrow()[sibling.id].parent;
        self.insert(parent.expect("a sibling is in the tree"), Some(sibling.id), child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        previous: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let parent = self.nodes.borrow()[element.id].parent;
        match parent {
            Some(parent) => self.insert(parent, Some(element.id), child),
            None => self.append(previous, child),
        }
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        match self.nodes.borrow()[target.id].kind {
            Kind::Element { contents: Some(id), .. } => Handle { id, name: None },
            _ => target.clone(),
        }
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.id == y.id
    }

    fn add_attrs_if_missing(&self, target: &Handle, more: Vec<Attribute>) {
        if let Kind::Element { attributes, .. } = &mut self.nodes.borrow_mut()[target.id].kind {
            for attribute in more {
                if !attributes.iter().any(|a| a.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        loop {
            let first = self.nodes.borrow()[node.id].first;
            let Some(id) = first else {
                return;
            };
            self.insert(new_parent.id, None, NodeOrText::AppendNode(Handle { id, name: None }));
        }
    }

    fn allow_declarative_shadow_roots(&self, _: &Handle) -> bool {
        false
    }

    fn parse_error(&self, _: Cow<'static, str>) {}
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
}
