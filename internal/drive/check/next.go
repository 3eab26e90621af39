package check

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check/shrink"
	"github.com/heddle-mc/heddle/internal/host/pattern"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// situation holds the facts from which hints for a bounded or unknown verdict are chosen.
type situation struct {
	*Judgement
	opts    *Options
	timeout time.Duration       // of the check; 0: none
	memory  int64               // in bytes; 0: no limit
	loops   []verdict.Location  // the heads of the program's own loops
	text    func() *shrink.Text // the index of its sources; nil: there is none
	others  []Judgement         // of the same run, this one among them
}

// hint is an advice for one cause of a verdict. then returns text to add to the command, which begins with
// a flag, or a change of the program; empty: the cause is another one.
type hint struct {
	cause string
	then  func(*situation) string
}

// hints lists the hints, the most helpful first.
var hints = []hint{
	{"undefined behaviour", func(s *situation) string {
		property := propertyOf(s.Message)
		if s.violated(property) {
			return s.when(UndefinedBehaviour, "mend what violates "+property+" first")
		}
		return s.when(UndefinedBehaviour, "--property "+property)
	}},
	{"a weaker order", func(s *situation) string { return s.when(verdict.WeakMemory, "--model sc") }},
	{"a function without a body that fills a buffer", func(s *situation) string {
		m := fillingCall().FindStringSubmatch(s.Message)
		if m == nil {
			return ""
		}
		return s.when(verdict.Unsupported, fmt.Sprintf("a body for %s in a second file: heddle check … stubs.c", m[1]))
	}},
	{"a function without a body", func(s *situation) string {
		if m := undefinedCall().FindStringSubmatch(s.Message); m != nil {
			return s.when(verdict.Unsupported, "--stub "+m[1])
		}
		return ""
	}},
	{"undefined functions", func(s *situation) string {
		if s.External == nil {
			return ""
		}
		return "--stub " + strings.Join(s.External, " --stub ")
	}},
	{"an engine that cannot say", func(s *situation) string {
		if s.opts.Engine == Auto {
			return ""
		}
		return cmp.Or(s.when(NotBuilt, "--engine auto"), s.when(verdict.NotProved, "--engine auto"), s.when(verdict.Inputs, "--engine auto"))
	}},
	{"a solver that fails", func(s *situation) string {
		if s.opts.Settings["backend"] != "" {
			return s.when(SolverFailed, "--engine-option backend="+Embedded)
		}
		return s.when(SolverFailed, "--solver "+Embedded)
	}},
	{"a fixed loop bound", func(s *situation) string {
		return cmp.Or(s.twice(verdict.LoopBound, "--unwind ", s.opts.Bounds.Unwind), s.twice(verdict.RecursionBound, "--unwind ", s.opts.Bounds.Unwind))
	}},
	{"a fixed number of threads", func(s *situation) string {
		if s.opts.Bounds.Threads == 0 && s.reason() == verdict.Timeout {
			return "" // it was about to grow
		}
		return s.twice(verdict.ThreadBound, "--threads ", cmp.Or(s.opts.Bounds.Threads, s.limit(verdict.ThreadBound)))
	}},
	{"fixed rounds", func(s *situation) string {
		return s.twice(verdict.SwitchBound, "--engine-option rounds=", s.opts.Bounds.Rounds)
	}},
	{"fixed contexts", func(s *situation) string {
		return s.twice(verdict.SwitchBound, "--engine-option contexts=", s.opts.Bounds.Contexts)
	}},
	{"fixed writes", func(s *situation) string {
		return s.twice(verdict.WriteBound, "--engine-option writes=", s.opts.Bounds.Writes)
	}},
	{"a fixed depth", func(s *situation) string {
		if s.reason() != verdict.NoReason {
			return "" // it was not reached
		}
		depth, _ := strconv.Atoi(s.opts.Settings["depth"])
		return s.twice(verdict.DepthBound, "--engine-option depth=", depth)
	}},
	{"a loop with a constant", (*situation).smaller},
	{"a loop among others", func(s *situation) string {
		m := s.mark(verdict.LoopBound)
		if m == nil || s.opts.Bounds.Unwind > 0 || !s.begins(m.Location) {
			return ""
		}
		if s.reason() != verdict.NoReason {
			return "" // with the same bound, and others that grow, the loop still cuts the executions that it cut
		}
		return fmt.Sprintf("--loop %s:%d=%d", m.Location.File, m.Location.Line, 2*m.Limit)
	}},
	{"no memory", func(s *situation) string {
		return s.when(verdict.OutOfMemory, fmt.Sprintf("--memory %dMB", 4*s.memory>>20))
	}},
	{"no time", func(s *situation) string {
		return s.when(verdict.Timeout, fmt.Sprintf("--timeout %s", 10*s.timeout))
	}},
	{"a size", func(s *situation) string {
		for _, m := range s.Bounds {
			switch at := fmt.Sprintf("%s:%d", m.Location.File, m.Location.Line); {
			case m.Location.File == "":
			case m.Bound == verdict.AllocBound:
				return "make what is allocated at " + at + " smaller"
			case m.Bound == verdict.LoopBound && !s.begins(m.Location):
				return "make what the call at " + at + " works on smaller"
			}
		}
		return ""
	}},
	{"where objects lie", func(s *situation) string {
		if s.mark(verdict.AddressBound) == nil && s.mark(verdict.ReuseBound) == nil {
			return ""
		}
		return "the marked lines must not depend on where objects lie in memory, which is the implementation's choice"
	}},
}

