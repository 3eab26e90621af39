// Package aigertest reads circuits in the AIGER 1.9 format, which package aiger writes, in both forms.
// Heddle itself reads no circuits. Only tests and package abctest call Read.
//
// Reading simplifies like every construction in a bitblast.Graph: the meaning is the same, and there
// may be fewer gates. Writing a circuit that was read and reading it again gives the same circuit.
// Gates that depend on each other in a cycle are an error.
package aigertest

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/aiger"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
)

// maxCount bounds each number of the header. Implicit sections of the binary form take memory although
// their text is empty.
const maxCount = 1 << 22

// Read reads a circuit in either form. The error is a *aiger.SyntaxError.
func Read(text []byte) (c *circuit.Circuit, err error) {
	r := &reader{text: text, gates: make(map[uint]gate), edges: map[uint]bitblast.Edge{0: bitblast.False},
		c: &circuit.Circuit{Graph: bitblast.NewGraph()}}
	defer func() {
		if e, ok := recover().(*aiger.SyntaxError); ok {
			c, err = nil, e
		} else if e != nil {
			panic(e)
		}
	}()
	r.read()
	return r.c, nil
}

type reader struct {
	text   []byte
	at     int
	line   int // the last line read, or the current one
	form   aiger.Form
	counts [9]uint // M I L O A B C J F
	c      *circuit.Circuit
	gates  map[uint]gate          // by literal, not read yet
	edges  map[uint]bitblast.Edge // by even literal
	next   []uint                 // by latch
}

// gate is an AND without an edge so far.
type gate struct {
	left, right uint
	open        bool // its operands are being built
}

// fail ends reading with an error. Read recovers it.
func (r *reader) fail(format string, args ...any) {
	panic(&aiger.SyntaxError{Offset: r.at, Line: r.line, Msg: fmt.Sprintf(format, args...)})
}

func (r *reader) read() {
	r.header()
	r.leaves()
	roots := make([][]uint, 4) // outputs, bad states, constraints, fairness
	roots[0], roots[1], roots[2] = r.list(r.counts[3]), r.list(r.counts[5]), r.list(r.counts[6])
	var justice [][]uint
	sizes := r.list(r.counts[7])
	for _, n := range sizes {
		if n > maxCount {
			r.fail("found a justice property of %d literals, expected %d at most", n, maxCount)
		}
		justice = append(justice, r.list(n))
	}
	roots[3] = r.list(r.counts[8])
	r.ands()
	for i, l := range r.next {
		r.c.Latches[i].Next = r.edge(l)
	}
	for i, to := range []*[]circuit.Signal{&r.c.Outputs, &r.c.Bads, &r.c.Constraints, &r.c.Fairness} {
		for _, l := range roots[i] {
			*to = append(*to, circuit.Signal{Edge: r.edge(l)})
		}
	}
	for _, list := range justice {
		var j circuit.Justice
		for _, l := range list {
			j.Edges = append(j.Edges, r.edge(l))
		}
		r.c.Justice = append(r.c.Justice, j)
	}
	r.symbols()
}

// fields returns the fields of the next line and moves behind it.
func (r *reader) fields() []string {
	r.line++
	if r.at >= len(r.text) {
		r.fail("found the end, expected a line")
	}
	rest := r.text[r.at:]
	end := bytes.IndexByte(rest, '\n')
	if end < 0 {
		r.fail("found no end of the line")
	}
	r.at += end + 1
	return strings.Fields(string(rest[:end]))
}

func (r *reader) number(s string) uint {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil {
		r.fail("found %.40q, expected a number", s)
	}
	return uint(n)
}

// numbers returns the numbers in the next line, which must be least to most many.
func (r *reader) numbers(least, most int) []uint {
	fields := r.fields()
	if len(fields) < least || len(fields) > most {
		r.fail("found %d numbers, expected %d", len(fields), least)
	}
	list := make([]uint, len(fields))
	for i, s := range fields {
		list[i] = r.number(s)
	}
	return list
}

func (r *reader) header() {
	fields := r.fields()
	if len(fields) < 6 || len(fields) > 10 || fields[0] != "aag" && fields[0] != "aig" {
		r.fail("found no header aag or aig with 5 to 9 numbers")
	}
	if fields[0] == "aig" {
		r.form = aiger.Binary
	}
	for i, s := range fields[1:] {
		if r.counts[i] = r.number(s); i > 0 && r.counts[i] > maxCount {
			r.fail("found %d, expected %d at most", r.counts[i], maxCount)
		}
	}
	sum := r.counts[1] + r.counts[2] + r.counts[4]
	if r.counts[0] < sum || r.form == aiger.Binary && r.counts[0] != sum {
		r.fail("found %d variables, expected %d", r.counts[0], sum)
	}
}

// define checks that a literal can be defined: positive, in range and not yet defined.
func (r *reader) define(l uint) {
	if l < 2 || l%2 != 0 || l/2 > r.counts[0] {
		r.fail("found literal %d, expected that of a variable", l)
	}
	if _, ok := r.gates[l]; ok || r.edges[l] != bitblast.NoEdge {
		r.fail("found variable %d twice", l/2)
	}
}

