package result

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/explain/report"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// pageWidth is the default width of the text form, in characters.
const pageWidth = 80

// TextOptions configure the text form.
type TextOptions struct {
	Width       int      // of the page, in characters, at least 40; 0: 80
	Color       bool     // with the control sequences of a terminal
	Verbose     bool     // every step of a trace, and every further violation
	Assumptions bool     // the assumptions of the verdicts in full, not in one line
	Stats       bool     // the cost, in a table
	Coverage    bool     // the coverage of random executions (Options.Coverage)
	Told        []string // properties whose violations have been written
}

// width returns the width of the page.
func (o *TextOptions) width() int { return cmp.Or(o.Width, pageWidth) }

// page is where a text form is written.
type page struct {
	*bufio.Writer
	opts TextOptions
}

func newPage(w io.Writer, opts TextOptions) page { return page{bufio.NewWriter(w), opts} }

// line writes a line of running text, in as many lines as it takes.
func (p page) line(text string) { report.WriteLine(p, text, p.opts.width()) }

// WriteText writes the result as text: the violations with their traces, then the other verdicts, a line or
// more each, and the assumptions of all of them.
func (r *Result) WriteText(w io.Writer, opts TextOptions) error {
	out := newPage(w, opts)
	list := r.Judgements()
	apart := len(opts.Told) > 0 // by a line from the earlier output
	for i := range list {
		if j := &list[i]; j.Verdict == verdict.Violation && !slices.Contains(opts.Told, j.Property) {
			if apart {
				fmt.Fprintln(out)
			}
			apart = true
			if err := j.writeViolation(out); err != nil {
				return err
			}
		}
	}
	groups := alike(list)
	if apart && len(groups) > 0 {
		fmt.Fprintln(out)
	}
	for _, group := range groups {
		group[0].write(out, group)
	}
	for i := range list {
		for _, w := range list[i].Waits {
			out.line("suspect: " + w.String())
		}
	}
	for _, note := range notes(list) {
		out.line(note)
	}
	writeAssumptions(out, list)
	if opts.Coverage {
		r.writeCoverage(out)
	}
	if opts.Stats {
		for i := range list {
			list[i].writeStats(out)
		}
	}
	return out.Flush()
}

// WriteText writes a violation as text, as Result.WriteText does.
func (j *Judgement) WriteText(w io.Writer, opts TextOptions) error {
	out := newPage(w, opts)
	if err := j.writeViolation(out); err != nil {
		return err
	}
	return out.Flush()
}

// Headline returns a line with the violation, its place, and the time after which it was found.
func (j *Judgement) Headline() string {
	what := j.Property
	if j.Kind != "" && (j.Story == nil || j.Story.Failure.Kind != "") {
		what += " (" + string(j.Kind) + ")"
	}
	place := ""
	if j.Location != nil {
		place = j.Location.String() + ": "
	}
	text := place + "violation of " + what
	if j.Message != string(j.Kind) {
		text += ": " + j.Message
	}
	if d := j.Stats.Found; d > 0 {
		text += fmt.Sprintf(" (found after %.1f s)", d.Seconds())
	}
	return text
}

// alike groups the judgements without violation that have the same text, apart from the property, in the
// order of the first of each group. A judgement with a report on races has a group of its own.
func alike(list []Judgement) [][]Judgement {
	var groups [][]Judgement
	for _, j := range list {
		if j.Verdict == verdict.Violation {
			continue
		}
		at := slices.IndexFunc(groups, func(g []Judgement) bool {
			k := &g[0]
			return !k.reportsRaces() && !j.reportsRaces() && k.Verdict == j.Verdict && k.Message == j.Message && k.Reason == j.Reason && k.Next == j.Next && k.Uncertified == j.Uncertified &&
				len(k.Accepted)+len(j.Accepted)+len(k.Stale)+len(j.Stale)+len(k.Absent)+len(j.Absent) == 0 &&
				slices.Equal(k.Bounds, j.Bounds)
		})
		if at < 0 {
			at = len(groups)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], j)
	}
	return groups
}

