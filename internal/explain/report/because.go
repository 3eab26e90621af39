package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/story"
)

// The limits of an explanation.
const (
	maxRemarks  = 3 // on accesses that came between others
	maxReads    = 4 // from which the failure was computed
	maxBranches = 2 // that decided branches on the way to it
	maxOrigins  = 2 // number of writes through which a value is followed back
)

// explanation explains why a check failed. It lists the reads from which the check was computed, with
// the writes that they read from and the sources of these. Then come the reads that decided the
// branches on the way, and the places where accesses of other threads came between these accesses.
type explanation struct {
	s     *story.Story
	told  map[int]bool // the actions mentioned so far
	lines []string
}

func because(s *story.Story) []string {
	x := &explanation{s: s, told: make(map[int]bool)}
	for _, i := range last(s.Failure.Reads, maxReads) {
		x.read(i, "")
	}
	branches := 0
	tell := func(list []int, intro string, decisive bool) {
		for _, i := range list {
			if branches < maxBranches && !x.known(i) && (decisive || x.contested(i)) {
				x.read(i, intro)
				branches++
			}
			decisive = false
		}
	}
	tell(s.Failure.Branches, s.Failure.Thread+" came here because it ", len(s.Failure.Reads) == 0)
	tell(s.Failure.Earlier, x.earlier(), false)
	return append(x.lines, x.between()...)
}

// earlier introduces a read that decided a branch whose paths have joined again.
func (x *explanation) earlier() string { return "before that, " + x.s.Failure.Thread + " " }

// last returns the last n elements of a list.
func last[E any](list []E, n int) []E { return list[max(0, len(list)-n):] }

// known reports whether a read, or another one with the same origin, is already mentioned.
func (x *explanation) known(i int) bool {
	a := &x.s.Actions[i]
	for k := range x.told {
		if b := &x.s.Actions[k]; b.Kind != story.Write && b.Location == a.Location && b.Writer == a.Writer {
			return true
		}
	}
	return false
}

// contested reports whether another thread writes to the location of a read after the reading thread
// was created.
func (x *explanation) contested(i int) bool {
	a := &x.s.Actions[i]
	created := slices.IndexFunc(x.s.Actions, func(c story.Action) bool { return c.Kind == story.Create && c.Other == a.Thread })
	return a.Location != "" && slices.ContainsFunc(x.s.Actions[max(0, created):], func(w story.Action) bool {
		return w.Thread != a.Thread && w.Location == a.Location && (w.Kind == story.Write || w.Kind == story.Update)
	})
}

// read describes the value of a read or an input, with its origin.
func (x *explanation) read(i int, intro string) {
	if x.told[i] {
		return
	}
	a := &x.s.Actions[i]
	x.told[i] = true
	switch a.Kind {
	case story.Environment:
		x.lines = append(x.lines, fmt.Sprintf("  %s (line %d)", a.Value, a.Place.Line))
		return
	case story.Returned:
		x.lines = append(x.lines, fmt.Sprintf("  %sgot %s from %s%s", cmp.Or(intro, a.Thread+" "), a.Value, a.Call, atLine(a)))
		return
	case story.Input:
		by := ""
		if a.Call != "" {
			by = " by " + a.Call
		}
		x.lines = append(x.lines, fmt.Sprintf("  %swas given the input %s%s%s%s", cmp.Or(intro, a.Thread+" "), equals(a.Object), a.Value, by, atLine(a)))
		return
	}
	value := saw(a)
	text := cmp.Or(intro, a.Thread+" ") + fmt.Sprintf("read %s = %s in step %d", accessed(a), value, a.Step)
	here := x.isHere(a) && intro != x.earlier()
	switch {
	case here && a.Kind == story.Update:
		text = fmt.Sprintf("%s was %s before", accessed(a), value)
	case here:
		text = fmt.Sprintf("%s is %s", accessed(a), value)
	}
	text += x.written(i)
	if !here {
		text += x.since(i, value)
	}
	x.lines = append(x.lines, "  "+text)
}

// atLine returns the text for an action's line, if it has one.
func atLine(a *story.Action) string {
	if a.Place.Line == 0 {
		return ""
	}
	return fmt.Sprintf(" (line %d)", a.Place.Line)
}

// saw returns the value that a read or an update read.
func saw(a *story.Action) string {
	if a.Kind == story.Update {
		return a.Old
	}
	return a.Value
}

// equals returns a name as the left side of an equation, or nothing if the name is empty.
func equals(name string) string {
	if name == "" {
		return ""
	}
	return name + " = "
}

// isHere reports whether an action is on the failing line.
func (x *explanation) isHere(a *story.Action) bool {
	at, f := a.Place, &x.s.Failure
	at.Column = f.Place.Column
	return a.Thread == f.Thread && at == f.Place
}

