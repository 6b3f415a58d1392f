// Package runs defines how package tokenize passes the runs of a text, and the separators between
// them, to package textdigest.
package runs

import "github.com/lsh-interop/fpcheck/internal/kernel/fast"

// A Sink takes the runs of a text (chapter 3) and its separators, as R10.6 defines them. A
// tokenizer of package tokenize whose sink has these methods calls them, and never the method
// Token.
//
// Each call of Runs has the next bytes of a stream. A run stands in it as it is, without
// U+0000. A separator is U+0000 and the code point that separates. Where a long sequence of
// marks or a change of class separates, it is U+0000 twice. No code point and no separator
// is divided between calls. The bytes are valid until Runs returns.
//
// Where the fast path knows the runs, Spans has the next of them instead. A span that is odd
// is passed to the function odd, which calls Runs with what it becomes.
type Sink interface {
	Runs(stream []byte)
	Spans(s fast.Spans, odd func(span []byte))
}
