// Package into lends package bagit a function of package manifest that other modules do not see.
package into

// Create is a function like manifest.Create that writes to a durable.Storage. Package manifest sets it.
// It has no type here, as its parameters are of that package.
var Create any
