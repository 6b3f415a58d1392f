// Command release makes what a release has besides programs and packages:
//
//	release image DIR VERSION COMMIT SBOM PLATFORM=TREE... an OCI image layout
//	release sbom FILE VERSION PROGRAM...                   the modules in programs, in CycloneDX
//	release port-sboms DIST VERSION                        an SBOM for the package of each language
//	release licences FILE PROGRAM...                       the licences of those modules
//	release copyright FILE PROGRAM...                      Debian's copyright file for those programs
//	release packages DIR VERSION DIST                      the files of other package managers
//	release check-image DIR VERSION COMMIT PLATFORM TREE
//	release check-sbom FILE VERSION PROGRAM
//	release check-port-sboms DIST VERSION
//	release check-packages DIR VERSION DIST
//
// What it writes depends on its arguments and on SOURCE_DATE_EPOCH alone; lab/scripts/dist.sh calls it,
// and lab/scripts/dist-check.sh the checks.
package main

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("%q: expected image, sbom, port-sboms, licences, copyright, packages or a check of them, and what it is of", args)
	}
	switch name, args := args[0], args[1:]; {
	case name == "image" && len(args) > 4:
		date, err := commitDate()
		if err != nil {
			return err
		}
		licences, err := licencesOf(args[3])
		if err != nil {
			return err
		}
		return writeImage(args[0], annotations(args[1], args[2], licences, date), date, args[4:])
	case name == "check-image" && len(args) == 5:
		return checkImage(args[0], args[1], args[2], args[3], args[4])
	case name == "sbom" && len(args) > 2:
		date, err := commitDate()
		if err != nil {
			return err
		}
		return writeSBOM(args[0], args[1], date, args[2:])
	case name == "check-sbom" && len(args) == 3:
		return checkSBOM(args[0], args[1], args[2])
	case name == "port-sboms" && len(args) == 2:
		date, err := commitDate()
		if err != nil {
			return err
		}
		return writePortSBOMs(args[0], args[1], date)
	case name == "check-port-sboms" && len(args) == 2:
		return checkPortSBOMs(args[0], args[1])
	case name == "packages" && len(args) == 3:
		return writePackages(args[0], args[1], args[2])
	case name == "check-packages" && len(args) == 3:
		return checkPackages(args[0], args[1], args[2])
	case name == "copyright":
		return writeCopyright(args[0], args[1:])
	case name == "licences":
		return writeLicences(args[0], args[1:])
	}
	return fmt.Errorf("%q: unknown command or wrong number of arguments", args)
}

func commitDate() (time.Time, error) {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH: %w: expected the time of the commit in seconds", err)
	}
	return time.Unix(seconds, 0).UTC(), nil
}
