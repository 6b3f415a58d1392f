package main

import (
	"os"
	"strings"
	"testing"
)

// TestPictures checks that the files of docs/ are current. Each picture also needs a title and a
// description for screen readers.
func TestPictures(t *testing.T) {
	for name, draw := range pictures {
		got, want := draw(), ""
		if data, err := os.ReadFile("../../docs/" + name); err == nil {
			want = string(data)
		}
		if got != want {
			t.Errorf("docs/%s is out of date: run make pictures", name)
		}
		for _, part := range []string{"<title id=", "<desc id=", `role="img"`, "prefers-color-scheme: dark"} {
			if !strings.Contains(got, part) {
				t.Errorf("docs/%s has no %s", name, part)
			}
		}
	}
}
