package near

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/bandkey"
	"github.com/lsh-interop/fpcheck/internal/store/library"
)

// defaultSample is how many documents are searched for to measure an index.
const defaultSample = 1000

func indexStatsCommand(a *cli.App) *cobra.Command {
	var asJSON, prometheus bool
	var shadow string
	var sample int
	c := &cobra.Command{
		Use:   "stats INDEX",
		Short: "Print the size of an index and the cost of a search",
		Long: `Print what an index contains, how much space it needs, and what a search costs.
The cost is measured by searching for a sample of its own documents.`,
		Args: cli.Exactly("INDEX"),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case asJSON && prometheus:
				return cli.Usage(errors.New("--json, --prometheus: expected one of them"))
			case sample < 0:
				return cli.Usage(fmt.Errorf("--sample %d: expected 0 or more", sample))
			case shadow != "" && prometheus:
				return cli.Usage(errors.New("--shadow, --prometheus: expected one of them"))
			case library.Is(args[0]):
				if shadow != "" || prometheus {
					return cli.Usage(fmt.Errorf("--shadow, --prometheus: %s is an index of passages: expected one of fingerprints",
						cli.Display(args[0])))
				}
				return statsPassages(a, args[0], asJSON)
			case shadow != "":
				bands, err := bandkey.Parse(shadow)
				if err != nil {
					return cli.Usage(fmt.Errorf("--shadow %w", err))
				}
				return indexShadow(a, args[0], index.Bands{Bands: bands.Parts, Rows: bands.Each}, asJSON)
			}
			return indexStats(a, args[0], sample, asJSON, prometheus)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	c.Flags().BoolVar(&prometheus, "prometheus", false, "print Prometheus metrics")
	c.Flags().IntVar(&sample, "sample", defaultSample, "search for `n` of the documents")
	c.Flags().StringVar(&shadow, "shadow", "", "compare with other bands, `BxR`, such as 16x8")
	return c
}

// jsonTrial is what some bands find in an index, in JSON.
type jsonTrial struct {
	Bands       int     `json:"bands"`
	Rows        int     `json:"rows"`
	Documents   int     `json:"documents"`
	Candidates  int64   `json:"candidates"`
	PerDocument float64 `json:"candidates_per_document"`
	Drop        float64 `json:"drop"`
	Pairs       int64   `json:"pairs"`
	Only        int64   `json:"only"`
	Hot         int64   `json:"hot_buckets"`
}

// indexShadow prints what the bands of an index find, and what others would.
func indexShadow(a *cli.App, name string, bands index.Bands, asJSON bool) error {
	x, err := index.Open(name)
	if err != nil {
		return indexError(err)
	}
	defer x.Close()
	own, others, err := compareBands(a.Ctx, x, bands)
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), indexError(err))
	}
	complainPending(a, name)
	for _, t := range []struct {
		index.Bands
		index.Stats
	}{{x.Options().Tables.Bands, own}, {bands, others}} {
		j := jsonTrial{
			Bands: t.Bands.Bands, Rows: t.Rows, Documents: t.Documents - t.Copies, Candidates: t.Candidates,
			Drop: dropped(float64(t.Links), float64(t.Candidates)), Pairs: t.Links, Only: t.Only, Hot: t.Hot,
		}
		if j.Documents > 0 {
			j.PerDocument = 2 * float64(t.Candidates) / float64(j.Documents)
		}
		if asJSON {
			a.Out.WriteJSON(j)
			continue
		}
		a.Out.Line("%dx%d  candidates %.2f a document, of which %.1f %% are dropped; pairs %d, of which %d only here",
			j.Bands, j.Rows, j.PerDocument, 100*j.Drop, j.Pairs, j.Only)
	}
	return nil
}

// compareBands compares the bands of an index with others, by the similarity that the index is made
// for. It holds all sketches and ids in memory.
func compareBands(ctx context.Context, x *index.Index, other index.Bands) (own, others index.Stats, err error) {
	o := x.Options()
	if o.Bits == 0 {
		return own, others, fmt.Errorf("an index of %s has no bands: expected MinHashes", o.Scheme.ID())
	}
	var set index.Set
	for d, err := range x.Documents(ctx) {
		if err == nil {
			err = set.Add(d.ID, 0, d.Fingerprint)
		}
		if err != nil {
			return own, others, err
		}
	}
	least := o.Tables.Similarity
	settings := index.Settings{Threshold: least, Floor: least, Bands: o.Tables.Bands}
	return set.CompareBands(ctx, settings, other)
}

