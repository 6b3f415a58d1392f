// Package tokenize returns the tokens of a text by the rules of a scheme (SPEC.md, chapters 1 to 4).
// Tokens are what schemes count: words, or clusters of letters in scripts without spaces between words.
//
//	tokens, err := tokenize.Tokens(scheme.SM1, text)
//
// A [Tokenizer] takes a text of any length in bounded memory. The stages behind it, a file each, are in
// internal/kernel/tokenizer.
package tokenize

import (
	"errors"

	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Tokens returns the tokens of a text, which is UTF-8, in their order. The error is one of an external
// tokenizer, which only a private scheme can have. For the zero Scheme there is an error, too.
func Tokens(s *scheme.Scheme, text []byte) (tokens []string, err error) {
	if s.Method() == nil {
		return nil, errors.New("no scheme given: expected one")
	}
	t := New(s, func(token []byte) { tokens = append(tokens, string(token)) })
	if _, err := t.Write(text); err != nil {
		return tokens, err
	}
	return tokens, t.Close()
}

// A Tokenizer is an [io.WriteCloser] that passes the tokens of the text written to it to a function. How
// the text is divided among calls of Write makes no difference (R9.2). Close ends the text. A Tokenizer
// must not be used by several goroutines at once.
type Tokenizer struct{ tokenizer *tokenizer.Tokenizer }

// New returns a Tokenizer by the rules of a scheme. It calls take with each token, in their order. The
// bytes of a token are valid until take returns.
func New(s *scheme.Scheme, take func(token []byte)) *Tokenizer {
	return &Tokenizer{s.Method().Rules().New(tokenizer.Func(take))}
}

// Write appends p to the text.
func (t *Tokenizer) Write(p []byte) (int, error) { return t.tokenizer.Write(p) }

// Close ends the text. All tokens have been passed on when it returns.
func (t *Tokenizer) Close() error { return t.tokenizer.Close() }

// Reset begins another text.
func (t *Tokenizer) Reset() { t.tokenizer.Reset() }
