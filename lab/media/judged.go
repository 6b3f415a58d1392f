package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// What differs more than this needs a cause.
const (
	leastFound = .99
	mostExtra  = .005
	mostBits   = 3
)

// judged is a document with its result.
type judged struct {
	document
	ours   reading
	theirs []opinion
	plain  comparison
	tokens comparison
	bits   int // of a declaration: between our SimHash and that of the HTML; none if there is no text
	lined  int // the same, of the HTML with words divided where our lines divide them
	cause  cause
	known  bool // the cause is
}

// none stands for a distance that there is not.
const none = -1

// opinion is what one judge has, in one text or two.
type opinion struct {
	judge string // "LibreOffice"
	texts []string
	error string
}

// differs says how our text is not that of the judges: "" if it is.
func (j judged) differs() string {
	switch {
	case j.plain.Judges == 0:
		return ""
	case j.plain.Ours == 0:
		return "no text"
	}
	var all []string
	if j.plain.Found() < leastFound {
		all = append(all, percent(j.plain.Found())+" found")
	}
	if j.plain.Excess() > mostExtra {
		all = append(all, percent(j.plain.Excess())+" extra")
	}
	if j.bits > mostBits {
		bits := fmt.Sprintf("%d bits", j.bits)
		if j.cause.class.Lines {
			bits += fmt.Sprintf(", %d by its lines", j.lined)
		}
		all = append(all, bits)
	}
	return strings.Join(all, ", ")
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// judge has all judges read documents, and package extract.
func (l *lab) judge(ctx context.Context, documents []document) ([]judged, error) {
	all := make([]judged, len(documents))
	for i, d := range documents {
		all[i].document = d
	}
	for _, j := range judges {
		readings, err := l.readings(ctx, j, documents)
		if err != nil {
			return nil, err
		}
		for i, d := range documents {
			all[i].hear(j, readings[d.key])
		}
	}
	l.log("fpcheck reads %d documents", len(documents))
	ours, err := readOurs(ctx, documents)
	if err != nil {
		return nil, err
	}
	for i := range all {
		j := &all[i]
		j.ours = ours[j.key]
		var texts [][]string
		for _, o := range j.theirs {
			texts = append(texts, o.texts)
		}
		j.plain, j.tokens = compare(j.ours.Text, texts, plain), compare(j.ours.Text, texts, tokens)
		j.cause, j.known = l.causes.of(j.Name)
	}
	return all, nil
}

// hear adds what one judge found.
func (j *judged) hear(by judge, r reading) {
	if r.Nothing {
		return
	}
	i := slices.IndexFunc(j.theirs, func(o opinion) bool { return o.judge == by.of })
	if i < 0 {
		i = len(j.theirs)
		j.theirs = append(j.theirs, opinion{judge: by.of})
	}
	o := &j.theirs[i]
	o.texts = append(o.texts, r.Text)
	if r.Error != "" {
		o.error = r.Error
	}
}
