// Package liveindex keeps an index file that is searched and changed at once. What was changed counts
// as soon as the change is answered, and lasts: it is on the disk by then.
//
//	s, err := shelf.Open("archive.fpx", shelf.Options{})
//	change, err := s.Put(ctx, "a.txt", fingerprint, false)
//	existed, err := change.Wait()
//	answer, err := s.Search(ctx, fingerprint, scheme.Limits{}, 10)
//	err = s.Close()
//
// A commit of an index writes a segment, and now and then merges many. So a change goes into a
// journal beside the index first, which is a write and an fsync for all changes that wait at that
// moment. Until it is in the index too, it is in memory, where searches look as well. Searches
// wait for neither the journal nor the index.
package liveindex
