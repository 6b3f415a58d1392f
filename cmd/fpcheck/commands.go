package main

// everyCommand lists the commands in the order of the help.
var everyCommand = []commandMaker{
	{"fingerprint", (*app).fingerprintCommand},
	{"compare", (*app).compareCommand},
	{"dedupe", (*app).dedupeCommand},
	{"index", (*app).indexCommand},
	{"search", (*app).searchCommand},
	{"serve", (*app).serveCommand},
	{"plan", (*app).planCommand},
	{"eval", (*app).evalCommand},
	{"manifest", (*app).manifestCommand},
	{"verify", (*app).verifyCommand},
	{"schemes", (*app).schemesCommand},
	{"media", (*app).mediaCommand},
	{"sketch", (*app).sketchCommand},
	{"merge", (*app).mergeCommand},
	{"frequencies", (*app).frequenciesCommand},
	{"vectors", (*app).vectorsCommand},
	{"conform", (*app).conformCommand},
	{"fuzz", (*app).fuzzCommand},
	{"port", (*app).portCommand},
	{"report", (*app).reportCommand},
}
