package aiger

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/model/circuit"
)

// Witness is an execution with the claim that it violates properties. Either a bad signal holds before
// one of its steps, or the state behind the last step occurred before and all edges of a justice held
// in between. Only the first state is checked.
type Witness struct {
	Line      int // the line on which it begins, from 1
	Bads      []int
	Justice   []int
	Execution *circuit.Execution // of at least one step
}

// SyntaxError is the place and the reason of an error in a text.
type SyntaxError struct {
	Offset int // in bytes
	Line   int // from 1; gates of the binary form are not on lines
	Msg    string
}

// Error returns the line, the byte and the message.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, byte %d: %s", e.Line, e.Offset, e.Msg)
}

// ReadWitnesses reads the witnesses for a circuit, in their order. Claims that a property is
// unreachable or unknown are skipped. An x is the latch's first value if there is one, else 0. The
// error is a *SyntaxError.
func ReadWitnesses(text []byte, c *circuit.Circuit) ([]Witness, error) {
	r := &witnessReader{rest: text, c: c}
	var list []Witness
	for {
		status, more := r.next()
		if !more {
			return list, r.err
		}
		w := Witness{Line: r.line, Execution: &circuit.Execution{}}
		switch status {
		case "0", "2":
			for r.want(".") != "." && r.err == nil {
			}
			continue
		case "1":
		default:
			r.fail("found %.40q, expected 0, 1 or 2", status)
		}
		w.Bads, w.Justice = r.properties()
		w.Execution.Initial = r.initial()
		for line := r.want("inputs"); line != "." && r.err == nil; line = r.want("inputs or .") {
			w.Execution.Inputs = append(w.Execution.Inputs, r.bits(line, len(c.Inputs), "input"))
		}
		if len(w.Execution.Inputs) == 0 {
			r.fail("found no inputs of a step")
		}
		if r.err != nil {
			return nil, r.err
		}
		list = append(list, w)
	}
}

// witnessReader reads lines. After an error it returns no more lines.
type witnessReader struct {
	rest     []byte
	at, line int // the start of the last line, and its number from 1
	length   int // of the last line, with its end
	c        *circuit.Circuit
	err      error
}

// fail keeps the first error.
func (r *witnessReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = &SyntaxError{r.at, r.line, fmt.Sprintf(format, args...)}
	}
}

// next returns the next line, except comments and lines that report a bound without violation.
func (r *witnessReader) next() (text string, more bool) {
	for r.err == nil && len(r.rest) > 0 {
		line, rest, _ := bytes.Cut(r.rest, []byte{'\n'})
		r.at += r.length
		r.line++
		r.length, r.rest = len(r.rest)-len(rest), rest
		if len(line) == 0 || line[0] != 'c' && line[0] != 'u' {
			return string(bytes.TrimSuffix(line, []byte{'\r'})), true
		}
	}
	return "", false
}

// want returns the next line, and fails without one.
func (r *witnessReader) want(what string) string {
	line, more := r.next()
	if !more {
		r.fail("found the end, expected %s", what)
	}
	return line
}

func (r *witnessReader) properties() (bads, justice []int) {
	line := r.want("properties")
	for rest := line; rest != "" && r.err == nil; {
		kind, digits := rest[0], rest[1:]
		rest = strings.TrimLeft(digits, "0123456789")
		i, err := strconv.Atoi(digits[:len(digits)-len(rest)])
		switch {
		case err == nil && kind == 'b' && i < len(r.c.Bads):
			bads = append(bads, i)
		case err == nil && kind == 'j' && i < len(r.c.Justice):
			justice = append(justice, i)
		default:
			r.fail("found %.40q, expected b and j with numbers of bad states below %d and of justice below %d", line, len(r.c.Bads), len(r.c.Justice))
		}
	}
	if len(bads)+len(justice) == 0 {
		r.fail("found no property")
	}
	return bads, justice
}

// initial reads the first state.
func (r *witnessReader) initial() []bool {
	line := r.want("the first state")
	state := r.bits(line, len(r.c.Latches), "latch")
	for i := range state {
		if init := r.c.Latches[i].Init; line[i] == 'x' {
			state[i] = init == circuit.One
		} else if init != circuit.Any && state[i] != (init == circuit.One) {
			r.fail("found latch %d with the first value %c, expected %d", i, line[i], init)
		}
	}
	return state
}

// bits reads a line of n values.
func (r *witnessReader) bits(line string, n int, what string) []bool {
	if len(line) != n || strings.Trim(line, "01x") != "" {
		r.fail("found %.40q, expected 0, 1 or x for each %s: %d", line, what, n)
		return nil
	}
	out := make([]bool, n)
	for i := range out {
		out[i] = line[i] == '1'
	}
	return out
}
