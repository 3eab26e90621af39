package certificate

import (
	"fmt"
	"math"
	"strings"

	"github.com/heddle-mc/heddle/internal/host/raise"
)

// Circuit is a proof that bad signals of a program's circuit are never reached. Its kind determines
// which fields are used (package confirm). A literal is the number of a fact, from 1, or of a gate;
// gates are numbered after the facts. A negative literal is a negation.
type Circuit struct {
	Kind      Kind
	Instances int      // of what one place creates, in the system of the circuit; 0: the default
	Remarks   []string // the invariant for readers; it is not parsed
	Names     []string // of facts; all are different
	Clauses   [][]int  // over facts
	Steps     int      // of Induction and Exhaustion
	Matter    []int    // for Induction: facts
	Constants []int    // for States: facts that always hold
	Gates     [][2]int // for States: conjunctions of two earlier facts or gates
	Set       int      // for States
}

const (
	maxSteps   = math.MaxInt32
	gatePrefix = "gate:"

	instances    = "instances"
	maxInstances = 64 // with more, systems are far too large
)

// text writes a literal.
func (k *Circuit) text(l int) string {
	sign := ""
	if l < 0 {
		sign, l = "!", -l
	}
	if n := l - len(k.Names); n > 0 {
		return fmt.Sprint(sign, gatePrefix, n)
	}
	return sign + k.Names[l-1]
}

func (k *Circuit) texts(key string, literals ...int) []string {
	out := []string{key}
	for _, l := range literals {
		out = append(out, k.text(l))
	}
	return out
}

func (w *writer) circuit(k *Circuit) {
	if k.Instances > 0 {
		w.line(instances, fmt.Sprint(k.Instances))
	}
	for _, r := range k.Remarks {
		w.remark(r)
	}
	if k.Kind == Induction || k.Kind == Exhaustion {
		w.line("steps", fmt.Sprint(k.Steps))
	}
	for _, clause := range k.Clauses {
		w.line(k.texts("clause", clause...)...)
	}
	for _, l := range k.Matter {
		w.line(k.texts("matters", l)...)
	}
	for _, l := range k.Constants {
		w.line(k.texts("constant", l)...)
	}
	for _, g := range k.Gates {
		w.line(k.texts("gate", g[0], g[1])...)
	}
	if k.Kind == States {
		w.line(k.texts("set", k.Set)...)
	}
}

// Circuit parses the section as a proof about a circuit whose facts have the given names.
func (s *Section) Circuit(names []string) (out *Circuit, err error) {
	defer raise.Catch[*SyntaxError](&err)
	c := s.body
	out = &Circuit{Kind: s.Kind, Instances: s.Instances, Names: names}
	number := make(map[string]int, len(names))
	for i, n := range names {
		number[n] = i + 1
	}
	literal := func(gates bool) int {
		text := c.word("what is known of a state")
		name, negative := strings.CutPrefix(text, "!")
		n := number[name]
		if at, isGate := strings.CutPrefix(name, gatePrefix); n == 0 && gates && isGate {
			n = len(names) + int(c.parse(at, "the number of a gate above", 1, int64(len(out.Gates))))
		}
		switch {
		case n == 0:
			c.fail("found %q, which no state of the program's circuit has", text)
		case negative:
			return -n
		}
		return n
	}
	for c.line() {
		switch key := c.word("a keyword"); {
		case key == "steps" && out.Steps == 0 && (s.Kind == Induction || s.Kind == Exhaustion):
			out.Steps = int(c.number("a number of steps", 0, maxSteps))
		case key == "clause" && s.Kind != Exhaustion && s.Kind != States:
			var clause []int
			for c.has() {
				clause = append(clause, literal(false))
			}
			out.Clauses = append(out.Clauses, clause)
		case key == "matters" && s.Kind == Induction:
			out.Matter = append(out.Matter, literal(false))
		case key == "constant" && s.Kind == States:
			out.Constants = append(out.Constants, literal(false))
		case key == "gate" && s.Kind == States:
			out.Gates = append(out.Gates, [2]int{literal(true), literal(true)})
		case key == "set" && s.Kind == States && out.Set == 0:
			out.Set = literal(true)
		default:
			c.fail("found %q, expected a line of a proof by %s", key, s.Kind)
		}
	}
	if s.Kind == States && out.Set == 0 {
		c.failAt(1, "found the end of the proof, expected its set")
	}
	return out, nil
}
