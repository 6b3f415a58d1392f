package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/lsh-interop/fpcheck"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write manual pages",
		Long: `Write a manual page for each command to DIR, which is made if need be. The pages
bear the date of SOURCE_DATE_EPOCH, or none: the same program writes the same
pages.`,
		Example: `  fpcheck man /usr/local/share/man/man1`,
		Args:    exactly("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			date, err := sourceDate()
			if err != nil {
				return err
			}
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return fmt.Errorf("%s: %s", display(args[0]), message(err))
			}
			return writePages(c.Root(), args[0], date)
		},
	}
}

// noDate stands for none: cobra takes a missing one for today.
var noDate = time.Time{}

func sourceDate() (time.Time, error) {
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" {
		return noDate, nil
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return noDate, fmt.Errorf("SOURCE_DATE_EPOCH %q: expected seconds since 1970", epoch)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

func writePages(c *cobra.Command, dir string, date time.Time) error {
	var page bytes.Buffer
	header := doc.GenManHeader{Section: "1", Date: &date, Source: "fpcheck " + fpcheck.Version, Manual: "fpcheck"}
	if err := doc.GenMan(c, &header, &page); err != nil {
		return err
	}
	content := page.Bytes()
	if date.Equal(noDate) {
		content = bytes.Replace(content, []byte(noDate.Format(`"Jan 2006"`)), []byte(`""`), 1)
	}
	name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
		return err
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			if err := writePages(sub, dir, date); err != nil {
				return err
			}
		}
	}
	return nil
}
