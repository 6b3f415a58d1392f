package service

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/lsh-interop/fpcheck/index"
)

// metrics are numbers in Prometheus' text format. The format has three kinds of lines, and this
// writes only what is needed. Its library would be larger than the service.
type metrics struct {
	mu         sync.Mutex
	counters   map[string]map[string]float64 // by name and labels
	histograms map[string]map[string]*histogram
}

// secondsUpTo are the bounds of histograms.
var secondsUpTo = []float64{.00001, .00003, .0001, .0003, .001, .003, .01, .03, .1, .3, 1, 3, 10}

type histogram struct {
	counts []int64 // by bound, and beyond the last
	sum    float64
}

// help has the descriptions of metrics by name.
var help = map[string][2]string{
	"fpcheck_requests_total":            {"counter", "Requests that were answered."},
	"fpcheck_request_seconds":           {"histogram", "Time from the head of a request to the end of its answer."},
	"fpcheck_stage_seconds":             {"histogram", "Time of a stage: read finds the fingerprint of a document, search what is near, and disk waits for a change to be there."},
	"fpcheck_searches_total":            {"counter", "Searches of an index."},
	"fpcheck_search_candidates_total":   {"counter", "Documents that searches compared by their sketches (MinHash)."},
	"fpcheck_search_found_total":        {"counter", "Documents that searches found in the index file."},
	"fpcheck_search_cut_buckets_total":  {"counter", "Buckets that were too large to be read whole."},
	"fpcheck_minhash_slots_total":       {"counter", "Slots of MinHashes that were made."},
	"fpcheck_minhash_empty_slots_total": {"counter", "Slots of these that no feature fell into."},
	"fpcheck_index_documents":           {"gauge", "Documents in the index file."},
	"fpcheck_index_dead_documents":      {"gauge", "Documents that were removed or replaced, and still take room."},
	"fpcheck_index_pending_changes":     {"gauge", "Changes that are in the journal, and not in the index file yet."},
	"fpcheck_index_bytes":               {"gauge", "Bytes of the index file."},
	"fpcheck_index_journal_bytes":       {"gauge", "Bytes of its journal."},
	"fpcheck_index_segments":            {"gauge", "Segments that searches look at."},
	"fpcheck_index_bucket_documents":    {"gauge", "Documents in the buckets that searches for a sample look into."},
	"fpcheck_index_verify_drop_ratio":   {"gauge", "Share of candidates of a sample that the comparison of sketches drops."},
	"fpcheck_shadow_searches_total":     {"counter", "Searches that an index and its shadow have both answered, since there is the shadow."},
	"fpcheck_shadow_candidates_total":   {"counter", "Documents that the shadow compared (MinHash)."},
	"fpcheck_shadow_only_index_total":   {"counter", "Documents that only the index has found."},
	"fpcheck_shadow_only_shadow_total":  {"counter", "Documents that only the shadow has found."},
	"fpcheck_index_recall_ratio":        {"gauge", "Share of the pairs found when a labelled set was replayed last."},
	"fpcheck_requests_waiting":          {"gauge", "Requests that wait for a slot."},
	"fpcheck_requests_bytes":            {"gauge", "Bytes of requests in memory."},
}

func newMetrics() *metrics {
	return &metrics{counters: make(map[string]map[string]float64), histograms: make(map[string]map[string]*histogram)}
}

// label writes labels, which are names and values.
func label(pairs ...string) string {
	text := make([]byte, 0, 128)
	for i := 0; i < len(pairs); i += 2 {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(text, pairs[i]...), '=')
		text = strconv.AppendQuote(text, pairs[i+1])
	}
	return string(text)
}

func (m *metrics) add(name, labels string, n float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.counters[name] == nil {
		m.counters[name] = make(map[string]float64)
	}
	m.counters[name][labels] += n
}

// took counts the time since a moment.
func (m *metrics) took(name, labels string, since time.Time) {
	seconds := time.Since(since).Seconds()
	i, _ := slices.BinarySearch(secondsUpTo, seconds)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.histograms[name] == nil {
		m.histograms[name] = make(map[string]*histogram)
	}
	h := m.histograms[name][labels]
	if h == nil {
		h = &histogram{counts: make([]int64, len(secondsUpTo)+1)}
		m.histograms[name][labels] = h
	}
	h.counts[i]++
	h.sum += seconds
}

