// Package page lays out the results of an experiment: the same tables and figures as text for a
// terminal, and as one self-contained HTML page. Package lab/compare makes the pages, and heddle
// compare writes them. The package measures and computes nothing.
package page

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/heddle-mc/heddle/internal/lab/compare/plot"
)

// Page is the report of an experiment.
type Page struct {
	Title    string
	Intro    []string // paragraphs
	Sections []Section
}

// Section is a part of a report.
type Section struct {
	Title  string
	Text   []string // paragraphs: the measures, and how to read them
	Links  []Link
	Tables []Table
	Plots  []Plot
}

// Link leads to another page.
type Link struct {
	Text string
	To   string // relative to this page
}

// Table is a table. The columns after the first Left ones are numbers.
type Table struct {
	File   string // the name of its file as CSV, without the extension; empty: none
	Title  string
	Header []string
	Rows   [][]string
	Left   int // columns of words
}

// Plot is a figure, and the name of its file without the extension.
type Plot struct {
	Name string
	Grid plot.Grid
}

// WriteText writes titles and tables, and the names of figures.
func (p *Page) WriteText(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n%s\n\n", p.Title, strings.Repeat("=", len([]rune(p.Title))))
	paragraphs(&b, p.Intro)
	for i := range p.Sections {
		s := &p.Sections[i]
		fmt.Fprintf(&b, "%s\n%s\n\n", s.Title, strings.Repeat("-", len([]rune(s.Title))))
		paragraphs(&b, s.Text)
		for _, l := range s.Links {
			fmt.Fprintf(&b, "%s (%s)\n", l.Text, l.To)
		}
		if len(s.Links) > 0 {
			b.WriteByte('\n')
		}
		for k := range s.Tables {
			s.Tables[k].text(&b)
			b.WriteByte('\n')
		}
		for k := range s.Plots {
			fmt.Fprintf(&b, "Figure: %s (%s.svg)\n", s.Plots[k].Grid.Title, s.Plots[k].Name)
		}
		if len(s.Plots) > 0 {
			b.WriteByte('\n')
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// lineWidth is the width of paragraphs, in characters.
const lineWidth = 84

// paragraphs writes text, broken into lines.
func paragraphs(b *bytes.Buffer, list []string) {
	for _, text := range list {
		width := 0
		for word := range strings.FieldsSeq(text) {
			n := len([]rune(word))
			switch {
			case width == 0:
			case width+1+n > lineWidth:
				b.WriteByte('\n')
				width = 0
			default:
				b.WriteByte(' ')
				width++
			}
			b.WriteString(word)
			width += n
		}
		b.WriteString("\n\n")
	}
}

// text writes a table in columns.
func (t *Table) text(b *bytes.Buffer) {
	if t.Title != "" {
		fmt.Fprintf(b, "%s\n\n", t.Title)
	}
	// The writer aligns all columns on the right. Words are padded with spaces so that they stand on
	// the left.
	width := make([]int, t.Left)
	lines := append([][]string{t.Header}, t.Rows...)
	for _, line := range lines {
		for i := range width {
			width[i] = max(width[i], len([]rune(line[i])))
		}
	}
	out := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, line := range lines {
		for i, field := range line {
			if i < t.Left {
				field += strings.Repeat(" ", width[i]-len([]rune(field)))
			}
			fmt.Fprintf(out, "%s\t", field)
		}
		fmt.Fprintln(out)
	}
	_ = out.Flush() // writing to a buffer does not fail
}

// layout is the HTML page.
var layout = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{"svg": svg}).Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{.Title}}</title>
<style>
body { font-family: sans-serif; max-width: 80em; margin: 2em auto; padding: 0 1em; color: #202020; }
p { max-width: 48em; line-height: 1.4; }
table { border-collapse: collapse; font-size: 85%; margin: 1em 0; }
caption { text-align: left; font-weight: bold; padding-bottom: 0.3em; }
th, td { padding: 0.15em 0.6em; text-align: right; }
th.word, td.word { text-align: left; }
thead th { border-bottom: 1px solid #404040; }
tbody tr:nth-child(even) { background: #f4f4f4; }
figure { margin: 1em 0; overflow-x: auto; }
</style>
<h1>{{.Title}}</h1>
{{range .Intro}}<p>{{.}}</p>
{{end}}{{range .Sections}}<h2>{{.Title}}</h2>
{{range .Text}}<p>{{.}}</p>
{{end}}{{if .Links}}<ul>{{range .Links}}<li><a href="{{.To}}">{{.Text}}</a></li>{{end}}</ul>
{{end}}{{range .Plots}}<figure>{{svg .}}</figure>
{{end}}{{range .Tables}}{{$left := .Left}}<table>{{if .Title}}<caption>{{.Title}}</caption>{{end}}
<thead><tr>{{range $i, $f := .Header}}<th{{if lt $i $left}} class="word"{{end}}>{{$f}}</th>{{end}}</tr></thead>
<tbody>
{{range .Rows}}<tr>{{range $i, $f := .}}<td{{if lt $i $left}} class="word"{{end}}>{{$f}}</td>{{end}}</tr>
{{end}}</tbody></table>
{{end}}{{end}}</html>
`))
})

// svg draws a figure inside the page.
func svg(p Plot) (template.HTML, error) {
	var b strings.Builder
	err := p.Grid.WriteSVG(&b)
	return template.HTML(b.String()), err // plot escapes what it writes
}

// WriteHTML writes the page with its figures inside.
func (p *Page) WriteHTML(w io.Writer) error { return layout().Execute(w, p) }
