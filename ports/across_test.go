// Package ports tests that the ports in several languages and the reference agree on one document.
// It has no code of its own.
package ports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/page/browser"
	"github.com/lsh-interop/fpcheck/scheme"
)

// TestPageIsCurrent checks that the published page contains the current JavaScript port.
func TestPageIsCurrent(t *testing.T) {
	built := filepath.Join(t.TempDir(), "page.html")
	if out, err := exec.Command("node", "javascript/demo/build.mjs", built).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !bytes.Equal(read(t, built), read(t, "../docs/compare.html")) {
		t.Error("docs/compare.html is not what ports/javascript/demo makes: run make page")
	}
}

// TestAcrossLanguages fingerprints one document in Python and another in Go. Go compares them, and
// a browser page with the JavaScript port shows the same.
func TestAcrossLanguages(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser is not for a short run")
	}
	for _, test := range []struct{ scheme, a, b string }{
		{"sm1", "lighthouse.en.txt", "lighthouse-edited.en.txt"},
		{"sm1", "lighthouse.ja.txt", "lighthouse.zh.txt"},
		{"sd1", "lighthouse.el.txt", "lighthouse.el.txt"},
		{"mh1", "lighthouse.en.txt", "lighthouse-edited.en.txt"},
		{"mw1", "lighthouse.th.txt", "tidal-mill.en.txt"},
	} {
		t.Run(test.scheme+" "+test.a+" "+test.b, func(t *testing.T) {
			t.Parallel()
			a, b := read(t, "../examples/"+test.a), read(t, "../examples/"+test.b)
			s, err := scheme.Lookup(test.scheme)
			if err != nil {
				t.Fatal(err)
			}
			one, err := scheme.Parse(inPython(t, test.scheme, a))
			if err != nil {
				t.Fatal(err)
			}
			other, err := s.Sum(b)
			if err != nil {
				t.Fatal(err)
			}
			distance, err := one.Distance(other)
			if err != nil {
				t.Fatal(err)
			}
			similarity, err := one.Similarity(other)
			if err != nil {
				t.Fatal(err)
			}
			of := "64 bits"
			if one.Width() > 0 {
				of = "128 slots"
			}
			shown := browse(t, map[string]string{
				"scheme": test.scheme, "text-a": string(a), "text-b": string(b),
				"string-a": one.String(), "string-b": other.String(),
			})
			// JavaScript rounds ties up, and Go rounds to even.
			distances, similarities := fmt.Sprintf("%d of %s", distance, of), fmt.Sprintf("%.3f", math.Round(similarity*1000)/1000)
			if diff := cmp.Diff(map[string]string{
				"fingerprint-a": one.String(), "fingerprint-b": other.String(),
				"distance": distances, "similarity": similarities,
				"string-distance": distances, "string-similarity": similarities,
				"string-error-a": "", "string-error-b": "",
			}, shown); diff != "" {
				t.Errorf("Python and Go (-), the page (+):\n%s", diff)
			}
		})
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	octets, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return octets
}

// inPython returns the Python port's fingerprint of a text.
func inPython(t *testing.T, id string, text []byte) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "python3", "-c",
		"import sys, fpcheck; print(fpcheck.lookup(sys.argv[1]).sum(sys.stdin.buffer.read()))", id)
	cmd.Env = append(os.Environ(), "PYTHONPATH=python/src")
	cmd.Stdin = bytes.NewReader(text)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &stderr)
	}
	return string(bytes.TrimSpace(out))
}

// probe types into the page as a user does, and waits for the answer. It writes what the page shows
// to a place where --dump-dom prints it.
const probe = `<script>
addEventListener("load", () => {
	for (const [id, value] of Object.entries(%s)) {
		const field = document.getElementById(id);
		field.value = value;
		for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, {bubbles: true}));
	}
	setTimeout(() => {
		const shown = {};
		for (const id of ["fingerprint-a", "fingerprint-b", "distance", "similarity",
			"string-distance", "string-similarity", "string-error-a", "string-error-b"]) shown[id] = document.getElementById(id).textContent;
		const out = document.createElement("pre");
		out.id = "probe";
		out.textContent = JSON.stringify(shown);
		document.body.append(out);
	}, 2000);
});
</script>`

// browse opens the page in a browser, fills its fields, and returns what it shows.
func browse(t *testing.T, fields map[string]string) (shown map[string]string) {
	t.Helper()
	page, err := browser.WithoutPolicy(string(read(t, "../docs/compare.html")))
	if err != nil {
		t.Fatal(err)
	}
	values, err := json.Marshal(fields) // with < as \u003c
	if err != nil {
		t.Fatal(err)
	}
	browser.Show(t, page+fmt.Sprintf(probe, values), &shown, "--virtual-time-budget=10000")
	return shown
}