// write writes all of the metrics, and gauges beside them.
func (m *metrics) write(b *bytes.Buffer, gauges map[string]map[string]float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(help)) {
		values := m.counters[name]
		if values == nil {
			values = gauges[name]
		}
		if len(values) == 0 && len(m.histograms[name]) == 0 {
			continue
		}
		fmt.Fprintf(b, "# HELP %s %s\n# TYPE %s %s\n", name, help[name][1], name, help[name][0])
		for _, labels := range slices.Sorted(maps.Keys(values)) {
			value := strconv.FormatFloat(values[labels], 'g', -1, 64)
			if labels == "" {
				fmt.Fprintf(b, "%s %s\n", name, value)
			} else {
				fmt.Fprintf(b, "%s{%s} %s\n", name, labels, value)
			}
		}
		for _, labels := range slices.Sorted(maps.Keys(m.histograms[name])) {
			h := m.histograms[name][labels]
			count := int64(0)
			for i, n := range h.counts {
				bound := "+Inf"
				if i < len(secondsUpTo) {
					bound = strconv.FormatFloat(secondsUpTo[i], 'g', -1, 64)
				}
				count += n
				fmt.Fprintf(b, "%s_bucket{%s,le=%q} %d\n", name, labels, bound, count)
			}
			fmt.Fprintf(b, "%s_sum{%s} %g\n%s_count{%s} %d\n", name, labels, h.sum, name, labels, count)
		}
	}
}

// sample is the number of documents for measuring buckets.
const sample = 200

// showMetrics answers with the metrics.
func (s *Service) showMetrics(w http.ResponseWriter, r *http.Request) error {
	gauges := make(map[string]map[string]float64)
	set := func(name, labels string, value float64) {
		if gauges[name] == nil {
			gauges[name] = make(map[string]float64)
		}
		gauges[name][labels] = value
	}
	for _, name := range s.names {
		labels := label("index", name)
		state, err := s.o.Shelves[name].State()
		if err != nil {
			return err
		}
		set("fpcheck_index_documents", labels, float64(state.Documents))
		set("fpcheck_index_pending_changes", labels, float64(state.Pending))
		set("fpcheck_index_journal_bytes", labels, float64(state.Octets))
		err = s.o.Shelves[name].With(func(x *index.Index) error {
			f, err := s.measured.find(name, x, func() (index.FileStats, error) { return x.Stats(r.Context(), sample) })
			if err != nil {
				return err
			}
			set("fpcheck_index_bytes", labels, float64(f.Bytes))
			set("fpcheck_index_dead_documents", labels, float64(f.Dead))
			set("fpcheck_index_segments", labels, float64(f.Segments))
			if x.Options().Bits != 0 && len(f.Latencies) > 0 {
				drop, p99, largest := 0.0, 0, 0
				if f.Candidates > 0 {
					drop = 1 - f.Found/f.Candidates
				}
				if n := len(f.Buckets); n > 0 {
					p99, largest = f.Buckets[int(0.99*float64(n))], f.Buckets[n-1]
				}
				set("fpcheck_index_verify_drop_ratio", labels, drop)
				set("fpcheck_index_bucket_documents", label("index", name, "quantile", "0.99"), float64(p99))
				set("fpcheck_index_bucket_documents", label("index", name, "quantile", "1"), float64(largest))
			}
			return nil
		})
		if err != nil {
			return err
		}
		s.shadows.mu.Lock()
		if c := s.shadows.of[name]; c != nil {
			set("fpcheck_shadow_searches_total", labels, float64(c.Searches))
			set("fpcheck_shadow_candidates_total", labels, float64(c.ShadowCandidates))
			set("fpcheck_shadow_only_index_total", labels, float64(c.OnlyIndex))
			set("fpcheck_shadow_only_shadow_total", labels, float64(c.OnlyShadow))
		}
		s.shadows.mu.Unlock()
		s.recalls.mu.Lock()
		if recall, ok := s.recalls.of[name]; ok {
			set("fpcheck_index_recall_ratio", labels, recall)
		}
		s.recalls.mu.Unlock()
	}
	set("fpcheck_requests_waiting", "", float64(s.gates.waiting()))
	set("fpcheck_requests_bytes", "", float64(s.memory.Held()))
	var b bytes.Buffer
	s.metrics.write(&b, gauges)
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Write(b.Bytes())
	return nil
}
