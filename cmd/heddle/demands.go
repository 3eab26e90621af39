package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// The values of --fail-on.
const (
	onSuspects = "suspects" // exit code 1
	onUnproved = "unproved" // exit code 3
)

// demands are the flags that make commands fail although there is no violation.
type demands struct {
	failOn       []string
	requireProof bool // another flag for onUnproved
}

func (d *demands) register(flags *pflag.FlagSet) {
	flags.StringSliceVar(&d.failOn, "fail-on", nil, "exit with 1 also for suspects, pairs of accesses with neither a race nor a proof (suspects); exit with 3 also for bounded and uncertified verdicts (unproved, or --require-proof)")
	flags.BoolVar(&d.requireProof, "require-proof", false, "the same as --fail-on unproved")
	_ = flags.MarkHidden("require-proof") // the help of --fail-on has it
}

// valid checks the flags.
func (d *demands) valid() error {
	for _, what := range d.failOn {
		if what != onSuspects && what != onUnproved {
			return cli.InputError("--fail-on: found %q, expected %s", what, strings.Join([]string{onSuspects, onUnproved}, " or "))
		}
	}
	return nil
}

// failures returns the verdicts that fail beside violations and unknown ones.
func (d *demands) failures() heddle.JUnitOptions {
	return heddle.JUnitOptions{RequireProof: d.requireProof || slices.Contains(d.failOn, onUnproved), Suspects: slices.Contains(d.failOn, onSuspects)}
}

// ending maps a result to an exit code; nil: 0.
func (d *demands) ending(r *heddle.Result) error {
	fail := d.failures()
	switch v := r.Verdict; {
	case v == heddle.Violation, fail.Suspects && r.Suspects():
		return cli.Silently(cli.ExitViolation)
	case v == heddle.Unknown, fail.RequireProof && (v == heddle.Bounded || r.Uncertified()):
		return cli.Silently(cli.ExitInconclusive)
	}
	return nil
}
