package report

import "fmt"

// The bounds of an explanation.
const (
	maxRemarks = 3 // on accesses that came between others
	maxReads   = 4 // that the failure may depend on
)

// because explains a failure by the values that the failing line read, or else by
// those that its thread read last, and by where threads got between others'
// accesses to the same objects.
func because(s *Story) []string {
	f := &s.Failure
	reads, onLine := s.decisive()
	writer := make(map[string]string) // by location that was read: who wrote the value
	var lines []string
	for i := len(reads) - 1; i >= 0; i-- {
		r := reads[i]
		writer[r.Location] = f.Thread
		if r.From != nil {
			writer[r.Location] = r.From.Thread
		}
		lines = append(lines, "  "+r.explain(onLine))
	}
	return append(lines, s.between(func(a *Action, lost bool) bool {
		who, concerned := writer[a.Location]
		return a.Thread == f.Thread || concerned && (lost || a.Thread == who)
	})...)
}

// decisive returns the last read of each location by the failing line, the latest
// first; if there are none, the last reads of the thread, but only what others
// wrote too.
func (s *Story) decisive() (reads []*Action, onLine bool) {
	f := &s.Failure
	seen := make(map[string]bool)
	var earlier []*Action
	for i := len(s.Actions) - 1; i >= 0; i-- {
		a := &s.Actions[i]
		if a.Thread != f.Thread || a.Kind != Read && a.Kind != Update || a.Step == 0 {
			continue
		}
		here := a.Place.File == f.Place.File && a.Place.Line == f.Place.Line && a.Place.Function == f.Place.Function
		switch {
		case here && len(earlier) == 0 && !seen[a.Location]:
			reads = append(reads, a)
		case here:
		case len(reads) > 0:
			return reads[:min(len(reads), maxReads)], true
		case !a.Minor && !seen[a.Location]:
			earlier = append(earlier, a)
		}
		seen[a.Location] = true
	}
	if len(reads) > 0 {
		return reads[:min(len(reads), maxReads)], true
	}
	return earlier[:min(len(earlier), maxReads)], false
}

// explain says what a read saw and who wrote it.
func (a *Action) explain(onLine bool) string {
	value := a.Value
	if a.Kind == Update {
		value = a.Old
	}
	from := ""
	if a.From != nil {
		from = fmt.Sprintf(", written %s (line %d)", a.From.phrase(), a.From.Place.Line)
	} else if a.Initial {
		from = ", its initial value"
	}
	switch {
	case !onLine:
		return fmt.Sprintf("%s read %s = %s in step %d%s", a.Thread, a.Object, value, a.Step, from)
	case a.Kind == Update:
		return fmt.Sprintf("%s was %s before%s", a.Object, value, from)
	}
	return fmt.Sprintf("%s is %s%s", a.Object, value, from)
}

// between finds where an access of one thread came between two consecutive ones
// of another to the same location that no serial execution separates so. Those
// for which relevant holds, given the last access and whether an update is lost,
// are told: the last few.
func (s *Story) between(relevant func(a *Action, lost bool) bool) []string {
	var list []string
	history := make(map[string][]*Action) // accesses by location
	for i := range s.Actions {
		a := &s.Actions[i]
		if a.Step == 0 || a.Location == "" || a.Kind != Read && a.Kind != Write && a.Kind != Update {
			continue
		}
		if text, lost := intruder(history[a.Location], a); text != "" && relevant(a, lost) {
			list = append(list, "  "+text)
		}
		history[a.Location] = append(history[a.Location], a)
	}
	return list[max(0, len(list)-maxRemarks):]
}

// intruder looks for another thread's access between an access and the same
// thread's former one, given the accesses to the location before it.
func intruder(before []*Action, a *Action) (text string, lost bool) {
	var others []*Action
	var own *Action
	for i := len(before) - 1; i >= 0 && own == nil; i-- {
		if before[i].Thread == a.Thread {
			own = before[i]
		} else {
			others = append(others, before[i])
		}
	}
	if own == nil || own.Step == a.Step {
		return "", false
	}
	for _, o := range others {
		reads, writes, again := own.Kind == Read, o.Kind != Read, a.Kind == Write
		switch {
		case reads && writes && again:
			return fmt.Sprintf("%s read %s = %s in step %d and wrote %s in step %d, but %s had written %s in step %d: that write is lost",
				a.Thread, a.Object, own.Value, own.Step, a.Value, a.Step, o.Thread, o.Value, o.Step), true
		case reads && writes && own.Value != o.Value:
			return fmt.Sprintf("%s read %s = %s in step %d, but when it came back in step %d, %s had written %s (step %d)",
				a.Thread, a.Object, own.Value, own.Step, a.Step, o.Thread, o.Value, o.Step), false
		case !reads && writes && a.Kind == Read && own.Value != o.Value:
			return fmt.Sprintf("%s wrote %s = %s in step %d, but read %s in step %d, since %s had written in step %d",
				a.Thread, a.Object, own.Value, own.Step, a.Value, a.Step, o.Thread, o.Step), false
		case own.Kind == Write && !writes && again && own.Value != a.Value && o.Value == own.Value:
			return fmt.Sprintf("%s saw %s = %s in step %d, between the writes of %s in steps %d and %d",
				o.Thread, a.Object, o.Value, o.Step, a.Thread, own.Step, a.Step), false
		}
	}
	return "", false
}
