// Package sheet has the style that the pages have in common which this program writes:
// one file each, without scripts, that needs no network.
package sheet

import _ "embed"

// Base has colours for light, dark and print, type, and tables that become lists on a
// phone (class board). What a page has besides follows it.
//
//go:embed base.css
var Base string
