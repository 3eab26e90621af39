// Package ledger keeps CSV tables that grow by a line for each result and survive a kill. One system
// call writes a line, so a kill can only leave an incomplete last line. Opening the table again drops
// it. The packages of room lab keep their results in such tables. The package gives the fields no
// meaning.
package ledger

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Table is a table on disk that can grow. It is for one goroutine at a time.
type Table struct {
	f *os.File // nil: there is no file
}

// Mode selects what Open does with the existing lines of a table.
type Mode uint8

// The modes.
const (
	Anew   Mode = iota // the table is emptied
	Resume             // the lines are kept and returned
)

// Open opens a table with the given columns, creates it if there is none, and returns its records. With
// an empty name there is no file, and records are discarded. It returns an error if the file is not
// such a table.
func Open(name string, columns []string, mode Mode) (*Table, [][]string, error) {
	if name == "" {
		return &Table{}, nil, nil
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	t := &Table{f}
	records, err := t.begin(columns, mode)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("read %s: %w", name, err), f.Close())
	}
	return t, records, nil
}

// begin prepares the file for the next line.
func (t *Table) begin(columns []string, mode Mode) (records [][]string, err error) {
	var whole []byte
	if mode == Resume {
		text, err := io.ReadAll(t.f)
		if err != nil {
			return nil, err
		}
		whole = text[:bytes.LastIndexByte(text, '\n')+1]
		if len(whole) > 0 {
			if records, err = Read(bytes.NewReader(whole), columns); err != nil {
				return nil, err
			}
		}
	}
	if err := t.f.Truncate(int64(len(whole))); err != nil {
		return nil, err
	}
	if _, err := t.f.Seek(0, io.SeekEnd); err != nil {
		return nil, err
	}
	if len(whole) == 0 {
		err = t.Write(columns)
	}
	return records, err
}

// Read returns the records of a table with the given columns.
func Read(r io.Reader, columns []string) ([][]string, error) {
	all, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(all) == 0 || !slices.Equal(all[0], columns) {
		return nil, errors.New("not a table of results: the header is another")
	}
	return all[1:], nil
}

// Write appends a record. Line ends inside a field become spaces.
func (t *Table) Write(record []string) error {
	if t.f == nil {
		return nil
	}
	if _, err := t.f.Write(line(record)); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return nil
}

// line returns the record as a single line of CSV.
func line(record []string) []byte {
	clean := slices.Clone(record)
	for i := range clean {
		clean[i] = strings.Join(strings.FieldsFunc(clean[i], func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(clean) // writing to a buffer does not fail
	w.Flush()
	return b.Bytes()
}

// Close ends writing.
func (t *Table) Close() error {
	if t.f == nil {
		return nil
	}
	return t.f.Close()
}
