package aiger

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// Form is one of the two forms of the format.
type Form uint8

// The forms.
const (
	Text Form = iota
	Binary
)

// Write writes a circuit, with the cones of its roots, and a comment. The comment may be empty or have
// several lines.
func Write(w io.Writer, c *circuit.Circuit, form Form, comment string) error {
	x := &writer{Writer: bufio.NewWriter(w), c: c, form: form, literals: make([]uint, c.Graph.NumNodes())}
	x.number()
	x.sections()
	x.gates()
	x.symbols()
	if comment != "" {
		fmt.Fprintf(x, "c\n%s\n", strings.TrimSuffix(comment, "\n"))
	}
	return x.Flush()
}

type writer struct {
	*bufio.Writer
	c        *circuit.Circuit
	form     Form
	literals []uint   // by node
	ands     []uint32 // in ascending order of their literals
}

// number gives literals to inputs, latches and gates, in that order.
func (x *writer) number() {
	next := uint(2)
	give := func(n uint32) {
		x.literals[n] = next
		next += 2
	}
	for _, s := range x.c.Inputs {
		give(s.Edge.Node())
	}
	for i := range x.c.Latches {
		give(x.c.Latches[i].Edge.Node())
	}
	for _, n := range circuit.Cone(x.c.Graph, x.c.Roots()...) {
		if _, _, and := x.c.Graph.Fanins(n); and {
			give(n)
			x.ands = append(x.ands, n)
		}
	}
}

// literal returns an edge's literal: the constant is 0.
func (x *writer) literal(e bitblast.Edge) uint {
	l := x.literals[e.Node()]
	if e.IsNeg() {
		l ^= 1
	}
	return l
}

func (x *writer) sections() {
	c := x.c
	magic := "aag"
	if x.form == Binary {
		magic = "aig"
	}
	counts := []int{len(c.Inputs) + len(c.Latches) + len(x.ands), len(c.Inputs), len(c.Latches), len(c.Outputs), len(x.ands),
		len(c.Bads), len(c.Constraints), len(c.Justice), len(c.Fairness)}
	last := len(counts)
	for last > 5 && counts[last-1] == 0 {
		last--
	}
	fmt.Fprintf(x, "%s %s\n", magic, strings.Trim(fmt.Sprint(counts[:last]), "[]"))
	if x.form == Text {
		for _, s := range c.Inputs {
			fmt.Fprintln(x, x.literal(s.Edge))
		}
	}
	for i := range c.Latches {
		l := &c.Latches[i]
		if x.form == Text {
			fmt.Fprintf(x, "%d ", x.literal(l.Edge))
		}
		fmt.Fprint(x, x.literal(l.Next))
		switch l.Init {
		case circuit.One:
			fmt.Fprint(x, " 1")
		case circuit.Any:
			fmt.Fprintf(x, " %d", x.literal(l.Edge))
		}
		fmt.Fprintln(x)
	}
	x.signals(c.Outputs)
	x.signals(c.Bads)
	x.signals(c.Constraints)
	for _, j := range c.Justice {
		fmt.Fprintln(x, len(j.Edges))
	}
	for _, j := range c.Justice {
		for _, e := range j.Edges {
			fmt.Fprintln(x, x.literal(e))
		}
	}
	x.signals(c.Fairness)
}

func (x *writer) signals(list []circuit.Signal) {
	for _, s := range list {
		fmt.Fprintln(x, x.literal(s.Edge))
	}
}

// gates writes the gates: left ≥ right, both less than the gate's own literal.
func (x *writer) gates() {
	for _, n := range x.ands {
		l, r, _ := x.c.Graph.Fanins(n)
		left, right := x.literal(l), x.literal(r)
		if left < right {
			left, right = right, left
		}
		own := x.literals[n]
		if x.form == Text {
			fmt.Fprintf(x, "%d %d %d\n", own, left, right)
			continue
		}
		x.delta(own - left)
		x.delta(left - right)
	}
}

// delta writes a difference, seven bits in a byte, the lowest first.
func (x *writer) delta(d uint) {
	for ; d > 0x7f; d >>= 7 {
		x.WriteByte(byte(d&0x7f | 0x80))
	}
	x.WriteByte(byte(d))
}

func (x *writer) symbols() {
	name := func(kind string, i int, text string) {
		if text != "" {
			fmt.Fprintf(x, "%s%d %s\n", kind, i, strings.ReplaceAll(text, "\n", " "))
		}
	}
	list := func(kind string, signals []circuit.Signal) {
		for i, s := range signals {
			name(kind, i, s.Name)
		}
	}
	list("i", x.c.Inputs)
	for i := range x.c.Latches {
		name("l", i, x.c.Latches[i].Name)
	}
	list("o", x.c.Outputs)
	list("b", x.c.Bads)
	list("c", x.c.Constraints)
	for i, j := range x.c.Justice {
		name("j", i, j.Name)
	}
	list("f", x.c.Fairness)
}
