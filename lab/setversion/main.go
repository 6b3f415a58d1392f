// Command setversion sets the version in every file that contains it, for the packages of each
// language. The version is the constant fpcheck.Version.
//
//	go -C lab run ./setversion 1.1.0
//	go -C lab run ./setversion -date 2026-12-01 1.1.0
//
// With a date, that version is released on that day: CHANGELOG.md and CITATION.cff say so.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

func main() {
	date := flag.String("date", "", "the day of the release, such as 2026-12-01; none: it is in the making")
	flag.Parse()
	if err := run("..", flag.Args(), *date); err != nil {
		fmt.Fprintln(os.Stderr, "setversion:", err)
		os.Exit(1)
	}
}

func run(dir string, args []string, date string) error {
	if len(args) != 1 || !regexp.MustCompile("^"+number+"$").MatchString(args[0]) {
		return fmt.Errorf("%q: expected one version, such as 1.1.0", args)
	}
	if _, err := time.Parse(time.DateOnly, date); date != "" && err != nil {
		return fmt.Errorf("-date %s: expected a day, such as 2026-12-01", date)
	}
	contents, err := set(dir, args[0], date)
	if err != nil {
		return err
	}
	for file, content := range contents {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(content), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// set returns the new contents of all files that say the version.
func set(dir, version, date string) (map[string]string, error) {
	contents, errs := make(map[string]string), []error{}
	edit := func(file string, by func(string) (string, error)) {
		if _, ok := contents[file]; !ok {
			b, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				errs = append(errs, err)
				return
			}
			contents[file] = string(b)
		}
		content, err := by(contents[file])
		if err != nil {
			errs = append(errs, err)
			return
		}
		contents[file] = content
	}
	for _, p := range places {
		edit(p.file, func(s string) (string, error) { return p.set(s, version) })
	}
	edit("CHANGELOG.md", func(s string) (string, error) { return setChangelog(s, version, date) })
	edit("CITATION.cff", func(s string) (string, error) { return setCitation(s, date), nil })
	for _, file := range []string{"ports/java/pom.xml", "ports/lucene/pom.xml", "ports/spark/pom.xml"} {
		edit(file, func(s string) (string, error) { return setStamp(s, date), nil })
	}
	return contents, errors.Join(errs...)
}
