package scratch

// Texts keeps texts in a temporary file, by number. In memory it has 8 bytes for each.
type Texts struct {
	file *File
	ends []int64 // of the texts
	held []byte  // the last of them, which are not in the file yet
}

// textsHeld is how many bytes are written at once.
const textsHeld = 1 << 20

// NewTexts returns a Texts without any. It must be closed.
func NewTexts() (*Texts, error) {
	file, err := New()
	return &Texts{file: file}, err
}

// Close removes the file.
func (t *Texts) Close() { t.file.Close() }

// Len returns the number of texts.
func (t *Texts) Len() int { return len(t.ends) }

// Add adds the next text. The first one has the number 0.
func (t *Texts) Add(text []byte) error {
	t.held = append(t.held, text...)
	t.ends = append(t.ends, t.start(len(t.ends))+int64(len(text)))
	if len(t.held) < textsHeld {
		return nil
	}
	return t.Flush()
}

// Flush writes all texts to the file, after which they can be read.
func (t *Texts) Flush() error {
	_, err := t.file.WriteAt(t.held, t.start(len(t.ends))-int64(len(t.held)))
	t.held = t.held[:0]
	return err
}

func (t *Texts) start(number int) int64 {
	if number == 0 {
		return 0
	}
	return t.ends[number-1]
}

// Size returns the number of bytes of a text.
func (t *Texts) Size(number int) int { return int(t.ends[number] - t.start(number)) }

// Read reads a text into a buffer, or into a new one if that is too small.
func (t *Texts) Read(number int, buffer []byte) ([]byte, error) {
	n := t.Size(number)
	if cap(buffer) < n {
		buffer = make([]byte, n)
	}
	_, err := t.file.ReadAt(buffer[:n], t.start(number))
	return buffer[:n], err
}

// Part returns the bytes of a text from one place to another.
func (t *Texts) Part(number, from, to int) ([]byte, error) {
	p := make([]byte, to-from)
	_, err := t.file.ReadAt(p, t.start(number)+int64(from))
	return p, err
}
