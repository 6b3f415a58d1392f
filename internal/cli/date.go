package cli

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

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
