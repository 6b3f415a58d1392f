package guess

import "testing"

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		why   string
		notes []string
		want  string
	}{
		{"nothing", nil, ""},
		{"another note", []string{"1 of 3 pages has no text"}, ""},
		{"a document", []string{"a note", Note("gbk")}, "the encoding is a guess: gbk"},
		{"a part", []string{NoteOf("the subject", "gbk")}, "the encoding of the subject is a guess: gbk"},
		{"a mail of a mailbox", []string{"mail 2: " + Note("gbk")}, "mail 2: the encoding is a guess: gbk"},
	} {
		got := ""
		if err := Of(tt.notes); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
