package manifest

// Compare compares the results of two scans, each in the order of their paths. It returns results in the
// order of [Verify], and reads no files. Of o, it uses Scheme, Similar and MinFeatures.
func Compare(old, new []Scanned, o Options) []Result {
	var results []Result
	var left unmatched
	for len(old) > 0 || len(new) > 0 {
		switch {
		case len(new) == 0 || len(old) > 0 && old[0].Path < new[0].Path:
			left.add(judged{
				Result: Result{Path: old[0].Path, Status: Missing, Distance: -1, Stored: &old[0].Entry}, stored: old[0].records,
			})
			old = old[1:]
		case len(old) == 0 || new[0].Path < old[0].Path:
			r := compareScanned(nil, &new[0], &o)
			if r.Status != New || !left.add(judged{Result: r, found: new[0].records}) {
				results = append(results, r)
			}
			new = new[1:]
		default:
			r := compareScanned(&old[0].Entry, &new[0], &o)
			switch {
			case r.Status == NotCompared && old[0].SHA256.IsZero() && old[0].Err != nil:
				r.Status, r.Err = NotRead, ofOld(old[0].Path, old[0].Err)
			case r.Status != OK && old[0].State == Fingerprinted:
				r.doubtOld(ofOld(old[0].Path, old[0].Err))
			}
			byRecord := old[0].isArchive() && new[0].isArchive() && old[0].SHA256 != new[0].SHA256
			if !left.add(judged{r, old[0].records, new[0].records, byRecord}) {
				results = append(results, r)
			}
			old, new = old[1:], new[1:]
		}
	}
	for r, err := range left.match(func(bool) error { return nil }, &o) {
		if err != nil {
			r = Result{Path: r.Path, Status: NotRead, Distance: -1, Err: err}
		}
		results = append(results, r)
	}
	return results
}

// compareScanned compares a file with its entry, nil if there is none.
func compareScanned(stored *Entry, now *Scanned, o *Options) Result {
	r := Result{Path: now.Path, Stored: stored, Found: &now.Entry, Err: now.Err, Distance: -1}
	switch {
	case now.unread():
		r.judgeUnread()
	case stored == nil:
		r.Status, r.Err = New, nil
	default:
		if stored.SHA256.IsZero() || stored.SHA256 == now.SHA256 {
			r.Err = nil // its text is not asked for
		}
		r.judge(o)
	}
	return r
}
