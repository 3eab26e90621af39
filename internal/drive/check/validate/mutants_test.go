package validate

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/explain/svcomp"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var (
	generated = testflag.Generated(16)
	long      = testflag.Long()
)

// large are the programs whose executions take seconds: only with -long.
var large = []string{"starts.c", "twice.c"}

// subject is a program of testdata/mutants with all that it can do.
type subject struct {
	file     string
	property verdict.Property
	sites    []probe.Site
	creates  map[probe.SiteID]bool
	all      [][]happening
	bases    []*svcomp.Witness
}

func compiler(t *testing.T, file string) Compile {
	return func(l *probe.List) (*ir.Program, error) {
		r, err := front.Compile(context.Background(), front.Options{Files: []string{file}, Probes: l})
		if err != nil || r.Program == nil {
			t.Fatalf("%s: %v %v", file, err, r.Diagnostics)
		}
		return r.Program, nil
	}
}

// newSubject enumerates a program, and makes witnesses of executions of it.
func newSubject(t *testing.T, file string) *subject {
	s := &subject{file: file, property: verdict.Reach, creates: make(map[probe.SiteID]bool)}
	if strings.HasPrefix(filepath.Base(file), "race") {
		s.property = verdict.Race
	}
	compile := compiler(t, file)
	empty := &probe.List{}
	if _, err := compile(empty); err != nil {
		t.Fatal(err)
	}
	s.sites = empty.Sites
	l := &probe.List{Codes: make(map[probe.SiteID]probe.Code), Functions: map[string]string{"__heddle_waypoint_visit": "void __heddle_waypoint_visit(int, long long);"}}
	for i := range s.sites {
		if !s.interesting(probe.SiteID(i)) {
			continue
		}
		value := "n"
		switch s.sites[i].Kind {
		case probe.Condition, probe.Return:
			value = probe.Value
		case probe.Enter:
			s.creates[probe.SiteID(i)] = true
		}
		l.Codes[probe.SiteID(i)] = probe.Code{Section: true, Text: fmt.Sprintf("__heddle_waypoint_visit(%d, (%s))", i, value)}
	}
	prog, err := compile(l)
	if err != nil {
		t.Fatal(err)
	}
	e := &enumerator{prog: prog, properties: interp.PropertySet(s.property)}
	e.enumerate(t)
	s.all = e.executions
	t.Logf("%s: %d executions, %d that violate the property and differ", filepath.Base(file), e.count, len(s.all))
	return s
}

// interesting reports whether a site is of a kind that witnesses mention: sites of threads other than main,
// and of main from the first creation on. Sites that repeat the information of others are left out.
func (s *subject) interesting(id probe.SiteID) bool {
	c := &s.sites[id]
	switch c.Kind {
	case probe.Statement:
		return c.Simple && !strings.Contains(s.line(c), "return") && !strings.Contains(s.line(c), "pthread") || strings.Contains(s.line(c), "int u")
	case probe.Condition:
		return c.Func != "main" || strings.Contains(s.line(c), "while")
	case probe.Enter:
		return c.Callee == "pthread_create"
	case probe.Return:
		return c.Callee == "__VERIFIER_nondet_bool"
	}
	return false
}

func (s *subject) line(c *probe.Site) string {
	lines := strings.Split(sourceOf(s.file), "\n")
	return lines[c.Pos.Line-1]
}

// waypoint makes a waypoint of a site.
func (s *subject) waypoint(id probe.SiteID, thread int, value int64) svcomp.Waypoint {
	c := &s.sites[id]
	w := svcomp.Waypoint{Thread: thread, Location: svcomp.Location{File: s.file, Place: svcomp.Place{Line: int(c.Pos.Line), Column: int(c.Pos.Col)}, Function: c.Func}}
	switch c.Kind {
	case probe.Statement:
		w.Type, w.Value, w.Format = svcomp.Assumption, fmt.Sprintf("n == %d", value), svcomp.CExpression
	case probe.Condition:
		w.Type, w.Value = svcomp.Branching, strconv.FormatBool(value != 0)
	case probe.Enter:
		w.Type = svcomp.FunctionEnter
	case probe.Return:
		w.Type, w.Value, w.Format = svcomp.FunctionReturn, fmt.Sprintf("\\result == %d", value), svcomp.ExtCExpression
	}
	return w
}

