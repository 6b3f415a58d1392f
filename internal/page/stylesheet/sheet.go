// Package stylesheet contains the style sheet of all HTML reports of this module. A report is one
// file without scripts that needs no network.
package stylesheet

import _ "embed"

// Base has the colours for light, dark and print, the type, and tables that become lists on a
// phone (class board). A page's own style follows it.
//
//go:embed base.css
var Base string
