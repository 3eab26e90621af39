package event

import (
	"fmt"
	"io"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// The canonical text of a graph has the terms first, each once, in the form of package term. Then come the
// parts of the graph, one on each line, numbered as in the graph.
//
//	graph assert
//	var go bool
//	%1 = and go c
//	object 1 global x size 4
//	region 1 data object 1 offset 0 width 32 init 0x0:32
//	thread 1 main
//	  node 1 access guard %1 at main a.c:3:5
//	    event 1 W region 1 value 0x1:32 guard %1
//	edge 2 -> 4 guard true
//	fact %7
//	by 0 thread 2 guard %4
//	obligation 1 thread 1 after node 3 guard %1 cond %9 "i == 1" by 0 at main a.c:9:3
//	mark loop 4 thread 1 after node 3 guard %3 at a.c:7:3
//	input thread 1 after node 2 nondet width 32 value x guard %1 at a.c:2:1

// WriteTo writes the canonical text of the graph. Graphs that were made in the same way have the same text,
// except for the terms' labels, which number the lines.
func (g *Graph) WriteTo(w io.Writer) (int64, error) {
	p := &printer{g: g, label: make(map[term.ID]string)}
	p.terms()
	p.data()
	for t := 1; t < len(g.Threads); t++ {
		p.thread(ThreadID(t))
	}
	p.rest()
	n, err := io.WriteString(w, p.out.String())
	return int64(n), err
}

// String returns the canonical text.
func (g *Graph) String() string {
	var b strings.Builder
	g.WriteTo(&b) // a strings.Builder never fails
	return b.String()
}

type printer struct {
	g     *Graph
	out   strings.Builder
	label map[term.ID]string
}

func (p *printer) printf(format string, args ...any) { fmt.Fprintf(&p.out, format, args...) }

// Roots returns the terms that the graph refers to, each once, in the order of its
// text.
func (g *Graph) Roots() []term.ID {
	var list []term.ID
	seen := map[term.ID]bool{term.None: true}
	add := func(ids ...term.ID) {
		for _, id := range ids {
			if !seen[id] {
				seen[id] = true
				list = append(list, id)
			}
		}
	}
	for i := range g.Objects {
		add(g.Objects[i].Count)
	}
	for i := range g.Regions {
		add(g.Regions[i].Init)
	}
	for t := range g.Threads {
		add(g.Threads[t].Guard)
		for _, n := range g.Threads[t].Nodes {
			add(g.Nodes[n].Guard, g.Nodes[n].Step)
			for e := g.Nodes[n].First; e < g.Nodes[n].Last; e++ {
				add(g.Events[e].Guard, g.Events[e].Index, g.Events[e].Value)
			}
		}
	}
	for i := range g.Edges {
		add(g.Edges[i].Guard)
	}
	add(g.Facts...)
	for _, list := range g.Unblock {
		for _, b := range list {
			add(b.Guard)
		}
	}
	for i := range g.Obligations {
		add(g.Obligations[i].Guard, g.Obligations[i].Cond)
	}
	for i := range g.Marks {
		add(g.Marks[i].Guard)
	}
	for i := range g.Inputs {
		add(g.Inputs[i].Guard, g.Inputs[i].Value)
	}
	for i := range g.Points {
		add(g.Points[i].Guard, g.Points[i].Modifies, g.Points[i].Channel, g.Points[i].Number)
	}
	for i := range g.Touches {
		add(g.Touches[i].Guard, g.Touches[i].Offset)
	}
	return list
}

// terms writes the lines of all terms and keeps the labels of the roots, which
// are the last lines of the text of package term.
func (p *printer) terms() {
	p.printf("graph %s\n", p.g.Property)
	roots := p.g.Roots()
	text := p.g.Terms.Text(roots...)
	lines := strings.SplitAfter(text, "\n")
	lines = lines[:len(lines)-1]
	first := len(lines) - len(roots)
	for _, l := range lines[:first] {
		p.out.WriteString(l)
	}
	for i, l := range lines[first:] {
		p.label[roots[i]] = strings.TrimSuffix(strings.TrimPrefix(l, "root "), "\n")
	}
}

func (p *printer) data() {
	for i := 1; i < len(p.g.Objects); i++ {
		o := &p.g.Objects[i]
		p.printf("object %d", i)
		if o.Global != 0 {
			p.printf(" global %s", p.g.Program.Globals[o.Global].Name)
		} else {
			p.printf(" site %d thread %d", o.Site, o.Thread)
			p.optional("count", o.Count)
		}
		if o.Size >= 0 {
			p.printf(" size %d", o.Size)
		}
		p.printf("\n")
	}
	for i := 1; i < len(p.g.Regions); i++ {
		r := &p.g.Regions[i]
		p.printf("region %d %s object %d offset %d width %d", i, r.Kind, r.Object, r.Offset, r.Width)
		if r.Count != 1 {
			p.printf(" count %d index %d", r.Count, r.IndexWidth)
		}
		p.printf(" init %s\n", p.label[r.Init])
	}
}

func (p *printer) thread(t ThreadID) {
	th := &p.g.Threads[t]
	p.printf("thread %d", t)
	if th.Parent == 0 {
		p.printf(" main")
	} else {
		p.printf(" of %d by node %d", th.Parent, th.Spawn)
	}
	p.optional("guard", th.Guard)
	if th.End != 0 {
		p.printf(" end %d", th.End)
	}
	p.printf("\n")
	for _, id := range th.Nodes {
		n := &p.g.Nodes[id]
		p.printf("  node %d %s", id, n.Kind)
		if n.Child != 0 {
			p.printf(" thread %d", n.Child)
		}
		p.printf(" guard %s", p.label[n.Guard])
		if n.Step != n.Guard {
			p.printf(" step %s", p.label[n.Step])
		}
		if n.Final {
			p.printf(" final")
		}
		p.place(n.Func, n.Pos)
		p.printf("\n")
		for e := n.First; e < n.Last; e++ {
			p.event(e)
		}
	}
}

func (p *printer) event(id ID) {
	e := &p.g.Events[id]
	p.printf("    event %d %s region %d", id, e.Kind, e.Region)
	p.optional("index", e.Index)
	p.printf(" value %s", p.label[e.Value])
	if e.Order != ir.NonAtomic {
		p.printf(" %s", e.Order)
	}
	if e.Point != 0 {
		p.printf(" point %d", e.Point)
	}
	if e.Lock != NoLock {
		p.printf(" %s hold %d", e.Lock, e.Hold)
	}
	if e.Guard != p.g.Nodes[e.Node].Guard {
		p.printf(" guard %s", p.label[e.Guard])
	}
	p.printf("\n")
}

func (p *printer) rest() {
	for _, e := range p.g.Edges {
		p.printf("edge %d -> %d", e.From, e.To)
		p.printf(" guard %s\n", p.label[e.Guard])
	}
	for _, f := range p.g.Facts {
		p.printf("fact %s\n", p.label[f])
	}
	for i, list := range p.g.Unblock {
		p.printf("by %d", i)
		for _, b := range list {
			p.printf(" thread %d guard %s", b.Thread, p.label[b.Guard])
		}
		p.printf("\n")
	}
	for i := range p.g.Obligations {
		o := &p.g.Obligations[i]
		p.printf("obligation")
		if o.Property != p.g.Property {
			p.printf(" of %s", o.Property)
		}
		if o.Kind != "" {
			p.printf(" %s", o.Kind)
		}
		p.after(o.Thread, o.Node)
		p.printf(" guard %s cond %s %q", p.label[o.Guard], p.label[o.Cond], o.Text)
		if len(p.g.Unblock) > 0 {
			p.printf(" by %d", o.By)
		}
		p.place(o.Func, o.Pos)
		p.printf("\n")
	}
	for i := range p.g.Marks {
		m := &p.g.Marks[i]
		p.printf("mark")
		if m.Unsupported != "" {
			p.printf(" unsupported %q", m.Unsupported)
		} else {
			p.printf(" %s %d", m.Bound, m.Limit)
		}
		p.after(m.Thread, m.Node)
		p.printf(" guard %s at %s\n", p.label[m.Guard], m.Location)
	}
	for i := range p.g.Inputs {
		in := &p.g.Inputs[i]
		p.printf("input")
		p.after(in.Thread, in.Node)
		if in.Object != 0 {
			p.printf(" uninit object %d offset %d", in.Object, in.Offset)
		} else {
			p.printf(" %s width %d", in.Reason, in.Width)
		}
		p.printf(" value %s guard %s", p.label[in.Value], p.label[in.Guard])
		p.place(0, in.Pos)
		p.printf("\n")
	}
	p.races()
}

func (p *printer) optional(name string, t term.ID) {
	if t != term.None {
		p.printf(" %s %s", name, p.label[t])
	}
}

func (p *printer) after(t ThreadID, n NodeID) {
	p.printf(" thread %d", t)
	if n != 0 {
		p.printf(" after node %d", n)
	}
}

// place writes the function and the position of something, if it has them.
func (p *printer) place(f ir.FuncID, pos ir.Pos) {
	var words []string
	if f != 0 {
		words = append(words, p.g.Program.Funcs[f].Name)
	}
	if pos.IsValid() {
		words = append(words, pos.Text(p.g.Program.Files))
	}
	if len(words) > 0 {
		p.printf(" at %s", strings.Join(words, " "))
	}
}
