package formats

// unread are formats without a reader.
var unread = []struct {
	mediaType string
	title     string // as people know the format
	way       string // another way to the text, or ""
}{
	{"application/onenote", "Microsoft OneNote", ""},
	{PST, "a mail store of Outlook (PST)", "readpst (Debian package pst-utils) makes mails of it, which are read"},
	{"application/vnd.ms-project", "Microsoft Project", ""},
	{"application/x-indesign", "Adobe InDesign (IDML)", ""},
	{"application/x-msaccess", "Microsoft Access", ""},
	{"application/x-msi", "an installer", ""},
	{"application/x-powerpoint-4", "PowerPoint 4", ""},
	{"application/x-thumbnails", "a thumbnail cache", ""},
	{Plist, "a property list of Apple's", ""},
}

// The media types of formats whose signatures package extract registers.
const (
	PST   = "application/vnd.ms-outlook-pst"
	Plist = "application/x-plist"
)

// Title returns a media type with the name that people know it by, and another way to its text.
func Title(mediaType string) string {
	for _, u := range unread {
		switch {
		case u.mediaType != mediaType:
		case u.way != "":
			return u.title + " (" + mediaType + "): " + u.way
		default:
			return u.title + " (" + mediaType + ")"
		}
	}
	return mediaType
}
