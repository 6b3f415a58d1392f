// Package page groups what writes pages and lines for people: escaping of control characters
// (escape), the style sheet that all HTML pages share (stylesheet), charts (svg), and a browser for tests
// (browser).
//
// Packages above the kernel may import the group. The group knows no document.
package page
