package circuit_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/btor2"
)

// model is a BTOR2 text with bit-vectors of width 1 only, and the values of its nodes.
type model struct {
	values map[int]uint64
	args   map[string][][]int // by tag: the number of the line, and its arguments without the sort
}

// arity has the number of arguments, the sort included, by tag. A justice gives its own.
var arity = map[string]int{"zero": 1, "one": 1, "input": 1, "state": 1, "init": 3, "next": 3, "and": 3, "output": 1, "constraint": 1, "bad": 1, "fair": 1}

// readModel reads a text line by line. It checks that lines are numbered, operands are defined before
// use, and a symbol comes last.
func readModel(t *testing.T, text string) *model {
	m := &model{values: make(map[int]uint64), args: make(map[string][][]int)}
	symbols := make(map[string]bool)
	last := 0
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), " ")
		if f[0] == ";" {
			continue
		}
		last++
		if f[0] != strconv.Itoa(last) || last == 1 && line != "1 sort bitvec 1\n" {
			t.Fatalf("%q is line %d", line, last)
		}
		if last == 1 {
			continue
		}
		tag, rest := f[1], f[2:]
		n, known := arity[tag]
		if tag == "justice" {
			n, _ = strconv.Atoi(rest[0])
			known, rest = true, rest[1:]
		}
		if !known || len(rest) < n || len(rest) > n+1 {
			t.Fatalf("%q has no form", line)
		}
		if len(rest) > n {
			if rest[n] == "" || symbols[rest[n]] {
				t.Fatalf("%q has no symbol of its own", line)
			}
			symbols[rest[n]] = true
			rest = rest[:n]
		}
		if arity[tag] == 3 || slices.Contains([]string{"zero", "one", "input", "state"}, tag) {
			if rest[0] != "1" {
				t.Fatalf("%q has another sort", line)
			}
			rest = rest[1:]
			m.values[last] = 0
		}
		args := []int{last}
		for _, text := range rest {
			id, err := strconv.Atoi(text)
			if _, defined := m.values[max(id, -id)]; err != nil || !defined || max(id, -id) >= last {
				t.Fatalf("%q has the argument %q", line, text)
			}
			args = append(args, id)
		}
		m.args[tag] = append(m.args[tag], args)
	}
	m.values[m.args["one"][0][0]] = ^uint64(0)
	return m
}

// ids returns the arguments of all lines with a tag that have one argument. For inputs and states it
// returns the lines themselves.
func (m *model) ids(tag string) []int {
	var out []int
	for _, args := range m.args[tag] {
		out = append(out, args[len(args)-1])
	}
	return out
}

func (m *model) value(id int) uint64 {
	if id < 0 {
		return ^m.values[-id]
	}
	return m.values[id]
}

// evaluate computes all nodes.
func (m *model) evaluate() {
	for _, and := range m.args["and"] {
		m.values[and[0]] = m.value(and[1]) & m.value(and[2])
	}
}

// set assigns the values of other nodes to states, all at once.
func (m *model) set(tag string) {
	after := make(map[int]uint64)
	for _, args := range m.args[tag] {
		after[args[1]] = m.value(args[2])
	}
	maps.Copy(m.values, after)
}

// TestBTOR2: the circuit written in BTOR2 has the same values as the circuit, under random inputs.
func TestBTOR2(t *testing.T) {
	for seed := range generated.All() {
		c, rng := random(seed), rand.New(rand.NewPCG(seed, 2))
		for i := range c.Latches {
			c.Latches[i].Name = []string{"", "x[0]", "a b;c"}[rng.IntN(3)]
			c.Outputs = append(c.Outputs, circuit.Signal{Edge: c.Latches[i].Next.Not()})
		}
		c.Fairness = append(c.Fairness, circuit.Signal{Edge: c.Bads[0].Edge.Not(), Name: "fair"})
		c.Justice = append(c.Justice, circuit.Justice{Edges: c.Roots()[:1+rng.IntN(3)%len(c.Latches)], Name: "stays so"})
		var text bytes.Buffer
		if err := btor2.Write(&text, c, "a circuit\nof a test"); err != nil {
			t.Fatal(err)
		}
		m := readModel(t, text.String())
		inputs, states := m.ids("input"), m.ids("state")
		s := circuit.NewSimulator(c, func(i int) uint64 { m.values[states[i]] = rng.Uint64(); return m.values[states[i]] })
		m.set("init")
		edges := make(map[string][]circuit.Signal)
		edges["output"], edges["constraint"], edges["bad"], edges["fair"] = c.Outputs, c.Constraints, c.Bads, c.Fairness
		for i := range c.Latches {
			edges["state"] = append(edges["state"], c.Latches[i].Signal)
		}
		for range 8 {
			s.Evaluate(func(i int) uint64 { m.values[inputs[i]] = rng.Uint64(); return m.values[inputs[i]] })
			m.evaluate()
			for tag, list := range edges {
				ids := m.ids(tag)
				if len(ids) != len(list) {
					t.Fatalf("seed %d: %d times %s, expected %d", seed, len(ids), tag, len(list))
				}
				for i := range ids {
					if m.value(ids[i]) != s.Value(list[i].Edge) {
						t.Fatalf("seed %d: %s %d differs in\n%s", seed, tag, i, text.String())
					}
				}
			}
			for i, id := range m.args["justice"][0][1:] {
				if m.value(id) != s.Value(c.Justice[0].Edges[i]) {
					t.Fatalf("seed %d: justice differs in\n%s", seed, text.String())
				}
			}
			s.Step()
			m.set("next")
		}
	}
}
