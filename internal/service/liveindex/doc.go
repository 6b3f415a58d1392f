// Package liveindex keeps an index file that is searched and changed at the same time. When a
// change is answered, searches see it and it is on the disk.
//
//	s, err := liveindex.Open("archive.fpx", liveindex.Options{})
//	change, err := s.Put(ctx, "a.txt", fingerprint, false)
//	existed, err := change.Wait()
//	answer, err := s.Search(ctx, fingerprint, scheme.Thresholds{}, 10)
//	err = s.Close()
//
// A commit of an index writes a segment, and sometimes merges many. So a change first goes into a
// journal beside the index. One write and one fsync store all changes that wait at that moment.
// Until a change is in the index, it is also in memory, where searches look too. Searches wait for
// neither the journal nor the index.
//
// A journal belongs to one index, which its header identifies. An index with a journal of another one is not
// opened. Other processes may open the index read-only. They see the changes in the journals, too.
package liveindex
