package numfmt

// Builtin returns the format code that a number stands for in files that do not give it
// ("numFmtId" in XLSX, "ifmt" in XLS), General if none is known.
func Builtin(id int) string {
	if code, ok := builtin[id]; ok {
		return code
	}
	return "General"
}

// builtin are those of ISO/IEC 29500-1, 18.8.30, in American English, with the forms that
// Excel shows for dates.
var builtin = map[int]string{
	1:  "0",
	2:  "0.00",
	3:  "#,##0",
	4:  "#,##0.00",
	5:  `"$"#,##0_);("$"#,##0)`,
	6:  `"$"#,##0_);[Red]("$"#,##0)`,
	7:  `"$"#,##0.00_);("$"#,##0.00)`,
	8:  `"$"#,##0.00_);[Red]("$"#,##0.00)`,
	9:  "0%",
	10: "0.00%",
	11: "0.00E+00",
	12: "# ?/?",
	13: "# ??/??",
	14: "m/d/yyyy",
	15: "d-mmm-yy",
	16: "d-mmm",
	17: "mmm-yy",
	18: "h:mm AM/PM",
	19: "h:mm:ss AM/PM",
	20: "h:mm",
	21: "h:mm:ss",
	22: "m/d/yyyy h:mm",
	37: "#,##0_);(#,##0)",
	38: "#,##0_);[Red](#,##0)",
	39: "#,##0.00_);(#,##0.00)",
	40: "#,##0.00_);[Red](#,##0.00)",
	41: `_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)`,
	42: `_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)`,
	43: `_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)`,
	44: `_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)`,
	45: "mm:ss",
	46: "[h]:mm:ss",
	47: "mm:ss.0",
	48: "##0.0E+0",
	49: "@",
}
