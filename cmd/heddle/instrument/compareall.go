package instrument

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
	"github.com/heddle-mc/heddle/internal/lab/compare"
)

// allBudget is the time limit of `compare --all --quick`. With the overrun of the last cell of each
// experiment, and the reports, the command ends within twenty minutes.
const allBudget = 18*time.Minute + 30*time.Second

// compareAll adds the run of all experiments to the command compare.
func compareAll(cmd *cobra.Command) {
	var opts compareOptions
	var all, quick bool
	opts.register(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "run all experiments")
	cmd.Flags().BoolVar(&quick, "quick", false, fmt.Sprintf("a part of each: --timeout %s --memory 1GB --budget %s -j %d", quickTimeout, allBudget, quickJobs))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case !all && cmd.Flags().NFlag() == 0:
			return cmd.Help()
		case !all:
			return cli.InputError("expected an experiment, or --all")
		case opts.out == "":
			return cli.InputError("--all: expected --out DIRECTORY, in which the page leads to each experiment's")
		}
		if quick {
			opts.quick(cmd, allBudget)
		}
		if err := opts.valid(); err != nil {
			return err
		}
		return withPrograms(func(programs string) error {
			parts, err := allExperiments(programs, quick)
			if err != nil {
				return err
			}
			return opts.survey(cmd, parts)
		})
	}
}

// allExperiments lists the experiments in order of the time that they need: the unused part of a share is
// for the later ones.
func allExperiments(programs string, quick bool) ([]compare.Part, error) {
	rows, err := compare.ExampleRows(programs)
	if err != nil {
		return nil, err
	}
	proofs, err := compare.Proofs(programs, "", nil)
	if err != nil {
		return nil, err
	}
	engines, witnesses := heddle.Engines(), 50
	if quick {
		witnesses = 5
	}
	return []compare.Part{
		{Name: "mu", Experiment: compare.MemoryUnwinding(compare.UnwindingOptions{Dir: programs, Rows: rows, Engines: engines, Quick: quick})},
		{Name: "paper-a", Experiment: compare.LazyToken(compare.LazyTokenOptions{Dir: programs, Witnesses: witnesses, Depth: lazyTokenDepth, SMT: installedSMT()})},
		{Name: "proofs", Experiment: proofs},
		{Name: "paper-d", Experiment: compare.Interleavings(compare.InterleavingsOptions{Dir: programs, Engines: engines})},
		{Name: "paper-b", Experiment: compare.Circuits(programs)},
		{Name: "translations", Experiment: compare.Translations(compare.TranslationOptions{Dir: programs, Engines: engines, Solvers: installed(), Seeds: 2, Quick: quick})},
	}, nil
}

// features measures the programs of an experiment.
func (o *compareOptions) features(cmd *cobra.Command, p *compare.Part) (map[string]compare.Features, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find heddle itself: %w", err)
	}
	opts := compare.FeatureOptions{Command: []string{self}, Timeout: o.timeout, Memory: o.memory.String(), Out: o.out}
	found, err := p.Experiment.Measure(cmd.Context(), p.Experiment.Answers(p.Results), opts)
	if err != nil {
		return nil, cli.InputError("%w", err)
	}
	return found, nil
}

// survey runs experiments, each into its directory, within equal shares of the time that is left,
// and writes the page that leads to them.
func (o *compareOptions) survey(cmd *cobra.Command, parts []compare.Part) error {
	end := time.Now().Add(o.budget)
	left := 0
	for i := range parts {
		p, own := &parts[i], *o
		own.out = filepath.Join(o.out, p.Name)
		if o.budget > 0 {
			// A share that is over has no cells; 0 would be one without an end.
			own.budget = max(time.Nanosecond, time.Until(end)/time.Duration(len(parts)-i))
		}
		began := time.Now()
		var err error
		if p.Results, p.Left, err = own.measure(cmd, p.Experiment); err != nil {
			return err
		}
		p.Took = time.Since(began)
		if p.Features, err = own.features(cmd, p); err != nil {
			return err
		}
		if err := p.Experiment.Report(p.Results).WriteFiles(own.out); err != nil {
			return err
		}
		left += len(p.Left)
	}
	wrong, cells := 0, 0
	for _, p := range parts {
		cells += len(p.Experiment.Cells)
		if p.Experiment.Wrong == nil {
			continue
		}
		for _, line := range p.Experiment.Wrong(p.Results) {
			fmt.Fprintf(cmd.OutOrStdout(), "WRONG: %s: %s\n", p.Name, line)
			wrong++
		}
	}
	page := compare.Survey(parts)
	if err := page.WriteFiles(o.out); err != nil {
		return err
	}
	if err := page.WriteText(cmd.OutOrStdout()); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	switch {
	case wrong > 0:
		return cli.Silently(cli.ExitViolation)
	case left > 0:
		return &cli.ExitError{Code: cli.ExitInconclusive, Err: fmt.Errorf("%d of %d cells are left", left, cells)}
	}
	return nil
}