// written describes the origin of a read's value, and follows it back.
func (x *explanation) written(i int) string {
	var text strings.Builder
	for range maxOrigins {
		a := &x.s.Actions[i]
		if a.Writer == 0 {
			switch {
			case a.Initial:
				text.WriteString(", its initial value")
			case a.Stale:
				text.WriteString(", an older value" + Latest(x.s, a) + ", and the memory model allows that")
			}
			break
		}
		w := &x.s.Actions[a.Writer-1]
		x.told[a.Writer-1] = true
		if len(w.Uses) == 1 && chosen(&x.s.Actions[w.Uses[0]]) && w.Thread == a.Thread {
			fmt.Fprintf(&text, ", an input (line %d)", x.s.Actions[w.Uses[0]].Place.Line)
			break
		}
		step := ""
		if w.Step > 0 {
			step = fmt.Sprintf(" in step %d", w.Step)
		}
		fmt.Fprintf(&text, ", which %s wrote%s (line %d)", w.Thread, step, w.Place.Line)
		var sources []int
		for _, u := range w.Uses {
			switch used := &x.s.Actions[u]; {
			case used.Kind == story.Environment:
				text.WriteString(", because " + used.Value)
			case !chosen(used) && !x.told[u]:
				sources = append(sources, u)
			}
		}
		for k, u := range last(sources, maxReads) {
			x.told[u] = true
			used := &x.s.Actions[u]
			word := " and"
			if k == 0 {
				word = " after reading"
			}
			fmt.Fprintf(&text, "%s %s = %s", word, accessed(used), saw(used))
			if used.Step > 0 && used.Step != w.Step {
				fmt.Fprintf(&text, " in step %d", used.Step)
			}
		}
		if len(sources) != 1 {
			break
		}
		i = sources[0]
	}
	return text.String()
}

// since describes the writes of other threads to the location after the read.
func (x *explanation) since(i int, value string) string {
	a := &x.s.Actions[i]
	for k := i + 1; k < len(x.s.Actions); k++ {
		w := &x.s.Actions[k]
		if w.Location == a.Location && w.Thread != a.Thread && w.Step > 0 && w.Value != value && (w.Kind == story.Write || w.Kind == story.Update) {
			return fmt.Sprintf("; %s wrote %s in step %d", w.Thread, w.Value, w.Step)
		}
	}
	return ""
}

// between describes accesses of one thread that came between two consecutive accesses of another thread
// to the same location in a way that no serial execution allows. One of these accesses must have been
// mentioned. It returns the last few.
func (x *explanation) between() []string {
	var list []string
	history := make(map[string][]int) // accesses by location
	for i := range x.s.Actions {
		a := &x.s.Actions[i]
		if a.Step == 0 || a.Location == "" || a.Kind != story.Read && a.Kind != story.Write && a.Kind != story.Update {
			continue
		}
		if text := x.intruder(history[a.Location], i); text != "" {
			list = append(list, "  "+text)
		}
		history[a.Location] = append(history[a.Location], i)
	}
	return last(list, maxRemarks)
}

// intruder searches another thread's access between an access and the same thread's previous one.
// before holds the earlier accesses to the location.
func (x *explanation) intruder(before []int, i int) string {
	a := &x.s.Actions[i]
	former := len(before) - 1
	for former >= 0 && x.s.Actions[before[former]].Thread != a.Thread {
		former--
	}
	if former < 0 || x.s.Actions[before[former]].Step == a.Step {
		return ""
	}
	own := &x.s.Actions[before[former]]
	for _, k := range slices.Backward(before[former+1:]) {
		o := &x.s.Actions[k]
		reads, writes, again := own.Kind == story.Read, o.Kind != story.Read, a.Kind == story.Write
		switch {
		case (x.told[i] || x.told[before[former]]) && reads && writes && again:
			return fmt.Sprintf("%s read %s = %s in step %d and wrote %s in step %d, but %s had written %s in step %d: that write is lost",
				a.Thread, accessed(a), own.Value, own.Step, a.Value, a.Step, o.Thread, o.Value, o.Step)
		case x.told[i] && !x.told[before[former]] && reads && writes && own.Value != o.Value:
			return fmt.Sprintf("%s read %s = %s in step %d, but when it came back in step %d, %s had written %s (step %d)",
				a.Thread, accessed(a), own.Value, own.Step, a.Step, o.Thread, o.Value, o.Step)
		case !x.told[i] && x.told[before[former]] && !reads && writes && a.Kind == story.Read && own.Value != o.Value:
			return fmt.Sprintf("%s wrote %s = %s in step %d, but read %s in step %d, since %s had written in step %d",
				a.Thread, accessed(a), own.Value, own.Step, a.Value, a.Step, o.Thread, o.Step)
		case x.told[k] && own.Kind == story.Write && !writes && again && own.Value != a.Value && o.Value == own.Value:
			return fmt.Sprintf("%s saw %s = %s in step %d, between the writes of %s in steps %d and %d",
				o.Thread, accessed(a), o.Value, o.Step, a.Thread, own.Step, a.Step)
		}
	}
	return ""
}

// chosen reports whether an action provides an arbitrary value.
func chosen(a *story.Action) bool { return a.Kind == story.Input || a.Kind == story.Returned }
