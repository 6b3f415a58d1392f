package mail

// Formats lists the formats of the family for tests.
var Formats = family.Formats
