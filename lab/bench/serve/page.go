//go:build linux

package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/lab/bench/chart"
)

// block is what stands between the markers.
func (m *measurement) block() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on %s with %d processors, which the clients share.\nBefore the clients began, the load of the "+
		"machine was %s.\n", processor(), runtime.GOMAXPROCS(0), m.before)
	for _, l := range m.library {
		fmt.Fprintf(&b, "\nOf %s documents. The library's own search takes %s us of processor time.\n\n", chart.Grouped(l.documents), micros(l.processor))
		b.WriteString("| | connections | adds | requests a second | search, ms: median | 99 in 100 | 999 in 1000 | refused | recall | us of processor a request: server | client | memory, MiB |\n" +
			"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
		for _, r := range m.rows {
			if r.documents != l.documents {
				continue
			}
			fmt.Fprintf(&b, "| %s | %d | %d %% | %s | %s | %s | %s | %s %% | %.4f | %s | %s | %s |\n", r.name, r.connections, r.adds,
				digits(float64(r.requests)/r.took.Seconds()), millis(r.median), millis(r.p99), millis(r.p999),
				digits(100*float64(r.refused)/float64(r.requests)), float64(r.found)/float64(max(1, r.near)), micros(r.processor), micros(r.clients), chart.Grouped(r.memory))
		}
	}
	if m.redis != "" {
		fmt.Fprintf(&b, "\nIn redis %s, each value of each of 4 bands of 16 bits has a string with its documents. A client gets 4\n"+
			"strings and compares. An addition takes 4 commands. As in the service, each is on the disk when it is answered.\n", m.redis)
	}
	if m.milvus != "" {
		fmt.Fprintf(&b, "\nMilvus Lite is asked by pymilvus %s, and compares all fingerprints (BIN_FLAT). Its client is Python, whose time\n"+
			"is not in the column client.\n", m.milvus)
	}
	return b.String()
}

// processor is the name of this machine's.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range bytes.Lines(info) {
		if key, value, ok := bytes.Cut(line, []byte(":")); ok && string(bytes.TrimSpace(key)) == "model name" {
			return string(bytes.TrimSpace(value))
		}
	}
	return "a processor without a name"
}

// load is how many threads wanted to run, on average, in the last minute.
func load() string {
	averages, _ := os.ReadFile("/proc/loadavg")
	if f := strings.Fields(string(averages)); len(f) > 0 {
		return f[0]
	}
	return "unknown"
}

func micros(d time.Duration) string { return digits(float64(d) / 1e3) }

func millis(d time.Duration) string { return digits(float64(d) / 1e6) }

// digits writes a number with two digits at least.
func digits(v float64) string {
	switch {
	case v >= 1000:
		return chart.Grouped(int(math.Round(v)))
	case v >= 10 || v == math.Trunc(v):
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 1:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}
