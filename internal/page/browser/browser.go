// Package browser lets tests inspect a page as Chromium lays it out.
package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

var (
	policy = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)
	probe  = regexp.MustCompile(`(?s)<pre id="probe">(.*?)</pre>`)
)

// WithoutPolicy removes the Content Security Policy of a page, which would stop the script of a probe.
func WithoutPolicy(page string) (string, error) {
	if !policy.MatchString(page) {
		return "", errors.New("the page has no policy")
	}
	return policy.ReplaceAllString(page, ""), nil
}

// Show lays out a page with Chromium. It decodes the JSON that a script of the page leaves in its <pre
// id="probe"> into result. The flags are added to Chromium's command line.
func Show(t testing.TB, page string, result any, flags ...string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	Visit(t, "file://"+path, result, flags...)
}

// ShowIn is like Show for a page of a width in pixels. It puts the page into a frame, since a window
// of Chromium is never narrower than 500 px.
func ShowIn(t testing.TB, width int, page string, result any, flags ...string) {
	t.Helper()
	Show(t, fmt.Sprintf(`<!DOCTYPE html><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<iframe style="border: 0; width: %dpx; height: 800px" srcdoc="%s"></iframe>`, width, html.EscapeString(page)),
		result, append(flags, "--hide-scrollbars", "--window-size=1400,900")...)
}

// Visit is like Show for a page at a URL.
func Visit(t testing.TB, url string, result any, flags ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := Command(ctx, t, append([]string{"--dump-dom", url}, flags...)...)
	cmd.WaitDelay = 5 * time.Second
	dom, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd.Args, err)
	}
	m := probe.FindSubmatch(dom)
	if m == nil {
		t.Fatalf("the probe did not run: the page is %d bytes", len(dom))
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(string(m[1]))), result); err != nil {
		t.Fatal(err)
	}
}

// Command returns a command that starts Chromium without a window, and with a profile of its own.
func Command(ctx context.Context, t testing.TB, flags ...string) *exec.Cmd {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal("chromium is not installed: run lab/scripts/chromium.sh")
	}
	return exec.CommandContext(ctx, chromium, append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--user-data-dir=" + filepath.Join(t.TempDir(), "profile"),
	}, flags...)...)
}
