package page

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// The files of a report, beside one for each figure and each table that has a name.
const (
	textFile = "tables.txt"
	htmlFile = "index.html"
)

// WriteFiles writes the report into a directory: the text, the page, each figure, and
// each table that has a name.
func (p *Page) WriteFiles(dir string) error {
	if err := write(filepath.Join(dir, textFile), p.WriteText); err != nil {
		return err
	}
	for i := range p.Sections {
		for k := range p.Sections[i].Tables {
			if t := &p.Sections[i].Tables[k]; t.File != "" {
				if err := write(filepath.Join(dir, t.File+".csv"), t.writeCSV); err != nil {
					return err
				}
			}
		}
		for k := range p.Sections[i].Plots {
			plot := &p.Sections[i].Plots[k]
			if err := write(filepath.Join(dir, plot.Name+".svg"), plot.Grid.WriteSVG); err != nil {
				return err
			}
		}
	}
	return write(filepath.Join(dir, htmlFile), p.WriteHTML)
}

// writeCSV writes the header and the rows.
func (t *Table) writeCSV(w io.Writer) error {
	return csv.NewWriter(w).WriteAll(append([][]string{t.Header}, t.Rows...))
}

// write makes one file.
func write(name string, text func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	err = text(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
