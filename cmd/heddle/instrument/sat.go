package instrument

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle/internal/solve/dimacs"
	"github.com/heddle-mc/heddle/internal/solve/sat"

	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// The exit codes of `heddle sat`; without an answer it is 0.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
)

// satOptions are the flags of `heddle sat`.
type satOptions struct {
	conflicts int64
	drat      bool
	memory    cli.Size
	proof     string
	seed      uint64
	stats     bool
	time      time.Duration
}

func newSatCommand() *cobra.Command {
	opts := satOptions{memory: 4 << 30}
	cmd := &cobra.Command{
		Use:   "sat FILE.cnf[.gz]",
		Short: "Solve a formula in DIMACS format",
		Long: `Solve a propositional formula in DIMACS format, plain or compressed with gzip,
with the solver that all engines use. The output follows the SAT competitions.

With --proof a proof of every answer "unsatisfiable" is written to a file.
Exit codes: 10 satisfiable, 20 unsatisfiable, 0 unknown, 2 usage or input error.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSat(cmd.Context(), cmd.OutOrStdout(), args[0], opts)
		},
	}
	flags := cmd.Flags()
	flags.Int64Var(&opts.conflicts, "conflicts", 0, "stop after this many conflicts (0: no limit)")
	flags.BoolVar(&opts.drat, "drat", false, "write the proof as DRAT, without hints")
	flags.Var(&opts.memory, "memory", "stop when the solver needs more memory, such as 512MB (0: no limit)")
	flags.StringVar(&opts.proof, "proof", "", "write a proof to this `file`, in LRAT")
	flags.Uint64Var(&opts.seed, "seed", 0, "choose among equally good search orders")
	flags.BoolVar(&opts.stats, "stats", false, "print statistics as comments")
	flags.DurationVar(&opts.time, "time", 0, "stop after this time, such as 90s (0: no limit)")
	return cmd
}

func runSat(ctx context.Context, stdout io.Writer, path string, opts satOptions) error {
	if opts.conflicts < 0 || opts.time < 0 {
		return cli.InputError("limits are not negative")
	}
	if opts.time > 0 {
		limited, cancel := context.WithTimeout(ctx, opts.time)
		defer cancel()
		ctx = limited
	}
	if opts.memory > 0 {
		debug.SetMemoryLimit(int64(opts.memory))
	}
	start := time.Now()
	proof, err := createProof(opts.proof, opts.drat)
	if err != nil {
		return err
	}
	solver, fits, err := loadFormula(path, opts, proof)
	if err != nil {
		return errors.Join(err, proof.close())
	}
	loaded := time.Since(start)

	out := bufio.NewWriter(stdout)
	status, reason := sat.Unknown, sat.ReasonMemory
	if fits {
		status = solver.Solve(ctx)
		reason = solver.Reason()
	}
	if err := proof.close(); err != nil {
		return err
	}
	if opts.stats {
		printSatStats(out, solver.Stats(), loaded, time.Since(start))
	}
	if status == sat.Unknown {
		fmt.Fprintf(out, "c reason: %s\n", reason)
	}
	fmt.Fprintf(out, "s %s\n", status)
	if status == sat.Satisfiable {
		printModel(out, solver)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write answer: %w", err)
	}
	switch status {
	case sat.Satisfiable:
		return cli.Silently(exitSatisfiable)
	case sat.Unsatisfiable:
		return cli.Silently(exitUnsatisfiable)
	}
	return nil
}

// loadFormula reads the file into a new solver. It reports false if the variables
// alone need more memory than allowed.
func loadFormula(path string, opts satOptions, proof *proofFile) (solver *sat.Solver, fits bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, false, cli.InputError("%w", err)
	}
	defer file.Close()
	reader, err := dimacs.NewReader(file)
	if err != nil {
		return nil, false, formulaError(path, err)
	}
	solver = sat.New(sat.Options{
		Seed:      opts.seed,
		Proof:     proof.writer(),
		ProofBase: sat.ClauseID(reader.Clauses()) + 1,
	})
	memory := int64(opts.memory)
	solver.SetLimits(sat.Limits{Conflicts: opts.conflicts, Memory: memory})
	if memory > 0 && int64(reader.Vars())*sat.BytesPerVar > memory {
		return solver, false, nil
	}
	debug.SetGCPercent(collectionPercent(reader.Vars()))
	solver.NewVars(reader.Vars())
	var lits []sat.Lit
	for {
		clause, err := reader.Next()
		if err == io.EOF {
			return solver, true, nil
		}
		if err != nil {
			return nil, false, formulaError(path, err)
		}
		lits = lits[:0]
		for _, n := range clause {
			lits = append(lits, sat.LitOfDimacs(int(n)))
		}
		solver.AddClause(lits...)
	}
}

// collectionPercent returns how often to collect garbage, as a value of GOGC. The solver's data are a few
// large slices without pointers. For large formulas, collecting twice as often as by default costs nothing
// and saves a quarter of the peak. For small ones, whose heap stays below some megabytes, collecting rarely
// saves up to a third of the time.
func collectionPercent(vars int) int {
	const large = 1 << 15
	if vars < large {
		return 400
	}
	return 50
}

// formulaError puts the file in front of the position of a reader's error.
func formulaError(path string, err error) error {
	var at *dimacs.Error
	if errors.As(err, &at) {
		return cli.InputError("%s:%w", path, at)
	}
	return cli.InputError("%s: %w", path, err)
}

// printModel prints the values of all variables on lines of competition width.
func printModel(out *bufio.Writer, solver *sat.Solver) {
	const width = 78
	line := []byte("v")
	emit := func(n int) {
		text := strconv.Itoa(n)
		if len(line)+1+len(text) > width {
			out.Write(append(line, '\n'))
			line = append(line[:0], 'v')
		}
		line = append(append(line, ' '), text...)
	}
	for v := sat.Var(1); int(v) <= solver.NumVars(); v++ {
		emit(v.Lit(solver.Value(v.Pos())).Dimacs())
	}
	emit(0)
	out.Write(append(line, '\n'))
}

func printSatStats(out io.Writer, s sat.Stats, loaded, total time.Duration) {
	fmt.Fprintf(out, "c vars %d, fixed %d\n", s.Vars, s.Fixed)
	fmt.Fprintf(out, "c clauses %d, binary %d, learned %d\n", s.Clauses, s.Binary, s.Learned)
	fmt.Fprintf(out, "c conflicts %d, decisions %d, propagations %d\n", s.Conflicts, s.Decisions, s.Propagations)
	fmt.Fprintf(out, "c restarts %d, reductions %d, rephases %d, mode switches %d\n",
		s.Restarts, s.Reductions, s.Rephases, s.ModeSwitches)
	fmt.Fprintf(out, "c vivified %d of %d, failed literals %d\n", s.Vivified, s.VivifyTried, s.Failed)
	fmt.Fprintf(out, "c eliminated %d, substituted %d, subsumed %d, strengthened %d\n", s.Eliminated, s.Substituted, s.Subsumed, s.Strengthened)
	fmt.Fprintf(out, "c ticks %d, of which between searches %d, memory %d bytes\n", s.Ticks, s.SimplifyTicks, s.Memory)
	fmt.Fprintf(out, "c time %.3f s, of which reading %.3f s\n", total.Seconds(), loaded.Seconds())
}
