package rules

import "unicode/utf8"

// A Point is a code point. It comes from code points of a text whose bytes begin and end there (R13.19).
type Point struct {
	Rune     rune
	From, To int
}

// placesOf returns a function that finds the places of the items of a text (R13.19). It applies chapters 1
// to 4 of a scheme, in which a token has one cluster.
func placesOf(scheme Scheme) func(octets []byte) (places [][2]int) {
	decoder, finder, lines, spaces := NewDecoder(), NewFinder(), NewLineJoiner(), NewSpaceJoiner()
	normaliser, segmenter := NewNormaliser(scheme), NewSegmenter(scheme)
	return func(octets []byte) (places [][2]int) {
		text := spaces.points(lines.points(finder.points(decoder.points(octets))))
		for _, run := range normaliser.points(text) {
			for _, item := range segmenter.points(run) {
				place := [2]int{item[0].From, item[0].To}
				for _, p := range item {
					place = [2]int{min(place[0], p.From), max(place[1], p.To)}
				}
				places = append(places, place)
			}
		}
		return places
	}
}

// points is chapter 1.
func (d *Decoder) points(octets []byte) (text []Point) {
	for at := 0; at < len(octets); {
		sequence, size := d.Sequence(octets[at:])
		if size == 0 {
			size = d.countIllFormed(octets[at:])
			sequence = d.IllFormed(octets[at : at+size])
		}
		for _, r := range sequence {
			text = append(text, Point{r, at, at + size})
		}
		at += size
	}
	return text
}

// points is R2.1 to R2.8.
func (f *Finder) points(text []Point) (left []Point) {
	all, at := string(runesOf(text)), 0
	for _, found := range f.Atom.FindAllStringIndex(all, -1) {
		atom := all[found[0]:found[1]] // of ASCII
		if replaced := f.Text(atom); replaced != atom {
			from := utf8.RuneCountInString(all[:found[0]])
			left = append(left, text[at:from]...)
			at = from + len(atom)
			left = append(left, Point{[]rune(replaced)[0], text[from].From, text[at-1].To})
		}
	}
	return append(left, text[at:]...)
}

// points is R2.9.
func (l *LineJoiner) points(text []Point) (left []Point) {
	runes := runesOf(text)
	for i := 0; i < len(text); {
		if n := l.place(runes, i); n > 0 {
			i += n
		} else {
			left = append(left, text[i])
			i++
		}
	}
	return left
}

// points is R2.10.
func (s *SpaceJoiner) points(text []Point) (left []Point) {
	runes := runesOf(text)
	for i := 0; i < len(text); {
		n := CountLeading(runes[i:], s.Space)
		joins := n > 0 && s.Joins(s.Class(s.Before(runes[:i])), s.Class(s.After(runes[i+n:])))
		if !joins || len(s.Left(runes[i:i+n])) > 0 {
			n = max(n, 1)
			left = append(left, text[i:i+n]...)
		}
		i += n
	}
	return left
}

// points is chapter 3.
func (n *Normaliser) points(text []Point) (runs [][]Point) {
	split := SplitLong(1024, func(p Point) bool { return HasClass(p.Rune) })
	decompose := func(r rune) []rune { return Decompose([]rune{r}) }
	for _, source := range SplitAt(inOrder(each(text, decompose)), func(p Point) bool { return n.Separates(p.Rune) }) {
		for _, piece := range split(source) {
			piece = each(piece, func(r rune) []rune { return []rune(n.Map(r)) })
			piece = each(piece, func(r rune) []rune { return deleteTatweel([]rune{r}) })
			piece = NewIForms().points(inOrder(piece))
			for _, piece := range split(inOrder(each(piece, decompose))) {
				runs = append(runs, NewComposer().points(piece))
			}
		}
	}
	return runs
}

// points is chapter 4.
func (s *Segmenter) points(run []Point) (items [][]Point) {
	whole := *s // which drops no token by R4.3, so that each place in a sequence belongs to one
	whole.LimitWord = func(word string) string { return word }
	whole.LimitGram = whole.LimitWord
	for _, sequence := range SplitAt(run, func(p Point) bool { return !s.InSequence(p.Rune) }) {
		sequence = sequence[CountLeading(sequence, func(p Point) bool { return s.Mark(p.Rune) }):]
		for _, token := range whole.sequence(runesOf(sequence)) {
			n := utf8.RuneCountInString(token)
			if s.LimitGram(token) != "" {
				items = append(items, sequence[:n])
			}
			sequence = sequence[n:]
		}
	}
	return items
}

// each replaces each code point. The results come from where it comes from.
func each(text []Point, replace func(rune) []rune) (replaced []Point) {
	for _, p := range text {
		for _, r := range replace(p.Rune) {
			replaced = append(replaced, Point{r, p.From, p.To})
		}
	}
	return replaced
}

// inOrder puts each mark sequence in canonical order.
func inOrder(text []Point) []Point {
	return ordered(text, func(p Point) rune { return p.Rune })
}

func runesOf(text []Point) (runes []rune) {
	for _, p := range text {
		runes = append(runes, p.Rune)
	}
	return runes
}

// pointsOf returns code points whose places do not matter.
func pointsOf(text []rune) (points []Point) {
	for _, r := range text {
		points = append(points, Point{Rune: r})
	}
	return points
}