// readText returns the index of the sources, nil: there is none. It is read once, beside the engines where
// their answers take long: hardly any time is left afterwards.
func (r *runner) readText() func() *shrink.Text {
	return sync.OnceValue(func() *shrink.Text {
		if r.opts.Constants == nil {
			return nil
		}
		return shrink.Read(r.budget.last, r.program, r.opts.Sources, r.opts.Constants())
	})
}

// lockedByGlibc returns the hint for a race on the state of rand: POSIX lets rand race with rand, and glibc's takes a
// lock. Empty: it is another violation.
func lockedByGlibc(message string) string {
	if strings.Contains(message, "the state of rand ") {
		return "--stub rand --stub srand"
	}
	return ""
}

// advise adds a hint to each verdict that is bounded or unknown.
func (r *runner) advise(list []Judgement) {
	loops := r.loops()
	for i := range list {
		j := &list[i]
		if j.Verdict != verdict.Bounded && j.Verdict != verdict.Unknown {
			continue
		}
		s := &situation{Judgement: j, opts: &r.opts, timeout: r.budget.timeout, memory: r.budget.memory, loops: loops, text: r.text, others: list}
		s.advise()
	}
}

// advise finds the first way whose cause it is.
func (s *situation) advise() {
	for _, h := range hints {
		if s.Next = h.then(s); s.Next != "" {
			return
		}
	}
}

// Unread returns the judgement of a property when a budget is spent before the program is read.
func Unread(b *Budget, property string) Judgement {
	j := Judgement{Property: property, Verdict: verdict.Unknown, Reason: b.Reason(), Message: "the program was not read to its end"}
	s := &situation{Judgement: &j, opts: &Options{Engine: Auto}, timeout: b.timeout, memory: b.memory}
	s.advise()
	return j
}

// loops lists the heads of the program's own loops.
func (r *runner) loops() []verdict.Location {
	var out []verdict.Location
	for id := 1; id < len(r.program.Funcs); id++ {
		f := &r.program.Funcs[id]
		if f.Model || !f.HasBody() {
			continue
		}
		for _, l := range r.facts.Loops().Func(ir.FuncID(id)).Loops {
			out = append(out, f.Blocks[l.Header].Pos().In(r.program.Files, f.Name))
		}
	}
	return out
}

