package dimacs

import (
	"fmt"
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
func (f *Formula) WriteTo(dst io.Writer) (written int64, err error) {
	text := fmt.Appendf(nil, "p cnf %d %d\n", f.Vars, len(f.Clauses))
	for _, c := range f.Clauses {
		if len(text) > bufferSize {
			n, err := dst.Write(text)
			if written += int64(n); err != nil {
				return written, err
			}
			text = text[:0]
		}
		for _, l := range c {
			text = strconv.AppendInt(text, int64(l), 10)
			text = append(text, ' ')
		}
		text = append(text, "0\n"...)
	}
	n, err := dst.Write(text)
	return written + int64(n), err
}
