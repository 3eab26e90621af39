package waypoint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/explain/svcomp"
	"github.com/heddle-mc/heddle/internal/front/probe"
)

// functions holds the declarations of the library models that inserted code calls
// (clib/src/waypoint.c).
var functions = map[string]string{
	"__heddle_waypoint_at":        "int __heddle_waypoint_at(int segment, int thread);",
	"__heddle_waypoint_follow":    "void __heddle_waypoint_follow(int segment, int holds);",
	"__heddle_waypoint_avoid":     "void __heddle_waypoint_avoid(int holds);",
	"__heddle_waypoint_create":    "void __heddle_waypoint_create(int segment, int number);",
	"__heddle_waypoint_target":    "void __heddle_waypoint_target(int bit);",
	"__heddle_waypoint_visit":     "void __heddle_waypoint_visit(int site, long long value);",
	"__heddle_waypoint_invariant": "void __heddle_waypoint_invariant(int holds);",
}

// Plan is a violation witness placed in a program.
type Plan struct {
	Witness *svcomp.Witness
	List    *probe.List // the program must be compiled with it
	sites   *Sites
	targets [][]probe.SiteID           // by waypoint of the last segment: its statements
	origin  map[probe.SiteID][]origins // the parts of the witness that the code of a site is for
	numbers []int                      // by segment: the number of the thread that it numbers; 0: none
}

// origins identifies a part of the witness.
type origins struct{ at svcomp.Place }

// Follow places the waypoints of a violation witness. The error is an *svcomp.Error with name as the
// file.
func Follow(name string, w *svcomp.Witness, sites *Sites) (*Plan, error) {
	w = withoutHints(w, sites)
	p := &Plan{Witness: w, sites: sites, origin: make(map[probe.SiteID][]origins), numbers: make([]int, len(w.Segments))}
	codes := make(map[probe.SiteID]*siteCode)
	threads := 0
	for i := range w.Segments {
		s := &w.Segments[i]
		for k := range s.Avoid {
			if err := p.place(name, codes, &s.Avoid[k], i, 0, avoid); err != nil {
				return nil, err
			}
		}
		for k := range s.Follow {
			number := 0
			if s.Follow[k].Creates() {
				threads++
				number = threads
				p.numbers[i] = number
			}
			if err := p.place(name, codes, &s.Follow[k], i, number, k); err != nil {
				return nil, err
			}
		}
	}
	p.List = &probe.List{Functions: functions, Codes: make(map[probe.SiteID]probe.Code)}
	for id, c := range codes {
		p.List.Codes[id] = probe.Code{Text: c.text(), Section: true}
	}
	return p, nil
}

// withoutHints drops waypoints without a constraint on lines where no statement begins: GraphML has
// lines of any step.
func withoutHints(w *svcomp.Witness, sites *Sites) *svcomp.Witness {
	if w.Metadata.FormatVersion != "1.0" {
		return w
	}
	out := *w
	out.Segments = slices.DeleteFunc(slices.Clone(w.Segments), func(s svcomp.Segment) bool {
		f := &s.Follow[0]
		if f.Type != svcomp.Assumption || f.Value != "1" {
			return false
		}
		_, err := sites.ofWaypoint(f)
		return err != nil
	})
	return &out
}

// siteCode collects the code of a site, in the order of segments.
type siteCode struct {
	avoid   []string // C expressions, each evaluated
	follow  []string // conditions and actions in turn; at most one runs
	targets []string
}

// text returns the code of a site.
func (c *siteCode) text() string {
	var list []string
	list = append(list, c.avoid...)
	if len(c.follow) > 0 {
		chain := "(void)0"
		for i := len(c.follow) - 2; i >= 0; i -= 2 {
			chain = fmt.Sprintf("(%s ? %s : %s)", c.follow[i], c.follow[i+1], chain)
		}
		list = append(list, chain)
	}
	list = append(list, c.targets...)
	return strings.Join(list, ", ")
}

// avoid is the position of a waypoint that is to be avoided.
const avoid = -1

