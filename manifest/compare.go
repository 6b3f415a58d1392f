package manifest

// Compare compares what scans found in two trees, each in the order of the paths, as [Verify]
// compares a manifest and a tree: files that are in both come first. It reads nothing, so that
// trees that are compared with several others need be read only once. Of o, it uses Scheme,
// Similar and MinFeatures.
func Compare(old, new []Scanned, o VerifyOptions) []Result {
	var results []Result
	var left unmatched
	for len(old) > 0 || len(new) > 0 {
		switch {
		case len(new) == 0 || len(old) > 0 && old[0].Path < new[0].Path:
			left.add(Result{Path: old[0].Path, Status: Missing, Distance: -1, Stored: &old[0].Entry})
			old = old[1:]
		case len(old) == 0 || new[0].Path < old[0].Path:
			r := compareScanned(nil, &new[0], &o)
			if r.Status == New {
				left.add(r)
			} else {
				results = append(results, r)
			}
			new = new[1:]
		default:
			results = append(results, compareScanned(&old[0].Entry, &new[0], &o))
			old, new = old[1:], new[1:]
		}
	}
	rest, _ := left.match(func() error { return nil }, &o)
	return append(results, rest...)
}

// compareScanned compares a file with its entry, nil if there is none.
func compareScanned(stored *Entry, now *Scanned, o *VerifyOptions) Result {
	r := Result{Path: now.Path, Stored: stored, Found: &now.Entry, Err: now.Err, Distance: -1}
	switch {
	case now.SHA256.IsZero() && stored != nil && stored.State == now.State && now.State != Changed:
		r.Status = StillNotRead
	case now.SHA256.IsZero():
		r.Status = NotRead
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
