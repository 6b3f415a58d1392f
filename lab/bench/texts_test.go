package bench

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// document is a text that is measured. None is a text repeated: repetition would
// flatter the set of features.
type document struct {
	name string
	text []byte
}

// sources are the measured languages. Each has the installation guide if there is one, else the
// Universal Declaration of Human Rights. An example replaces it if the corpus is not installed.
var sources = []struct{ name, manual, declaration, example string }{
	{"English", "en", "", "en"},
	{"French", "fr", "", "fr"},
	{"Russian", "ru", "", "ru"},
	{"Hindi", "", "hin", "hi"},
	{"Chinese", "zh_CN", "", "zh"},
}

const (
	large = 1 << 20
	small = 10_000
)

// documents returns, of each language, a text of at most 1 MiB and one of at
// most 10,000 bytes. Without the corpus they are small, and named "example".
var documents = sync.OnceValues(func() ([]document, error) {
	var c *corpus.Corpus
	dir, err := corpus.Dir()
	if err == nil {
		if c, err = corpus.Open(dir); err != nil {
			return nil, err
		}
	}
	var all []document
	for _, s := range sources {
		var b bytes.Buffer
		if c == nil {
			if err := example(&b, s.example); err != nil {
				return nil, err
			}
			all = append(all, document{s.name + "/example", b.Bytes()})
			continue
		}
		for _, m := range c.Manuals {
			if m.Language == s.manual {
				_, err = m.HTML().WriteTo(&b)
			}
		}
		for _, d := range c.Declarations {
			if d.ID == s.declaration {
				_, err = d.WriteTo(&b)
			}
		}
		if err != nil {
			return nil, err
		}
		text := b.Bytes()
		all = append(all, document{s.name + "/whole", cut(text, large)})
		all = append(all, document{s.name + "/10kB", cut(text, small)})
	}
	return all, nil
})

func example(w io.Writer, language string) error {
	path := filepath.Join("..", "..", "examples", "lighthouse."+language+".txt")
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	d, err := extract.Open(context.Background(), f, extract.Options{Name: path})
	if err != nil {
		return err
	}
	_, err = io.Copy(w, d)
	return err
}

// cut returns at most n bytes of text, whole code points.
func cut(text []byte, n int) []byte {
	if len(text) <= n {
		return text
	}
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return slices.Clip(text[:n])
}

// each runs a benchmark on each document.
func each(b *testing.B, run func(b *testing.B, text []byte)) {
	all, err := documents()
	if err != nil {
		b.Fatal(err)
	}
	for _, d := range all {
		b.Run(d.name, func(b *testing.B) {
			if len(d.text) == 0 {
				b.Fatal("no text")
			}
			b.SetBytes(int64(len(d.text)))
			b.ReportAllocs()
			run(b, d.text)
		})
	}
}
