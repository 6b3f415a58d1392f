package documents

import (
	"fmt"
	"path"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/cli"
)

// CheckPatterns returns an error unless the values of a flag are patterns.
func CheckPatterns(flag string, patterns []string) error {
	for _, p := range patterns {
		if _, err := path.Match(p, ""); err != nil || p == "" {
			return cli.Usage(fmt.Errorf("--%s %q: expected a pattern", flag, p))
		}
	}
	return nil
}

// matches reports whether a pattern matches a path, which ends with "/" if it is one of a directory. A
// pattern without a slash is compared with the last name only.
func matches(pattern, name string) bool {
	pattern, name = strings.TrimSuffix(pattern, "/"), strings.TrimSuffix(name, "/")
	if !strings.Contains(pattern, "/") {
		name = path.Base(name)
	}
	ok, _ := path.Match(strings.TrimPrefix(pattern, "/"), strings.TrimPrefix(name, "/"))
	return ok
}

// MatchesBelow reports whether a pattern matches a path, or a directory that the path is in.
func MatchesBelow(pattern, name string) bool {
	for i := 1; i < len(name); i++ {
		if name[i] == '/' && matches(pattern, name[:i]) {
			return true
		}
	}
	return matches(pattern, name)
}
