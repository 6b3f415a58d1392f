// Gen makes vectors/encodings of the files encodings.json and indexes.json that the
// Encoding Standard is published with:
//
//	go -C lab run ./whatwgtables DIRECTORY-OF-BOTH
//
// With -check it compares instead of writing.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const out = "../vectors/encodings"

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "compare, write nothing")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: gen [-check] DIRECTORY, which has encodings.json and indexes.json of the Encoding Standard")
	}
	files := map[string][]byte{"labels.txt": labels(flag.Arg(0))}
	for name, text := range indexes(flag.Arg(0)) {
		files[name+".txt"] = text
	}
	var sums bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(files[name]), name)
	}
	files["SHA256SUMS.txt"] = sums.Bytes()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(out, name)
		if *check {
			if is, err := os.ReadFile(path); err != nil || !bytes.Equal(is, files[name]) {
				log.Fatalf("%s is not what the Standard's files give (%v)", path, err)
			}
		} else if err := os.WriteFile(path, files[name], 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

func read(dir, name string, v any) {
	octets, err := os.ReadFile(filepath.Join(dir, name))
	if err == nil {
		err = json.Unmarshal(octets, v)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// labels are a line an encoding: its name, and its labels.
func labels(dir string) []byte {
	var headings []struct {
		Encodings []struct {
			Name   string
			Labels []string
		}
	}
	read(dir, "encodings.json", &headings)
	var b bytes.Buffer
	for _, h := range headings {
		for _, e := range h.Encodings {
			fmt.Fprintf(&b, "%s;%s\n", strings.ToLower(e.Name), strings.Join(e.Labels, " "))
		}
	}
	return b.Bytes()
}

// indexes are the Standard's indexes by name. That of gb18030-ranges is of pairs.
func indexes(dir string) map[string][]byte {
	var all map[string][]json.RawMessage
	read(dir, "indexes.json", &all)
	texts := make(map[string][]byte)
	delete(all, "iso-2022-jp-katakana") // only an encoder uses it
	for name, entries := range all {
		var b bytes.Buffer
		switch name {
		case "gb18030-ranges":
			for _, e := range entries {
				var pair [2]int
				if err := json.Unmarshal(e, &pair); err != nil {
					log.Fatal(name, err)
				}
				fmt.Fprintf(&b, "%d;%04X\n", pair[0], pair[1])
			}
		default:
			points := make([]int, len(entries)) // 0: no code point; none is U+0000
			for i, e := range entries {
				if string(e) != "null" {
					var err error
					if points[i], err = strconv.Atoi(string(e)); err != nil {
						log.Fatal(name, err)
					}
				}
			}
			index(&b, points)
		}
		texts[name] = b.Bytes()
	}
	return texts
}

// index writes lines of a pointer and the code points of that and the next.
func index(b *bytes.Buffer, points []int) {
	const most = 16 // fields a line
	for at := 0; at < len(points); {
		if points[at] == 0 {
			at++
			continue
		}
		fmt.Fprintf(b, "%d;", at)
		for fields := 0; fields < most && at < len(points) && points[at] != 0; fields++ {
			if fields > 0 {
				b.WriteByte(' ')
			}
			end := at + 1
			for end < len(points) && points[end] == points[at]+end-at {
				end++
			}
			if end-at < 3 {
				end = at + 1
				fmt.Fprintf(b, "%04X", points[at])
			} else {
				fmt.Fprintf(b, "%04X..%04X", points[at], points[end-1])
			}
			at = end
		}
		b.WriteByte('\n')
	}
}
