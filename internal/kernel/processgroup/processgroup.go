// Package processgroup ends programs together with the processes that they start.
package processgroup
