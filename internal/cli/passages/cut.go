package passages

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// cutFlags say how texts are written without their repeated passages.
type cutFlags struct {
	cut, output   string
	margin, least int
}

// What --cut leaves of a passage.
const (
	cutLater = "keep-first" // the first text keeps the passage
	cutAll   = "all"
)

func (f *cutFlags) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.cut, "cut", "", "`what` to cut: keep-first, all")
	c.Flags().StringVar(&f.output, "output", "", "with --cut, `file` for the texts")
	c.Flags().IntVar(&f.margin, "margin", 0, "with --cut, cut `n` more words on each side")
	c.Flags().IntVar(&f.least, "least", 0, "with --cut, drop rests of fewer than `n` words")
	cli.Complete(c, "cut", func() []string { return []string{cutLater, cutAll} })
}

func (f *cutFlags) check(flags *pflag.FlagSet) error {
	switch {
	case f.cut == "" && (flags.Changed("output") || flags.Changed("margin") || flags.Changed("least")):
		return cli.Usage(errors.New("--output, --margin, --least: expected --cut too"))
	case f.cut == "" && !flags.Changed("cut"):
		return nil
	case f.cut != cutLater && f.cut != cutAll:
		return cli.Usage(fmt.Errorf("--cut %q: expected %s or %s", f.cut, cutLater, cutAll))
	case f.output == "":
		return cli.Usage(errors.New("--cut: expected --output too, with a name in .jsonl, .jsonl.gz, .jsonl.zst or .parquet"))
	case f.margin < 0 || f.least < 0:
		return cli.Usage(errors.New("--margin, --least: expected 0 or more"))
	}
	for _, end := range []string{".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet"} {
		if strings.HasSuffix(f.output, end) {
			return nil
		}
	}
	return cli.Usage(fmt.Errorf("--output %s: expected a name in .jsonl, .jsonl.gz, .jsonl.zst or .parquet", cli.Display(f.output)))
}

// A cutter writes texts without their repeated passages. A nil one writes nothing.
type cutter struct {
	*cutFlags
	write func(cutText) error

	texts, changed, empty int
	words, left           int64 // weights, before and after
}

// cutText is a text that is written. Words are those that are left.
type cutText struct {
	ID       string  `json:"id" parquet:"id,zstd"`
	IDBase64 []byte  `json:"id_base64,omitempty" parquet:"id_bytes,optional,zstd"`
	Text     string  `json:"text" parquet:"text,zstd"`
	Words    float64 `json:"words" parquet:"words"`
	Cut      float64 `json:"cut_words" parquet:"cut_words"`
}

// writeCut writes the texts, if that is asked for, while print prints the passages.
func (c *corpus) writeCut(print func() error) error {
	if c.cut == "" {
		return print()
	}
	return cli.WriteFile(c.output, func(w io.Writer) error {
		c.cutter = &cutter{cutFlags: &c.cutFlags}
		if strings.HasSuffix(c.output, ".parquet") {
			p := parquet.NewGenericWriter[cutText](w, parquet.CreatedBy("fpcheck", "", ""))
			held := 0
			c.cutter.write = func(t cutText) error {
				_, err := p.Write([]cutText{t})
				if held += len(t.Text); held > cutGroup {
					held = 0
					err = errors.Join(err, p.Flush())
				}
				return err
			}
			return errors.Join(print(), p.Close())
		}
		packed, err := packer(w, c.output)
		if err != nil {
			return err
		}
		out := bufio.NewWriter(packed)
		lines := json.NewEncoder(out)
		lines.SetEscapeHTML(false)
		c.cutter.write = func(t cutText) error { return lines.Encode(t) }
		return errors.Join(print(), out.Flush(), packed.Close())
	})
}

// cutGroup is how many bytes of texts a row group has.
const cutGroup = 64 << 20

type plainFile struct{ io.Writer }

func (plainFile) Close() error { return nil }

// packer returns a writer in the compression that a name says.
func packer(w io.Writer, name string) (io.WriteCloser, error) {
	for _, f := range []*compressed.Format{compressed.Gzip, compressed.Zstd} {
		if strings.HasSuffix(name, "."+f.Ending) {
			return f.Writer(w)
		}
	}
	return plainFile{w}, nil
}

// document writes a document without the given passages. One without a text is not written.
func (k *cutter) document(c *corpus, number int, passages []found) error {
	if k == nil || c.status[number] > tooShort {
		return nil
	}
	text, err := c.finder.Whole(number)
	if err != nil {
		return err
	}
	name, err := c.name(number)
	if err != nil {
		return err
	}
	var t cutText
	t.ID, t.IDBase64 = cli.UnicodeName(name)
	whole := c.weights[number]
	rest, left := text, whole
	if len(passages) > 0 {
		rest, left = k.rest(text, passages)
	}
	t.Text, t.Words, t.Cut = *shown(rest), words(left), words(whole-left)
	k.texts++
	if whole != left {
		k.changed++
	}
	if left == 0 && whole > 0 {
		k.empty++
	}
	k.words, k.left = k.words+whole, k.left+left
	return k.write(t)
}

// rest returns what is left of a text with passages, and its weight. Rests are divided by line feeds.
func (k *cutter) rest(text []byte, passages []found) (rest []byte, left int64) {
	items, places := passage.ItemsOf(text), passage.Places(text, nil)
	from, start := 0, 0 // items and bytes of the rest so far
	add := func(to, end int) {
		weight := items.Weight(from, to)
		if weight == 0 || weight < int64(k.least)*passage.Word {
			return
		}
		if len(rest) > 0 {
			rest = append(rest, '\n')
		}
		rest = append(rest, text[start:end]...)
		left += weight
	}
	for _, p := range passages {
		first, last := k.widen(items, p.From, p.To)
		if first > from {
			add(first, places[first].From)
		}
		if last > from {
			from, start = last, places[last-1].To
		}
	}
	add(items.Len(), len(text))
	return rest, left
}

// widen returns the items of a passage with a margin.
func (k *cutter) widen(items *passage.Items, from, to int) (int, int) {
	for weight := k.margin * passage.Word; weight > 0 && from > 0; from-- {
		weight -= int(items.Weights[from-1])
	}
	for weight := k.margin * passage.Word; weight > 0 && to < items.Len(); to++ {
		weight -= int(items.Weights[to])
	}
	return from, to
}

// summary says what was written.
func (k *cutter) summary(name string) string {
	share := 0.
	if k.words > 0 {
		share = 100 * float64(k.words-k.left) / float64(k.words)
	}
	line := fmt.Sprintf("wrote %s: %s, %d of them cut; %.1f %% of the words are gone", cli.Display(name),
		cli.Count(k.texts, "text"), k.changed, share)
	if k.empty > 0 {
		line += fmt.Sprintf("; nothing is left of %d", k.empty)
	}
	return line
}
