package report

import (
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/page/browser"
)

// probe is appended to the page by the test only. It reports how the browser rendered the page to
// the page that frames it.
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

// TestHTMLInBrowser opens the page in a browser. Nothing scrolls sideways on a phone, and the dark
// palette applies. Failures are visible without a click and without scripts.
func TestHTMLInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser is not for a short run")
	}
	_, page := parsePage(t, brokenReport(), goodReport(), nastyReport(), brokenReport())
	page, err := browser.WithoutPolicy(page)
	if err != nil {
		t.Fatal(err)
	}
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
			var got probed
			browser.ShowIn(t, tt.width, tt.page+probe, &got, tt.flags...)
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