// base makes a witness of an execution: with every happening, or some of them.
func (s *subject) base(r *rand.Rand) *svcomp.Witness {
	x := s.all[r.IntN(len(s.all))]
	w := &svcomp.Witness{Metadata: svcomp.Metadata{FormatVersion: "2.2", UUID: svcomp.NewUUID(nil), Created: time.Unix(0, 0), Producer: "test", Version: "1",
		Files: []string{s.file}, Hashes: []string{strings.Repeat("0", 64)}, DataModel: "LP64"}}
	w.Metadata.Specification, _ = svcomp.Specification(s.property.String(), "")
	numbers, created := map[string]int{"main": 0}, 0
	children := map[string]int{}
	keep := r.IntN(4)
	end := slices.IndexFunc(x, func(h happening) bool { return h.site < 0 })
	for i, h := range x[:end] {
		number, known := numbers[h.thread]
		if !known {
			continue
		}
		last := s.isLast(x[:end], i)
		switch {
		case s.creates[h.site]:
			children[h.thread]++
			created++
			numbers[fmt.Sprintf("%s.%d", h.thread, children[h.thread])] = created
		case last && s.sites[h.site].Kind == probe.Statement && s.atViolation(x[end], h):
			continue
		case r.IntN(4) < keep:
			continue
		}
		w.Segments = append(w.Segments, svcomp.Segment{Follow: []svcomp.Waypoint{s.waypoint(h.site, number, h.value)}})
	}
	v := x[end]
	last := svcomp.Segment{}
	add := func(thread string, line int) {
		for i := range s.sites {
			if c := &s.sites[i]; c.Kind == probe.Statement && int(c.Pos.Line) == line {
				p := s.waypoint(probe.SiteID(i), numbers[thread], 0)
				p.Type, p.Value, p.Format = svcomp.Target, "", ""
				last.Follow = append(last.Follow, p)
				return
			}
		}
	}
	if v.first != nil {
		add(v.first.Thread, int(v.first.Pos.Line))
	}
	add(v.thread, v.line)
	w.Segments = append(w.Segments, last)
	return w
}

// isLast reports whether a thread does not reach the site of a happening again.
func (s *subject) isLast(x []happening, i int) bool {
	return !slices.ContainsFunc(x[i+1:], func(h happening) bool { return h.thread == x[i].thread && h.site == x[i].site })
}

// atViolation reports whether a happening is at the statement that fails, or either of a race.
func (s *subject) atViolation(v, h happening) bool {
	line := int(s.sites[h.site].Pos.Line)
	return v.thread == h.thread && v.line == line || v.first != nil && v.first.Thread == h.thread && int(v.first.Pos.Line) == line
}

