package btor2

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// Write writes a circuit with the cones of its roots, below a comment. The comment may be empty or have
// several lines. A symbol is a name with underscores in place of characters that are not allowed, and
// with a number if an earlier symbol is the same.
func Write(w io.Writer, c *circuit.Circuit, comment string) error {
	x := &writer{Writer: bufio.NewWriter(w), ids: make([]int, c.Graph.NumNodes()), symbols: make(map[string]int)}
	for line := range strings.Lines(comment) {
		fmt.Fprintf(x, "; %s\n", strings.TrimSuffix(line, "\n"))
	}
	x.line("sort bitvec 1")
	x.ids[bitblast.False.Node()] = x.line("zero 1")
	x.one = x.line("one 1")
	for _, s := range c.Inputs {
		x.ids[s.Edge.Node()] = x.line("input 1%s", x.symbol(s.Name))
	}
	for i := range c.Latches {
		l := &c.Latches[i]
		x.ids[l.Edge.Node()] = x.line("state 1%s", x.symbol(l.Name))
	}
	for i := range c.Latches {
		if l := &c.Latches[i]; l.Init != circuit.Any {
			x.line("init 1 %d %d", x.id(l.Edge), x.id(bitblast.False^bitblast.Edge(l.Init)))
		}
	}
	for _, n := range circuit.Cone(c.Graph, c.Roots()...) {
		if l, r, and := c.Graph.Fanins(n); and {
			x.ids[n] = x.line("and 1 %d %d", x.id(l), x.id(r))
		}
	}
	for i := range c.Latches {
		x.line("next 1 %d %d", x.id(c.Latches[i].Edge), x.id(c.Latches[i].Next))
	}
	x.signals("output", c.Outputs)
	x.signals("constraint", c.Constraints)
	x.signals("bad", c.Bads)
	x.signals("fair", c.Fairness)
	for _, j := range c.Justice {
		edges := ""
		for _, e := range j.Edges {
			edges += fmt.Sprintf(" %d", x.id(e))
		}
		x.line("justice %d%s%s", len(j.Edges), edges, x.symbol(j.Name))
	}
	return x.Flush()
}

type writer struct {
	*bufio.Writer
	last    int   // the last line number given
	ids     []int // by node
	one     int
	symbols map[string]int // number of uses of each symbol
}

// line writes a line and returns its number.
func (x *writer) line(format string, args ...any) int {
	x.last++
	fmt.Fprintf(x, "%d "+format+"\n", append([]any{x.last}, args...)...)
	return x.last
}

// id returns the number that stands for an edge; it is negative for a negated edge.
func (x *writer) id(e bitblast.Edge) int {
	switch {
	case e == bitblast.True:
		return x.one
	case e.IsNeg():
		return -x.ids[e.Node()]
	}
	return x.ids[e.Node()]
}

func (x *writer) symbol(name string) string {
	if name == "" {
		return ""
	}
	symbol := strings.Map(func(r rune) rune {
		if r == ';' || unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return '_'
		}
		return r
	}, name)
	if x.symbols[symbol]++; x.symbols[symbol] > 1 {
		symbol += fmt.Sprintf("#%d", x.symbols[symbol])
	}
	return " " + symbol
}

func (x *writer) signals(tag string, list []circuit.Signal) {
	for _, s := range list {
		x.line("%s %d%s", tag, x.id(s.Edge), x.symbol(s.Name))
	}
}
