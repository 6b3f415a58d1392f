//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/scheme"
)

// pageSources are where pages are: folders below .cache, or below the corpus.
var pageSources = []struct {
	name, folder string
	inCorpus     bool
}{
	{name: "Debian", folder: "installation-guide-amd64", inCorpus: true},
	{name: "npm", folder: "web/npm"},
	{name: "PyPI", folder: "web/pypi"},
}

// readPages reads pages of each of those sources, of about the wanted number of bytes.
func readPages(octets int64) (sources []text, err error) {
	dir, err := corpus.Dir()
	if err != nil {
		return nil, err
	}
	for _, s := range pageSources {
		folder := filepath.Join(".cache", s.folder)
		if s.inCorpus {
			folder = filepath.Join(dir, s.folder)
		}
		t := text{name: s.name, suffix: ".html", read: visible}
		if t.documents, err = pagesIn(folder, octets); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		sources = append(sources, t)
	}
	return sources, nil
}

// visible is the reference's text of a page.
func visible(page []byte) (string, error) {
	text, _, err := extract.VisibleText(page, "")
	return text, err
}

// pagesIn reads pages of a folder and its subfolders, in the order of their paths. If they have far
// more bytes than wanted, it takes every second or third page, to cover all folders. It leaves out
// pages without words, because they have no fingerprint.
func pagesIn(folder string, octets int64) (pages [][]byte, err error) {
	var paths []string
	var total int64
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || filepath.Ext(path) != ".html" {
			return err
		}
		info, err := e.Info()
		if err == nil {
			paths = append(paths, path)
			total += info.Size()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	every := max(1, int((total+octets/2)/octets))
	for i := 0; i < len(paths); i += every {
		page, err := os.ReadFile(paths[i])
		if err != nil {
			return nil, err
		}
		text, err := visible(page)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", paths[i], err)
		}
		if _, err := scheme.SM1.Sum([]byte(text)); err == nil {
			pages = append(pages, page)
		}
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("no pages in %s", folder)
	}
	return pages, nil
}

// crawl serves the pages of all sources on this machine, and fetches them with wget. It returns the
// web archive that wget wrote.
func crawl(ctx context.Context, sources []text) (archive text, err error) {
	var pages [][]byte
	for _, s := range sources {
		pages = append(pages, s.documents...)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if err != nil || i < 0 || i >= len(pages) {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(pages[i]))
	}))
	defer server.Close()
	if host, _, err := net.SplitHostPort(server.Listener.Addr().String()); err != nil || !net.ParseIP(host).IsLoopback() {
		return archive, fmt.Errorf("the pages are served at %s: expected this machine alone", server.URL)
	}

	dir, err := os.MkdirTemp("", "crawl")
	if err != nil {
		return archive, err
	}
	defer os.RemoveAll(dir)
	var list bytes.Buffer
	for i := range pages {
		fmt.Fprintf(&list, "%s/%d\n", server.URL, i)
	}
	wget := exec.CommandContext(ctx, "wget", "--quiet", "--no-config", "--no-proxy", "--tries=1", "--delete-after",
		"--warc-file=crawl", "--warc-tempdir="+dir, "--input-file=-")
	wget.Dir, wget.Stdin = dir, &list
	if out, err := wget.CombinedOutput(); err != nil {
		return archive, fmt.Errorf("wget: %w: %s", err, bytes.TrimSpace(out))
	}
	file, err := os.ReadFile(filepath.Join(dir, "crawl.warc.gz"))
	if err != nil {
		return archive, err
	}
	archive = text{name: "crawl", suffix: ".warc.gz", documents: [][]byte{file}, responses: len(pages)}
	archive.unpacked, err = inflate(file)
	return archive, err
}
