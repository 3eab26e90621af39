package waypoint

import (
	"fmt"
	"path"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/svcomp"
	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Sites holds the sites of a program.
type Sites struct {
	list  []probe.Site
	first map[siteKey]probe.SiteID
}

type siteKey struct {
	kind probe.Kind
	file string
	pos  ir.Pos
}

func keyOf(s *probe.Site) siteKey {
	return siteKey{s.Kind, s.File, ir.Pos{Line: s.Pos.Line, Col: s.Pos.Col}}
}

// NewSites returns the sites of a list that the front end has visited.
func NewSites(list []probe.Site) *Sites {
	s := &Sites{list: list, first: make(map[siteKey]probe.SiteID)}
	for i := range list {
		if k := keyOf(&list[i]); !s.has(k) {
			s.first[k] = probe.SiteID(i)
		}
	}
	return s
}

func (s *Sites) has(k siteKey) bool {
	_, ok := s.first[k]
	return ok
}

// At returns a site.
func (s *Sites) At(id probe.SiteID) *probe.Site { return &s.list[id] }

// canonical reports whether a site represents its place.
func (s *Sites) canonical(id probe.SiteID) bool { return s.first[keyOf(&s.list[id])] == id }

// sameFile reports whether a witness's file name means a file of the program. One must be a suffix of
// the other's path, or the witness has no file name.
func sameFile(witness, program string) bool {
	if witness == "" {
		return true
	}
	w, p := path.Clean(witness), path.Clean(program)
	return w == p || strings.HasSuffix(w, "/"+p) || strings.HasSuffix(p, "/"+w) || path.Base(w) == path.Base(p)
}

// find returns the site of a kind that a location means. Without a column it is the leftmost in the
// line. accept, if not nil, filters the sites.
func (s *Sites) find(kind probe.Kind, l *svcomp.Location, accept func(*probe.Site) bool) (id probe.SiteID, found bool) {
	for i := range s.list {
		c := &s.list[i]
		switch {
		case c.Kind != kind, !sameFile(l.File, c.File), accept != nil && !accept(c):
			continue
		case l.Column > 0 && !isAt(c, l), l.Column == 0 && int(c.Pos.Line) != l.Line:
			continue
		}
		if !found || l.Column == 0 && c.Pos.Col < s.list[id].Pos.Col {
			id, found = probe.SiteID(i), true
		}
	}
	if !found && l.AnyFile {
		other := *l
		other.File, other.AnyFile = "", false
		return s.find(kind, &other, accept)
	}
	return id, found
}

// onLine returns the sites of a site's line that are like it: statements, or calls of the same function.
func (s *Sites) onLine(id probe.SiteID) (list []probe.SiteID) {
	at := &s.list[id]
	for i := range s.list {
		c := &s.list[i]
		if c.Kind == at.Kind && c.Callee == at.Callee && c.File == at.File && c.Pos.Line == at.Pos.Line && s.canonical(probe.SiteID(i)) {
			list = append(list, probe.SiteID(i))
		}
	}
	return list
}

// isAt reports whether a site is at a location. A call may be at either parenthesis or at its start,
// since versions of the format differ.
func isAt(c *probe.Site, l *svcomp.Location) bool {
	for _, p := range []ir.Pos{c.Pos, c.Other, c.Start} {
		if int(p.Line) == l.Line && int(p.Col) == l.Column {
			return true
		}
	}
	return false
}

// around returns the innermost statement that contains a place in a file.
func (s *Sites) around(file string, line, column int) (probe.SiteID, bool) {
	at := ir.Pos{Line: int32(line), Col: int32(column)}
	best, found := probe.SiteID(0), false
	for i := range s.list {
		c := &s.list[i]
		if c.Kind != probe.Statement || !sameFile(file, c.File) || after(c.Pos, at) || after(at, c.End) {
			continue
		}
		if !found || after(c.Pos, s.list[best].Pos) {
			best, found = probe.SiteID(i), true
		}
	}
	return best, found
}

// after reports whether a place comes behind another in the same file.
func after(a, b ir.Pos) bool { return a.Line > b.Line || a.Line == b.Line && a.Col > b.Col }

// kinds maps the types of waypoints and invariants to the kinds of their sites.
var kinds = map[svcomp.Type]probe.Kind{
	svcomp.Assumption: probe.Statement, svcomp.Branching: probe.Condition, svcomp.FunctionEnter: probe.Enter,
	svcomp.FunctionReturn: probe.Return, svcomp.Target: probe.Statement,
	svcomp.LocationInvariant: probe.Statement, svcomp.LoopInvariant: probe.Head,
}

// ofWaypoint returns the site of a waypoint.
func (s *Sites) ofWaypoint(w *svcomp.Waypoint) (probe.SiteID, error) {
	if w.After {
		if id, ok := s.find(probe.After, &w.Location, nil); ok {
			return id, nil
		}
	}
	return s.of(w.Type, &w.Location, w.Callee)
}

// of returns the site of a waypoint or invariant.
func (s *Sites) of(t svcomp.Type, l *svcomp.Location, callee string) (probe.SiteID, error) {
	var accept func(*probe.Site) bool
	if callee != "" {
		accept = func(c *probe.Site) bool { return c.Callee == callee }
	}
	if t == svcomp.FunctionEnter && l.Column == 0 && callee == "" {
		accept = func(c *probe.Site) bool { return c.Callee == "pthread_create" || c.Callee == "thrd_create" }
		if _, ok := s.find(probe.Enter, l, accept); !ok {
			accept = nil
		}
	}
	if id, ok := s.find(kinds[t], l, accept); ok {
		return id, nil
	}
	if t == svcomp.Target && l.Column > 0 { // a full expression within a statement
		if id, ok := s.around(l.File, l.Line, l.Column); ok && s.list[id].Pos.Line == int32(l.Line) {
			return id, nil
		}
	}
	where := fmt.Sprintf("%s:%d", l.File, l.Line)
	if l.Column > 0 {
		where += fmt.Sprintf(":%d", l.Column)
	}
	what := map[probe.Kind]string{probe.Statement: "statement", probe.Condition: "branching", probe.Enter: "call",
		probe.Return: "call", probe.Head: "loop"}[kinds[t]]
	return 0, fmt.Errorf("there is no %s at %s", what, where)
}
