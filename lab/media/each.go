package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// each prints the results for some documents, with samples of the words that differ.
func (l *lab) each(ctx context.Context, paths []string, w io.Writer) error {
	var documents []document
	for _, path := range paths {
		some, err := walk(path, path)
		if err != nil {
			return err
		}
		documents = append(documents, some...)
	}
	all, err := l.judge(ctx, documents)
	if err != nil {
		return err
	}
	for _, j := range all {
		var who []string
		for _, o := range j.theirs {
			if o.error != "" {
				who = append(who, fmt.Sprintf("%s (%.120s)", o.judge, o.error))
			} else {
				who = append(who, o.judge)
			}
		}
		c, t := j.plain, j.tokens
		_, err := fmt.Fprintf(w, "%s: %d judges, found %.3f of %d (tokens %.3f of %d), extra %.3f of %d (tokens %.3f of %d), length %.2f\n"+
			"  judges: %s; texts: %s.*.txt\n", j.Name, c.Judges, c.Found(), c.Words, t.Found(), t.Words,
			c.Excess(), c.Ours, t.Excess(), t.Ours, c.Length, strings.Join(who, ", "), filepath.Join(l.dir, "readings", j.key))
		if err != nil {
			return err
		}
		if j.ours.Error != "" {
			fmt.Fprintf(w, "  our error: %s\n", j.ours.Error)
		}
		if len(c.Missing) > 0 {
			fmt.Fprintf(w, "  missing %d: %s\n", len(c.Missing), sample(c.Missing))
		}
		if len(c.Extra) > 0 {
			fmt.Fprintf(w, "  extra %d: %s\n", len(c.Extra), sample(c.Extra))
		}
	}
	return nil
}

// sample returns some words from all over a list.
func sample(words []string) string {
	const most = 15
	if len(words) <= most {
		return strings.Join(words, " ")
	}
	var some []string
	for i := range most {
		some = append(some, words[i*len(words)/most])
	}
	return strings.Join(some, " ") + " ..."
}