// dropped returns the share of candidates that are not found; 0 if there are none.
func dropped(found, candidates float64) float64 {
	if candidates == 0 {
		return 0
	}
	return 1 - found/candidates
}

// jsonIndex is an index in JSON.
type jsonIndex struct {
	cli.JSONPath
	Scheme  string  `json:"scheme"`
	Profile string  `json:"profile"`
	Bits    int     `json:"bits,omitempty"`
	For     jsonFor `json:"for"`
	figures
}

// figures are the figures of an index, in JSON. A search compares candidates only for MinHashes.
type figures struct {
	Documents   int       `json:"documents"`
	Dead        int       `json:"dead"`
	Segments    int       `json:"segments"`
	Commits     int       `json:"commits"`
	Bytes       int64     `json:"bytes"`
	IDs         int64     `json:"ids"`
	Sketches    int64     `json:"sketches"`
	Tables      int64     `json:"tables"`
	Sample      int       `json:"sample"`
	Candidates  float64   `json:"candidates"`
	Found       float64   `json:"found"`
	Cut         int64     `json:"cut"`
	Buckets     buckets   `json:"buckets"`
	Latency     latencies `json:"latency_seconds"`
	PerDocument float64   `json:"bytes_per_document"`
	Drop        float64   `json:"drop"`
}

type buckets struct {
	Mean float64 `json:"mean"`
	P99  int     `json:"p99"`
	Max  int     `json:"max"`
}

// latencies are the seconds within which shares of the searches end.
type latencies struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

func newFigures(documents int, s *index.FileStats) figures {
	f := figures{
		Documents: documents, Dead: s.Dead, Segments: s.Segments, Commits: s.Commits,
		Bytes: s.Bytes, IDs: s.IDs, Sketches: s.Sketches, Tables: s.Tables,
		Sample: len(s.Latencies), Candidates: s.Candidates, Found: s.Found, Cut: s.CutBuckets,
		PerDocument: float64(s.Bytes) / float64(max(1, documents)), Drop: dropped(s.Found, s.Candidates),
	}
	sum := 0
	for _, n := range s.Buckets {
		sum += n
	}
	f.Buckets.Mean = float64(sum) / float64(max(1, len(s.Buckets)))
	f.Buckets.P99, f.Buckets.Max = quantile(s.Buckets, 0.99), quantile(s.Buckets, 1)
	within := func(share float64) float64 { return quantile(s.Latencies, share).Seconds() }
	f.Latency = latencies{within(0.5), within(0.9), within(0.99), within(1)}
	return f
}

