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
//   - the IR of the program (ir) or of one function (ir:FUNCTION);
//   - the event graph, unwound to Options.Unwind (0: 1), or measures of it (features);
//   - the formula of the event graph under the eager encoding, or the last question of another engine to its
//     solver (cnf: DIMACS; smt2: SMT-LIB);
//   - the transition system (efsm), or the number of its reachable control states at each depth (csr);
//   - the circuit (aag, aig: AIGER as text, binary; btor2);
//   - the result of a pass of the engine (after:PASS).
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
