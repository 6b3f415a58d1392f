package cli

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// mostPlanned bounds numbers of documents and bytes, so that their products stay exact enough.
const mostPlanned = 1e15

// WholeNumber reads a number of things: 300000000, 3e8.
func WholeNumber(text string) (int64, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= 1 && n <= mostPlanned) || n != math.Trunc(n) {
		return 0, fmt.Errorf("%q: expected a whole number from 1 to 1e15, such as 3e8", text)
	}
	return int64(n), nil
}

// ByteSize reads a size: 1000000, 100GB, 64GiB.
func ByteSize(text string) (int64, error) {
	number := strings.TrimSpace(strings.TrimRight(text, "kKMGTPiB"))
	n, err := strconv.ParseFloat(number, 64)
	unit, known := map[string]float64{
		"": 1, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "PB": 1e15,
		"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40, "PiB": 1 << 50,
	}[strings.TrimSpace(strings.TrimPrefix(text, number))]
	if err != nil || !known || !(n*unit >= 1 && n*unit <= 1000*mostPlanned) {
		return 0, fmt.Errorf("%q: expected bytes, such as 1000000, 100GB or 64GiB", text)
	}
	return int64(n * unit), nil
}

// Complete lets a shell complete the values of a flag, which may be a list.
func Complete(c *cobra.Command, flag string, values func() []string) {
	err := c.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		var offered []string
		for _, v := range values() {
			offered = append(offered, before+v)
		}
		return offered, cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil { // no such flag, or two functions for it
		panic(err)
	}
}

// NoDate stands for no date.
var NoDate = time.Time{}

// SourceDate is the date of SOURCE_DATE_EPOCH (reproducible-builds.org), or noDate.
func SourceDate() (time.Time, error) {
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" {
		return NoDate, nil
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return NoDate, fmt.Errorf("SOURCE_DATE_EPOCH %q: expected seconds since 1970", epoch)
	}
	return time.Unix(seconds, 0).UTC(), nil
}
