package premis

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/manifest"
)

// judged is a validation that is written.
type judged struct {
	why      string
	subject  outcome.Subject
	findings []outcome.Finding
}

func (j *judged) counts() (n validation.Counts) {
	for _, f := range j.findings {
		n.Add(f.Severity, 1)
	}
	return n
}

var (
	altered = outcome.Finding{Severity: validation.Error, Code: "checksum", Source: "RFC 8493, 3", Path: "data/a b.txt",
		What: "sha256 00", Expected: "01, as manifest-sha256.txt says", Fixity: true}
	doubtful = outcome.Finding{Severity: validation.Warning, Code: "W004", Source: "https://ocfl.io/1.1/spec/#W004", Path: "inventory.json",
		At: "digestAlgorithm", What: `"sha256"`, Expected: "sha512", Sentence: "For content-addressing, OCFL Objects SHOULD use sha512."}
	unread = outcome.Finding{Severity: validation.Unjudged, Code: "unreadable", Path: "x", What: "permission \x00denied <&>"}
)

var validations = []judged{
	{"its own identifier is its name", outcome.Subject{Kind: "bag", Name: "0001", ID: "urn:example:1", IDType: "External-Identifier", Rules: "BagIt 1.0"},
		[]outcome.Finding{altered, altered, doubtful, unread}},
	{"nothing is wrong", outcome.Subject{Kind: "OCFL object", Name: "root", Path: "ab/letters", ID: "urn:example:letters", IDType: "OCFL object id", Rules: "OCFL 1.1"}, nil},
	{"its place, if it has no name", outcome.Subject{Kind: "OCFL object", Name: "root", Path: "cd/x", Rules: "OCFL 1.1"}, []outcome.Finding{doubtful}},
	{"its directory", outcome.Subject{Kind: "bag", Name: "two\nlines", Rules: "BagIt 1.0", Scope: "Payload-Oxum alone"}, []outcome.Finding{unread}},
	{"names that XML cannot have", outcome.Subject{Kind: "web archive", Name: "\xFF.warc", File: true, Format: "application/warc", ID: "\x01", IDType: "WARC-Record-ID"}, nil},
}

// written is a document of validations, and then results.
func written(t testing.TB, f Form, c Check, all []judged, results []manifest.Result) string {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, new(memory), f, c)
	for _, j := range all {
		if err == nil {
			err = w.Begin(j.subject)
		}
		for _, found := range j.findings {
			if err == nil {
				err = w.Finding(found)
			}
		}
		if err == nil {
			err = w.End(j.counts())
		}
	}
	for _, r := range results {
		if err == nil {
			err = w.Write(r, nil)
		}
	}
	if err == nil {
		err = w.Finding(outcome.Finding{Severity: validation.Unjudged, Code: "comparison", What: "the manifest was altered"})
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var validationDocuments = []struct {
	name   string
	form   Form
	strict bool
	all    []judged
	why    string
}{
	{"validation.premis.xml", PREMIS, false, validations, "every verdict"},
	{"validation.mets.xml", METS, false, validations, "every verdict"},
	{"strict.premis.xml", PREMIS, true, validations[2:3], "a warning counts"},
	{"strict.mets.xml", METS, true, validations[2:3], "a warning counts"},
	{"late.premis.xml", PREMIS, false, nil, "a finding without a subject is of the tree"},
	{"late.mets.xml", METS, false, nil, "a finding without a subject is of the tree"},
}

// What is written is valid, is read back by metsrw, and tells the verdict and every finding.
func TestValidations(t *testing.T) {
	var names []string
	for _, test := range validationDocuments {
		c := Check{Time: check.Time, Tool: check.Tool, Tree: "0001", Rules: outcome.Rules{Strict: test.strict}}
		got := written(t, test.form, c, test.all, all()[:2])
		name := filepath.Join("testdata", test.name)
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s, %s; go test ./internal/cli/keep/premis -update writes it (-want +got):\n%s", test.name, test.why, diff)
		}
		if strings.Contains(got, ">./<") {
			t.Errorf("%s: an object is called ./", test.name)
		}
		names = append(names, name)
	}
	verdicts := judge(t, names...)
	for i, test := range validationDocuments {
		if len(verdicts[i].Errors) > 0 {
			t.Errorf("%s, %s: not valid: %q", test.name, test.why, verdicts[i].Errors)
		}
		var want [][2]string // type and outcome, and a word of the note
		for _, j := range test.all {
			for _, f := range j.findings {
				kind, outcome := "validation", "warning"
				if f.Fixity {
					kind = "fixity check"
				}
				if f.Severity == validation.Error {
					outcome = "fail"
				}
				want = append(want, [2]string{kind + ": " + outcome, `code="` + f.Code + `"`})
			}
			verdict := outcome.Rules{Strict: test.strict}.VerdictOf(j.counts())
			outcome := map[outcome.Verdict]string{outcome.Valid: "success", outcome.Invalid: "fail", outcome.CannotBeJudged: "warning"}[verdict]
			want = append(want, [2]string{"validation: " + outcome, `verdict="` + verdict.String() + `"`})
		}
		want = append(want, [2]string{"fixity check: success", `status="OK"`}, [2]string{"fixity check: success", `status="OK"`},
			[2]string{"validation: warning", `code="comparison"`})
		seen := make(map[string]bool)
		var got [][2]string
		for n, e := range verdicts[i].Events {
			if seen[e[0]] {
				t.Errorf("%s: two events are called %s", test.name, e[0])
			}
			seen[e[0]] = true
			word := ""
			if n < len(want) && strings.Contains(e[4], want[n][1]) {
				word = want[n][1]
			}
			got = append(got, [2]string{e[1] + ": " + e[3], word})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s, %s: premisrw reads other events (-want +got):\n%s", test.name, test.why, diff)
		}
	}
}

// All events of a validation are of one object, which is in the document, and it comes once.
func TestSubjects(t *testing.T) {
	for _, test := range []struct {
		subject outcome.Subject
		want    string
		why     string
	}{
		{validations[0].subject, "External-Identifier urn:example:1", "what the bag calls itself"},
		{validations[2].subject, "directory name cd/x", "where it is in the root"},
		{outcome.Subject{Name: "0001", Path: "."}, "directory name 0001", "the tree itself"},
		{validations[4].subject, "WARC-Record-ID %01", "octets that XML cannot have"},
		{outcome.Subject{Name: "a.warc", File: true}, "file name a.warc", "a file"},
	} {
		for _, f := range []Form{PREMIS, METS} {
			text := written(t, f, check, []judged{{"", test.subject, []outcome.Finding{altered, unread}}}, nil)
			objects, links := make(map[string]int), make(map[string]int)
			d := xml.NewDecoder(strings.NewReader(text))
			kind := ""
			for {
				token, err := d.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				start, ok := token.(xml.StartElement)
				if !ok {
					continue
				}
				switch start.Name.Local {
				case "objectIdentifierType", "linkingObjectIdentifierType":
					d.DecodeElement(&kind, &start)
				case "objectIdentifierValue", "linkingObjectIdentifierValue":
					var value string
					d.DecodeElement(&value, &start)
					if start.Name.Local == "objectIdentifierValue" {
						objects[kind+" "+value]++
					} else {
						links[kind+" "+value]++
					}
				}
			}
			if objects[test.want] != 1 || links[test.want] != 4 {
				t.Errorf("%s, form %d: objects %v, links %v: expected one %q, with four events", test.why, f, objects, links, test.want)
			}
		}
	}
}
