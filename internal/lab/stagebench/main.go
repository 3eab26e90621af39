package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"
)

func main() {
	var opts options
	filter := flag.String("filter", "", "run only checks whose name matches this regular `expression`")
	parts := flag.String("parts", "families,stages,limits", "the parts to run, separated by commas")
	flag.BoolVar(&opts.list, "list", false, "print the names of the checks and exit")
	flag.StringVar(&opts.heddle, "heddle", "heddle", "`path` of the heddle binary")
	flag.DurationVar(&opts.limit, "limit", time.Minute, "processor time per check")
	flag.IntVar(&opts.runs, "runs", 1, "runs of each check, of which the median counts")
	flag.Parse()
	opts.parts = strings.Split(*parts, ",")
	if err := run(opts, *filter); err != nil {
		fmt.Fprintf(os.Stderr, "stagebench: %v\n", err)
		os.Exit(1)
	}
}

type options struct {
	heddle string
	limit  time.Duration // of processor time
	runs   int
	parts  []string
	list   bool
}

// part is a group of checks with a table of its own.
type part struct {
	name   string
	checks []check
	write  func(io.Writer, []result)
}

func allParts() []part {
	return []part{
		{"families", families(), writeFamilies},
		{"stages", stages(), writeStages},
		{"limits", limits(), writeLimits},
		{"growth", growth(), writeGrowth},
	}
}

func run(opts options, filter string) error {
	pattern, err := regexp.Compile(filter)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, err := os.MkdirTemp("", "stagebench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	chosen, err := choose(opts.parts)
	if err != nil {
		return err
	}
	if !opts.list {
		writeMachine(os.Stdout, opts)
	}
	var wrong []error
	for _, p := range chosen {
		var results []result
		for _, c := range p.checks {
			if !pattern.MatchString(c.name()) {
				continue
			}
			if opts.list {
				fmt.Println(c.name())
				continue
			}
			res, err := measure(ctx, opts, c, dir)
			if ctx.Err() != nil {
				fmt.Fprintf(os.Stderr, "stagebench: INTERRUPTED in %s\n", c.name())
				break
			}
			if err != nil {
				return fmt.Errorf("%s: %w", c.name(), err)
			}
			if res.wrong() {
				wrong = append(wrong, fmt.Errorf("%s is %s, not %s", c.name(), res.verdict, c.want))
			}
			fmt.Fprintln(os.Stderr, res.line())
			results = append(results, res)
		}
		if len(results) > 0 {
			p.write(os.Stdout, results)
		}
	}
	return errors.Join(wrong...)
}

// choose returns the parts of these names.
func choose(names []string) ([]part, error) {
	var out []part
	for _, name := range names {
		n := len(out)
		for _, p := range allParts() {
			if p.name == name {
				out = append(out, p)
			}
		}
		if len(out) == n {
			return nil, fmt.Errorf("no part is called %q", name)
		}
	}
	return out, nil
}
