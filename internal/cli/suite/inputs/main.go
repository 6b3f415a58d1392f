package inputs

import (
	"strings"

	"github.com/lsh-interop/fpcheck/vectors"
)

// ofArticles are pages with an article, and some with what sites put around one. Names of classes and
// sizes of lines are near what the rules of chapter 11a ask for.
func ofArticles(r *random, _ uint64) []Probe {
	w := &writer{random: r}
	w.WriteString(pick(r, []string{"", "<!doctype html>", "<body class='nav'>"}))
	for range r.between(1, 6) {
		w.part(r.between(0, 4))
	}
	return []Probe{{Stage: vectors.Main, Input: vectors.Data{Raw: vectors.BytesOf([]byte(w.String()))}}}
}

var (
	parts = strings.Fields("div div div nav header footer aside article main form ul ol li table section p blockquote pre h1 h2 h6 figure figcaption dl dt button label a span td body search menu summary dialog html")
	names = strings.Fields("nav sideBar site-footer HEADER post-content articleBody comments share_buttons related-posts ad adverts byline hidden captionText search-form x wrapper col-md-8 mainmenu e2e StoryBody postContentMain toc")
	roles = strings.Fields("navigation main Banner search listitem article none complementary alertdialog")
	prose = []string{"A sentence. ", "one, two; three ", "Is it? ", "日本語の文。", "ภาษาไทย ", "그는 갔다 ", "«so» ", "12 % ", "end:", "(x.) ", "…", "word ", "نص، آخر؟ ", "हिन्दी। "}
)

// part writes an element, with text or with parts in it.
func (w *writer) part(depth int) {
	name := pick(w.random, parts)
	w.WriteString("<" + name)
	for _, a := range []struct {
		key    string
		values []string
	}{{"class", names}, {"id", names}, {"role", roles}} {
		if w.oneIn(4) {
			w.WriteString(" " + a.key + "='" + pick(w.random, a.values) + pick(w.random, []string{"", "", " ", " x1"}) + "'")
		}
	}
	w.WriteString(">")
	for range w.between(1, 3) {
		switch {
		case depth > 0 && w.oneIn(2):
			w.part(depth - 1)
		case w.oneIn(3):
			w.WriteString("<a href=x>" + w.prose(w.between(1, 6)) + "</a>")
		case w.oneIn(6):
			w.WriteString(pick(w.random, []string{"<br>", "\n", "<p>", "<h1>t</h1>", "<img>", "<b>b</b>", "\u00A0"}))
		default:
			w.WriteString(w.prose(w.between(1, 12)))
		}
	}
	if !w.oneIn(9) {
		w.WriteString("</" + name + ">")
	}
}

func (w *writer) prose(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(pick(w.random, prose))
	}
	return b.String()
}
