// Package page groups what writes pages and lines for people: escaping of control characters
// (escape), the frame that all HTML pages share (frame), charts (svg), and a browser for tests
// (browser).
//
// Packages above the kernel may import the group. The group knows no document.
package page
