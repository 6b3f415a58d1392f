package manifest

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// A Mapping finds the partner of a file after a migration to another format or place. The partner is in
// another tree. The zero value is not usable.
type Mapping struct {
	// Files whose keys are equal are partners. An old file that the mapping does not cover has no key.
	oldKey func(path string) (key string, covers bool)
	newKey func(path string) string
	rows   []row // of a table
}

func identity(path string) string { return path }

func sameStem() Mapping {
	return Mapping{oldKey: func(path string) (string, bool) { return stem(path), true }, newKey: stem}
}

var (
	ending = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?s:(.*[^/]))\.([A-Za-z0-9]{0,7}[A-Za-z][A-Za-z0-9]{0,7})$`)
	})
	packedEnd = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?i:gz|bz2|xz|zst|br|z|lz4|lzma)$`) })
)

func stem(path string) string {
	m := ending().FindStringSubmatch(path)
	if m == nil || len(m[2]) > 8 {
		return path
	}
	if packedEnd().MatchString(m[2]) {
		if inner := ending().FindStringSubmatch(m[1]); inner != nil && len(inner[2]) <= 8 {
			return inner[1]
		}
	}
	return m[1]
}

// ParseMapping parses a rule. The rule "path" pairs files with the same path. The rule "stem" pairs files
// whose paths differ in their endings, as letters/1.doc and letters/1.pdf do. Any other rule is a pattern
// for the old paths and a pattern for the new ones. The sign = separates them, as in this rule.
//
//	masters/**/*.doc=access/**/*.pdf
//
// In the first pattern, * matches any bytes except a slash, and ? matches one code point except a slash.
// The wildcard ** matches any directories, or none. At the end it matches everything below. Each matches as
// much as possible. In the second pattern, a wildcard has the value of the same wildcard in the first. So the first
// * has the value of the first *, and so on. {1} and {2} have the values of the first and second of all
// wildcards. A backslash makes the next character an ordinary one.
//
// For "stem", an ending is a dot and 1 to 8 ASCII letters or digits. It follows at least one character. At
// least one must be a letter: report.v2 has an ending, but v1.2 and .profile do not. The ending of a
// compressed file includes the ending before it: the stem of x.tar.gz is "x". If several files have the
// same stem, files with the same path are partners. If one file on either side is then left, these two are
// partners as well.
//
// Files that are left are then compared without the normal forms of Unicode in their paths.
func ParseMapping(rule string) (Mapping, error) {
	switch rule {
	case "path":
		return Mapping{oldKey: func(path string) (string, bool) { return path, true }, newKey: identity}, nil
	case "stem":
		return sameStem(), nil
	}
	m, err := parsePatterns(rule)
	if err != nil {
		return m, fmt.Errorf("mapping %q: %w", abridge(rule), err)
	}
	return m, nil
}

func parsePatterns(rule string) (Mapping, error) {
	from, to, err := cutPatterns(rule)
	if err != nil {
		return Mapping{}, err
	}
	expression, wildcards := `\A(?s:`, []string(nil)
	for _, t := range from {
		switch t.wildcard {
		case "":
			expression += regexp.QuoteMeta(t.literal)
			continue
		case "*":
			expression += `([^/]*)`
		case "?":
			expression += `([^/])`
		case "**/":
			expression += `((?:[^/]+/)*)`
		case "**":
			expression += `(.+)`
		default:
			expression += regexp.QuoteMeta(t.wildcard) // {1}
			continue
		}
		wildcards = append(wildcards, t.wildcard)
	}
	pattern, err := regexp.Compile(expression + `)\z`)
	if err != nil {
		return Mapping{}, err
	}
	// This counts which wildcard of the first pattern each wildcard of the second refers to.
	used := make(map[string]int)
	for i := range to {
		t := &to[i]
		if t.wildcard == "" {
			continue
		}
		if n, err := strconv.Atoi(strings.Trim(t.wildcard, "{}")); err == nil {
			if n < 1 || n > len(wildcards) {
				return Mapping{}, fmt.Errorf("%s: expected {1} to {%d}, as many as the first pattern has wildcards", t.wildcard, len(wildcards))
			}
			t.group = n
			continue
		}
		seen := 0
		for n, w := range wildcards {
			if w != t.wildcard {
				continue
			}
			if seen++; seen > used[t.wildcard] {
				t.group = n + 1
				break
			}
		}
		if t.group == 0 {
			return Mapping{}, fmt.Errorf("the second pattern has more %s than the first: expected at most as many", strings.TrimSuffix(t.wildcard, "/"))
		}
		used[t.wildcard]++
	}
	return Mapping{newKey: identity, oldKey: func(p string) (string, bool) {
		m := pattern.FindStringSubmatch(p)
		if m == nil {
			return "", false
		}
		var target strings.Builder
		for _, t := range to {
			switch {
			case t.wildcard == "":
				target.WriteString(t.literal)
			case t.wildcard[0] == '{':
				target.WriteString(strings.TrimSuffix(m[t.group], "/"))
			default:
				target.WriteString(m[t.group])
			}
		}
		return path.Clean(target.String()), true
	}}, nil
}

