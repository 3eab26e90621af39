package html

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/heddle-mc/heddle/internal/explain/report"
	"github.com/heddle-mc/heddle/internal/explain/story"
)

// graph is the drawing of the waits of a deadlock. Its nodes are threads and the objects that they wait
// for. An arrow leads from a thread to its object, and from an object to the threads that hold it. A
// cycle is drawn as a ring. Other nodes stand in columns on its left. Lengths are in pixels.
type graph struct {
	Width, Height float64
	Nodes         []*node
	Edges         []edge
}

// node is a box of the drawing.
type node struct {
	X, Y, W, H float64 // of its middle; its size
	Label, Sub string
	IsThread   bool
	Color      int // of a thread
	InCycle    bool
	name       string // unique name
	next       []*node
	why        []string // by arrow in next: its label
	depth      int      // number of arrows to the farthest end, or to the cycle
}

// Left returns the left edge of the box, relative to its middle.
func (n *node) Left() float64 { return -n.W / 2 }

// Top returns the top edge of the box, relative to its middle.
func (n *node) Top() float64 { return -n.H / 2 }

// edge is an arrow.
type edge struct {
	Path           string // of SVG
	Label          string
	LabelX, LabelY float64
	InCycle        bool
}

// The sizes of the drawing.
const (
	boxHeight  = 46
	charWidth  = 7.6
	boxPadding = 30
	columnGap  = 130
	rowGap     = 34
	margin     = 16
)

// newGraph draws the waits of a deadlock; nil: the failure is not a deadlock.
func newGraph(s *story.Story) *graph {
	if len(s.Failure.Waits) == 0 {
		return nil
	}
	g := &graph{}
	for i := range s.Failure.Waits {
		g.wait(s, &s.Failure.Waits[i])
	}
	cycle := g.cycle()
	for _, n := range cycle {
		n.InCycle = true
	}
	left := g.columns()
	g.ring(cycle, left)
	for _, n := range g.Nodes {
		g.Width, g.Height = max(g.Width, n.X+n.W/2+margin), max(g.Height, n.Y+n.H/2+margin)
	}
	middle := ringCentre(cycle)
	for _, n := range g.Nodes {
		for k, to := range n.next {
			g.Edges = append(g.Edges, arrow(n, to, n.why[k], len(cycle), middle))
		}
	}
	return g
}

// box returns the node of a name, and creates it if necessary.
func (g *graph) box(name, label, sub string) *node {
	for _, n := range g.Nodes {
		if n.name == name {
			return n
		}
	}
	width := charWidth*float64(max(utf8.RuneCountInString(label), utf8.RuneCountInString(sub))) + boxPadding
	n := &node{name: name, Label: label, Sub: sub, W: max(width, 96), H: boxHeight}
	g.Nodes = append(g.Nodes, n)
	return n
}

func (g *graph) thread(s *story.Story, name string) *node {
	n := g.box("thread "+name, name, functionOf(s, name))
	n.IsThread, n.Color = true, colorOf(s, name)
	return n
}

func (n *node) leads(to *node, why string) {
	if !slices.Contains(n.next, to) {
		n.next, n.why = append(n.next, to), append(n.why, why)
	}
}

// wait adds the object of a thread's wait, and the threads that hold it.
func (g *graph) wait(s *story.Story, w *story.Wait) {
	t := g.thread(s, w.Thread)
	if w.For == "join" {
		for _, o := range w.Owners {
			t.leads(g.thread(s, o.Thread), "joins")
		}
		return
	}
	resource := g.box(w.For+" "+w.Object, cmp.Or(w.Object, report.WaitsFor(w)), w.For)
	t.leads(resource, fmt.Sprintf("waits, line %d", w.Place.Line))
	for _, o := range w.Owners {
		why := "held"
		if o.Since != nil {
			why = fmt.Sprintf("held since line %d", o.Since.Line)
		}
		owner := g.thread(s, o.Thread)
		if o.Ended {
			owner.Sub = "has ended"
		}
		resource.leads(owner, why)
	}
}

