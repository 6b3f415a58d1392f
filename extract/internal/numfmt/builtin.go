package numfmt

// Builtin returns the format code for a number ("numFmtId" in XLSX, "ifmt" in XLS), or General.
func Builtin(id int) string {
	if code, ok := builtin[id]; ok {
		return code
	}
	return "General"
}

// builtin are the codes of ISO/IEC 29500-1, 18.8.30, in American English, with dates as in Excel.
var builtin = map[int]string{
	1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00",
	5: `"$"#,##0_);("$"#,##0)`, 6: `"$"#,##0_);[Red]("$"#,##0)`,
	7: `"$"#,##0.00_);("$"#,##0.00)`, 8: `"$"#,##0.00_);[Red]("$"#,##0.00)`,
	9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
	14: "m/d/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
	18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yyyy h:mm",

	// Codes of East Asia, as they are in other languages.
	27: "m/d/yyyy", 28: "m/d/yyyy", 29: "m/d/yyyy", 30: "m/d/yyyy", 31: "m/d/yyyy", 36: "m/d/yyyy",
	32: "h:mm:ss", 33: "h:mm:ss", 34: "h:mm:ss", 35: "h:mm:ss",
	50: "m/d/yyyy", 51: "m/d/yyyy", 52: "m/d/yyyy", 53: "m/d/yyyy", 54: "m/d/yyyy", 55: "m/d/yyyy",
	56: "m/d/yyyy", 57: "m/d/yyyy", 58: "m/d/yyyy",

	37: "#,##0_);(#,##0)", 38: "#,##0_);[Red](#,##0)",
	39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);[Red](#,##0.00)",
	41: `_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)`, 42: `_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)`,
	43: `_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)`,
	44: `_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)`,
	45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",

	// Codes of Thailand, which repeat those above.
	59: "0", 60: "0.00", 61: "#,##0", 62: "#,##0.00",
	63: `"$"#,##0_);("$"#,##0)`, 64: `"$"#,##0_);[Red]("$"#,##0)`,
	65: `"$"#,##0.00_);("$"#,##0.00)`, 66: `"$"#,##0.00_);[Red]("$"#,##0.00)`,
	67: "0%", 68: "0.00%", 69: "# ?/?", 70: "# ??/??",
	71: "m/d/yyyy", 72: "m/d/yyyy", 73: "d-mmm-yy", 74: "d-mmm", 75: "mmm-yy",
	76: "h:mm", 77: "h:mm:ss", 78: "m/d/yyyy h:mm", 79: "mm:ss", 80: "[h]:mm:ss", 81: "mm:ss.0",
}
