package main

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

// noDate stands for no date.
var noDate = time.Time{}

// sourceDate is the date of SOURCE_DATE_EPOCH (reproducible-builds.org), or noDate.
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
