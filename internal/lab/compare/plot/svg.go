package plot

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Sizes, in pixels.
const (
	chartWidth  = 230.0
	chartHeight = 170.0
	leftMargin  = 52.0 // of the figure, for the labels of the y axis
	chartTop    = 22.0 // of a chart, for its title
	chartBottom = 24.0 // of a chart, for the labels of the x axis
	chartGap    = 36.0 // between charts of a row
	topMargin   = 26.0 // of the figure, for its title
	legendLine  = 18.0
	legendItem  = 118.0 // the least width of a name in the legend
	letterWidth = 6.2   // of the legend's text, roughly
	bottomSpace = 22.0
)

// cloud is the opacity of marks without a line, many of which overlap.
const cloud = 0.5

// colours holds the colours of series, by look. They differ in lightness, too. Further series repeat
// them with other marks.
var colours = []string{
	"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f", "#8c510a", "#5e3c99", "#b2182b", "#66a61e",
}

// marks holds the shapes of marks, by look. Their number is such that pairs of colour and shape do not
// repeat early.
var marks = []func(x, y, r float64) string{
	func(x, y, r float64) string { return fmt.Sprintf("M%s %s", pair(x-r, y), circle(r)) },
	func(x, y, r float64) string { return polygon(x-r, y-r, x+r, y-r, x+r, y+r, x-r, y+r) },
	func(x, y, r float64) string { return polygon(x, y-1.3*r, x+1.2*r, y+r, x-1.2*r, y+r) },
	func(x, y, r float64) string { return polygon(x, y-1.4*r, x+1.4*r, y, x, y+1.4*r, x-1.4*r, y) },
	func(x, y, r float64) string { return polygon(x, y+1.3*r, x+1.2*r, y-r, x-1.2*r, y-r) },
}

// circle returns a path around the point to the right of the current one.
func circle(r float64) string {
	return fmt.Sprintf("a%s 0 1 0 %s a%s 0 1 0 %sZ", pair(r, r), pair(2*r, 0), pair(r, r), pair(-2*r, 0))
}

func polygon(xy ...float64) string {
	var b strings.Builder
	for i := 0; i < len(xy); i += 2 {
		b.WriteString(map[bool]string{true: "M", false: "L"}[i == 0] + pair(xy[i], xy[i+1]))
	}
	return b.String() + "Z"
}

func pair(x, y float64) string { return number(x) + " " + number(y) }

// number writes a pixel.
func number(f float64) string { return strconv.FormatFloat(math.Round(f*10)/10, 'f', -1, 64) }

// drawing collects the text of a figure.
type drawing struct {
	*Grid
	b strings.Builder
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

// text writes a label; anchor is start, middle or end.
func (d *drawing) text(x, y float64, anchor, class, s string) {
	d.printf(`<text x="%s" y="%s" text-anchor="%s"%s>`, number(x), number(y), anchor, class)
	_ = xml.EscapeText(&d.b, []byte(s)) // writing to a builder does not fail
	d.printf("</text>\n")
}

// WriteSVG writes the figure.
func (g *Grid) WriteSVG(w io.Writer) error {
	d := &drawing{Grid: g}
	columns := max(1, min(g.Columns, len(g.Charts)))
	rows := (len(g.Charts) + columns - 1) / columns
	width := leftMargin + float64(columns)*(chartWidth+chartGap)
	perLine, item := d.legendShape(width)
	legend := legendLine * float64((d.legendItems()+perLine-1)/perLine)
	top := topMargin + legend
	height := top + float64(rows)*(chartTop+chartHeight+chartBottom) + bottomSpace
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" font-family="sans-serif" font-size="11">`+"\n",
		number(width), number(height), number(width), number(height))
	d.printf(`<rect width="100%%" height="100%%" fill="white"/>` + "\n")
	d.text(leftMargin, 17, "start", ` font-size="14" font-weight="bold"`, g.Title)
	d.legend(perLine, item)
	xs, ys := g.values()
	x, y := newScale(xs, g.X.Log), newScale(ys, g.Y.Log)
	for i := range g.Charts {
		x.from = leftMargin + float64(i%columns)*(chartWidth+chartGap)
		x.to = x.from + chartWidth
		y.to = top + float64(i/columns)*(chartTop+chartHeight+chartBottom) + chartTop
		y.from = y.to + chartHeight
		d.chart(&g.Charts[i], &x, &y, i%columns == 0)
	}
	d.text((leftMargin+width)/2, height-7, "middle", "", g.X.Label)
	d.printf(`<g transform="translate(13 %s) rotate(-90)">`, number((top+height)/2))
	d.text(0, 0, "middle", "", g.Y.Label)
	d.printf("</g>\n</svg>\n")
	_, err := io.WriteString(w, d.b.String())
	return err
}

// legendShape returns how many names a line of the legend has, and their width.
func (d *drawing) legendShape(width float64) (perLine int, item float64) {
	item = legendItem
	for _, name := range d.Names {
		item = max(item, 34+letterWidth*float64(len([]rune(name))))
	}
	return max(1, int((width-leftMargin)/item)), item
}

