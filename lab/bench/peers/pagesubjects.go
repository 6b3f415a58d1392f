//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/scheme"
)

// onlyText is the row with the same work as peers that extract the visible text of a page.
const onlyText = "fpcheck, text"

// ofPages are given pages of HTML, in bytes.
func ofPages(self string) []subject {
	drive := func(name string) []string { return []string{self, "drive", name} }
	return []subject{
		{name: "fpcheck `sm1`", makes: "text and SimHash", command: drive("page"), ours: "sm1"},
		{name: "fpcheck `sm1`, AVX2", makes: "the same, without AVX-512", command: drive("page"), ours: "sm1", narrow: true},
		{name: "fpcheck `sm1`, pure Go", makes: "the same, by the tag `purego`", command: []string{".cache/web/go/peers", "drive", "page"}, ours: "sm1"},
		{name: "`fpcheck fingerprint`", makes: "the same, of files, by a process", command: []string{"bin/fpcheck", "fingerprint", "--quiet", "--workers", "1"}, locale: "C.UTF-8"},
		{name: onlyText, makes: "text", command: drive("visible"), answer: octetsOfText, like: onlyText},
		{name: "port, Rust", makes: "text and `sm1`", kind: port, command: pagesInRust("fpcheck"), ours: "sm1"},
		{name: "port, C", makes: "text by lexbor, and `sm1`", kind: port, command: pagesInC("fpcheck"), ours: "sm1"},
		{name: "port, Python, native", makes: "text and `sm1`", kind: port, command: pagesInPython("fpcheck"), ours: "sm1", installed: true},
		{name: "port, Java", makes: "text and `sm1`", kind: port, command: pagesInJava("fpcheck"), compiled: true, ours: "sm1"},
		{name: "port, JavaScript", makes: "text and `sm1`", kind: port, command: []string{"node", drivers + "peers.mjs", "page"}, compiled: true, ours: "sm1"},
		{name: "lexbor", from: "in C", makes: "tree and text", kind: peer, command: pagesInC("lexbor"), answer: octetsOfText, like: onlyText},
		{name: "lexbor, tree alone", from: "in C", makes: "tree", kind: floor, command: pagesInC("tree")},
		{name: "selectolax", from: "PyPI", makes: "tree by lexbor, and text", kind: peer, command: pagesInPython("selectolax"), answer: octetsOfText, like: onlyText, installed: true},
		{name: "lxml", from: "PyPI", makes: "tree by libxml2, and text", kind: peer, command: pagesInPython("lxml"), answer: octetsOfText, like: onlyText, installed: true},
		{name: "html5ever", from: "crates.io", makes: "tree and text", kind: peer, command: pagesInRust("html5ever"), answer: octetsOfText, like: onlyText},
		{name: "resiliparse", from: "PyPI", makes: "tree by lexbor, and text as laid out", kind: peer, command: pagesInPython("resiliparse"), answer: octetsOfText, like: onlyText, installed: true},
		{name: "trafilatura", from: "PyPI", makes: "main text, without menus and the like", kind: peer, command: pagesInPython("trafilatura"), answer: octetsOfText, installed: true},
		{name: "jsoup", from: "Maven Central", makes: "tree and text", kind: peer, command: pagesInJava("jsoup"), compiled: true, answer: octetsOfText, like: onlyText},
		{name: "`html.Parse` of Go", makes: "tree and text", kind: peer, command: drive("parse"), answer: octetsOfText, like: onlyText},
	}
}

// ofArchives are given web archives.
func ofArchives(self string) []subject {
	drive := func(name string) []string { return []string{self, "drive", name} }
	return []subject{
		{name: "fpcheck `sm1`", makes: "text and SimHash of each response", command: drive("walk"), answer: responses},
		{name: "fpcheck `sm1`, AVX2", makes: "the same, without AVX-512", command: drive("walk"), answer: responses, narrow: true},
		{name: "fpcheck `sm1`, pure Go", makes: "the same, by the tag `purego`", command: []string{".cache/web/go/peers", "drive", "walk"}, answer: responses},
		{name: "`fpcheck fingerprint`", makes: "the same, by a process", command: []string{"bin/fpcheck", "fingerprint", "--quiet", "--workers", "1"}, locale: "C.UTF-8"},
		{name: "FastWARC and resiliparse", from: "PyPI", makes: "text of each response", kind: peer, command: pagesInPython("fastwarc_resiliparse"), answer: responses, installed: true},
		{name: "warcio and selectolax", from: "PyPI", makes: "text of each response", kind: peer, command: pagesInPython("warcio_selectolax"), answer: responses, installed: true},
		{name: "FastWARC", from: "PyPI", makes: "reads each response", kind: floor, command: pagesInPython("fastwarc"), answer: responses, installed: true},
		{name: "warcio", from: "PyPI", makes: "reads each response", kind: floor, command: pagesInPython("warcio"), answer: responses, installed: true},
		{name: "`gzip -dc`", makes: "decompresses", kind: floor, command: []string{"sh", "-c", `gzip -dc "$1"/* >/dev/null`, "sh"}, locale: "C"},
		{name: "gzip of klauspost/compress", makes: "decompresses, as fpcheck does", kind: floor, command: drive("gunzip")},
	}
}