// cycle returns the nodes of a cycle in its order, or nothing.
func (g *graph) cycle() []*node {
	done := make(map[*node]bool)
	var path []*node
	var visit func(n *node) []*node
	visit = func(n *node) []*node {
		if at := slices.Index(path, n); at >= 0 {
			return slices.Clone(path[at:])
		}
		if done[n] {
			return nil
		}
		done[n] = true
		path = append(path, n)
		defer func() { path = path[:len(path)-1] }()
		for _, to := range n.next {
			if c := visit(to); c != nil {
				return c
			}
		}
		return nil
	}
	for _, n := range g.Nodes {
		if c := visit(n); c != nil {
			return c
		}
	}
	return nil
}

// columns places the nodes outside the cycle, those farther from the end of the waits farther left. It
// returns the right edge of the columns.
func (g *graph) columns() float64 {
	deepest := 0
	for range g.Nodes { // as many rounds as the longest path
		for _, n := range g.Nodes {
			if n.InCycle {
				continue
			}
			for _, to := range n.next {
				if d := to.depth + 1; d > n.depth && d <= len(g.Nodes) {
					n.depth = d
				}
			}
			deepest = max(deepest, n.depth)
		}
	}
	x := float64(margin)
	for d := deepest; d >= 0; d-- {
		width, y := 0.0, float64(margin)
		for _, n := range g.Nodes {
			if n.depth == d && !n.InCycle {
				width = max(width, n.W)
			}
		}
		for _, n := range g.Nodes {
			if n.depth == d && !n.InCycle {
				n.X, n.Y = x+width/2, y+n.H/2
				y += n.H + rowGap
			}
		}
		if width > 0 {
			x += width + columnGap
		}
	}
	return x
}

// ring places the nodes of a cycle on an ellipse right of the columns.
func (g *graph) ring(cycle []*node, left float64) {
	if len(cycle) == 0 {
		return
	}
	widest := 0.0
	for _, n := range cycle {
		widest = max(widest, n.W)
	}
	// The distance of neighbours exceeds the width of a box, or its height where the ring is steep.
	rx := max(widest*0.6+90, (widest+90)/(2*math.Sin(math.Pi/float64(max(len(cycle), 2)))))
	ry := max(102, rx*0.7)
	if len(cycle) == 2 {
		ry = 30
	}
	cx, cy := left+rx+widest/2, float64(margin)+ry+boxHeight/2
	for i, n := range cycle {
		// Boxes side by side are easier to read than boxes above each other.
		angle := math.Pi + 2*math.Pi*float64(i)/float64(len(cycle))
		n.X, n.Y = cx+rx*math.Cos(angle), cy+ry*math.Sin(angle)
	}
}

type point struct{ x, y float64 }

func ringCentre(cycle []*node) point {
	var p point
	for _, n := range cycle {
		p.x += n.X / float64(len(cycle))
		p.y += n.Y / float64(len(cycle))
	}
	return p
}

// arrow draws an arrow: bent away from the middle of its cycle, or straight outside a cycle.
func arrow(from, to *node, label string, length int, middle point) edge {
	e := edge{Label: label, InCycle: from.InCycle && to.InCycle}
	c := point{(from.X + to.X) / 2, (from.Y + to.Y) / 2}
	dx, dy := to.X-from.X, to.Y-from.Y
	far := math.Max(math.Hypot(dx, dy), 1)
	switch {
	case e.InCycle && length == 2:
		c.x, c.y = c.x-dy/far*46, c.y+dx/far*46
	case e.InCycle:
		c.x, c.y = c.x+(c.x-middle.x)*0.35, c.y+(c.y-middle.y)*0.35
	case math.Abs(dx) < 1: // in one column
		c.x -= from.W/2 + 40
	}
	a, b := edgeOf(from, c, 2), edgeOf(to, c, 7)
	e.Path = fmt.Sprintf("M%.1f %.1fQ%.1f %.1f %.1f %.1f", a.x, a.y, c.x, c.y, b.x, b.y)
	e.LabelX, e.LabelY = (a.x+2*c.x+b.x)/4, (a.y+2*c.y+b.y)/4-6
	return e
}

// edgeOf returns the point where the line from a box's middle to p leaves the box, plus a gap.
func edgeOf(n *node, p point, gap float64) point {
	dx, dy := p.x-n.X, p.y-n.Y
	if dx == 0 && dy == 0 {
		return point{n.X, n.Y}
	}
	t := math.Min((n.W/2+gap)/math.Max(math.Abs(dx), 1e-9), (n.H/2+gap)/math.Max(math.Abs(dy), 1e-9))
	t = math.Min(t, 1)
	return point{n.X + dx*t, n.Y + dy*t}
}
