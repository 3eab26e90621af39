package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	var o options
	flag.StringVar(&o.heddle, "heddle", "heddle", "`path` of the heddle binary")
	flag.StringVar(&o.kit, "kit", "internal/lab/trial", "`directory` of programs.csv and what belongs to it")
	flag.StringVar(&o.tree, "tree", "../shared/real", "`directory` of the programs")
	flag.StringVar(&o.only, "only", "", "only programs whose names contain this `text`")
	flag.StringVar(&o.parts, "parts", "asis,hint,planted,seeds,first", "the parts to run, separated by commas")
	flag.StringVar(&o.out, "out", "", "keep what is said in this `file`, and do not run it again")
	flag.DurationVar(&o.timeout, "timeout", 30*time.Second, "time for a program; twice that for hints and seeds")
	flag.IntVar(&o.jobs, "j", 1, "runs at a time")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, &o, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "trial: %v\n", err)
		os.Exit(1)
	}
}

// options holds the options of a trial.
type options struct {
	heddle, kit, tree, only, parts, out string
	timeout                             time.Duration
	jobs                                int
}

// trial is a running trial.
type trial struct {
	kit      *kit
	run      *runner
	programs []program // the selected programs
	seeds    []seed
	timeout  time.Duration
	to       io.Writer
}

// run runs a trial. It writes the report to w and a line for each run to log.
func run(ctx context.Context, o *options, w, log io.Writer) error {
	k, err := openKit(o.kit, o.tree)
	if err != nil {
		return err
	}
	heddle, err := exec.LookPath(o.heddle)
	if err != nil {
		return err
	}
	if heddle, err = filepath.Abs(heddle); err != nil { // it runs in other directories
		return err
	}
	r, err := openRunner(k, heddle, o.out, o.jobs)
	if err != nil {
		return err
	}
	r.log = func(line string) { fmt.Fprintln(log, line) }
	t := &trial{kit: k, run: r, timeout: o.timeout, to: w}
	for _, p := range k.programs {
		if strings.Contains(p.name, o.only) {
			t.programs = append(t.programs, p)
		}
	}
	for _, s := range k.seeds {
		if strings.Contains(s.name, o.only) {
			t.seeds = append(t.seeds, s)
		}
	}
	err = t.parts(ctx, strings.Split(o.parts, ","))
	return errors.Join(err, r.table.Close())
}

// parts runs the named parts, in their order. All parts except seeds need the answers without flags
// first.
func (t *trial) parts(ctx context.Context, names []string) error {
	for _, p := range []struct {
		name string
		do   func(context.Context) error
	}{{"asis", t.asis}, {"hint", t.hint}, {"planted", t.planted}, {"seeds", t.sown}, {"first", t.first}} {
		at := slices.Index(names, p.name)
		if at < 0 {
			continue
		}
		names = slices.Delete(names, at, at+1)
		if err := p.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	if len(names) > 0 {
		return fmt.Errorf("no part is called %q", names[0])
	}
	return nil
}
