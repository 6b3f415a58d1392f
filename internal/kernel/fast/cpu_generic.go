//go:build !amd64 || purego

package fast

const hasAVX512 = false