// legendItems returns the number of names in the legend, including the limit.
func (d *drawing) legendItems() int {
	if d.Limit > 0 {
		return len(d.Names) + 1
	}
	return len(d.Names)
}

func (d *drawing) legend(perLine int, item float64) {
	for i := range d.legendItems() {
		x := leftMargin + float64(i%perLine)*item
		y := topMargin + float64(i/perLine)*legendLine + 8
		if i == len(d.Names) {
			d.printf(`<path d="M%sH%s" stroke="#404040" stroke-dasharray="4 3"/>`+"\n", pair(x, y), number(x+22))
			d.text(x+27, y+4, "start", "", "limit")
			break
		}
		name := d.Names[i]
		d.printf(`<path d="M%sH%s" stroke="%s" stroke-width="1.5"/>`+"\n", pair(x, y), number(x+22), colour(d.look(name)))
		d.mark(d.look(name), x+11, y, &Point{Size: 1}, 1)
		d.text(x+27, y+4, "start", "", name)
	}
}

func colour(look int) string { return colours[look%len(colours)] }

// mark draws the mark of a point.
func (d *drawing) mark(look int, x, y float64, p *Point, opacity float64) {
	fill := colour(look)
	if p.Open {
		fill = "white"
	}
	// An eye compares areas, not widths.
	path := marks[look%len(marks)](x, y, 3.2*math.Sqrt(p.Size))
	d.printf(`<path d="%s" fill="%s" fill-opacity="%s" stroke="%s"/>`+"\n", path, fill, number(opacity), colour(look))
}

// chart draws a pair of axes and its series.
func (d *drawing) chart(c *Chart, x, y *scale, labels bool) {
	d.text(x.from, y.to-6, "start", ` font-weight="bold"`, c.Title)
	for _, v := range x.ticks() {
		p, _ := x.at(v)
		d.printf(`<path d="M%sV%s" stroke="#e6e6e6"/>`+"\n", pair(p, y.from), number(y.to))
		d.text(p, y.from+14, "middle", "", tick(v))
	}
	for _, v := range y.ticks() {
		p, _ := y.at(v)
		d.printf(`<path d="M%sH%s" stroke="#e6e6e6"/>`+"\n", pair(x.from, p), number(x.to))
		if labels {
			d.text(x.from-5, p+4, "end", "", tick(v))
		}
	}
	for _, v := range x.between() {
		p, _ := x.at(v)
		d.printf(`<path d="M%sv3" stroke="#404040"/>`+"\n", pair(p, y.from))
	}
	for _, v := range y.between() {
		p, _ := y.at(v)
		d.printf(`<path d="M%sh-3" stroke="#404040"/>`+"\n", pair(x.from, p))
	}
	d.printf(`<path d="M%sV%sH%s" fill="none" stroke="#404040"/>`+"\n", pair(x.from, y.to), number(y.from), number(x.to))
	if p, ok := y.at(d.Limit); ok && d.Limit > 0 {
		d.printf(`<path d="M%sH%s" stroke="#404040" stroke-dasharray="4 3"/>`+"\n", pair(x.from, p), number(x.to))
	}
	for i := range c.Series {
		d.series(&c.Series[i], x, y)
	}
}

func (d *drawing) series(s *Series, x, y *scale) {
	look := d.look(s.Name)
	var line []string
	for _, p := range s.Points {
		px, ok := x.at(p.X)
		py, ok2 := y.at(p.Y)
		if !ok || !ok2 {
			continue
		}
		line = append(line, pair(px, py))
		if low, ok := y.at(p.Low); ok && p.Low != p.High {
			high, _ := y.at(p.High)
			d.printf(`<path d="M%sV%s" stroke="%s" stroke-width="3" stroke-opacity="0.4"/>`+"\n", pair(px, low), number(high), colour(look))
		}
	}
	if s.Line && len(line) > 1 {
		d.printf(`<path d="M%s" fill="none" stroke="%s" stroke-width="1.5"/>`+"\n", strings.Join(line, "L"), colour(look))
	}
	opacity := 1.0
	if !s.Line {
		opacity = cloud
	}
	for i := range s.Points {
		p := &s.Points[i]
		px, ok := x.at(p.X)
		py, ok2 := y.at(p.Y)
		if ok && ok2 && p.Size > 0 {
			d.mark(look, px, py, p, opacity)
		}
	}
}

// tick writes a value at an axis: thousands as k, millions as M.
func tick(v float64) string {
	switch a := math.Abs(v); {
	case a >= 1e9 || a > 0 && a < 1e-3:
		return strconv.FormatFloat(v, 'e', -1, 64)
	case a >= 1e6:
		return tick(v/1e6) + "M"
	case a >= 1e3:
		return tick(v/1e3) + "k"
	}
	return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64)
}
