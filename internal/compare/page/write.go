package page

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// The files of a report, beside one for each figure.
const (
	textFile = "tables.txt"
	htmlFile = "index.html"
)

// WriteFiles writes the report into a directory: the text, the page, and each
// figure.
func (p *Page) WriteFiles(dir string) error {
	if err := write(filepath.Join(dir, textFile), p.WriteText); err != nil {
		return err
	}
	for i := range p.Sections {
		for k := range p.Sections[i].Plots {
			plot := &p.Sections[i].Plots[k]
			if err := write(filepath.Join(dir, plot.Name+".svg"), plot.Grid.WriteSVG); err != nil {
				return err
			}
		}
	}
	return write(filepath.Join(dir, htmlFile), p.WriteHTML)
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
