package scheme

// Advice says how to read the distances between fingerprints of a scheme, or, if it is a
// MinHash scheme, their similarities. It is not part of the scheme, and changes with what
// is measured.
type Advice struct {
	// Close is the largest distance, or the least similarity, of near duplicates.
	Close float64 `yaml:"close" json:"close"`
	// Loose is the largest distance, or the least similarity, of texts worth a look.
	Loose float64 `yaml:"loose" json:"loose"`
	// WarnBelow is the number of features below which a verdict is doubtful.
	WarnBelow int `yaml:"warn-below" json:"warn_below"`
	// RefuseBelow is the number of features below which there is no verdict.
	RefuseBelow int `yaml:"refuse-below" json:"refuse_below"`
}

// The advice of schemes for which nothing has been measured.
var (
	unadvisedSimHash = Advice{Close: 3, Loose: 8, WarnBelow: 64, RefuseBelow: 8} // of 64 bits
	unadvisedMinHash = Advice{Close: 0.8, Loose: 0.5, WarnBelow: 64, RefuseBelow: 8}
)
