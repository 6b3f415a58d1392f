package powerpoint

import (
	"slices"

	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// slide is a slide or a master in the document's lists.
type slide struct {
	object uint32
	texts  []text // of its placeholders, which its shapes refer to

	read   bool   // as a master, with what shows behind it
	master uint32 // the number of its master
	alone  bool   // nothing shows behind it
}

// presentation reads the slides in order.
func (r *reader) presentation(document record) error {
	const slides, masters = 0, 1 // which list it is
	var shown []*slide
	behind := make(map[uint32]*slide) // by the number that slides use
	var footer string                 // of all slides that have none of their own
	var objects record
	for found := range records(document.octets) {
		switch {
		case found.kind == recSlideList && found.instance == slides:
			if err := r.list(found, func(s *slide, _ uint32) { shown = append(shown, s) }); err != nil {
				return err
			}
		case found.kind == recSlideList && found.instance == masters:
			if err := r.list(found, func(s *slide, id uint32) { behind[id] = s }); err != nil {
				return err
			}
		case found.kind == recHeadersFooters && found.instance == 3:
			footer = footerOf(found)
		case found.kind == recExObjList:
			objects = found
		}
	}
	if err := r.findCharts(objects); err != nil {
		return err
	}
	if len(shown) > 0 && !slices.ContainsFunc(shown, func(s *slide) bool { return r.persistent(s.object).kind == recSlide }) {
		if found, err := r.scattered(shown); found || err != nil {
			return err
		}
	}
	missing := 0
	for _, s := range shown {
		found, err := r.unseen(s.object)
		if err != nil {
			return err
		}
		if found.kind != recSlide {
			missing++
			for _, t := range s.texts {
				t.writeTo(r.flow)
			}
			continue
		}
		if err := r.slide(found, s, footer, behind); err != nil {
			return err
		}
	}
	if missing > 0 {
		r.document.Lose("PPT: %d of %d slides are missing: at most their outline is read", missing, len(shown))
	}
	return r.objects(objects)
}

// scattered reads the slides in the order of the file, if nothing lists the current ones.
func (r *reader) scattered(listed []*slide) (found bool, err error) {
	n := 0
	for part := range records(r.stream) {
		if part.kind != recSlide {
			continue
		}
		s := &slide{}
		if n < len(listed) {
			s = listed[n]
		}
		if err := r.slide(part, s, "", nil); err != nil {
			return true, err
		}
		n++
	}
	if n > 0 {
		r.document.Lose("PPT: its edits are broken: %d slides are read in the order of the file and may include old ones", n)
	}
	return n > 0, r.document.Check()
}

// list reads a list of slides or masters, with the texts of their placeholders.
func (r *reader) list(list record, add func(s *slide, id uint32)) error {
	var s *slide
	for found := range records(list.octets) {
		cost := 0
		switch {
		case found.kind == recSlidePersist:
			s = &slide{object: found.uint32(0)}
			add(s, found.uint32(12))
			cost = 2 * textCost
		case s == nil:
		case found.kind == recTextHeader:
			s.texts = append(s.texts, text{})
			cost = 2 * textCost
		case len(s.texts) > 0 && s.texts[len(s.texts)-1].take(found):
			cost = 16
		}
		if cost > 0 {
			if err := r.document.Budget.Hold(int64(cost), "slides"); err != nil {
				return err
			}
		}
	}
	return r.document.Check()
}

// slide reads a slide, and the master behind it unless that was read.
func (r *reader) slide(found record, s *slide, footer string, behind map[uint32]*slide) error {
	const hidden, mostMasters = 1 << 2, 4
	if found.child(recSlideShowInfo).uint16(10)&hidden != 0 {
		return nil
	}
	if err := r.drawing(found, s, false); err != nil {
		return err
	}
	if own := found.child(recHeadersFooters); own.kind != 0 {
		footer = footerOf(own)
	} else if r.common { // it is there
		footer = ""
	} else {
		r.common = true
	}
	if err := r.margins.Add(footer); err != nil {
		return err
	}
	// A title slide has a master of its own, and the main master is behind it.
	s.behind(found)
	for range mostMasters {
		master := behind[s.master]
		if master == nil || s.alone {
			return nil
		}
		if s = master; s.read {
			continue
		}
		s.read, s.alone = true, true
		found, err := r.unseen(s.object)
		if err != nil {
			return err
		}
		if found.kind != recMainMaster && found.kind != recSlide {
			return nil
		}
		s.behind(found)
		if err := r.drawing(found, s, true); err != nil {
			return err
		}
	}
	return nil
}

func (s *slide) behind(found record) {
	const showsMaster = 1 << 0
	atom := found.child(recSlideAtom)
	s.master, s.alone = atom.uint32(12), atom.uint16(20)&showsMaster == 0
}

// footerOf returns the shown footer of a slide.
func footerOf(found record) string {
	const hasFooter, theFooter = 1 << 5, 2
	if found.child(recHeadersFootersAtom).uint16(2)&hasFooter == 0 {
		return ""
	}
	for part := range records(found.octets) {
		if part.kind == recCString && part.instance == theFooter {
			return lines.Replace(utf16text.Terminated(part.octets))
		}
	}
	return ""
}