// term is a part of a pattern.
type term struct {
	literal  string
	wildcard string // *, ?, **/, ** or {1}
	group    int    // of the first pattern that it stands for
}

// cutPatterns parses the two patterns.
func cutPatterns(rule string) (from, to []term, err error) {
	sides, now := [][]term{nil}, 0
	add := func(t term) {
		side := sides[now]
		if last := len(side) - 1; t.wildcard == "" && last >= 0 && side[last].wildcard == "" {
			side[last].literal += t.literal
			return
		}
		sides[now] = append(side, t)
	}
	starts := true // an element of a path begins here
	for i := 0; i < len(rule); {
		rest, size := rule[i:], 1
		switch {
		case rest[0] == '\\':
			if len(rest) == 1 {
				return nil, nil, errors.New("a backslash at the end: expected a character after it")
			}
			_, n := utf8.DecodeRuneInString(rest[1:])
			size = 1 + n
			add(term{literal: rest[1:size]})
		case rest[0] == '=':
			sides, now = append(sides, nil), now+1
		case strings.HasPrefix(rest, "**/") && starts:
			size = 3
			add(term{wildcard: "**/"})
		case strings.HasPrefix(rest, "**") && starts && (len(rest) == 2 || rest[2] == '='):
			size = 2
			add(term{wildcard: "**"})
		case strings.HasPrefix(rest, "**"):
			return nil, nil, errors.New("**: expected it to be all that is between two /")
		case rest[0] == '*', rest[0] == '?':
			add(term{wildcard: rest[:1]})
		case numbered().MatchString(rest) && now > 0:
			size = len(numbered().FindString(rest))
			add(term{wildcard: rest[:size]})
		default:
			add(term{literal: rest[:1]})
		}
		starts = rest[size-1] == '/' || rest[0] == '='
		i += size
	}
	if len(sides) != 2 || len(sides[0]) == 0 || len(sides[1]) == 0 {
		return nil, nil, errors.New("expected path, stem, or OLD=NEW: two patterns with one = between (write \\= for one in a path)")
	}
	return sides[0], sides[1], nil
}

var numbered = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\{[0-9]{1,3}\}`) })

// row is a row of a table.
type row struct {
	line     int
	old, new string
}

// ReadTable reads a mapping as CSV (RFC 4180) in UTF-8, with an old and a new path on each line. A first
// line "source,target" is a header. Each side has a path only once: to check a migration to two formats,
// use two tables.
func ReadTable(r io.Reader) (mapping Mapping, err error) {
	defer recovery.Catch(&err, "the reader of mappings")
	c := csv.NewReader(r)
	c.FieldsPerRecord = -1
	c.ReuseRecord = true
	table := Mapping{newKey: identity}
	olds, news := make(map[string]row), make(map[string]row)
	for first := true; ; first = false {
		fields, err := c.Read()
		if err == io.EOF {
			break
		}
		var parse *csv.ParseError
		if errors.As(err, &parse) {
			return Mapping{}, fmt.Errorf("line %d, column %d: %w", parse.Line, parse.Column, parse.Err)
		}
		if err != nil {
			return Mapping{}, err
		}
		line, _ := c.FieldPos(0)
		wrong := func(format string, args ...any) (Mapping, error) {
			return Mapping{}, fmt.Errorf("line %d: "+format, append([]any{line}, args...)...)
		}
		if first {
			fields[0] = strings.TrimPrefix(fields[0], "\uFEFF")
		}
		if len(fields) != 2 {
			return wrong("%d columns: expected 2, source and target, with a comma between", len(fields))
		}
		if first && strings.EqualFold(fields[0], "source") && strings.EqualFold(fields[1], "target") {
			continue
		}
		for _, p := range fields {
			if err := checkPath(p); err != nil {
				return wrong("%w", err)
			}
			if strings.HasSuffix(p, "/") {
				return wrong("path %q: expected the path of a file", abridge(p))
			}
		}
		now := row{line, strings.Clone(fields[0]), strings.Clone(fields[1])}
		if before, twice := olds[now.old]; twice {
			return wrong("source %q is on line %d, too: expected it once", abridge(now.old), before.line)
		}
		if before, twice := news[now.new]; twice {
			return wrong("target %q is on line %d, too: expected it once", abridge(now.new), before.line)
		}
		olds[now.old], news[now.new] = now, now
		table.rows = append(table.rows, now)
	}
	table.oldKey = func(path string) (string, bool) {
		r, covers := olds[path]
		return r.new, covers
	}
	return table, nil
}
