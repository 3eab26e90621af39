package heddle

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/candidate"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/read"
)

// LitmusOptions selects how Litmus judges a test.
type LitmusOptions struct {
	Model string // one of MemoryModels, or the path of a .cat file; empty: the model of the test's language
	Why   bool   // Forbidden is filled
	First bool   // the search ends as soon as the condition is decided: States is not complete then
}

// LitmusResult is the answer for a litmus test.
type LitmusResult struct {
	File       string        `json:"file"`
	Name       string        `json:"name"`
	Model      string        `json:"model"`
	Quantifier string        `json:"quantifier"` // exists, ~exists or forall
	Condition  string        `json:"condition"`  // as written, behind the quantifier
	Holds      bool          `json:"holds"`      // exists: in some execution; ~exists and forall: in all
	States     []LitmusState `json:"states"`
	Positive   int           `json:"positive"` // executions that satisfy the condition
	Negative   int           `json:"negative"`
	Flags      []string      `json:"flags,omitempty"`
	Bounded    bool          `json:"bounded,omitempty"` // executions in which a loop goes on for longer are left out

	// Forbidden says why no execution decides the condition: an axiom that forbids a candidate that would.
	Forbidden *LitmusRefusal `json:"forbidden,omitempty"`

	result *litmus.Result
}

// LitmusRefusal is the reason why a model forbids a candidate execution.
type LitmusRefusal struct {
	Axiom string   `json:"axiom"`
	Pairs []string `json:"pairs"` // of base relations, in the order of the axiom's cycle
}

// LitmusState is a final state of a litmus test.
type LitmusState struct {
	Values     map[string]string `json:"values"` // by place, such as 0:r1 or x
	Executions int               `json:"executions"`
	Satisfied  bool              `json:"satisfied"` // the condition holds
}

// MemoryModels lists the memory models that Heddle has.
func MemoryModels() []string { return memmodel.Builtins() }

// LitmusFiles returns the litmus tests that paths name: files, and all files of directories that end in .litmus.
func LitmusFiles(paths []string) ([]string, error) {
	files, err := litmus.Files(paths)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	return files, nil
}

// Litmus judges the litmus test in a file. The error is an *InputError, also for an instruction that is not
// supported, or the cause of the end of ctx.
func Litmus(ctx context.Context, path string, opts LitmusOptions) (*LitmusResult, error) {
	test, err := litmus.Read(path)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	name := opts.Model
	if name == "" {
		name = litmus.Models[test.Dialect]
	}
	model, err := memmodel.Named(name)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	r, err := litmus.Run(ctx, test, model, !opts.First)
	var mistake *candidate.Error
	if errors.As(err, &mistake) {
		return nil, &InputError{Err: &read.Error{File: path, Position: mistake.Position, Message: mistake.Message}}
	}
	if err == nil && opts.Why && r.Witness == "" {
		r.Forbidden, err = litmus.Why(ctx, test, model)
	}
	if err != nil {
		return nil, err
	}
	out := &LitmusResult{
		File: path, Name: r.Name, Model: name, Quantifier: string(r.Quantifier), Condition: r.Condition, Holds: r.Holds,
		Positive: r.Positive, Negative: r.Negative, Flags: r.Flags, Bounded: r.Bounded, States: []LitmusState{}, result: r,
	}
	if f := r.Forbidden; f != nil {
		out.Forbidden = &LitmusRefusal{f.Axiom, f.Pairs}
	}
	for _, s := range r.States {
		values := make(map[string]string)
		for _, v := range s.Values {
			values[v.Place] = v.Value
		}
		out.States = append(out.States, LitmusState{values, s.Executions, s.Satisfied})
	}
	return out, nil
}

// WriteText prints the answer as the herd tool does.
func (r *LitmusResult) WriteText(w io.Writer) error { return r.result.Write(w) }

// WriteDot draws an execution that decides the condition, in the language of the dot tool. Without any, the error is
// fs.ErrNotExist.
func (r *LitmusResult) WriteDot(w io.Writer) error {
	if r.result.Witness == "" {
		return fs.ErrNotExist
	}
	_, err := io.WriteString(w, r.result.Witness)
	return err
}
