package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// readCommits returns the subjects of the commit that added left.txt and of its descendants. Outside
// a clone it returns nothing. In a shallow clone the oldest commit has added every file.
func readCommits(root string) ([]source, error) {
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		return nil, nil
	}
	added, err := execute(root, "git", "log", "--diff-filter=A", "--topo-order", "--format=%H", "--", listPath)
	commits := strings.Fields(added)
	if err != nil || len(commits) == 0 {
		return nil, err
	}
	first := commits[len(commits)-1]
	subjects, err := execute(root, "git", "log", "--format=%s", "--ancestry-path", first+"..HEAD")
	if err != nil {
		return nil, err
	}
	own, err := execute(root, "git", "log", "-1", "--format=%s", first)
	s := source{name: "commits"}
	for i, subject := range strings.Split(strings.TrimSpace(subjects+own), "\n") {
		s.paragraph(i+1, subject)
	}
	return []source{s}, err
}

// execute runs a program in a folder and returns what it prints.
func execute(dir, name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Dir = dir
	out, err := c.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%s: %w: %s", c, err, exit.Stderr)
	}
	return string(out), err
}