// place adds the code of a waypoint, number nth of its segment or to be avoided. If a call's return has
// only a line, it means any call of the function in that line.
func (p *Plan) place(name string, codes map[probe.SiteID]*siteCode, w *svcomp.Waypoint, segment, number, nth int) error {
	wrong := func(text string) error { return &svcomp.Error{Name: name, Place: w.At, Text: text} }
	id, err := p.sites.ofWaypoint(w)
	if err != nil {
		return wrong(err.Error())
	}
	condition, problem := p.condition(w)
	if problem != "" {
		return wrong(problem)
	}
	if w.Type == svcomp.Target && nth != avoid {
		p.target(codes, w, id, segment, nth)
		return nil
	}
	list := []probe.SiteID{id}
	if w.Type == svcomp.FunctionReturn && w.Location.Column == 0 && nth != avoid {
		list = p.sites.onLine(id)
	}
	at := fmt.Sprintf("__heddle_waypoint_at(%d, %d)", segment, w.Thread)
	for _, id := range list {
		c := codeOf(codes, id)
		p.origin[id] = append(p.origin[id], origins{w.At})
		switch {
		case nth == avoid:
			c.avoid = append(c.avoid, fmt.Sprintf("(%s ? __heddle_waypoint_avoid(%s) : (void)0)", at, condition))
		case w.Creates():
			c.follow = append(c.follow, at, fmt.Sprintf("__heddle_waypoint_create(%d, %d)", segment, number))
		case len(list) > 1: // the waypoint may mean another site
			c.follow = append(c.follow, at+" && ("+condition+")", fmt.Sprintf("__heddle_waypoint_follow(%d, 1)", segment))
		default:
			c.follow = append(c.follow, at, fmt.Sprintf("__heddle_waypoint_follow(%d, %s)", segment, condition))
		}
	}
	return nil
}

func codeOf(codes map[probe.SiteID]*siteCode, id probe.SiteID) *siteCode {
	if codes[id] == nil {
		codes[id] = &siteCode{}
	}
	return codes[id]
}

// target adds the code of a target at its statement. If it has only a line, it adds the code at all
// statements of that line.
func (p *Plan) target(codes map[probe.SiteID]*siteCode, w *svcomp.Waypoint, id probe.SiteID, segment, nth int) {
	list := []probe.SiteID{id}
	if w.Location.Column == 0 {
		list = p.sites.onLine(id)
	}
	for _, id := range list {
		c := codeOf(codes, id)
		c.targets = append(c.targets, fmt.Sprintf("(__heddle_waypoint_at(%d, %d) ? __heddle_waypoint_target(%d) : (void)0)", segment, w.Thread, 1<<nth))
		p.origin[id] = append(p.origin[id], origins{w.At})
	}
	p.targets = append(p.targets, list)
}

// condition returns a waypoint's constraint in C; problem is the reason if that is impossible.
func (p *Plan) condition(w *svcomp.Waypoint) (text, problem string) {
	switch w.Type {
	case svcomp.Assumption:
		if !probe.IsExpression(w.Value) {
			return "", fmt.Sprintf("found the value %q, expected a C expression", w.Value)
		}
		return "!!(" + w.Value + ")", ""
	case svcomp.Branching:
		switch {
		case w.Value == "true":
			return "(" + probe.Value + ") != 0", ""
		case w.Value == "false":
			return "(" + probe.Value + ") == 0", ""
		case w.Value == "default":
			return "", "the default of a switch is not supported"
		}
		return "(" + probe.Value + ") == " + w.Value, ""
	case svcomp.FunctionReturn:
		operator, constant, _ := w.Result()
		return "(" + probe.Value + ") " + operator + " " + constant, ""
	case svcomp.FunctionEnter:
		return "1", ""
	}
	return "", ""
}

// Misplaced returns the front end's first error about inserted code as an *svcomp.Error with name as
// the file; nil: none.
func (p *Plan) Misplaced(name string) error { return misplaced(name, p.List, p.origin) }

func misplaced(name string, list *probe.List, origin map[probe.SiteID][]origins) error {
	for id := range list.Sites {
		text, ok := list.Errors[probe.SiteID(id)]
		if !ok {
			continue
		}
		e := &svcomp.Error{Name: name, Text: "at " + list.Sites[id].Pos.Text([]string{list.Sites[id].File}) + ": " + text}
		if s := list.Sites[id]; s.Pos.File != 0 {
			e.Text = fmt.Sprintf("at %s:%d:%d: %s", s.File, s.Pos.Line, s.Pos.Col, text)
		}
		if from := origin[probe.SiteID(id)]; len(from) > 0 {
			e.Place = from[0].at
		}
		return e
	}
	return nil
}