// notes lists the notes of safe verdicts, each once.
func notes(list []Judgement) (all []string) {
	for i := range list {
		texts := []string{list[i].Note, list[i].MemoryOrder}
		for _, v := range list[i].Inversions {
			texts = append(texts, "note: "+v.String())
		}
		for _, n := range texts {
			if n != "" && !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	return all
}

// write writes a verdict that is no violation, for the judgements of a group.
func (j *Judgement) write(out page, group []Judgement) {
	var names []string
	for i := range group {
		names = append(names, group[i].Property)
	}
	them := "it"
	if len(group) > 1 {
		them = "them"
	}
	head := strings.Join(names, ", ") + ": " + j.Verdict.String()
	switch j.Verdict {
	case verdict.Safe:
		if j.Uncertified != "" {
			head += " (uncertified: " + j.Uncertified + ")"
		}
		if j.Message == "" {
			head += ": no execution violates " + them
		}
	case verdict.Bounded:
		head += ": no violation within the bounds"
		if !slices.ContainsFunc(j.Bounds, func(m verdict.Mark) bool { return m.Bound != verdict.AcceptedBound }) && len(j.Bounds) > 0 {
			head = strings.Join(names, ", ") + ": bounded: no violation but those that are " + standings(j.Accepted)
		}
	}
	if j.Reason != "" {
		head += " (" + reasonText(string(j.Reason)) + ")"
	}
	if j.Message != "" {
		head += ": " + reasonText(j.Message)
	}
	out.line(head)
	for _, m := range j.Bounds {
		if m.Bound != verdict.AcceptedBound {
			out.line("  " + markText(m))
		}
	}
	j.writeAccepted(out)
	j.writeSuspects(out)
	if c := j.Coverage; c != nil && len(c.NotReached) > 0 {
		out.line("  " + "not reached: " + notReached(c.NotReached))
	}
	switch {
	case strings.HasPrefix(j.Next, "-"):
		out.line("  " + "to get further: the same command with " + j.Next)
	case j.Next != "":
		out.line("  " + "to get further: " + j.Next)
	}
}

// standings returns the reasons why violations do not count for the verdict.
func standings(list []Other) string {
	var words []string
	for i := range list {
		if w := list[i].standing(); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return strings.Join(words, " or ")
}

// maxNotReached is the number of places that the text names; JSON has all.
const maxNotReached = 8

// notReached lists the checks that were not evaluated.
func notReached(list []verdict.Location) string {
	names := placeNames(list[:min(len(list), maxNotReached)])
	if n := len(list) - maxNotReached; n > 0 {
		names = append(names, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(names, ", ")
}

// reasonText returns the text of a reason.
func reasonText(reason string) string {
	switch reason {
	case "timeout":
		return "the time is up"
	case "memory":
		return "the memory is used up"
	case "unsupported":
		return "an unsupported construct"
	case "inputs":
		return "not every input was tried"
	case "not-proved":
		return "there is no proof, and violations were not searched"
	case "refused":
		return "the certificate is refused"
	case "not-built":
		return "not supported"
	case "not-reached":
		return "no execution is known to reach a check"
	case "external":
		return "it depends on an undefined function"
	case "undefined-behaviour":
		return "undefined behaviour happens"
	case "weak-memory":
		return "there is no violation under sequential consistency"
	case "internal-error":
		return "internal error"
	case "slice":
		return "a slice has no valid result"
	}
	return reason
}

// markText describes the bound of a mark, and the place where it cut executions.
func markText(m verdict.Mark) string {
	limit := string(m.Bound) + " bound"
	if m.Limit > 0 {
		limit += fmt.Sprintf(" %d", m.Limit)
	}
	if m.Location.Line == 0 {
		return limit
	}
	return limit + " at " + m.Location.String()
}

// writeViolation writes a violation with its trace and the further ones.
func (j *Judgement) writeViolation(out page) error {
	if j.Story == nil {
		out.line(j.Headline())
	} else {
		if err := report.Text(out, j.Story, report.TextOptions{Width: out.opts.width(), Verbose: out.opts.Verbose, Color: out.opts.Color}); err != nil {
			return err
		}
		if d := j.Stats.Found; d > 0 {
			fmt.Fprintf(out, "%s: violation, found after %.1f s; its key is %s\n", j.Property, d.Seconds(), j.Key)
		}
	}
	if j.Next != "" {
		out.line("  if the C library's function takes a lock, as glibc's does: the same command with " + j.Next)
	}
	j.writeOthers(out)
	return nil
}

// writeStats writes the cost of a judgement.
func (j *Judgement) writeStats(out page) {
	s := &j.Stats
	fmt.Fprintf(out, "\n%s: %s", j.Property, j.Verdict)
	if s.Engine != "" {
		fmt.Fprintf(out, " by %s", s.Engine)
	}
	fmt.Fprintf(out, " in %s, %d MB\n", seconds(s.Time), s.Memory>>20)
	if s.Late != "" {
		fmt.Fprintf(out, "  %s\n", s.Late)
	}
	fmt.Fprintf(out, "  %-12s %10s %12s\n", "stage", "time", "size")
	for _, stage := range s.Stages {
		fmt.Fprintf(out, "  %-12s %10s %12d\n", stage.Name, seconds(stage.Time), stage.Size)
	}
	for _, c := range append(s.Counts(), engine.Count{Name: "switches", Value: int64(s.Switches)}) {
		if c.Value != 0 {
			fmt.Fprintf(out, "  %-12s %23d\n", c.Name, c.Value)
		}
	}
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }
