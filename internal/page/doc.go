// Package page groups packages that write pages and lines for people:
//
//	escape       escaping of control characters
//	stylesheet   the style sheet of all HTML reports
//	svg          charts
//	browser      a browser for tests
//
// Packages above the kernel may import the group. The group knows no document.
package page
