// Package passages contains the commands that find passages of texts in other texts: passages and
// decontaminate.
package passages