// mutate changes a witness in one place.
func (s *subject) mutate(w *svcomp.Witness, r *rand.Rand) *svcomp.Witness {
	m := *w
	m.Segments = slices.Clone(w.Segments)
	for i := range m.Segments {
		m.Segments[i].Follow = slices.Clone(m.Segments[i].Follow)
	}
	n := len(m.Segments)
	last := &m.Segments[n-1]
	any := func() *svcomp.Waypoint { return &m.Segments[r.IntN(n)].Follow[0] }
	var marked []probe.SiteID
	for i := range s.sites {
		if s.interesting(probe.SiteID(i)) && !s.creates[probe.SiteID(i)] {
			marked = append(marked, probe.SiteID(i))
		}
	}
	fresh := func() svcomp.Waypoint {
		return s.waypoint(marked[r.IntN(len(marked))], r.IntN(3), int64(r.IntN(4)))
	}
	switch r.IntN(10) {
	case 0:
		if n > 1 {
			i := r.IntN(n - 1)
			m.Segments = slices.Delete(m.Segments, i, i+1)
		}
	case 1:
		if n > 1 {
			i := r.IntN(n - 1)
			m.Segments = slices.Insert(m.Segments, i, m.Segments[i])
		}
	case 2:
		if n > 2 {
			i := r.IntN(n - 2)
			m.Segments[i], m.Segments[i+1] = m.Segments[i+1], m.Segments[i]
		}
	case 3, 4:
		p := any()
		switch p.Type {
		case svcomp.Assumption:
			p.Value = fmt.Sprintf("n %s %d", []string{"==", "!=", "<", ">="}[r.IntN(4)], r.IntN(6))
		case svcomp.FunctionReturn:
			p.Value = fmt.Sprintf("\\result %s %d", []string{"==", "!="}[r.IntN(2)], r.IntN(3))
		case svcomp.Branching:
			p.Value = strconv.FormatBool(p.Value != "true")
		}
	case 5:
		any().Thread = r.IntN(4) - 1
	case 6:
		i := r.IntN(n)
		m.Segments = slices.Insert(m.Segments, i, svcomp.Segment{Follow: []svcomp.Waypoint{fresh()}})
	case 7:
		var statements []probe.SiteID
		for _, id := range marked {
			if s.sites[id].Kind == probe.Statement {
				statements = append(statements, id)
			}
		}
		last.Follow[r.IntN(len(last.Follow))].Location = s.waypoint(statements[r.IntN(len(statements))], 0, 0).Location
	case 8:
		if i := r.IntN(n); i < n-1 {
			m.Segments[i].Avoid = []svcomp.Waypoint{fresh()}
		}
	case 9:
		if i := r.IntN(n); i < n-1 && !m.Segments[i].Follow[0].Creates() {
			m.Segments[i].Follow = []svcomp.Waypoint{fresh()}
		}
	}
	return &m
}

// represents reports whether the witness represents an execution that violates the property.
func (s *subject) represents(w *svcomp.Witness) bool {
	return slices.ContainsFunc(s.all, func(x []happening) bool { return s.walk(w, x) })
}

// walk follows an execution's happenings through the segments.
func (s *subject) walk(w *svcomp.Witness, x []happening) bool {
	at, created := 0, 0
	numbers, pending, children := map[string]int{"main": 0}, map[string]int{}, map[string]int{}
	number := func(thread string) int {
		if n, ok := numbers[thread]; ok {
			return n
		}
		return -2
	}
	is := func(p *svcomp.Waypoint, h happening) bool {
		c := &s.sites[h.site]
		if int(c.Pos.Line) != p.Location.Line || int(c.Pos.Col) != p.Location.Column || p.Thread >= 0 && p.Thread != number(h.thread) {
			return false
		}
		kind := map[svcomp.Type]probe.Kind{svcomp.Assumption: probe.Statement, svcomp.Target: probe.Statement, svcomp.Branching: probe.Condition,
			svcomp.FunctionEnter: probe.Enter, svcomp.FunctionReturn: probe.Return}[p.Type]
		return c.Kind == kind
	}
	come := map[string]uint8{}
	for _, h := range x {
		segment := &w.Segments[at]
		if h.site < 0 {
			if s.isTargeted(segment, h, come) {
				return true
			}
			continue
		}
		for i := range segment.Avoid {
			if p := &segment.Avoid[i]; is(p, h) && holds(p, h.value) {
				return false
			}
		}
		if p := &segment.Follow[0]; p.Type != svcomp.Target && is(p, h) {
			if !holds(p, h.value) {
				return false
			}
			if p.Creates() {
				created++
				pending[h.thread] = created
			}
			at++
		}
		// A target may be reached at the visit at which the segment before was passed.
		for i := range w.Segments[at].Follow {
			if p := &w.Segments[at].Follow[i]; p.Type == svcomp.Target && is(p, h) {
				if come[h.thread]>>i&1 != 0 {
					return false // its first evaluation did not violate the property
				}
				come[h.thread] |= 1 << i
			}
		}
		if s.creates[h.site] {
			children[h.thread]++
			if n := pending[h.thread]; n > 0 {
				numbers[fmt.Sprintf("%s.%d", h.thread, children[h.thread])] = n
				delete(pending, h.thread)
			}
		}
	}
	return false
}

