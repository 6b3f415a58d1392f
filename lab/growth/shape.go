package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A shape is a text of any length: parts one after another.
type shape []part

// part is a text of a shape.
type part struct {
	text     string
	repeated bool // and numbered, if it has %d
	times    int  // how often; 0 stands for as often as makes the document long enough
}

func once(text string) part  { return part{text: text} }
func again(text string) part { return part{text: text, repeated: true} }

// of returns the text whose repeated parts stand n times.
func (s shape) of(n int) []byte {
	var b []byte
	for _, p := range s {
		n := n
		if p.times > 0 {
			n = p.times
		}
		switch {
		case !p.repeated:
			b = append(b, p.text...)
		case strings.Contains(p.text, "%d"):
			before, after, _ := strings.Cut(p.text, "%d")
			more := strings.Contains(after, "%d")
			for i := range n {
				b = strconv.AppendInt(append(b, before...), int64(i), 10)
				if more {
					b = append(b, strings.ReplaceAll(after, "%d", strconv.Itoa(i))...)
				} else {
					b = append(b, after...)
				}
			}
		default:
			for range n {
				b = append(b, p.text...)
			}
		}
	}
	return b
}

// sized returns the text of about that many bytes.
func (s shape) sized(octets int) []byte {
	const sample = 64
	unit := max(1, (len(s.of(2*sample))-len(s.of(sample)))/sample)
	return s.of(max(1, (octets-len(s.of(1)))/unit))
}

// String returns the line that parse reads.
func (s shape) String() string {
	var words []string
	for _, p := range s {
		if p.text == "" {
			continue
		}
		star := ""
		if p.repeated {
			star = "*"
		}
		if p.times > 0 {
			star += strconv.Itoa(p.times)
		}
		words = append(words, star+strconv.Quote(p.text))
	}
	return strings.Join(words, " ")
}

func parse(line string) (s shape, err error) {
	for rest := strings.TrimSpace(line); rest != ""; rest = strings.TrimSpace(rest) {
		quoted, repeated := strings.CutPrefix(rest, "*")
		digits := quoted[:len(quoted)-len(strings.TrimLeft(quoted, "0123456789"))]
		times, _ := strconv.Atoi(digits)
		quoted = quoted[len(digits):]
		word, err := strconv.QuotedPrefix(quoted)
		if err != nil {
			return nil, fmt.Errorf("shape: %q: expected a quoted string", rest)
		}
		text, err := strconv.Unquote(word)
		if err != nil {
			return nil, fmt.Errorf("shape: %s: %w", word, err)
		}
		s, rest = append(s, part{text, repeated, times}), quoted[len(word):]
	}
	if !slices.ContainsFunc(s, func(p part) bool { return p.repeated && p.times == 0 }) {
		return nil, fmt.Errorf("shape: %s: expected a star before a string", line)
	}
	return s, nil
}

// trial is a shape in one of the frames of a reader.
type trial struct {
	frame int
	shape
}

// sized returns the document of about that many bytes.
func (r *reader) sized(t trial, octets int) []byte {
	whole := t.shape
	if t.frame < len(r.frames) {
		f := r.frames[t.frame]
		whole = slices.Concat(shape{once(f.before)}, whole, shape{once(f.after)})
	}
	document := whole.sized(octets)
	if r.built != nil {
		return r.built(document)
	}
	return document
}

// command returns the command line that measures a trial.
func (r *reader) command(t trial) string {
	return fmt.Sprintf("go -C lab run ./growth -reader %s -frame %d -shape '%s'",
		r.name, t.frame, strings.ReplaceAll(t.String(), "'", `'\''`))
}

// listed returns the trials that come first, always the same.
func (r *reader) listed() (all []trial) {
	add := func(frame int, parts ...part) { all = append(all, trial{frame, parts}) }
	for _, line := range r.shapes {
		s, err := parse(line)
		if err != nil {
			panic(err)
		}
		add(0, s...)
	}
	for f := range max(1, len(r.frames)) {
		for _, m := range r.marks {
			add(f, again(m))
		}
	}
	const f = 0
	marks := r.marks[:min(len(r.marks), mostPaired)]
	for _, a := range marks {
		for _, b := range marks {
			if a != b {
				add(f, again(a+b))
			}
		}
	}
	for _, a := range marks {
		for _, b := range marks {
			if a != b {
				add(f, again(a), again(b))
			}
		}
	}
	for _, m := range r.fragments() {
		add(f, again(m))
	}
	return all
}

// mostPaired is how many of a reader's marks are put together in pairs.
const mostPaired = 24

// draw returns a random trial.
func (r *reader) draw(random *rand.Rand) trial {
	fragments := append(slices.Clone(r.marks), r.fragments()...)
	piece := func() string {
		var b strings.Builder
		for range 1 + random.IntN(4) {
			f := fragments[random.IntN(len(fragments))]
			if random.IntN(2) == 0 { // the marks are fewer, and tell more
				f = r.marks[random.IntN(len(r.marks))]
			}
			if random.IntN(4) == 0 { // numbered
				f = number(f, random.IntN(1+len(f)))
			}
			b.WriteString(f)
		}
		return b.String()
	}
	var s shape
	for range 1 + random.IntN(3) {
		if random.IntN(4) == 0 {
			s = append(s, once(piece()))
		}
		s = append(s, again(piece()))
	}
	return trial{random.IntN(max(1, len(r.frames))), s}
}

// number puts a number into a fragment.
func number(f string, at int) string {
	if strings.Contains(f, "%") || at > len(f) {
		return f
	}
	return f[:at] + "%d" + f[at:]
}

// fragments returns the pieces of the reader's fixture, each once.
func (r *reader) fragments() (all []string) {
	rest := r.fixture
	for rest != "" {
		end := strings.IndexAny(rest[1:], r.cuts)
		if end < 0 {
			end = len(rest) - 1
		}
		if f := rest[:end+1]; !slices.Contains(all, f) && !slices.Contains(r.marks, f) {
			all = append(all, f)
		}
		rest = rest[end+1:]
	}
	return all
}
