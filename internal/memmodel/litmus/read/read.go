// Package read reads litmus tests in the format of the herd tools: programs in C, and in the assembly languages of x86-64,
// AArch64 and RISC-V. It ignores nothing: an unknown feature is an error with its place. In the result all jumps have
// targets, and all registers and objects of the condition exist.
//
// Package memmodel/litmus calls Test for each file.
package read

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// reader reads one test.
type reader struct {
	*lexer
	test     *program.Test
	objects  map[string]int
	threads  []*thread
	symbolic map[string]int64 // initial values of registers of all threads
	depth    int
	c11      token // the first call of a function of C11
	kernel   token // and of the Linux kernel
}

// thread is a thread while it is read.
type thread struct {
	number    int
	registers map[string]int
	program.Thread
	labels   map[string]int  // operations
	jumps    []jump          // to labels
	ends     []int           // jumps to the end
	pointers map[string]int  // objects by the names of parameters
	atomics  map[string]bool // parameters that point to an atomic type
	pointing map[int]bool    // registers that are pointers
	braces   int             // open in the body
}

type jump struct {
	op    int
	label token
}

// Test reads the test in a file.
func Test(file, text string) (*program.Test, error) {
	r := &reader{lexer: newLexer(file, text), test: new(program.Test), objects: make(map[string]int), symbolic: make(map[string]int64)}
	r.header()
	r.init()
	if r.test.Dialect == program.C {
		r.functions()
	} else {
		r.columns()
	}
	for _, t := range r.threads {
		r.resolve(t)
		for name, value := range r.symbolic {
			if n := t.register(name); t.Initial[n] == 0 {
				t.Initial[n] = value
			}
		}
	}
	if r.err == nil {
		r.final()
	}
	if r.err != nil {
		return nil, r.err
	}
	for _, t := range r.threads {
		r.test.Threads = append(r.test.Threads, t.Thread)
	}
	return r.test, nil
}

// header reads the dialect, the name and the text before the initial state.
func (r *reader) header() {
	r.space()
	at := r.here()
	line := r.restOfLine()
	fields := strings.Fields(line)
	if len(fields) < 2 {
		r.fail(at, "a first line with a language and a name expected, found %q", line)
		return
	}
	r.test.Name = fields[1]
	switch strings.ToUpper(fields[0]) {
	case "C":
		r.test.Dialect = program.C
	case "X86":
		r.test.Dialect = program.X86
	case "AARCH64":
		r.test.Dialect = program.AArch64
	case "RISCV":
		r.test.Dialect = program.RISCV
	default:
		r.fail(at, "language %s is not supported; C, X86, AArch64 and RISCV are", fields[0])
	}
	for r.src != "" && r.src[0] != '{' {
		switch {
		case r.comment():
		case r.src == "":
		case r.src[0] == '"':
			if end := strings.IndexByte(r.src[1:], '"'); end >= 0 {
				r.skip(end + 2)
			} else {
				r.fail(r.here(), "string without an end")
			}
		default:
			r.skip(1)
		}
	}
}

// thread returns the thread with this number, which is the next one while functions or columns are read.
func (r *reader) thread(number int) *thread {
	for len(r.threads) <= number {
		r.threads = append(r.threads, &thread{
			number:    len(r.threads),
			registers: make(map[string]int),
			labels:    make(map[string]int),
			pointers:  make(map[string]int),
			atomics:   make(map[string]bool),
			pointing:  make(map[int]bool),
			Thread:    program.Thread{Initial: make(map[int]int64)},
		})
	}
	return r.threads[number]
}

// register returns the number of a register, which may be new.
func (t *thread) register(name string) int {
	n, ok := t.registers[name]
	if !ok {
		n = len(t.Registers)
		t.registers[name] = n
		t.Registers = append(t.Registers, name)
	}
	return n
}

// temporary returns a new register without a name.
func (t *thread) temporary() int {
	t.Registers = append(t.Registers, "")
	return len(t.Registers) - 1
}

// emit adds an operation.
func (t *thread) emit(op program.Op) int {
	t.Code = append(t.Code, op)
	return len(t.Code) - 1
}

// object returns the number of an object, which may be new.
func (r *reader) object(name string) int {
	n, ok := r.objects[name]
	if !ok {
		n = len(r.test.Objects)
		r.objects[name] = n
		size := 4
		if r.test.Dialect == program.C {
			size = cell
		}
		r.test.Objects = append(r.test.Objects, program.Object{Name: name, Size: size})
	}
	return n
}

// resolve gives jumps to labels their targets.
func (r *reader) resolve(t *thread) {
	for _, j := range t.jumps {
		target, ok := t.labels[j.label.text]
		if !ok {
			r.fail(j.label.Position, "label %s is not in thread P%d", j.label.text, t.number)
			return
		}
		t.Code[j.op].Target = target
	}
	for _, op := range t.ends {
		t.Code[op].Target = len(t.Code)
	}
}

// threadNumber returns the number in a name such as P0, or -1.
func threadNumber(t token) int {
	text := t.text
	switch {
	case t.kind == number && t.n >= 0 && t.n < maxThreads:
		return int(t.n)
	case t.kind == word && len(text) > 1 && len(text) < 4 && (text[0] == 'P' || text[0] == 'p'):
		n := 0
		for _, c := range []byte(text[1:]) {
			if !isDigit(c) {
				return -1
			}
			n = 10*n + int(c-'0')
		}
		if n < maxThreads {
			return n
		}
	}
	return -1
}

const maxThreads = 64
