package heddle

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/heddle-mc/heddle/internal/drive/check"
)

// Dumps lists the intermediate forms that Dump writes.
func Dumps() []string { return check.Dumps() }

// Dump compiles a program and writes one of its intermediate forms. Most are of the first property:
//
//   - ir or ir:FUNCTION is the IR of the program or of one function.
//   - graph is the event graph, unwound to Options.Unwind (0: 1). features are measures of it.
//   - cnf and smt2 are its formula under the eager encoding, in DIMACS and SMT-LIB. If another engine is
//     requested, they are the last question to its solver.
//   - efsm is the transition system. csr is the number of its reachable control states at each depth.
//   - aag, aig and btor2 are the circuit: AIGER as text, AIGER in binary, and BTOR2.
//   - after:PASS is the result of a pass of the engine.
//
// Errors are as those of Check, the causes of the end of ctx or the budget, or those of the writer.
func Dump(ctx context.Context, opts Options, form string, w io.Writer) (err error) {
	defer opts.recover(&err)
	if !check.IsForm(form) {
		return &InputError{Err: fmt.Errorf("unknown form %q, expected one of %s", form, strings.Join(Dumps(), ", "))}
	}
	opts, err = opts.complete()
	if err != nil {
		return &InputError{Err: err}
	}
	budget := check.NewBudget(ctx, max(0, opts.Timeout), max(0, opts.Memory))
	defer budget.Stop()
	c, err := opts.compile(budget)
	if err != nil {
		return err
	}
	driver := opts.driver()
	if err := driver.Locate(c.Program, opts.Files); err != nil {
		return &InputError{Err: err}
	}
	if err := check.Dump(budget, c.Program, driver, form, w); err != nil {
		return fmt.Errorf("dump %s: %w", form, err)
	}
	return nil
}
