// The command maintext writes the lines of pages and their features, which the model of chapter 11a is trained on.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/article"
	"github.com/lsh-interop/fpcheck/internal/kernel/maintext"
	"github.com/lsh-interop/fpcheck/lab/templates"
)

const usage = "usage: maintext features | lines <PATHS | main <PATHS | templates FOLDER | graft [FOLDER] <GRAFTS"

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	verb := ""
	if len(os.Args) > 1 {
		verb = os.Args[1]
	}
	var err error
	switch verb {
	case "features":
		err = e.Encode(maintext.Features())
	case "lines":
		err = each(os.Stdin, func(_ string, octets []byte) error {
			tree, err := parse(octets)
			if err != nil {
				tree = &html.Node{Type: html.DocumentNode}
			}
			return e.Encode(rowsOf(newPage(tree)))
		})
	case "main":
		err = each(os.Stdin, func(path string, octets []byte) error {
			text, _, _, err := article.MainText(octets, "")
			if err != nil {
				log.Printf("%s: %v", path, err) // a page that is refused has no main text
			}
			return e.Encode([]string{text})
		})
	case "templates":
		if len(os.Args) != 3 {
			log.Fatal(usage)
		}
		err = writeTemplates(os.Args[2])
	case "graft":
		err = grafts(os.Stdin, e, os.Args[2:])
	default:
		log.Fatal(usage)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// row is a line for training.
type row struct {
	Text     string  `json:"t"`
	Features []int32 `json:"f"`
	Score    int32   `json:"s"`
	Label    *int    `json:"y,omitempty"` // 1 of the article, 0 of the page, -1 unknown
}

// each calls a function with each of the pages with these paths, one a line.
func each(paths io.Reader, of func(path string, octets []byte) error) error {
	in := bufio.NewScanner(paths)
	for in.Scan() {
		octets, err := os.ReadFile(in.Text())
		if err != nil {
			return err
		}
		if err := of(in.Text(), octets); err != nil {
			return err
		}
	}
	return in.Err()
}

// writeTemplates writes the articles of lab/templates in each design.
func writeTemplates(folder string) error {
	for _, a := range templates.Articles() {
		for _, design := range templates.Names() {
			name := fmt.Sprintf("%s.%s.html", a.Name, design)
			if err := os.WriteFile(filepath.Join(folder, name), templates.Render(a, design, 0), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

func rowsOf(p *page) []row {
	rows := []row{}
	for _, l := range p.Lines() {
		rows = append(rows, row{Text: l.Text, Features: l.Features, Score: l.Score})
	}
	return rows
}
