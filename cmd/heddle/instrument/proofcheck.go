package instrument

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle/internal/solve/proof"

	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// proofOptions are the flags of `heddle proof-check`.
type proofOptions struct {
	assume []int32
	drat   bool
	json   bool
	pure   bool
}

func newProofCheckCommand() *cobra.Command {
	var opts proofOptions
	cmd := &cobra.Command{
		Use:   "proof-check FILE.cnf[.gz] PROOF[.gz]",
		Short: "Check a proof of unsatisfiability",
		Long: `Check that a proof in LRAT format, or in DRAT format with --drat, shows that a
formula in DIMACS format has no model. The checker shares no code with the
solver. Theory lemmas (lines "ID t LITERAL... 0 TEXT") are believed and counted.

Exit codes: 0 accepted, 1 rejected, 2 usage or input error, 3 interrupted.`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runProofCheck(cmd.Context(), cmd.OutOrStdout(), args[0], args[1], opts)
		},
	}
	flags := cmd.Flags()
	flags.Int32SliceVar(&opts.assume, "assume", nil, "literals under which there is no model, such as 1,-2")
	flags.BoolVar(&opts.drat, "drat", false, "the proof has no ids and hints")
	flags.BoolVar(&opts.json, "json", false, "print the result as JSON")
	flags.BoolVar(&opts.pure, "pure", false, "reject theory lemmas")
	return cmd
}

// proofReport is the output of --json.
type proofReport struct {
	Accepted  bool   `json:"accepted"`
	Line      int    `json:"line,omitempty"` // of the proof, from 1
	Reason    string `json:"reason,omitempty"`
	Clauses   int    `json:"clauses"`
	Lemmas    int    `json:"lemmas"`
	RAT       int    `json:"rat"`
	Theory    int    `json:"theory"`
	Deletions int    `json:"deletions"`
	Ignored   int    `json:"ignored"`
}

func runProofCheck(ctx context.Context, stdout io.Writer, formula, text string, opts proofOptions) error {
	check := proof.Options{}
	for _, a := range opts.assume {
		if a == 0 || a > proof.MaxVar || a < -proof.MaxVar {
			return cli.InputError("--assume: %d is not a literal", a)
		}
		check.Assumptions = append(check.Assumptions, a)
	}
	if opts.drat {
		check.Format = proof.DRAT
	}
	if opts.pure {
		check.Axiom = func([]int32, string) error { return errors.New("a theory lemma") }
	}
	cnf, err := os.Open(formula)
	if err != nil {
		return cli.InputError("%w", err)
	}
	defer cnf.Close()
	steps, err := os.Open(text)
	if err != nil {
		return cli.InputError("%w", err)
	}
	defer steps.Close()

	result, err := proof.Check(ctx, cnf, steps, check)
	var rejection *proof.Rejection
	var syntax *proof.SyntaxError
	switch {
	case errors.As(err, &syntax):
		path := formula
		if syntax.Text == proof.ProofText {
			path = text
		}
		return cli.InputError("%s:%d:%d: %s", path, syntax.Line, syntax.Column, syntax.Msg)
	case err != nil && !errors.As(err, &rejection):
		return &cli.ExitError{Code: cli.ExitInconclusive, Err: err}
	}
	report := proofReport{
		Accepted: rejection == nil, Clauses: result.Clauses, Lemmas: result.Lemmas, RAT: result.RAT,
		Theory: result.Axioms, Deletions: result.Deletions, Ignored: result.Ignored,
	}
	if rejection != nil {
		report.Line, report.Reason = rejection.Line, rejection.Msg
	}
	if err := printProofReport(stdout, text, report, opts.json); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	if rejection != nil {
		return cli.Silently(cli.ExitRejected)
	}
	return nil
}

func printProofReport(out io.Writer, path string, r proofReport, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		return enc.Encode(r)
	}
	switch {
	case r.Accepted:
		_, err := fmt.Fprintf(out, "accepted: %d clauses, %d lemmas (%d RAT), %d theory lemmas, %d deletions (%d ignored)\n",
			r.Clauses, r.Lemmas, r.RAT, r.Theory, r.Deletions, r.Ignored)
		return err
	case r.Line > 0:
		_, err := fmt.Fprintf(out, "rejected: %s:%d: %s\n", path, r.Line, r.Reason)
		return err
	}
	_, err := fmt.Fprintf(out, "rejected: %s: %s\n", path, r.Reason)
	return err
}
