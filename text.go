package heddle

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/report"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// pageWidth is how wide the text form is, in characters.
const pageWidth = 100

// TextOptions says what the text form shows.
type TextOptions struct {
	Verbose  bool     // every step of a trace
	Stats    bool     // what it took, in a table
	Coverage bool     // what random executions came to (Options.Coverage)
	Told     []string // properties whose violations have been written
}

// WriteText writes the result for people: the violations with their traces, then the
// other verdicts, a line or more each, and what all of them assume.
func (r *Result) WriteText(w io.Writer, opts TextOptions) error {
	out := bufio.NewWriter(w)
	list := r.Judgements()
	apart := len(opts.Told) > 0 // by a line from what was written before
	for i := range list {
		if j := &list[i]; j.Verdict == Violation && !slices.Contains(opts.Told, j.Property) {
			if apart {
				fmt.Fprintln(out)
			}
			apart = true
			if err := j.writeViolation(out, opts); err != nil {
				return err
			}
		}
	}
	groups := alike(list)
	if apart && len(groups) > 0 {
		fmt.Fprintln(out)
	}
	common := sharedAssumptions(groups)
	for _, group := range groups {
		group[0].write(out, group, common)
	}
	if len(common) > 0 {
		report.WriteLine(out, "assuming: "+strings.Join(common, "; "), pageWidth)
	}
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

// WriteText writes a violation for people, as Result.WriteText does.
func (j *Judgement) WriteText(w io.Writer, opts TextOptions) error {
	out := bufio.NewWriter(w)
	if err := j.writeViolation(out, opts); err != nil {
		return err
	}
	return out.Flush()
}

// Headline says in a line what is violated where, and after which time that was found.
func (j *Judgement) Headline() string {
	what := j.Property
	if j.Kind != "" && (j.Story == nil || j.Story.Failure.Kind != "") {
		what += " (" + j.Kind + ")"
	}
	place := ""
	if j.Location != nil {
		place = j.Location.String() + ": "
	}
	text := place + "violation of " + what
	if j.Message != j.Kind {
		text += ": " + j.Message
	}
	if d := j.Stats.Found; d > 0 {
		text += fmt.Sprintf(" (found after %.1f s)", d.Seconds())
	}
	return text
}

// sharedAssumptions returns what several groups assume, in the order of the first.
func sharedAssumptions(groups [][]Judgement) []string {
	var common []string
	n := 0
	for _, g := range groups {
		switch own := g[0].Assumptions; {
		case len(own) == 0:
			continue
		case n == 0:
			common = slices.Clone(own)
		default:
			common = slices.DeleteFunc(common, func(a string) bool { return !slices.Contains(own, a) })
		}
		n++
	}
	if n < 2 {
		return nil
	}
	return common
}

// writeOthers lists the further violations.
func (j *Judgement) writeOthers(out *bufio.Writer) {
	if len(j.Others) > 0 {
		fmt.Fprintf(out, "\nfurther violations of %s\n", j.Property)
	}
	for i := range j.Others {
		report.WriteLine(out, "  "+j.Others[i].text(), pageWidth)
	}
	j.writeAccepted(out)
}

// writeAccepted lists the violations that are accepted, and the acceptances that are stale.
func (j *Judgement) writeAccepted(out *bufio.Writer) {
	for i := range j.Accepted {
		v := &j.Accepted[i]
		report.WriteLine(out, "  accepted ("+j.Property+" "+v.Key+"): "+v.text(), pageWidth)
	}
	for _, a := range j.Stale {
		report.WriteLine(out, "  stale acceptance of "+a+": no such violation was found", pageWidth)
	}
}

// text says what is violated where.
func (v *Other) text() string {
	if v.Location == nil {
		return v.Message
	}
	return v.Location.String() + ": " + v.Message
}

// alike groups the judgements that are no violation by what there is to say,
// the property aside, in the order of the first of each group.
func alike(list []Judgement) [][]Judgement {
	var groups [][]Judgement
	for _, j := range list {
		if j.Verdict == Violation {
			continue
		}
		at := slices.IndexFunc(groups, func(g []Judgement) bool {
			k := &g[0]
			return k.Verdict == j.Verdict && k.Message == j.Message && k.Reason == j.Reason && k.Next == j.Next && k.Uncertified == j.Uncertified &&
				len(k.Accepted)+len(j.Accepted)+len(k.Stale)+len(j.Stale) == 0 &&
				slices.Equal(k.Bounds, j.Bounds) && slices.Equal(k.Assumptions, j.Assumptions)
		})
		if at < 0 {
			at = len(groups)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], j)
	}
	return groups
}

