// Command satbench compares the embedded SAT solver with MiniSat and CaDiCaL on
// a fixed list of formulas and prints a table in Markdown. It is run by
// scripts/bench-sat.
//
// Every formula is solved in several variable orders: the original, and random ones (fixed seeds),
// because a single order depends on luck. All formulas are solved in the first order, then in the next.
// So the results of an interrupted run cover the whole list. The solvers run one after the other on
// each formula, in rotating sequence, so that a disturbance of the machine hits all of them. Times are
// processor seconds of the process (user and system, all threads), which other work on the machine
// disturbs less than wall time. An unsolved formula counts twice the limit. The figure per formula is
// the median over the orders.
//
// Answers are compared with the known status, or with each other if it is unknown. Models of the
// embedded solver are checked against the clauses. A wrong answer fails the run. An interrupt ends it
// early, with a table of the finished formulas. With a results file the next run continues from there.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"
)

func main() {
	var opts options
	filter := flag.String("filter", "", "run only formulas whose name matches this regular `expression`")
	solvers := flag.String("solvers", "heddle,minisat,cadical", "the solvers, separated by commas")
	list := flag.Bool("list", false, "print the names of the formulas and exit")
	flag.BoolVar(&opts.table, "table", false, "measure nothing, print the table of the results file")
	flag.StringVar(&opts.results, "results", "", "keep finished runs in this `file` and do not repeat those that it has")
	flag.StringVar(&opts.cnfDir, "cnf", "../shared/cnf", "`directory` of the CNF files of concurrent programs")
	flag.StringVar(&opts.heddle, "heddle", "heddle", "`path` of the heddle binary")
	flag.DurationVar(&opts.limit, "limit", 60*time.Second, "processor time per run")
	flag.IntVar(&opts.orders, "orders", 3, "variable orders per formula")
	flag.Parse()
	opts.solvers = strings.Split(*solvers, ",")
	if err := run(opts, *filter, *list); err != nil {
		fmt.Fprintf(os.Stderr, "satbench: %v\n", err)
		os.Exit(1)
	}
}

type options struct {
	cnfDir  string
	heddle  string
	limit   time.Duration
	orders  int
	solvers []string
	results string // path, empty for none
	table   bool
}

func run(opts options, filter string, list bool) error {
	pattern, err := regexp.Compile(filter)
	if err != nil {
		return err
	}
	var chosen []problem
	for _, p := range append(stored(opts.cnfDir), generated()...) {
		if pattern.MatchString(p.name) {
			chosen = append(chosen, p)
		}
	}
	if list {
		for _, p := range chosen {
			fmt.Println(p.name)
		}
		return nil
	}
	dir, err := os.MkdirTemp("", "satbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	known, err := openStore(opts.results, opts)
	if err != nil {
		return err
	}
	defer known.close()
	if !opts.table {
		if err := measureAll(ctx, opts, chosen, known, dir); err != nil {
			return err
		}
	}
	return report(os.Stdout, opts, known.rows(opts, chosen), known.builds)
}

// measureAll runs all missing measurements, order by order.
func measureAll(ctx context.Context, opts options, chosen []problem, known *store, dir string) error {
	for order := range opts.orders {
		for _, p := range chosen {
			err := measure(ctx, opts, p, order, known, dir)
			if ctx.Err() != nil {
				fmt.Fprintf(os.Stderr, "satbench: INTERRUPTED in %s, order %d\n", p.name, order)
				return nil
			}
			if err != nil {
				return fmt.Errorf("%s, order %d: %w", p.name, order, err)
			}
		}
	}
	return nil
}
