package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing/fstest"
	"time"

	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
	"github.com/lsh-interop/fpcheck/internal/cli/fingerprint/sidecar"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/known"
	"github.com/lsh-interop/fpcheck/internal/engine/dataset"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/manifest/bagit"
	"github.com/lsh-interop/fpcheck/manifest/ocfl"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A subject reads documents of a kind.
type subject struct {
	// read reads a document, and says what it was: the medium, where there are several.
	read func(ctx context.Context, name string, octets []byte) (what string, err error)
	// named are the errors that it may return; nil where its errors have no names.
	named []error
}

var limits = extract.Limits{Size: 8 << 20, Time: 20 * time.Second}

// ofDocuments are the named errors of package extract, but for ErrInternal.
var ofDocuments = []error{extract.ErrUnsupported, extract.ErrToolMissing, extract.ErrMalformed, extract.ErrEncrypted, extract.ErrNoText,
	extract.ErrTooLarge, extract.ErrExpansion, extract.ErrTooDeep, extract.ErrTimeout}

var subjects = map[string]subject{
	"document": {func(ctx context.Context, name string, octets []byte) (string, error) {
		o := extract.Options{Name: name, Limits: limits}
		if len(octets)%5 == 0 {
			o.Profile = extract.Main
		}
		d, err := extract.Open(ctx, bytes.NewReader(octets), o)
		if err != nil {
			return "", err
		}
		h, s := textdigest.New(), scheme.SM1.New()
		if _, err = io.Copy(io.MultiWriter(h, s), d); err == nil {
			h.Sum()
			s.Fingerprint()
		}
		return d.MediaType, err
	}, ofDocuments},
	"warc": {func(ctx context.Context, name string, octets []byte) (string, error) {
		if warc.IsPackage(octets, name) {
			for file, err := range warc.Archives(bytes.NewReader(octets), int64(len(octets))) {
				if err == nil {
					err = readArchive(ctx, file)
				}
				if err != nil {
					return "wacz", err
				}
			}
			return "wacz", nil
		}
		return "", readArchive(ctx, bytes.NewReader(octets))
	}, ofDocuments},
	"jsonl": {func(ctx context.Context, name string, octets []byte) (string, error) {
		return "", readRecords(func(yield func(*dataset.Record, error) bool) {
			dataset.JSONLines(bytes.NewReader(octets), fields, limits)(yield)
		})
	}, ofDocuments},
	"parquet": {func(ctx context.Context, name string, octets []byte) (string, error) {
		return "", readRecords(func(yield func(*dataset.Record, error) bool) {
			dataset.Parquet(bytes.NewReader(octets), int64(len(octets)), fields, limits)(yield)
		})
	}, ofDocuments},
	"manifest": {func(ctx context.Context, name string, octets []byte) (string, error) {
		m, err := manifest.NewReader(bytes.NewReader(octets), nil)
		if err != nil {
			return "", err
		}
		for _, err := range m.Entries() {
			if err != nil {
				return "", err
			}
		}
		return "", nil
	}, []error{manifest.ErrMalformed, manifest.ErrTruncated, manifest.ErrAltered}},
	"mapping": {func(ctx context.Context, name string, octets []byte) (string, error) {
		_, err := manifest.ParseMapping(string(octets))
		if err == nil {
			return "", nil
		}
		_, err = manifest.ReadTable(bytes.NewReader(octets))
		return "", err
	}, nil},
	"inventory": {func(ctx context.Context, name string, octets []byte) (string, error) {
		object := fstest.MapFS{
			"0=ocfl_object_1.1": {Data: []byte("ocfl_object_1.1\n")}, "inventory.json": {Data: octets},
			"v1/content/a.txt": {Data: []byte("words")}, "v1/inventory.json": {Data: octets},
		}
		for part, err := range ocfl.Validate(ctx, object, ocfl.Options{Workers: 1}) {
			if err != nil {
				return "", err
			}
			for _, f := range part.Findings {
				_ = f.String()
				if f.Err != nil {
					return "", f.Err
				}
			}
		}
		return "", nil
	}, []error{ocfl.ErrLargeInventory, ocfl.ErrAlgorithm}},
	"bag": {func(ctx context.Context, name string, octets []byte) (string, error) {
		bag := fstest.MapFS{"data/a.txt": {Data: []byte("hello\n")}}
		for name, text := range written()["bag"] {
			bag[name] = &fstest.MapFile{Data: []byte(text)}
		}
		bag[name] = &fstest.MapFile{Data: octets}
		_, err := bagit.Validate(ctx, bag, bagit.Options{Workers: 1}, func(f bagit.Finding) { _ = f.String() })
		return "", err
	}, []error{}},
	"cdxj": {func(ctx context.Context, name string, octets []byte) (string, error) {
		var x sidecar.Index
		x.Add("a.warc", &warc.Item{URI: "http://example.org/a.html", Date: "2024-01-02T03:04:05Z"}, sidecar.Field{Name: "k", Value: "v"})
		_, err := x.Annotate(io.Discard, bytes.NewReader(octets))
		return "", err
	}, ofDocuments},
	"scheme": {func(ctx context.Context, name string, octets []byte) (string, error) {
		_, err := scheme.Load(bytes.NewReader(octets), scheme.Resources{
			StopWords:   func(string) ([]string, error) { return []string{"the"}, nil },
			Frequencies: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("3\n1\tfox\n")), nil },
			Key:         make([]byte, 16),
		})
		return "", err
	}, nil},
	"frequencies": {func(ctx context.Context, name string, octets []byte) (string, error) {
		_, err := scheme.Load(strings.NewReader(tfIDF()), scheme.Resources{
			Frequencies: func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(octets)), nil },
		})
		return "", err
	}, nil},
	"vectors": {func(ctx context.Context, name string, octets []byte) (string, error) {
		_, err := vectors.Load(fstest.MapFS{"a.yaml": {Data: octets}})
		return "", err
	}, nil},
	"report": {func(ctx context.Context, name string, octets []byte) (string, error) {
		_, err := report.ReadJSON(bytes.NewReader(octets))
		return "", err
	}, nil},
	"known": {func(ctx context.Context, name string, octets []byte) (string, error) {
		_, err := known.Parse(bytes.NewReader(octets))
		return "", err
	}, nil},
	"fingerprint": {func(ctx context.Context, name string, octets []byte) (string, error) {
		_, err := scheme.Parse(string(octets))
		return "", err
	}, []error{encode.ErrMalformed, scheme.ErrUnknown}},
	"texts": {func(ctx context.Context, name string, octets []byte) (string, error) {
		old, new, _ := bytes.Cut(octets, []byte{0})
		d, err := difference.Between(ctx, old, new)
		if err == nil {
			d.Hunks(difference.Layout{})
		}
		return "", err
	}, []error{}},
}

