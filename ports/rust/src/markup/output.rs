//! R11.8 and R11.9: pieces of text, and what is written between them.

use alloc::string::String;

pub fn is_blank(octet: u8) -> bool {
    matches!(octet, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// What is called for between two pieces, the weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Call {
    #[default]
    Nothing,
    Blank,
    Line,
}

#[derive(Debug, Default)]
pub struct Output {
    text: String,
    called: Call,
    /// Whether the next piece follows the last at once, whatever is called for.
    joined: bool,
    pieces: usize,
}

impl Output {
    pub fn call(&mut self, call: Call) {
        self.called = self.called.max(call);
    }

    pub fn join(&mut self) {
        self.joined = true;
    }

    /// How many pieces were written.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// Characters of a text node, or some of them.
    pub fn text(&mut self, mut text: &str, preformatted: bool) {
        while !text.is_empty() {
            let blanks = text.bytes().take_while(|&o| is_blank(o)).count();
            let (blank, rest) = text.split_at(blanks);
            if preformatted && blank.contains(['\n', '\r']) {
                self.call(Call::Line);
            } else if blanks > 0 {
                self.call(Call::Blank);
            }
            let len = rest.bytes().position(is_blank).unwrap_or(rest.len());
            let (piece, rest) = rest.split_at(len);
            self.piece(piece);
            text = rest;
        }
    }

    fn piece(&mut self, piece: &str) {
        if piece.is_empty() {
            return;
        }
        if !self.text.is_empty() && !self.joined {
            match self.called {
                Call::Nothing => {}
                Call::Blank => self.text.push(' '),
                Call::Line => self.text.push('\n'),
            }
        }
        (self.called, self.joined) = (Call::Nothing, false);
        self.text.push_str(piece);
        self.pieces += 1;
    }

    pub fn finish(self) -> String {
        self.text
    }
}
