package near

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/cli"
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
			case shadow != "":
				bands, err := parseBands(shadow)
				if err != nil {
					return cli.Usage(fmt.Errorf("--shadow %w", err))
				}
				return indexShadow(a, args[0], bands, asJSON)
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
	now, other, err := x.Shadow(a.Ctx, bands)
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Display(name), indexError(err))
	}
	for _, t := range []index.Trial{now, other} {
		j := jsonTrial{t.Bands.Bands, t.Bands.Rows, t.Documents, t.Candidates, 0, 0, t.Links, t.Only, t.Hot}
		if t.Documents > 0 {
			j.PerDocument = 2 * float64(t.Candidates) / float64(t.Documents)
		}
		if t.Candidates > 0 {
			j.Drop = 1 - float64(t.Links)/float64(t.Candidates)
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

// jsonIndex is an index in JSON.
type jsonIndex struct {
	cli.JSONPath
	Scheme  string  `json:"scheme"`
	Profile string  `json:"profile"`
	Bits    int     `json:"bits,omitempty"`
	For     jsonFor `json:"for"`
	index.FileStats
	PerDocument float64 `json:"octets_per_document"`
	Drop        float64 `json:"drop"`
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
	j := jsonIndex{cli.NewJSONPath(name), x.Scheme().ID(), x.Profile(), x.Bits(), jsonFor{}, s, s.Octet(), s.Drop()}
	t := x.Tables()
	searches := ""
	if x.Bits() == 0 {
		j.For.Distance = &t.Distance
		searches = fmt.Sprintf("at most %d bits", t.Distance)
	} else {
		j.For = jsonFor{Similarity: &t.Similarity, Bands: t.Bands.Bands, Rows: t.Bands.Rows}
		searches = fmt.Sprintf("a similarity of at least %v, by %d bands of %d rows", t.Similarity, t.Bands.Bands, t.Bands.Rows)
	}
	switch {
	case asJSON:
		return a.Out.WriteJSON(j)
	case prometheus:
		printMetrics(a, &s)
		return nil
	}
	scheme := x.Scheme().ID()
	if x.Bits() != 0 {
		scheme += fmt.Sprintf(", %d bits a slot", x.Bits())
	}
	a.Out.Line("%s: %s, %d removed or replaced", cli.Display(name), cli.Count(s.Documents, "document"), s.Dead)
	a.Out.Line("scheme      %s, profile %s", scheme, x.Profile())
	a.Out.Line("searches    %s", searches)
	a.Out.Line("segments    %d, of %s", s.Segments, cli.Count(s.Commits, "commit"))
	a.Out.Line("size        %s, %.1f octets a document: ids %s, sketches %s, tables %s",
		cli.Size(float64(s.Octets)), s.Octet(), cli.Size(float64(s.IDs)), cli.Size(float64(s.Sketches)), cli.Size(float64(s.Tables)))
	if s.Sample > 0 {
		a.Out.Line("found       %.1f a search (a sample of %s)", s.Found, cli.Count(s.Sample, "document"))
		if x.Bits() != 0 {
			a.Out.Line("candidates  %.1f a search, of which %.1f %% are dropped", s.Candidates, 100*s.Drop())
			a.Out.Line("buckets     %.1f documents on average, 99 %% at most %d, the largest %d; %d not read whole", s.Buckets.Mean, s.Buckets.P99, s.Buckets.Max, s.Cut)
		}
		a.Out.Line("latency     half of the searches within %s, 90 %% %s, 99 %% %s, all %s",
			inShort(s.Latency.P50), inShort(s.Latency.P90), inShort(s.Latency.P99), inShort(s.Latency.Max))
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
func printMetrics(a *cli.App, s *index.FileStats) {
	gauge := func(name, help string, value float64, labels string) {
		if help != "" {
			a.Out.Line("# HELP fpcheck_index_%s %s\n# TYPE fpcheck_index_%s gauge", name, help, name)
		}
		a.Out.Line("fpcheck_index_%s%s %s", name, labels, strconv.FormatFloat(value, 'g', -1, 64))
	}
	gauge("documents", "Documents in the index.", float64(s.Documents), "")
	gauge("dead_documents", "Documents removed or replaced that still take room.", float64(s.Dead), "")
	gauge("segments", "Segments that a search looks at.", float64(s.Segments), "")
	gauge("octets", "Bytes of the file.", float64(s.Octets), "")
	gauge("part_octets", "Bytes of the parts of the segments in use.", float64(s.IDs), `{part="ids"}`)
	gauge("part_octets", "", float64(s.Sketches), `{part="sketches"}`)
	gauge("part_octets", "", float64(s.Tables), `{part="tables"}`)
	gauge("octets_per_document", "Bytes of the file for each document.", s.Octet(), "")
	if s.Sample == 0 {
		return
	}
	gauge("found", "Documents that a search finds, on average.", s.Found, "")
	if s.Candidates != 0 {
		gauge("candidates", "Documents that a search compares, on average.", s.Candidates, "")
		gauge("drop_ratio", "Share of candidates that the comparison of sketches drops.", s.Drop(), "")
		gauge("bucket_documents", "Documents of the buckets that searches look into.", s.Buckets.Mean, `{statistic="mean"}`)
		gauge("bucket_documents", "", float64(s.Buckets.P99), `{statistic="p99"}`)
		gauge("bucket_documents", "", float64(s.Buckets.Max), `{statistic="max"}`)
	}
	for i, q := range []struct {
		label string
		value float64
	}{{"0.5", s.Latency.P50}, {"0.9", s.Latency.P90}, {"0.99", s.Latency.P99}, {"1", s.Latency.Max}} {
		help := ""
		if i == 0 {
			help = "Seconds of a search, by quantile of a sample."
		}
		gauge("search_seconds", help, q.value, `{quantile="`+q.label+`"}`)
	}
}