// tfIDF is the definition of a scheme that has a list of frequencies.
var tfIDF = sync.OnceValue(func() string {
	root, err := checkout.Root()
	if err != nil {
		panic(err)
	}
	definition, err := os.ReadFile(filepath.Join(root, "examples", "schemes", "x-tfidf.yaml"))
	if err != nil {
		panic(err)
	}
	return string(definition)
})

var fields = dataset.Fields{ID: dataset.Path{"id"}, Text: []dataset.Path{{"text"}, {"meta", "text"}}}

// mostRecords is how many records of a document are read.
const mostRecords = 10_000

func readRecords(records func(func(*dataset.Record, error) bool)) error {
	var last error
	n := 0
	records(func(r *dataset.Record, err error) bool {
		if err == nil {
			_, err = r.Read(nil)
		}
		if err != nil && !errors.Is(last, extract.ErrInternal) {
			last = err
		}
		n++
		return n < mostRecords
	})
	return last
}

func readArchive(ctx context.Context, r io.Reader) error {
	var w warc.Walk[int]
	w.Limits = limits
	var last error
	keep := func(err error) {
		if err != nil && !errors.Is(last, extract.ErrInternal) {
			last = err
		}
	}
	n := 0
	for it, err := range w.Items(r) {
		if keep(err); err != nil {
			continue
		}
		keep(it.Err())
		if it.IsDocument() {
			d, err := it.Open(ctx, extract.Options{Limits: limits})
			if err == nil {
				_, err = io.Copy(io.Discard, d)
			}
			keep(err)
			w.Settle(it, 1, err)
		} else {
			w.Settle(it, 0, nil)
		}
		if n++; n == mostRecords {
			break
		}
	}
	return last
}

// manifests are seeds made by the writer of manifests.
func manifests() (map[string][]byte, error) {
	tree := fstest.MapFS{"a.txt": {Data: []byte("the quick brown fox")}, "b/c.html": {Data: []byte("<p>jumps over")}, "empty": {}, "d.png": {Data: []byte("\x89PNG\r\n\x1a\n")},
		"e.warc": {Data: []byte("WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:x:1>\r\nWARC-Date: 2026-11-20T12:00:00Z\r\n" +
			"WARC-Target-URI: http://example.com/\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nfox jumps\r\n\r\n")}}
	all := make(map[string][]byte)
	for name, json := range map[string]bool{"a.fpm": false, "a.json": true} {
		var b bytes.Buffer
		h := manifest.Header{Scheme: scheme.SM1, Profile: extract.Visible, Tool: "fpcheck 1", JSON: json}
		if err := manifest.Write(context.Background(), &b, tree, h, manifest.Options{Workers: 1}, nil); err != nil {
			return nil, err
		}
		all[name] = b.Bytes()
	}
	return all, nil
}
