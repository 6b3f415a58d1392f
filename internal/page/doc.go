// Package page groups packages that write pages and lines for people:
//
//	escape       escaping of control characters
//	frame        the frame and the style of all HTML pages
//	svg          charts
//	browser      a browser for tests
//
// Packages above the kernel may import the group. The group knows no document.
package page
