package process

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// answer is the answer of a SAT solver.
type answer struct {
	status sat.Status
	values []bool // by variable, for a satisfiable formula; false for variables that are not mentioned
}

// value returns the value of a literal. Variables newer than the answer are false.
func (a *answer) value(l sat.Lit) bool {
	if int(l.Var()) >= len(a.values) {
		return l.IsNeg()
	}
	return a.values[l.Var()] != l.IsNeg()
}

// The exit codes that go with answers.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
)

// agrees returns an error if an exit code contradicts the answer. Programs that
// do not care about exit codes end with 0.
func (a *answer) agrees(code int) error {
	want := map[sat.Status]int{sat.Satisfiable: exitSatisfiable, sat.Unsatisfiable: exitUnsatisfiable}[a.status]
	if code != 0 && code != want {
		return fmt.Errorf("it answers %s and ends with exit code %d", a.status, code)
	}
	return nil
}

// maxLine bounds the lines of an answer; some programs print a model on one.
const maxLine = 1 << 30

// readAnswer reads an answer about variables 1 to vars, in the format of the SAT
// competitions,
//
//	c a comment
//	s SATISFIABLE
//	v 1 -2
//	v 3 0
//
// or in that of minisat's files: SAT and a line of literals, UNSAT or INDET. A
// model must end with 0 and have no variable twice, unless alike.
func readAnswer(src io.Reader, vars int) (*answer, error) {
	r := answerReader{vars: vars, known: make([]bool, vars+1)}
	r.values = make([]bool, vars+1)
	// A text with a literal for each variable is shorter; comments are not counted.
	in := bufio.NewReaderSize(src, 64<<10)
	for {
		line, err := readLine(in, min(maxLine, 1<<16+16*vars))
		if err == io.EOF {
			return r.finish()
		}
		if err != nil {
			return nil, err
		}
		if err := r.line(line); err != nil {
			return nil, err
		}
	}
}

// maxComments bounds the bytes of comments and other lines that are ignored.
const maxComments = 64 << 20

// readLine returns the next line, of at most limit bytes, without its end.
func readLine(in *bufio.Reader, limit int) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > limit:
			return "", fmt.Errorf("a line of more than %d bytes", limit)
		case err == io.EOF && len(line) > 0, err == nil:
			return strings.TrimRight(string(line), "\r\n"), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		}
	}
}

// answerReader holds the part of the answer read so far.
type answerReader struct {
	answer
	vars     int
	known    []bool // variables that have a value
	stated   bool   // there was a status
	ended    bool   // there was the 0 of the model
	comments int    // bytes that are ignored
}

func (r *answerReader) line(line string) error {
	first, rest, _ := strings.Cut(line, " ")
	switch {
	case line == "" || first == "c":
		if r.comments += len(line) + 1; r.comments > maxComments {
			return fmt.Errorf("more than %d bytes of comments", maxComments)
		}
		return nil
	case first == "s":
		return r.state(strings.TrimSpace(rest))
	case first == "v":
		return r.literals(rest)
	case !r.stated:
		return r.state(line)
	case r.status == sat.Satisfiable:
		return r.literals(line)
	}
	return fmt.Errorf("found %q", cut(line))
}

func (r *answerReader) state(word string) error {
	if r.stated {
		return errors.New("it answers twice")
	}
	r.stated = true
	switch word {
	case "SATISFIABLE", "SAT":
		r.status = sat.Satisfiable
	case "UNSATISFIABLE", "UNSAT":
		r.status = sat.Unsatisfiable
	case "UNKNOWN", "INDET", "INDETERMINATE":
		r.status = sat.Unknown
	default:
		return fmt.Errorf("found %q, expected an answer", cut(word))
	}
	return nil
}

func (r *answerReader) literals(text string) error {
	for _, word := range strings.Fields(text) {
		n, err := strconv.Atoi(word)
		switch {
		case err != nil || n > r.vars || -n > r.vars:
			return fmt.Errorf("found %q, expected a literal of %d variables", cut(word), r.vars)
		case r.ended:
			return errors.New("literals after the model's end")
		case n == 0:
			r.ended = true
			continue
		}
		v, value := max(n, -n), n > 0
		if r.known[v] && r.values[v] != value {
			return fmt.Errorf("variable %d has two values", v)
		}
		r.known[v], r.values[v] = true, value
	}
	return nil
}

// finish checks the conditions that depend on the end of the answer: it has a status, and a model is
// complete.
func (r *answerReader) finish() (*answer, error) {
	switch {
	case !r.stated:
		return nil, errNoAnswer
	case r.status == sat.Satisfiable && !r.ended:
		return nil, errors.New("its model is incomplete")
	}
	return &r.answer, nil
}

// cut returns the beginning of a text.
func cut(text string) string {
	const most = 80
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
