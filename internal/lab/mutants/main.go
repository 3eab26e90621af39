// Command mutants seeds faults into Heddle itself, one at a time, and reports which of them the tests
// find. It is run by scripts/mutants, by hand or at night. It prints a line for each fault. If the
// tests miss a fault, the exit code is 1.
//
// list.txt has the seeded faults. They are mistakes that a tired engineer makes: a dropped guard, a
// bound without a mark, a missing edge. Faults that only cost time, or that change no behaviour, are
// not in the list. A fault that no test finds shows that a test is missing:
//
//	DeMillo, Lipton, Sayward: Hints on Test Data Selection. IEEE Computer 11(4), 1978.
//
// A fault in list.txt has a name, a file, a sentence, the replaced lines and the new ones (list.go). The
// replaced lines must occur in the file exactly once.
//
// The command runs in the root of the tree. A fault is seeded in a copy of the tree, beside a link to ../shared.
// It must compile. After a fault in the C code of the library models, their IR is generated anew. Then the
// tests of CI run until one fails, close and quick tests first: those of the fault's package, those of engines
// that depend on it, those of other dependent packages, quick ones first. The longer commands in .ci/run that
// begin with `go test` come last. Tests of a package that fails without a fault find nothing. With -results,
// findings are kept, and known ones are not computed again.
//
// The flag -only selects faults, and -list prints known findings only. The flag -quick runs only the tests of
// the faults' packages and of engines. The flags -work and -j give the directory and the number of copies.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"syscall"
)

func main() {
	var o options
	only := flag.String("only", "", "only mistakes whose name or file matches this regular `expression`")
	list := flag.Bool("list", false, "print the mistakes and what is known of them, and look for nothing")
	flag.StringVar(&o.results, "results", "", "keep what is found in this `file`, and do not look for it again")
	flag.StringVar(&o.work, "work", "", "`directory` for the copies of the tree, which is kept; empty: a temporary one")
	flag.IntVar(&o.jobs, "j", 1, "mistakes at a time")
	flag.BoolVar(&o.quick, "quick", false, "run only the tests of the mistakes' packages and of engines")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, &o, *only, *list); err != nil {
		fmt.Fprintf(os.Stderr, "mutants: %v\n", err)
		os.Exit(1)
	}
}

// options holds the options of a run.
type options struct {
	results string // path; empty: nothing is kept
	work    string // directory; empty: a temporary one
	jobs    int
	quick   bool
}

func run(ctx context.Context, o *options, only string, list bool) error {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	mutants, err := parse(source)
	if err != nil {
		return err
	}
	var chosen []*mutant
	for _, m := range mutants {
		if pattern.MatchString(m.name) || pattern.MatchString(m.file) {
			chosen = append(chosen, m)
		}
	}
	if len(chosen) == 0 {
		return fmt.Errorf("no mistake matches %q", only)
	}
	known, err := open(o.results)
	if err != nil {
		return err
	}
	defer known.table.Close()
	if !list {
		if err := hunt(ctx, o, chosen, known); err != nil {
			return err
		}
	}
	if n := known.report(os.Stdout, chosen); n > 0 {
		return fmt.Errorf("%d mistakes survive", n)
	}
	return nil
}
