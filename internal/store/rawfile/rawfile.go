// Package rawfile reads regular files without what an [os.File] costs, which is a large part of
// reading a small one. Only Linux can do so.
package rawfile