// quantile returns the least of sorted values that a share of them does not exceed, 0 if there are none.
func quantile[T int | time.Duration](sorted []T, share float64) T {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

// jsonFor says for which searches an index has tables.
type jsonFor struct {
	Distance   *int     `json:"max_distance,omitempty"`
	Similarity *float64 `json:"min_similarity,omitempty"`
	Bands      int      `json:"bands,omitempty"`
	Rows       int      `json:"rows,omitempty"`
}

func indexStats(a *cli.App, name string, sample int, asJSON, prometheus bool) error {
	x, err := index.Open(name)
	if err != nil {
		return indexError(err)
	}
	defer x.Close()
	s, err := x.Stats(a.Ctx, sample)
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), indexError(err))
	}
	complainPending(a, name)
	o, f := x.Options(), newFigures(x.Len(), &s)
	t := o.Tables
	within := t.Thresholds()
	j := jsonIndex{cli.NewJSONPath(name), o.Scheme.ID(), o.Profile, o.Bits,
		jsonFor{within.MaxDistance, within.MinSimilarity, t.Bands.Bands, t.Bands.Rows}, f}
	searches := fmt.Sprintf("at most %d bits", t.Distance)
	if o.Bits != 0 {
		searches = fmt.Sprintf("a similarity of at least %v, by %d bands of %d rows", t.Similarity, t.Bands.Bands,
			t.Bands.Rows)
	}
	switch {
	case asJSON:
		return a.Out.WriteJSON(j)
	case prometheus:
		printMetrics(a, &f)
		return nil
	}
	scheme := o.Scheme.ID()
	if o.Bits != 0 {
		scheme += fmt.Sprintf(", %d bits a slot", o.Bits)
	}
	a.Out.Line("%s: %s, %d removed or replaced", cli.Display(name), cli.Count(f.Documents, "document"), f.Dead)
	a.Out.Line("scheme      %s, profile %s", scheme, o.Profile)
	a.Out.Line("searches    %s", searches)
	a.Out.Line("segments    %d, of %s", f.Segments, cli.Count(f.Commits, "commit"))
	a.Out.Line("size        %s, %.1f bytes per document: ids %s, sketches %s, tables %s",
		cli.Size(float64(f.Bytes)), f.PerDocument, cli.Size(float64(f.IDs)), cli.Size(float64(f.Sketches)),
		cli.Size(float64(f.Tables)))
	if f.Sample > 0 {
		a.Out.Line("found       %.1f a search (a sample of %s)", f.Found, cli.Count(f.Sample, "document"))
		if o.Bits != 0 {
			a.Out.Line("candidates  %.1f a search, of which %.1f %% are dropped", f.Candidates, 100*f.Drop)
			a.Out.Line("buckets     %.1f documents on average, 99 %% at most %d, the largest %d; %d not read whole",
				f.Buckets.Mean, f.Buckets.P99, f.Buckets.Max, f.Cut)
		}
		a.Out.Line("latency     half of the searches within %s, 90 %% %s, 99 %% %s, all %s",
			inShort(f.Latency.P50), inShort(f.Latency.P90), inShort(f.Latency.P99), inShort(f.Latency.Max))
	}
	return nil
}

// inShort spells a time of seconds.
func inShort(seconds float64) string {
	if seconds < 1e-3 {
		return fmt.Sprintf("%.0f us", seconds*1e6)
	}
	return fmt.Sprintf("%.1f ms", seconds*1e3)
}

// printMetrics prints figures in Prometheus' text format.
func printMetrics(a *cli.App, f *figures) {
	gauge := func(name, help string, value float64, labels string) {
		if help != "" {
			a.Out.Line("# HELP fpcheck_index_%s %s\n# TYPE fpcheck_index_%s gauge", name, help, name)
		}
		a.Out.Line("fpcheck_index_%s%s %s", name, labels, strconv.FormatFloat(value, 'g', -1, 64))
	}
	gauge("documents", "Documents in the index.", float64(f.Documents), "")
	gauge("dead_documents", "Documents removed or replaced that still take room.", float64(f.Dead), "")
	gauge("segments", "Segments that a search looks at.", float64(f.Segments), "")
	gauge("bytes", "Bytes of the file.", float64(f.Bytes), "")
	gauge("part_bytes", "Bytes of the parts of the segments in use.", float64(f.IDs), `{part="ids"}`)
	gauge("part_bytes", "", float64(f.Sketches), `{part="sketches"}`)
	gauge("part_bytes", "", float64(f.Tables), `{part="tables"}`)
	gauge("bytes_per_document", "Bytes of the file for each document.", f.PerDocument, "")
	if f.Sample == 0 {
		return
	}
	gauge("found", "Documents that a search finds, on average.", f.Found, "")
	if f.Candidates != 0 {
		gauge("candidates", "Documents that a search compares, on average.", f.Candidates, "")
		gauge("drop_ratio", "Share of candidates that the comparison of sketches drops.", f.Drop, "")
		gauge("bucket_documents", "Documents of the buckets that searches look into.", f.Buckets.Mean, `{statistic="mean"}`)
		gauge("bucket_documents", "", float64(f.Buckets.P99), `{statistic="p99"}`)
		gauge("bucket_documents", "", float64(f.Buckets.Max), `{statistic="max"}`)
	}
	for i, q := range []struct {
		label string
		value float64
	}{{"0.5", f.Latency.P50}, {"0.9", f.Latency.P90}, {"0.99", f.Latency.P99}, {"1", f.Latency.Max}} {
		help := ""
		if i == 0 {
			help = "Seconds of a search, by quantile of a sample."
		}
		gauge("search_seconds", help, q.value, `{quantile="`+q.label+`"}`)
	}
}
