// The command maintext writes the lines of pages and their features, which the model of chapter 11a is trained on.
package main

import (
	"bufio"
	"encoding/json"
	"io"
	"log"
	"os"

	"github.com/lsh-interop/fpcheck/internal/kernel/maintext"
)

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
		err = lines(os.Stdin, e)
	case "graft":
		err = grafts(os.Stdin, e, os.Args[2:])
	default:
		log.Fatal("usage: maintext features | lines <PATHS | graft [FOLDER] <GRAFTS")
	}
	if err != nil {
		log.Fatal(err)
	}
}

// row is a line for training.
type row struct {
	Text     string  `json:"t"`
	Features []int32 `json:"f"`
	Label    *int    `json:"y,omitempty"` // 1 of the article, 0 of the page, -1 unknown
}

// lines writes the lines of the pages with these paths.
func lines(paths io.Reader, e *json.Encoder) error {
	in := bufio.NewScanner(paths)
	for in.Scan() {
		octets, err := os.ReadFile(in.Text())
		if err != nil {
			return err
		}
		tree, err := parse(octets)
		rows := []row{}
		if err == nil {
			for _, l := range newPage(tree).Lines() {
				rows = append(rows, row{Text: l.Text, Features: l.Features})
			}
		}
		if err := e.Encode(rows); err != nil {
			return err
		}
	}
	return in.Err()
}