func pagesInPython(name string) []string {
	return []string{".cache/web/python/bin/python", drivers + "pages.py", name}
}

func pagesInRust(name string) []string { return []string{".cache/web/rust/release/pages", name} }

func pagesInC(name string) []string { return []string{".cache/web/c/pages", name} }

const jsoup = "1.21.2" // as in lab/scripts/web.sh

func pagesInJava(name string) []string {
	return []string{"java", "-XX:+UseSerialGC", "-Xmx1g", "-cp",
		".cache/web/java/classes:ports/java/target/classes:.cache/web/java/jsoup-" + jsoup + ".jar:.cache/web/java/htmlparser-1.4.16.jar", "Pages", name}
}

// What those answer who make none of our fingerprints.
const (
	octetsOfText = "octets of text"
	responses    = "responses"
)

// drivePages is like drive for subjects that read pages or web archives. Subjects that compute sm1
// of pages answer with the first fingerprint. Subjects that make text answer with the bytes of all,
// and readers of archives with the number of responses.
func drivePages(name string, documents [][]byte) (run func() uint64, answer string, err error) {
	var one func(d []byte) (uint64, error)
	switch name {
	case "page":
		h := scheme.SM1.New()
		sum := func(d []byte) (scheme.Fingerprint, error) {
			text, err := visible(d)
			if err != nil {
				return scheme.Fingerprint{}, err
			}
			h.Reset()
			h.WriteString(text)
			return h.Fingerprint()
		}
		first, err := sum(documents[0])
		if err != nil {
			return nil, "", err
		}
		answer = first.String()
		one = func(d []byte) (uint64, error) { _, err := sum(d); return 0, err }
	case "visible":
		one = func(d []byte) (uint64, error) {
			text, err := visible(d)
			return uint64(len(text)), err
		}
	case "parse":
		one = textOfTree
	case "walk":
		one = walk
	case "gunzip":
		answer = "-"
		one = func(d []byte) (uint64, error) {
			n, err := inflate(d)
			return uint64(n), err
		}
	default:
		return nil, "", fmt.Errorf("nothing in Go is called %q", name)
	}
	var sum uint64
	for i, d := range documents {
		n, err := one(d)
		if err != nil {
			return nil, "", fmt.Errorf("document %d: %w", i, err)
		}
		sum += n
	}
	if answer == "" {
		answer = strconv.FormatUint(sum, 10)
	}
	return func() (sum uint64) {
		for _, d := range documents {
			n, _ := one(d)
			sum += n
		}
		return sum
	}, answer, nil
}

// textOfTree is how long the text of a page is but for its head, scripts and styles, by the tree.
func textOfTree(page []byte) (uint64, error) {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return 0, err
	}
	var text strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			text.WriteString(n.Data)
		case n.DataAtom == atom.Head || n.DataAtom == atom.Script || n.DataAtom == atom.Style:
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
	return uint64(text.Len()), nil
}

// walk makes sm1 of each response of a web archive, and counts them.
func walk(archive []byte) (count uint64, err error) {
	var w warc.Walk[scheme.Fingerprint]
	defer w.Close()
	h := scheme.SM1.New()
	for it, err := range w.Items(bytes.NewReader(archive)) {
		if err != nil {
			return 0, err
		}
		if !it.IsDocument() {
			continue
		}
		d, err := it.Open(context.Background(), extract.Options{})
		if err != nil {
			return 0, err
		}
		h.Reset()
		if _, err := io.Copy(h, d); err != nil {
			return 0, err
		}
		fingerprint, err := h.Fingerprint()
		if _, err := w.Settle(it, fingerprint, err); err != nil {
			return 0, err
		}
		count++
	}
	return count, nil
}

// inflate counts the bytes in members of gzip.
func inflate(packed []byte) (int64, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return 0, err
	}
	return io.Copy(io.Discard, z)
}
