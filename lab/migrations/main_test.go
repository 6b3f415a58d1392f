package main

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
)

const small = `# Log

One ship.[^1]

Two nets.

1. a
2. b
3. c

Three oars.

| x | y | z |
| - | - | - |
| k | 1 | 4 |
| l | 2 | 5 |
| m | 3 | 6 |

[^1]: Seen.

<!-- edits
number: Two => Ten
-->
`

func TestDamages(t *testing.T) {
	texts, err := parse("en", small)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ damage, old, new string }{
		{"paragraph dropped", "Three oars.", ""},
		{"number changed", "Two nets", "Ten nets"},
		{"table cell emptied", "| m | 3 | 6 |", "| m |  | 6 |"},
		{"table row lost", "| l | 2 | 5 |\n", ""},
		{"columns swapped", "| x | y | z |\n| - | - | - |\n| k | 1 | 4 |\n| l | 2 | 5 |\n| m | 3 | 6 |",
			"| x | z | y |\n| - | - | - |\n| k | 4 | 1 |\n| l | 5 | 2 |\n| m | 6 | 3 |"},
		{"two cells swapped", "| k | 1 | 4 |\n| l | 2 | 5 |\n| m | 3 | 6 |", "| k | 1 | 6 |\n| l | 2 | 5 |\n| m | 3 | 4 |"},
		{"list item lost", "2. b\n", ""},
		{"paragraphs swapped", "Two nets.\n\n1. a\n2. b\n3. c\n\nThree oars.", "Three oars.\n\n1. a\n2. b\n3. c\n\nTwo nets."},
		{"paragraph doubled", "Three oars.", "Three oars.\n\nThree oars."},
	} {
		t.Run(tt.damage, func(t *testing.T) {
			for _, d := range damages {
				if d.name == tt.damage {
					if diff := cmp.Diff(strings.Replace(texts.body, tt.old, tt.new, 1), d.do(texts)); diff != "" {
						t.Errorf("-want +got:\n%s", diff)
					}
					return
				}
			}
			t.Error("there is no such damage")
		})
	}
}

// TestTexts checks that each damage changes each text. A list of one sheet has no second sheet and no comment.
func TestTexts(t *testing.T) {
	for _, tt := range []struct {
		set          string
		texts, blank int // blank is the number of damages that change nothing
	}{{"migrations", 9, 0}, {"held-out", 7, 0}, {"office", 3, 3}} {
		count, blank := 0, 0
		for _, f := range sets[tt.set] {
			all, err := texts(f.dir)
			if err != nil {
				t.Fatal(err)
			}
			count += len(all)
			for _, text := range all {
				clean := f.write(text.body)
				seen := make(map[string]string)
				for _, d := range f.damages {
					damaged := f.write(d.do(text))
					if damaged == clean {
						blank++
					} else if before := seen[damaged]; before != "" {
						t.Errorf("%s/%s: %s is like %s", f.dir, text.language, d.name, before)
					}
					seen[damaged] = d.name
				}
			}
		}
		if count != tt.texts || blank != tt.blank {
			t.Errorf("%s: %d texts, and %d damages change nothing: want %d and %d",
				tt.set, count, blank, tt.texts, tt.blank)
		}
	}
}

// TestOffice checks what readers find in workbooks and slides.
func TestOffice(t *testing.T) {
	for _, tt := range []struct {
		why, name  string
		write      func(string) string
		body, text string
		asides     bool // include comments and notes
	}{
		{"a date and numbers are shown in their formats", "a.fods", workbook,
			"# A\n\n| x | y |\n| - | - |\n| 03/04/1931 | -2.50 |\n| 7 | a & b |\n",
			"x y\n03/04/1931 -2.50\n7 a & b", false},
		{"two sheets, and a comment", "a.fods", workbook,
			"# A\n\n| x |\n| - |\n\n> Seen.\n\n# B\n\n| y |\n| - |\n", "x\ny\nSeen.", true},
		{"a slide with a list and a note", "a.fodp", slides,
			"# A\n\n- x < y\n- z\n\n> Seen.\n", "A\nx < y\nz\nSeen.", true},
		{"the note is no text of the slide", "a.fodp", slides, "# A\n\n- x\n\n> Seen.\n", "A\nx", false},
	} {
		t.Run(tt.why, func(t *testing.T) {
			options := extract.Options{Name: tt.name}
			if tt.asides {
				options.Include = []string{"comments", "notes"}
			}
			d, err := extract.Open(t.Context(), strings.NewReader(tt.write(tt.body)), options)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(d)
			if diff := cmp.Diff(tt.text, string(text)); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct{ why, file, err string }{
		{"an edit of a word that is there once", small, ""},
		{"no edits", "# Log\n", "expected a comment with edits"},
		{"a word that is not there", strings.Replace(small, "Two =>", "Six =>", 1), `"Six" is in the text 0 times`},
		{"a word that is there twice", strings.Replace(small, "One ship", "Two ships", 1), `"Two" is in the text 2 times`},
	} {
		t.Run(tt.why, func(t *testing.T) {
			_, err := parse("en", tt.file)
			if (err != nil) != (tt.err != "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
		})
	}
}

// TestSound checks the thresholds with one pair of each kind, and with many alarms.
func TestSound(t *testing.T) {
	valid, review := result{Status: "SAME TEXT", Outcome: "VALID"}, result{
		Status: "SIMILAR", Outcome: "REVIEW", Diff: &difference.Excerpt{Kinds: difference.KindCounts{difference.Number: 1}},
	}
	docx, epub := conversions[0], conversions[3]
	pairs := func(n int, c conversion, r result) (all []pair) {
		for range n {
			all = append(all, pair{conversion: c, language: "en", result: r})
		}
		return all
	}
	for _, tt := range []struct {
		why            string
		clean, damaged []pair
		err            string
	}{
		{"no alarm", pairs(10, docx, valid), nil, ""},
		{"one alarm in 20", append(pairs(19, docx, valid), pairs(1, docx, review)...), nil, ""},
		{"three alarms in 20", append(pairs(17, docx, valid), pairs(3, docx, review)...), nil, "3 false alarms in 20"},
		{"a change by the program", pairs(20, epub, review), nil, ""},
		{"a change by the program that is not reported", pairs(1, epub, valid), nil, "pandoc-md-epub of en is VALID, but it repeats"},
		{"damage", nil, pairs(1, docx, review), ""},
		{"damage that is not reported", nil, pairs(1, docx, valid), "pandoc-md-docx of en is VALID after this damage"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			err := (&measured{clean: tt.clean, damaged: tt.damaged}).sound()
			if (err != nil) != (tt.err != "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
		})
	}
}
