package tokenizer

import (
	"bytes"
	"unicode/utf8"
)

// WithWords returns rules by which, after chapter 2, an external tokenizer splits the text
// into words. Chapters 3 and 4 apply to each word. Several goroutines may call split at
// once. If it fails, a [Tokenizer] returns its error, and methods that return no error, such
// as [Rules.Tokens], stop there.
func (r Rules) WithWords(split func(text string) ([]string, error)) Rules {
	r.split, r.fast = split, nil
	return r
}

// A splitter puts a separator after each word that an external tokenizer finds.
type splitter struct {
	next  stage
	split func(text string) ([]string, error)
	text  []byte // not yet split
	after int    // where to look for a line end
	err   error  // why split failed: all else of the text is lost
}

// The external tokenizer gets at least splitEvery bytes at once, up to the next line end, but
// at most splitMost. So what it gets depends on the text only, not on how it was written.
const (
	splitEvery = 64 << 10
	splitMost  = 1 << 20
)

func (s *splitter) write(p []byte, _ int) {
	if s.err != nil {
		return
	}
	s.text = append(s.text, p...)
	for len(s.text) > splitEvery {
		s.after = max(s.after, splitEvery)
		i := bytes.IndexByte(s.text[s.after:min(len(s.text), splitMost)], '\n')
		switch {
		case i >= 0:
			s.flush(s.after + i + 1)
		case len(s.text) > splitMost:
			n := splitMost
			for !utf8.RuneStart(s.text[n]) {
				n--
			}
			s.flush(n)
		default:
			s.after = len(s.text)
			return
		}
	}
}

// flush passes on the words of the first n bytes.
func (s *splitter) flush(n int) {
	words, err := s.split(string(s.text[:n]))
	if err != nil {
		s.err, n = err, len(s.text)
	} else {
		for _, word := range words {
			s.next.write([]byte(word), 0)
			s.next.write(replacement, 0)
		}
	}
	s.text, s.after = append(s.text[:0], s.text[n:]...), 0
}

func (s *splitter) close() {
	if len(s.text) > 0 {
		s.flush(len(s.text))
	}
	s.next.close()
}
