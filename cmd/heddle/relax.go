package main

import (
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// relaxOptions are the flags of `heddle relax`.
type relaxOptions struct {
	heddle.Options
	how   heddle.RelaxOptions
	patch string
	json  bool
}

func newRelaxCommand() *cobra.Command {
	var opts relaxOptions
	cmd := &cobra.Command{
		Use:   "relax FILE…",
		Short: "Find the weakest memory orders with which nothing is violated",
		Long: `Find which memory orders of a C program can be weaker, and which fences can go,
without a violation under a memory model, RC11 by default, within the bound on loops. Each
order is weakened until an execution violates a property. The table has for each
operation its order, the order that it needs, and the execution for which a weaker
order is too weak. A data race is always a violation, and so is a thread that
waits in a loop for ever.

With --strengthen the program has a violation: the smallest set of operations is
found whose orders must be stronger. docs/use/relax.md has more.

Exit codes: 0 the needed orders are printed, 1 the program has a violation (with
--strengthen: with the strongest orders, too), 2 usage or input error,
3 inconclusive (time, memory, unsupported construct), 4 internal error.`,
		Example: "  heddle relax --patch weaker.diff lock.c\n  heddle relax --strengthen --property assert queue.c",
		RunE: func(cmd *cobra.Command, args []string) error {
			return opts.run(cmd, args)
		},
	}
	flags := cmd.Flags()
	compileFlags(&opts.Options, flags)
	budgetFlags(&opts.Options, flags)
	flags.StringSliceVar(&opts.Properties, "property", nil, "what must not be violated: "+strings.Join(heddle.RelaxedProperties(), ", ")+" (default: all that check judges by default)")
	flags.StringSliceVar(&opts.Environment, "environment", nil, "what the environment may choose: "+cli.Environments())
	flags.StringVar(&opts.Model, "model", "rc11", "the memory model: "+strings.Join(heddle.RelaxedModels(), ", "))
	flags.IntVar(&opts.Unwind, "unwind", heddle.DefaultRelaxUnwind, "arrivals at the head of a loop without a constant number of iterations")
	flags.BoolVar(&opts.how.Strengthen, "strengthen", false, "find the orders that must be stronger")
	flags.StringVar(&opts.patch, "patch", "", "write the changes of the sources, for patch -p0, to `FILE`")
	flags.BoolVar(&opts.json, "json", false, "print the result as JSON")
	return cmd
}

func (o *relaxOptions) run(cmd *cobra.Command, files []string) error {
	switch {
	case o.Timeout < 0:
		return cli.InputError("--timeout: found %s, expected no negative time", o.Timeout)
	case o.Unwind < 1:
		return cli.InputError("--unwind: found %d, expected at least 1", o.Unwind)
	}
	x, err := heddle.Relax(cmd.Context(), forLibrary(o.Options, cmd, files), o.how)
	if err != nil {
		return inconclusive(err)
	}
	if o.patch != "" {
		f, err := os.Create(o.patch)
		if err != nil {
			return cli.InputError("%w", err)
		}
		if err := wrapWrite(errors.Join(x.WritePatch(f), f.Close())); err != nil {
			return err
		}
	}
	return printed(cmd, x, o.json, x.Verdict)
}
