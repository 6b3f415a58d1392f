package main

import (
	"archive/zip"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"unicode"
)

// kinds are the kinds of values that a sheet may show by a format, or that are not numbers.
var kinds = []string{"dates", "times", "amounts of money", "percents", "errors", "truth values"}

const anyKind = "any of these"

// kindsOf returns the kinds in the ODS that LibreOffice made of a sheet, which has the value of
// each cell.
func kindsOf(ods string) (found []string, err error) {
	z, err := zip.OpenReader(ods)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	f, err := z.Open("content.xml")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := xml.NewDecoder(f)
	number := false // a cell of one is open
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		kind := ""
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local != "table-cell" {
				continue
			}
			number = false
			for _, a := range t.Attr {
				if a.Name.Local != "value-type" {
					continue
				}
				number = a.Value == "float"
				switch a.Value {
				case "date":
					kind = "dates"
				case "time":
					kind = "times"
				case "currency":
					kind = "amounts of money"
				case "percentage":
					kind = "percents"
				case "boolean":
					kind = "truth values"
				case "error":
					kind = "errors" // said besides that it is a text
				}
			}
		case xml.EndElement:
			number = number && t.Name.Local != "table-cell"
		case xml.CharData:
			// The signs of most currencies are in the format as any other text.
			if number && strings.ContainsFunc(string(t), func(r rune) bool { return unicode.Is(unicode.Sc, r) }) {
				kind = "amounts of money"
			}
		}
		if kind != "" && !slices.Contains(found, kind) {
			found = append(found, kind)
		}
	}
	if len(found) > 0 {
		found = append(found, anyKind)
	}
	return found, nil
}
