package zipped

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// source passes XML to a decoder byte by byte, so that it never reads ahead of the decoder.
// Unneeded content can then be skipped much faster than a decoder reads it.
type source struct {
	head   []byte // is read before what is in in, and counted nowhere
	in     *bufio.Reader
	where  string  // what it is, for errors
	at     int64   // how many bytes were read
	lines  int     // how many of them were ends of lines that the decoder did not see
	latest [2]byte // that the decoder read
}

func (s *source) ReadByte() (byte, error) {
	if len(s.head) > 0 {
		c := s.head[0]
		s.head = s.head[1:]
		return c, nil
	}
	c, err := s.in.ReadByte()
	if err == nil {
		s.at++
		s.latest = [2]byte{s.latest[1], c}
	}
	return c, err
}

// Read implements [io.Reader], which a decoder requires but does not use.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	s.at += int64(n)
	return n, err
}

// skip reads bytes that are in the buffer.
func (s *source) skip(n int) {
	b, _ := s.in.Peek(n)
	s.lines += bytes.Count(b, []byte("\n"))
	s.in.Discard(n)
	s.at += int64(n)
}

// past skips bytes up to a mark, and the mark.
func (s *source) past(mark string, check func() error) error {
	for {
		if _, err := s.in.Peek(len(mark)); err != nil {
			return err
		}
		b, _ := s.in.Peek(s.in.Buffered())
		if n := bytes.Index(b, []byte(mark)); n >= 0 {
			s.skip(n + len(mark))
			return nil
		}
		s.skip(len(b) - len(mark) + 1)
		if err := check(); err != nil {
			return err
		}
	}
}

// skim skips the content of the element whose start tag the decoder has just read. It stops at the
// end tag, which the decoder reads next. Elements inside may be depth deep. It leaves the end of
// the document to the decoder as well.
func (s *source) skim(depth int, check func() error) error {
	if s.latest == [2]byte{'/', '>'} {
		return nil // the tag is an end tag too
	}
	err := s.content(depth, check)
	if err == io.EOF {
		return nil
	}
	return err
}

func (s *source) content(depth int, check func() error) error {
	for open := 0; ; {
		if err := s.text(check); err != nil {
			return err
		}
		head, err := s.in.Peek(len("<![CDATA["))
		if len(head) < 2 {
			return err
		}
		begins := func(mark string) bool { return bytes.HasPrefix(head, []byte(mark)) }
		switch {
		case begins("</"):
			if open == 0 {
				return nil
			}
			open--
			err = s.past(">", check)
		case begins("<!--"):
			s.skip(len("<!--"))
			err = s.past("-->", check)
		case begins("<?"):
			s.skip(len("<?"))
			err = s.past("?>", check)
		case begins("<![CDATA["):
			s.skip(len("<![CDATA["))
			err = s.past("]]>", check)
		case begins("<!"):
			err = fmt.Errorf("%w: %q: <! in an element: expected a comment or a CDATA section", medium.ErrMalformed, s.where)
		default:
			var ended bool
			if ended, err = s.tag(check); !ended {
				open++
			}
			if open > depth {
				err = tooDeep(s.where)
			}
		}
		if err != nil {
			return err
		}
	}
}

// text skips bytes up to the next tag.
func (s *source) text(check func() error) error {
	for {
		if _, err := s.in.Peek(1); err != nil {
			return err
		}
		b, _ := s.in.Peek(s.in.Buffered())
		if n := bytes.IndexByte(b, '<'); n >= 0 {
			s.skip(n)
			return nil
		}
		s.skip(len(b))
		if err := check(); err != nil {
			return err
		}
	}
}

// tag skips a start tag, and reports whether it ends its element too.
func (s *source) tag(check func() error) (ended bool, err error) {
	for {
		if _, err := s.in.Peek(1); err != nil {
			return false, err
		}
		b, _ := s.in.Peek(s.in.Buffered())
		n := bytes.IndexAny(b, `>"'`)
		if n < 0 {
			ended = b[len(b)-1] == '/'
			s.skip(len(b))
			if err := check(); err != nil {
				return false, err
			}
			continue
		}
		if n > 0 {
			ended = b[n-1] == '/'
		}
		mark := b[n]
		s.skip(n + 1)
		if mark == '>' {
			return ended, nil
		}
		ended = false
		if err := s.past(string(mark), check); err != nil {
			return false, err
		}
	}
}
