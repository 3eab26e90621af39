package abc

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/host/child"
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/aiger"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Name is the name of the program in messages.
const Name = "abc"

// Command is the ABC command that searches.
type Command string

// The commands.
const (
	PDR  Command = "pdr"
	BMC3 Command = "bmc3"
)

// Options bound a search.
type Options struct {
	Depth  int   // the last number of steps that is searched; 0: no bound
	Memory int64 // of the program, in bytes; 0: no bound
}

// Checker implements circuit.Checker. It proves nothing: it answers Claimed.
type Checker struct {
	c       *circuit.Circuit
	command Command
	opts    Options
	depth   int
	checks  int
}

var _ circuit.Checker = (*Checker)(nil)

// New returns a checker of a circuit.
func New(c *circuit.Circuit, command Command, opts Options) *Checker {
	return &Checker{c: c, command: command, opts: opts, depth: -1}
}

// Find looks for the program on PATH.
func Find() (path string, err error) {
	for _, program := range []string{"berkeley-abc", "abc"} {
		if path, err = exec.LookPath(program); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: berkeley-abc or abc is not on PATH", Name)
}

// Depth implements circuit.Checker.
func (k *Checker) Depth() int { return k.depth }

// Stats implements circuit.Checker.
func (k *Checker) Stats() circuit.Stats { return circuit.Stats{Checks: k.checks} }

// The files of a question.
const (
	question = "circuit.aig"
	reply    = "reply"
)

// Check implements circuit.Checker. An error describes a failure or a malformed answer of the program.
func (k *Checker) Check(ctx context.Context, bads []int) (*circuit.Answer, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "heddle-abc-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	asked := plain(k.c, bads)
	var text bytes.Buffer
	if err := aiger.Write(&text, asked, aiger.Binary, ""); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, question), text.Bytes(), 0o666); err != nil {
		return nil, err
	}
	k.checks++
	k.depth = -1
	script := fmt.Sprintf("read_aiger %s; %s; write_status %s", question, k.search(ctx), reply)
	r := child.Run(ctx, child.Limited(k.opts.Memory, []string{path, "-s", "-q", script}), child.Options{Dir: dir})
	if ctx.Err() != nil {
		return &circuit.Answer{Reason: sat.ReasonCancelled}, nil
	}
	answer, err := os.ReadFile(filepath.Join(dir, reply))
	if r.Err != nil || err != nil {
		said := strings.TrimSpace(string(r.Stdout) + r.Stderr)
		return nil, fmt.Errorf("it ended without an answer (it said %.200q)", said[strings.LastIndexByte(said, '\n')+1:])
	}
	return k.read(string(answer), len(asked.Inputs), bads)
}

// search returns the command with its bounds. The time bound is 90 % of the time left in ctx, so that
// the program ends before ctx and can report its depth. It counts processor time.
func (k *Checker) search(ctx context.Context) string {
	text := string(k.command)
	if k.opts.Depth > 0 {
		text += fmt.Sprintf(" -F %d", k.opts.Depth+2) // read subtracts one from the reported depth
	}
	if end, ok := ctx.Deadline(); ok {
		text += fmt.Sprintf(" -T %d", max(1, int(time.Until(end).Seconds()*9/10)))
	}
	return text
}

// maxSteps bounds an execution, which may have no inputs.
const maxSteps = 1 << 24

// read reads an answer about a plain circuit with a number of inputs.
func (k *Checker) read(text string, inputs int, bads []int) (*circuit.Answer, error) {
	lines := strings.Split(text, "\n")
	fields := strings.Fields(lines[0])
	if len(fields) < 2 {
		return nil, fmt.Errorf("found %.40q, expected a result and a depth", lines[0])
	}
	step, err := strconv.Atoi(fields[len(fields)-1])
	if fields[0] != "snl_SAT" || len(fields) < 5 {
		step, err = strconv.Atoi(fields[1])
	}
	if err != nil {
		return nil, fmt.Errorf("found %.40q, expected numbers", lines[0])
	}
	switch fields[0] {
	case "snl_UNSAT":
		return &circuit.Answer{Status: circuit.Claimed}, nil
	case "snl_UNK":
		// Versions differ in whether it is the number of steps or the last of them, from 0.
		if k.depth = max(-1, step-1); k.opts.Depth > 0 && k.depth >= k.opts.Depth {
			k.depth = k.opts.Depth
			return &circuit.Answer{Status: circuit.Bounded}, nil
		}
		return &circuit.Answer{Reason: sat.ReasonTime}, nil
	case "snl_SAT":
	default:
		return nil, fmt.Errorf("found %.40q, expected snl_SAT, snl_UNSAT or snl_UNK", fields[0])
	}
	if step < 0 || step >= maxSteps || len(lines) < 3 || len(lines[2]) != (step+1)*inputs || strings.Trim(lines[2], "01") != "" {
		return nil, fmt.Errorf("found no %d inputs of each step up to %d", inputs, step)
	}
	steps := make([][]bool, step+1)
	for i := range steps {
		for _, bit := range lines[2][i*inputs : (i+1)*inputs] {
			steps[i] = append(steps[i], bit == '1')
		}
	}
	return circuit.Found(k.c, execution(k.c, steps), bads)
}
