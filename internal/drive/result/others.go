package result

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/explain/accept"
)

// maxPlaces is the number of violations of one cause that the text lists.
const maxPlaces = 3

// writeOthers lists the further violations, by their causes: those with most violations first.
func (j *Judgement) writeOthers(out page) {
	if len(j.Others) > 0 {
		fmt.Fprintf(out, "\nfurther violations of %s\n", j.Property)
	}
	for _, group := range byCause(j.Others) {
		indent := "  "
		if len(group) > 1 {
			out.line(fmt.Sprintf("  %d: %s", len(group), group[0].Cause))
			indent = "    "
		}
		for i, v := range group {
			if i == maxPlaces && !out.opts.Verbose {
				out.line(fmt.Sprintf("%sand %d more (--verbose)", indent, len(group)-i))
				break
			}
			out.line(indent + v.text())
		}
	}
	j.writeAccepted(out)
}

// byCause groups violations by their causes, the larger groups first, else in their order.
func byCause(list []Other) [][]*Other {
	var groups [][]*Other
	for i := range list {
		v := &list[i]
		at := slices.IndexFunc(groups, func(g []*Other) bool { return g[0].Cause == v.Cause })
		if at < 0 {
			at = len(groups)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], v)
	}
	slices.SortStableFunc(groups, func(a, b []*Other) int { return len(b) - len(a) })
	return groups
}

// writeAccepted lists the violations that are accepted, and the acceptances that are stale.
func (j *Judgement) writeAccepted(out page) {
	for i := range j.Accepted {
		v := &j.Accepted[i]
		out.line("  " + v.standing() + " (" + j.Property + " " + v.Key + "): " + v.text())
	}
	for _, a := range j.Stale {
		out.line("  stale acceptance of " + a + ": no such violation was found")
	}
	for i := range j.Absent {
		f := &j.Absent[i]
		out.line("  not found any more (" + f.Property + " " + f.Key + "): " + (&Other{Location: f.Location, Message: f.Message}).text())
	}
}

// standing returns the reason why a violation does not count for the verdict.
func (v *Other) standing() string {
	if v.By != nil && v.By.Origin == accept.InBaseline {
		return "known"
	}
	return "accepted"
}

// text returns the violation with its place.
func (v *Other) text() string {
	if v.Location == nil {
		return v.Message
	}
	return v.Location.String() + ": " + v.Message
}
