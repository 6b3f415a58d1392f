// Package runs lets package textdigest see the runs of a text, and what separates them, as
// package tokenize finds them.
package runs

// A Sink takes the runs of a text (chapter 3) and its separators, as R10.6 defines them. A
// tokenizer of package tokenize whose sink has this method calls it, and never the method
// Token.
//
// Each call of Runs has the next bytes of a stream. A run stands in it as it is, without
// U+0000. A separator is U+0000 and the code point that separates. Where a long sequence of
// marks or a change of class separates, it is U+0000 twice. No code point and no separator
// is divided between calls. The bytes are valid until Runs returns.
type Sink interface{ Runs(stream []byte) }
