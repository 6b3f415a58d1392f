package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// probe is appended to the page by the test alone: it writes what a browser made of
// the page into the page that frames it.
const probe = `<script>
addEventListener("load", () => {
	const root = document.documentElement, wide = [];
	for (const e of document.body.querySelectorAll("*")) {
		if (!e.closest(".scroll, .sr, .board thead") && e.getBoundingClientRect().right > root.clientWidth + 0.5) wide.push(e.tagName + "." + e.className);
	}
	const seen = e => e !== null && e.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true}) && e.getBoundingClientRect().height > 0;
	const out = document.createElement("pre");
	out.id = "probe";
	out.textContent = JSON.stringify({
		width: root.clientWidth, scrollWidth: root.scrollWidth, wide: wide.slice(0, 5),
		dark: matchMedia("(prefers-color-scheme: dark)").matches,
		paper: getComputedStyle(document.body).backgroundColor,
		cell: seen(document.querySelector(".matrix .fail")),
		group: seen(document.querySelector("details.group")),
		diff: seen(document.querySelector("details.case .differs mark")),
		scripts: document.scripts.length, images: document.images.length,
		requests: performance.getEntriesByType("resource").length,
	});
	parent.document.body.append(out);
});
</script>`

type probed struct {
	Width, ScrollWidth        int
	Wide                      []string
	Dark                      bool
	Paper                     string
	Cell, Group, Diff         bool
	Scripts, Images, Requests int
}

// The page in a browser: nothing scrolls sideways on a phone, the dark palette
// applies, and failures show without a click and without scripts of the page's own.
func TestHTMLInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser is not for a short run")
	}
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal("chromium is not installed: run scripts/chromium.sh")
	}
	_, page := parsePage(t, brokenReport(), goodReport(), nastyReport(), brokenReport())
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)
	if !policy.MatchString(page) {
		t.Fatal("the page has no policy")
	}
	page = policy.ReplaceAllString(page, "") // it would keep the probe from running
	opened := strings.NewReplacer("<details>", "<details open>", `<details class="case">`, `<details class="case" open>`,
		`<details class="group">`, `<details class="group" open>`).Replace(page)

	for _, tt := range []struct {
		name, page, paper string
		flags             []string
		dark              bool
		width             int
	}{
		{"phone", page, "rgb(252, 252, 250)", nil, false, 360},
		{"phone, everything open", opened, "rgb(252, 252, 250)", nil, false, 360},
		{"phone, dark", page, "rgb(19, 20, 22)", []string{"--blink-settings=preferredColorScheme=0"}, true, 360},
		{"desktop, everything open", opened, "rgb(252, 252, 250)", nil, false, 1280},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := browse(t, chromium, tt.page+probe, tt.width, tt.flags...)
			if got.Width != tt.width || got.ScrollWidth > got.Width || len(got.Wide) > 0 {
				t.Errorf("%d px wide, %d px with what overflows: %v; want %d", got.Width, got.ScrollWidth, got.Wide, tt.width)
			}
			if got.Dark != tt.dark || got.Paper != tt.paper {
				t.Errorf("dark %v, on %s: want %v, %s", got.Dark, got.Paper, tt.dark, tt.paper)
			}
			if !got.Cell || !got.Group || !got.Diff {
				t.Errorf("failures show in the matrix: %v, as groups: %v, with their difference: %v", got.Cell, got.Group, got.Diff)
			}
			if got.Scripts != 1 || got.Images != 0 || got.Requests != 0 {
				t.Errorf("%d scripts with the probe, %d images, %d requests", got.Scripts, got.Images, got.Requests)
			}
		})
	}
}

// frame holds the page at a width of its own: a window of Chromium is never narrower
// than 500 px.
const frame = `<!DOCTYPE html><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<iframe style="border: 0; width: %dpx; height: 800px" srcdoc="%s"></iframe>`

// browse has a browser lay out a page and returns what the probe in it says.
func browse(t *testing.T, chromium, page string, width int, flags ...string) probed {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "page.html")
	if err := os.WriteFile(path, fmt.Appendf(nil, frame, width, html.EscapeString(page)), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	args := append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--hide-scrollbars", "--user-data-dir=" + filepath.Join(dir, "profile"),
		"--window-size=1400,900", "--dump-dom",
	}, flags...)
	cmd := exec.CommandContext(ctx, chromium, append(args, "file://"+path)...)
	cmd.WaitDelay = 5 * time.Second
	dom, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd.Args, err)
	}
	m := regexp.MustCompile(`(?s)<pre id="probe">(.*?)</pre>`).FindSubmatch(dom)
	if m == nil {
		t.Fatalf("the probe did not run: the page is %d octets", len(dom))
	}
	var got probed
	if err := json.Unmarshal([]byte(html.UnescapeString(string(m[1]))), &got); err != nil {
		t.Fatal(err)
	}
	return got
}