// write writes a verdict that is no violation, for the judgements of a group; what all
// groups assume is left to the end.
func (j *Judgement) write(out *bufio.Writer, group []Judgement, common []string) {
	var names []string
	for i := range group {
		names = append(names, group[i].Property)
	}
	them := "it"
	if len(group) > 1 {
		them = "them"
	}
	head := strings.Join(names, ", ") + ": " + string(j.Verdict)
	switch j.Verdict {
	case Safe:
		if j.Uncertified != "" {
			head += " (uncertified: " + j.Uncertified + ")"
		}
		if j.Message == "" {
			head += ": no execution violates " + them
		}
	case Bounded:
		head += ": no violation within the bounds"
		if !slices.ContainsFunc(j.Bounds, func(m Mark) bool { return m.Bound != verdict.AcceptedBound }) && len(j.Bounds) > 0 {
			head = strings.Join(names, ", ") + ": bounded: no violation but those that are accepted"
		}
	}
	if j.Reason != "" {
		head += " (" + reasonText(j.Reason) + ")"
	}
	if j.Message != "" {
		head += ": " + reasonText(j.Message)
	}
	report.WriteLine(out, head, pageWidth)
	for _, m := range j.Bounds {
		if m.Bound != verdict.AcceptedBound {
			report.WriteLine(out, "  "+markText(m), pageWidth)
		}
	}
	j.writeAccepted(out)
	if c := j.Coverage; c != nil && len(c.NotReached) > 0 {
		report.WriteLine(out, "  "+"not reached: "+notReached(c.NotReached), pageWidth)
	}
	own := slices.DeleteFunc(slices.Clone(j.Assumptions), func(a string) bool { return slices.Contains(common, a) })
	if len(own) > 0 {
		report.WriteLine(out, "  "+"assuming: "+strings.Join(own, "; "), pageWidth)
	}
	switch {
	case strings.HasPrefix(j.Next, "-"):
		report.WriteLine(out, "  "+"to get further: the same command with "+j.Next, pageWidth)
	case j.Next != "":
		report.WriteLine(out, "  "+"to get further: "+j.Next, pageWidth)
	}
}

// maxNotReached is the number of places that the text names; JSON has all.
const maxNotReached = 8

// notReached lists the checks that were not evaluated.
func notReached(list []Location) string {
	names := placeNames(list[:min(len(list), maxNotReached)])
	if n := len(list) - maxNotReached; n > 0 {
		names = append(names, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(names, ", ")
}

// reasonText says a reason in words.
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
		return "there is no proof, and none of the opposite was looked for"
	case "not-built":
		return "not built yet"
	case "not-reached":
		return "no execution is known to come to a check"
	case "external":
		return "it depends on a function that nobody defines"
	case "undefined-behaviour":
		return "undefined behaviour happens"
	case "internal-error":
		return "internal error"
	}
	return reason
}

// markText says which bound cut executions where.
func markText(m Mark) string {
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
func (j *Judgement) writeViolation(out *bufio.Writer, opts TextOptions) error {
	if j.Story == nil {
		report.WriteLine(out, j.Headline(), pageWidth)
	} else {
		if err := report.Text(out, j.Story, report.TextOptions{Width: pageWidth, Verbose: opts.Verbose}); err != nil {
			return err
		}
		if d := j.Stats.Found; d > 0 {
			fmt.Fprintf(out, "\n%s: violation, found after %.1f s; its key is %s\n", j.Property, d.Seconds(), j.Key)
		}
	}
	if len(j.Assumptions) > 0 {
		report.WriteLine(out, "  assuming: "+strings.Join(j.Assumptions, "; "), pageWidth)
	}
	j.writeOthers(out)
	return nil
}

// writeStats writes what a judgement took.
func (j *Judgement) writeStats(out *bufio.Writer) {
	s := &j.Stats
	fmt.Fprintf(out, "\n%s: %s", j.Property, j.Verdict)
	if s.Engine != "" {
		fmt.Fprintf(out, " by %s", s.Engine)
	}
	fmt.Fprintf(out, " in %s, %d MB\n", seconds(s.Time), s.Memory>>20)
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
