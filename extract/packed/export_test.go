package packed

// Formats are those of the family, for tests.
var Formats = family.Formats