func (r *reader) leaves() {
	for i := range r.counts[1] {
		l := 2 * (i + 1)
		if r.form == aiger.Text {
			l = r.numbers(1, 1)[0]
		}
		r.define(l)
		r.edges[l] = r.c.NewInput("")
	}
	for i := range r.counts[2] {
		l := 2 * (r.counts[1] + i + 1)
		var rest []uint
		if r.form == aiger.Text {
			rest = r.numbers(2, 3)
			l, rest = rest[0], rest[1:]
		} else {
			rest = r.numbers(1, 2)
		}
		r.define(l)
		init := circuit.Zero
		if len(rest) == 2 {
			switch rest[1] {
			case 0:
			case 1:
				init = circuit.One
			case l:
				init = circuit.Any
			default:
				r.fail("found the reset %d, expected 0, 1 or %d", rest[1], l)
			}
		}
		r.edges[l] = r.c.NewLatch("", init)
		r.next = append(r.next, rest[0])
	}
}

// list reads n literals, one per line.
func (r *reader) list(n uint) []uint {
	var list []uint
	for range n {
		list = append(list, r.numbers(1, 1)[0])
	}
	return list
}

func (r *reader) ands() {
	if r.form == aiger.Text {
		var list []uint
		for range r.counts[4] {
			g := r.numbers(3, 3)
			r.define(g[0])
			r.gates[g[0]] = gate{left: g[1], right: g[2]}
			list = append(list, g[0])
		}
		for _, l := range list {
			r.edge(l)
		}
		return
	}
	for i := range r.counts[4] {
		l := 2 * (r.counts[1] + r.counts[2] + i + 1)
		d := r.delta()
		if d == 0 || d > l {
			r.fail("found a gate that depends on a later one")
		}
		left := l - d
		if d = r.delta(); d > left {
			r.fail("found a gate that depends on a later one")
		}
		r.gates[l] = gate{left: left, right: left - d}
		r.edge(l)
	}
}

func (r *reader) delta() uint {
	d := uint(0)
	for shift := 0; shift < 35; shift += 7 {
		if r.at == len(r.text) {
			break
		}
		b := r.text[r.at]
		r.at++
		d |= uint(b&0x7f) << shift
		if b < 0x80 {
			return d
		}
	}
	r.fail("found no end of a gate")
	return 0
}

// edge returns the edge of a literal, and builds the gates that it depends on.
func (r *reader) edge(l uint) bitblast.Edge {
	stack := []uint{l &^ 1}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		if r.edges[top] != bitblast.NoEdge {
			stack = stack[:len(stack)-1]
			continue
		}
		g, ok := r.gates[top]
		if !ok {
			r.fail("found literal %d, which is nothing's", top)
		}
		x, y := r.edges[g.left&^1], r.edges[g.right&^1]
		if x != bitblast.NoEdge && y != bitblast.NoEdge {
			r.edges[top] = r.c.Graph.And(x^bitblast.Edge(g.left&1), y^bitblast.Edge(g.right&1))
			delete(r.gates, top)
			stack = stack[:len(stack)-1]
			continue
		}
		if g.open {
			r.fail("found a circle of gates through literal %d", top)
		}
		g.open = true
		r.gates[top] = g
		for _, operand := range []uint{g.left &^ 1, g.right &^ 1} {
			if r.edges[operand] == bitblast.NoEdge {
				stack = append(stack, operand)
			}
		}
	}
	return r.edges[l&^1] ^ bitblast.Edge(l&1)
}

// symbols reads the names; a comment ends them.
func (r *reader) symbols() {
	for r.at < len(r.text) {
		r.line++
		rest := r.text[r.at:]
		line, _, ended := bytes.Cut(rest, []byte{'\n'})
		if !ended {
			r.fail("found no end of the line")
		}
		if len(line) == 1 && line[0] == 'c' {
			return
		}
		place, name, ok := strings.Cut(string(line), " ")
		if !ok || len(place) < 2 {
			r.fail("found %.40q, expected a symbol or a comment", line)
		}
		i := r.number(place[1:])
		if to := r.named(place[0], i); to != nil {
			*to = name
		} else {
			r.fail("found a name for %.40q, which is not there", place)
		}
		r.at += len(line) + 1
	}
}

// named returns the name field that a symbol is for, or nil if it does not exist.
func (r *reader) named(kind byte, i uint) *string {
	signal := func(list []circuit.Signal) *string {
		if i < uint(len(list)) {
			return &list[i].Name
		}
		return nil
	}
	switch kind {
	case 'i':
		return signal(r.c.Inputs)
	case 'o':
		return signal(r.c.Outputs)
	case 'b':
		return signal(r.c.Bads)
	case 'c':
		return signal(r.c.Constraints)
	case 'f':
		return signal(r.c.Fairness)
	case 'l':
		if i < uint(len(r.c.Latches)) {
			return &r.c.Latches[i].Name
		}
	case 'j':
		if i < uint(len(r.c.Justice)) {
			return &r.c.Justice[i].Name
		}
	}
	return nil
}
