package result

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// WriteLCOV writes the lines that random executions reached, in the format of lcov that editors read:
// https://ltp.sourceforge.net/coverage/lcov/geninfo.1.php, records TN, SF, DA. There are none unless
// Options.Coverage was set and there was time.
func (r *Result) WriteLCOV(w io.Writer) error {
	out := bufio.NewWriter(w)
	if c := r.coverage(); c != nil {
		for _, f := range c.Lines {
			fmt.Fprintf(out, "TN:\nSF:%s\n", f.File)
			for _, l := range f.Lines {
				count := 0
				if l.Reached {
					count = 1
				}
				fmt.Fprintf(out, "DA:%d,%d\n", l.Line, count)
			}
			fmt.Fprintln(out, "end_of_record")
		}
	}
	return out.Flush()
}

// coverage returns the coverage of a judgement, which is of the same executions for all;
// nil: none was looked for.
func (r *Result) coverage() *Coverage {
	for _, j := range r.Judgements() {
		if j.Coverage != nil {
			return j.Coverage
		}
	}
	return nil
}

// writeCoverage writes the coverage of random executions.
func (r *Result) writeCoverage(out page) {
	c := r.coverage()
	if c == nil {
		fmt.Fprintln(out, "\ncoverage: there was no time for it")
		return
	}
	fmt.Fprintf(out, "\ncoverage of %d random executions, with at most %d threads\n", c.Executions, c.Threads)
	list := func(what string, names []string) {
		if len(names) > 0 {
			out.line("  " + what + ": " + strings.Join(names, ", "))
		}
	}
	list("functions entered", c.Entered)
	list("functions not entered", c.NotEntered)
	for _, j := range r.Judgements() {
		if j.Coverage != nil {
			list(j.Property+" reached", placeNames(j.Coverage.Reached))
			list(j.Property+" not reached, and holds anyway", placeNames(j.Coverage.Holding))
			list(j.Property+" not reached", placeNames(j.Coverage.NotReached))
		}
	}
	for _, f := range c.Lines {
		n := 0
		for _, l := range f.Lines {
			if l.Reached {
				n++
			}
		}
		fmt.Fprintf(out, "  %d of %d lines of %s\n", n, len(f.Lines), f.File)
	}
}

func placeNames(list []verdict.Location) []string {
	var out []string
	for _, l := range list {
		out = append(out, l.String())
	}
	return out
}
