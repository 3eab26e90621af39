package dimacs

import (
	"bufio"
	"io"
	"strconv"
)

// Formula is a formula as a whole.
type Formula struct {
	Vars    int // the largest variable
	Clauses [][]int32
}

// Read reads a formula, plain or gzip.
func Read(src io.Reader) (*Formula, error) {
	r, err := NewReader(src)
	if err != nil {
		return nil, err
	}
	f := &Formula{Vars: r.Vars()}
	for {
		lits, err := r.Next()
		if err == io.EOF {
			return f, nil
		}
		if err != nil {
			return nil, err
		}
		f.Clauses = append(f.Clauses, append([]int32{}, lits...))
	}
}

// WriteTo writes the formula, one clause per line.
func (f *Formula) WriteTo(dst io.Writer) (int64, error) {
	w := &counter{dst: dst}
	buf := bufio.NewWriterSize(w, bufferSize)
	text := append([]byte{}, "p cnf "...)
	text = strconv.AppendInt(text, int64(f.Vars), 10)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(len(f.Clauses)), 10)
	text = append(text, '\n')
	buf.Write(text)
	for _, c := range f.Clauses {
		text = text[:0]
		for _, l := range c {
			text = strconv.AppendInt(text, int64(l), 10)
			text = append(text, ' ')
		}
		buf.Write(append(text, "0\n"...))
	}
	err := buf.Flush() // a bufio.Writer keeps its first error
	return w.n, err
}

// counter counts the bytes that were written.
type counter struct {
	dst io.Writer
	n   int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.dst.Write(p)
	c.n += int64(n)
	return n, err
}