// isTargeted reports whether a violation is at the targets that its threads have reached.
func (s *subject) isTargeted(segment *svcomp.Segment, v happening, come map[string]uint8) bool {
	list := segment.Follow
	if list[0].Type != svcomp.Target {
		return false
	}
	if v.first == nil {
		return len(list) == 1 && come[v.thread]&1 != 0 && v.line == list[0].Location.Line
	}
	for a := range list {
		b := len(list) - 1 - a
		if come[v.thread]>>a&1 != 0 && come[v.first.Thread]>>b&1 != 0 &&
			v.line == list[a].Location.Line && int(v.first.Pos.Line) == list[b].Location.Line {
			return true
		}
	}
	return false
}

// holds evaluates a constraint: of n, of a result, or of a branching.
func holds(p *svcomp.Waypoint, value int64) bool {
	switch p.Type {
	case svcomp.FunctionEnter:
		return true
	case svcomp.Branching:
		return p.Value == strconv.FormatBool(value != 0)
	}
	f := strings.Fields(p.Value)
	c, _ := strconv.ParseInt(f[2], 0, 64)
	switch f[1] {
	case "==":
		return value == c
	case "!=":
		return value != c
	case "<":
		return value < c
	}
	return value >= c
}

// TestMutants validates witnesses of small programs and mutants of them, whose answers are
// known from all executions.
func TestMutants(t *testing.T) {
	files, err := filepath.Glob("testdata/mutants/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	if !*long {
		files = slices.DeleteFunc(files, func(f string) bool { return slices.Contains(large, filepath.Base(f)) })
	}
	valid, invalid, ill := 0, 0, 0
	perFile := (generated.N() + len(files) - 1) / len(files)
	for _, file := range files {
		s := newSubject(t, file)
		r := rand.New(rand.NewPCG(generated.First(), uint64(len(file))))
		for n := 0; n < perFile; {
			w := s.base(r)
			for range 1 + r.IntN(4) {
				w = s.mutate(w, r)
			}
			var text bytes.Buffer
			if err := w.WriteYAML(&text); err != nil {
				t.Fatal(err)
			}
			read, err := svcomp.ReadYAML("witness.yml", text.Bytes())
			if err != nil {
				ill++
				continue
			}
			n++
			want := Refuted
			if s.represents(w) {
				want = Confirmed
				valid++
			} else {
				invalid++
			}
			if got := ask(t, s, read); got.Status != want {
				t.Errorf("%s: %s (%s), want %s:\n%s", file, got.Status, got.Why, want, sketch(w))
			}
		}
	}
	t.Logf("%d valid, %d invalid, %d not well-formed", valid, invalid, ill)
}

// ask validates a witness.
func ask(t *testing.T, s *subject, w *svcomp.Witness) *Answer {
	t.Helper()
	b := check.NewBudget(t.Context(), 20*time.Second, 0)
	defer b.Stop()
	got, err := Check(b, Question{Name: "witness.yml", Witness: w, Property: s.property.String(), Driver: check.Options{Jobs: 1}, Compile: compiler(t, s.file)})
	if err != nil {
		t.Fatalf("%s: %v\n%s", s.file, err, sketch(w))
	}
	return got
}

// sketch writes a witness on a few lines.
func sketch(w *svcomp.Witness) string {
	var b strings.Builder
	for i, s := range w.Segments {
		for _, list := range [][]svcomp.Waypoint{s.Avoid, s.Follow} {
			for _, p := range list {
				fmt.Fprintf(&b, "%d: thread %d %s %d:%d %s\n", i, p.Thread, p.Type, p.Location.Line, p.Location.Column, p.Value)
			}
		}
		if len(s.Avoid) > 0 {
			fmt.Fprintf(&b, "   (the first is avoided)\n")
		}
	}
	return b.String()
}
