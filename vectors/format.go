package vectors

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// Format returns the content of f in canonical form. Equal files have equal content, and a change of
// a vector changes only its own lines.
func (f *File) Format() []byte {
	b := []byte(f.header)
	b = fmt.Appendf(b, "stage: %s\nschemes: [%s]\nvectors:\n", f.Stage, strings.Join(f.Schemes, ", "))
	for _, v := range f.Vectors {
		b = fmt.Appendf(b, "  - id: %s\n    rules: [%s]\n", v.ID, strings.Join(v.Rules, ", "))
		if v.With != nil {
			b = fmt.Appendf(b, "    with: [%s]\n", strings.Join(v.With, ", "))
		}
		b = fmt.Appendf(b, "    why: %s\n", escape.YAML(v.Why))
		b = appendData(b, "input", v.Input)
		b = appendData(b, "expect", v.Expect)
	}
	return b
}

func appendData(b []byte, key string, d Data) []byte {
	fields := d.fields()
	if len(fields) == 0 {
		return fmt.Appendf(b, "    %s: {}\n", key)
	}
	b = fmt.Appendf(b, "    %s:\n", key)
	for _, f := range fields {
		b = fmt.Appendf(b, "      %s: %s\n", f[0], f[1])
	}
	return b
}

// fields returns the names and the spelled values of the fields that are set, in order.
func (d Data) fields() [][2]string {
	var fs [][2]string
	add := func(name, value string) { fs = append(fs, [2]string{name, value}) }
	text := func(name, value string) {
		if value != "" {
			add(name, escape.YAML(value))
		}
	}
	bytes := func(name string, o Bytes) {
		if o != nil {
			add(name, string(o.appendTo(nil)))
		}
	}
	list := func(name string, present bool, n int, item func(i int) string) {
		if !present {
			return
		}
		items := make([]string, n)
		for i := range items {
			items[i] = item(i)
		}
		add(name, "["+strings.Join(items, ", ")+"]")
	}
	integers := func(name string, ns []int64) {
		if ns != nil {
			add(name, spelled(ns))
		}
	}
	decimal := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	fraction := func(name string, x *float64) {
		if x != nil {
			add(name, decimal(*x))
		}
	}
	positive := func(name string, n int) {
		if n != 0 {
			add(name, strconv.Itoa(n))
		}
	}
	truth := func(name string, x *bool) {
		if x != nil {
			add(name, strconv.FormatBool(*x))
		}
	}
	number := func(name string, n *int) {
		if n != nil {
			add(name, strconv.Itoa(*n))
		}
	}
	bytes("octets", d.Raw)
	text("charset", d.Charset)
	bytes("text", d.Text)
	integers("scores", d.Scores)
	list("lines", d.Lines != nil, len(d.Lines), func(i int) string { return spelled(d.Lines[i]) })
	list("runs", d.Runs != nil, len(d.Runs), func(i int) string { return string(d.Runs[i].appendTo(nil)) })
	list("tokens", d.Tokens != nil, len(d.Tokens), func(i int) string { return string(d.Tokens[i].appendTo(nil)) })
	text("hash", d.Hash)
	list("elements", d.Elements != nil, len(d.Elements), func(i int) string { return escape.YAML(d.Elements[i]) })
	integers("counters", d.Counters)
	bytes("full", d.Full)
	list("fulls", d.Fulls != nil, len(d.Fulls), func(i int) string { return string(d.Fulls[i].appendTo(nil)) })
	text("sketch", d.Sketch)
	positive("bits", d.Bits)
	text("scheme", d.Scheme)
	text("profile", d.Profile)
	bytes("string", d.String)
	list("ids", d.IDs != nil, len(d.IDs), func(i int) string { return string(d.IDs[i].appendTo(nil)) })
	integers("weights", d.Weights)
	list("texts", d.Texts != nil, len(d.Texts), func(i int) string { return string(d.Texts[i].appendTo(nil)) })
	list("compared", d.Compared != nil, len(d.Compared), func(i int) string {
		items := make([]string, len(d.Compared[i]))
		for k, item := range d.Compared[i] {
			items[k] = string(item.appendTo(nil))
		}
		return "[" + strings.Join(items, ", ") + "]"
	})
	positive("words", d.Words)
	list("passages", d.Passages != nil, len(d.Passages), func(i int) string { return spelled(d.Passages[i]) })
	integers("places", d.Places)
	integers("counts", d.Counts)
	list("sketches", d.Sketches != nil, len(d.Sketches), func(i int) string { return escape.YAML(d.Sketches[i]) })
	list("strings", d.Strings != nil, len(d.Strings), func(i int) string { return escape.YAML(d.Strings[i]) })
	number("distance", d.Distance)
	fraction("similarity", d.Similarity)
	positive("bands", d.Bands)
	positive("rows", d.Rows)
	positive("most", d.Most)
	fraction("threshold", d.Threshold)
	fraction("floor", d.Floor)
	list("keys", d.Keys != nil, len(d.Keys), func(i int) string { return escape.YAML(d.Keys[i]) })
	list("clusters", d.Clusters != nil, len(d.Clusters), func(i int) string { return string(d.Clusters[i].appendTo(nil)) })
	list("similarities", d.Similarities != nil, len(d.Similarities), func(i int) string { return decimal(d.Similarities[i]) })
	truth("same", d.Same)
	truth("numbers", d.Numbers)
	text("fingerprint", d.Fingerprint)
	number("features", d.Features)
	if d.Seed != 0 {
		add("seed", strconv.FormatUint(d.Seed, 10))
	}
	positive("count", d.Count)
	list("items", d.Items != nil, len(d.Items), func(i int) string { return string(d.Items[i].appendTo(nil)) })
	text("digest", d.Digest)
	text("outcome", d.Outcome)
	return fs
}

// spelled returns a list of integers in YAML.
func spelled(ns []int64) string { return strings.ReplaceAll(fmt.Sprint(ns), " ", ", ") }
