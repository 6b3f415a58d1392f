package tokenize

import "bytes"

// splitter puts a separator between the words that a tokenizer of somebody else's
// finds.
type splitter struct {
	next  stage
	split func(text string) []string
	text  []byte // not yet split
	after int    // where in it to look for a line end
}

// splitEvery is how much text goes to the tokenizer at once, up to the next line
// end: it depends on the text and not on how it was cut into pieces.
const splitEvery = 64 << 10

func (s *splitter) write(p []byte) {
	s.text = append(s.text, p...)
	for len(s.text) > splitEvery {
		s.after = max(s.after, splitEvery)
		i := bytes.IndexByte(s.text[s.after:], '\n')
		if i < 0 {
			s.after = len(s.text)
			return
		}
		s.flush(s.after + i + 1)
	}
}

// flush passes on the words of the first n octets.
func (s *splitter) flush(n int) {
	for _, word := range s.split(string(s.text[:n])) {
		s.next.write([]byte(word))
		s.next.write(replacement)
	}
	s.text, s.after = append(s.text[:0], s.text[n:]...), 0
}

func (s *splitter) close() {
	s.flush(len(s.text))
	s.next.close()
}