// reason returns the verdict's reason before it was replaced by NotReached.
func (s *situation) reason() verdict.Reason {
	if s.Reason == NotReached {
		return verdict.Reason(s.Message)
	}
	return s.Reason
}

// when returns add if the verdict has the given reason, else an empty string.
func (s *situation) when(reason verdict.Reason, add string) string {
	if s.reason() == reason {
		return add
	}
	return ""
}

// mark returns the first mark of a bound; nil: there is none.
func (s *situation) mark(b verdict.Bound) *verdict.Mark {
	if at := slices.IndexFunc(s.Bounds, func(m verdict.Mark) bool { return m.Bound == b }); at >= 0 {
		return &s.Bounds[at]
	}
	return nil
}

func (s *situation) limit(b verdict.Bound) int {
	if m := s.mark(b); m != nil {
		return m.Limit
	}
	return 0
}

// twice returns the flag that doubles a bound, if that was fixed and cut executions.
func (s *situation) twice(b verdict.Bound, flag string, fixed int) string {
	if fixed == 0 || s.mark(b) == nil {
		return ""
	}
	return flag + strconv.Itoa(2*fixed)
}

// propertyOf returns the property that a message of misbehaviour names.
func propertyOf(message string) string {
	if m := regexp.MustCompile(`(?:--property|which violates) (\w+)`).FindStringSubmatch(message); m != nil {
		return m[1]
	}
	return verdict.Memory.String()
}

// violated reports whether a violation of a property was found in the same run: then judging it again is
// useless.
func (s *situation) violated(property string) bool {
	return slices.ContainsFunc(s.others, func(j Judgement) bool {
		return j.Property == property && (j.Verdict == verdict.Violation || len(j.Accepted) > 0)
	})
}

// fillingCall matches the message about a library function without a model that may write to its arguments.
// A model that only returns would leave the old contents there.
var fillingCall = pattern.Lazy(`^call of (\w+), which may write to what it is given`)

// undefinedCall matches the message about a function that is defined nowhere.
var undefinedCall = pattern.Lazy(`^call of (\w+)( at |$)`)

// smaller returns flags for smaller constants. An object that is too large comes first. Then come the loops
// that a bound cut, and all loops if time or memory was spent. A mark for another reason stays with any
// constants, and a bounded verdict with it.
func (s *situation) smaller() string {
	if s.text == nil || s.Verdict == verdict.Bounded && slices.ContainsFunc(s.Bounds, func(m verdict.Mark) bool { return !m.Bound.Grows() }) {
		return ""
	}
	alloc := s.marked(verdict.AllocBound)
	if len(alloc) > 0 {
		if flags := s.text().Flags(shrink.Places{Sizes: alloc, All: s.loops}); flags != nil {
			return strings.Join(flags, " ")
		}
	}
	places := shrink.Places{All: s.loops}
	for _, place := range s.marked(verdict.LoopBound) {
		if s.begins(place) {
			places.Cut = append(places.Cut, place)
		} else {
			places.Sizes = append(places.Sizes, place) // of a loop in a library function that is its call
		}
	}
	if s.reason() == verdict.Timeout || s.reason() == verdict.OutOfMemory || len(alloc) > 0 {
		places.Loops = s.loops
	}
	return strings.Join(s.text().Flags(places), " ")
}

// marked returns the places of the marks of a bound.
func (s *situation) marked(b verdict.Bound) []verdict.Location {
	var out []verdict.Location
	for _, m := range s.Bounds {
		if m.Bound == b {
			out = append(out, m.Location)
		}
	}
	return out
}

// begins reports whether one of the program's own loops begins in a line: --loop knows it.
func (s *situation) begins(at verdict.Location) bool {
	return slices.ContainsFunc(s.loops, func(l verdict.Location) bool { return l.File == at.File && l.Line == at.Line })
}
