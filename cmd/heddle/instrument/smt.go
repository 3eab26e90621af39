package instrument

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/smtlib"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/solver/process"
	"github.com/heddle-mc/heddle/internal/solve/solver/script"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// smtOptions are the flags of `heddle smt`.
type smtOptions struct {
	limit  time.Duration
	memory cli.Size
	model  bool
	solver string
}

func newSmtCommand() *cobra.Command {
	opts := smtOptions{memory: 4 << 30}
	cmd := &cobra.Command{
		Use:   "smt FILE.smt2",
		Short: "Answer the questions of an SMT-LIB script",
		Long: `Run a script in SMT-LIB 2.6 over bit-vectors and arrays (QF_BV, QF_ABV) and write
what it asks for: sat, unsat or unknown for each check-sat, models, values and
cores. FILE may be - for standard input.

Exit codes: 0 every question is answered sat or unsat, 3 some are not, or
something is unsupported, 2 usage or input error.`,
		Example: "  heddle smt --limit 10s --model query.smt2\n  heddle smt --solver z3 query.smt2",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSmt(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), args[0], opts)
		},
	}
	flags := cmd.Flags()
	flags.DurationVar(&opts.limit, "limit", 0, "answer unknown after this time, such as 90s, for each check-sat (0: no limit)")
	flags.Var(&opts.memory, "memory", "stop, or answer unknown, when more memory is needed, such as 512MB (0: no limit)")
	flags.BoolVar(&opts.model, "model", false, "print a model after each answer sat")
	flags.StringVar(&opts.solver, "solver", heddle.Solvers()[0], "who answers: "+strings.Join(heddle.Solvers(), ", "))
	return cmd
}

func runSmt(ctx context.Context, stdin io.Reader, stdout io.Writer, path string, opts smtOptions) error {
	if opts.limit < 0 {
		return cli.InputError("--limit: found %s, expected no negative time", opts.limit)
	}
	newSolver, err := opts.solvers()
	if err != nil {
		return err
	}
	src := stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return cli.InputError("%w", err)
		}
		defer file.Close()
		src = file
	}
	if opts.memory > 0 {
		debug.SetMemoryLimit(int64(opts.memory))
	}
	outcome, err := script.Run(ctx, bufio.NewReader(src), stdout, newSolver, script.Options{
		Limit: opts.limit, Models: opts.model,
		Parse: smtlib.ParseOptions{MaxTerms: int(opts.memory / bytesPerTerm), MaxBytes: int64(opts.memory / bytesPerByte)},
	})
	var at *smtlib.Error
	var failed *process.Error
	switch {
	case errors.As(err, &at) && at.Unsupported:
		return &cli.ExitError{Code: cli.ExitInconclusive, Err: cli.InputError("%s:%w", path, err)}
	case errors.As(err, &at):
		return cli.InputError("%s:%w", path, err)
	case errors.As(err, &failed):
		return &cli.ExitError{Code: cli.ExitInconclusive, Err: err}
	case err != nil:
		return cli.InputError("%s: %w", path, err)
	case outcome.Unknown > 0:
		return cli.Silently(cli.ExitInconclusive)
	}
	return nil
}

// bytesPerTerm and bytesPerByte are the largest memory of a term and of a byte of a command's text, in
// bytes. They include the tables that find terms and the tree into which a command is read.
const (
	bytesPerTerm = 128
	bytesPerByte = 48
)

// solvers returns the constructor of the requested solver.
func (o *smtOptions) solvers() (func(*term.Store) solver.Solver, error) {
	limits := sat.Limits{Memory: int64(o.memory)}
	if o.solver == heddle.Solvers()[0] {
		return func(s *term.Store) solver.Solver {
			e := solver.New(s, sat.Options{})
			e.SetLimits(limits)
			return e
		}, nil
	}
	tool, err := process.Find(o.solver)
	if err != nil {
		return nil, cli.InputError("%w", err)
	}
	return func(s *term.Store) solver.Solver {
		p := process.New(tool, s, process.Options{})
		p.SetLimits(limits)
		return p
	}, nil
}
