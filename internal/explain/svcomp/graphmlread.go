package svcomp

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
)

// Read reads a witness: GraphML if it starts like XML, else YAML.
func Read(name string, text []byte) (*Witness, error) {
	if bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n\ufeff"), []byte("<")) {
		return ReadGraphML(name, text)
	}
	return ReadYAML(name, text)
}

// ReadGraphML reads a witness in GraphML 1.0 whose automaton is one path, apart from sinks. Edges
// become waypoints. An edge with a line becomes a waypoint that its thread reaches; an edge that
// creates a thread gives the thread its number. An assumption about variables holds after the statement
// of its edge. An edge that enters a function becomes no waypoint, unless it has a condition or is the last:
// its line is that of the call, which may be in another thread. The last edge becomes the target. For a race the
// last two edges become the targets, if their threads differ.
// Of several edges of a thread on one line without conditions only the first counts, since tools differ
// in the number of edges for a statement. The error is an *Error with the first mistake.
func ReadGraphML(name string, text []byte) (*Witness, error) {
	r := &graphReader{ruleBook: ruleBook{name}, nodes: make(map[string]*graphNode)}
	if len(text) > maxBytes {
		return nil, r.wrong(Place{}, "the file has %d bytes, more than %d", len(text), maxBytes)
	}
	err := r.parse(text)
	if err == nil {
		err = r.metadata()
	}
	if err == nil && r.w.Kind == Violation {
		err = r.path()
	}
	if err == nil {
		err = r.w.rules(name)
	}
	if err != nil {
		return nil, err
	}
	return &r.w, nil
}

type graphReader struct {
	ruleBook
	w     Witness
	data  map[string]string // of the graph
	nodes map[string]*graphNode
	order []string
	graph Place
}

type graphNode struct {
	data map[string]string
	out  []*graphEdge
	at   Place
}

type graphEdge struct {
	to   string
	data map[string]string
	at   Place
}

// maxNesting bounds how deep elements are nested.
const maxNesting = 64

// parse reads the document into nodes and edges.
func (r *graphReader) parse(text []byte) *Error {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict = true
	var open []string
	data := []map[string]string{nil}
	key, value := "", strings.Builder{}
	here := func() Place { l, c := d.InputPos(); return Place{l, c} }
	for {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			if r.data == nil {
				return r.wrong(here(), "the file has no graph")
			}
			return nil
		case err != nil:
			return r.wrong(here(), "this is no XML: %s", strings.TrimPrefix(err.Error(), "XML syntax error on "))
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(open) > maxNesting {
				return r.wrong(here(), "elements are nested too deep")
			}
			attr := make(map[string]string)
			for _, a := range t.Attr {
				attr[a.Name.Local] = a.Value
			}
			inner := data[len(data)-1]
			switch t.Name.Local {
			case "graph":
				if r.data != nil {
					return r.wrong(here(), "found a second graph")
				}
				inner, r.graph = make(map[string]string), here()
				r.data = inner
			case "node":
				n := &graphNode{data: make(map[string]string), at: here()}
				if r.nodes[attr["id"]] != nil || attr["id"] == "" {
					return r.wrong(here(), "the node %q is there twice, or has no id", attr["id"])
				}
				r.nodes[attr["id"]], inner = n, n.data
				r.order = append(r.order, attr["id"])
			case "edge":
				e := &graphEdge{to: attr["target"], data: make(map[string]string), at: here()}
				from := r.nodes[attr["source"]]
				if from == nil {
					return r.wrong(here(), "the edge comes from %q, which is no node before it", attr["source"])
				}
				from.out, inner = append(from.out, e), e.data
			case "data":
				key = attr["key"]
				value.Reset()
			}
			open, data = append(open, t.Name.Local), append(data, inner)
		case xml.EndElement:
			inner := data[len(data)-1]
			if t.Name.Local == "data" && inner != nil {
				inner[key] = strings.TrimSpace(value.String())
			}
			open, data = open[:len(open)-1], data[:len(data)-1]
		case xml.CharData:
			if n := len(open); n > 0 && open[n-1] == "data" {
				value.Write(t)
			}
		}
	}
}

// metadata reads the data of the graph.
func (r *graphReader) metadata() *Error {
	m := &r.w.Metadata
	m.FormatVersion = "1.0"
	for _, key := range []string{"witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash", "architecture", "creationtime"} {
		if r.data[key] == "" {
			return r.wrong(r.graph, "the graph has no %s", key)
		}
	}
	switch r.data["witness-type"] {
	case "violation_witness":
	case "correctness_witness":
		r.w.Kind = Correctness
	default:
		return r.wrong(r.graph, "found the witness-type %q, expected violation_witness or correctness_witness", r.data["witness-type"])
	}
	m.Producer, m.Specification = r.data["producer"], r.data["specification"]
	m.Files, m.Hashes = []string{r.data["programfile"]}, []string{r.data["programhash"]}
	switch r.data["architecture"] {
	case "32bit":
		m.DataModel = "ILP32"
	case "64bit":
		m.DataModel = "LP64"
	default:
		return r.wrong(r.graph, "found the architecture %q, expected 32bit or 64bit", r.data["architecture"])
	}
	m.Created, _ = time.Parse(time.RFC3339, r.data["creationtime"])
	if r.w.Kind == Correctness {
		for _, id := range r.order {
			if n := r.nodes[id]; n.data["invariant"] != "" {
				r.w.Dropped = append(r.w.Dropped, r.wrong(n.at, "invariants at nodes are not checked"))
			}
		}
	}
	return nil
}

// path walks from the entry to the violation.
func (r *graphReader) path() *Error {
	var at *graphNode
	for _, id := range r.order {
		if n := r.nodes[id]; n.data["entry"] == "true" {
			if at != nil {
				return r.wrong(n.at, "found a second entry")
			}
			at = n
		}
	}
	if at == nil {
		return r.wrong(r.graph, "no node is the entry")
	}
	w := &graphWalk{graphReader: r, numbers: map[string]int{}}
	for steps := 0; at.data["violation"] != "true"; steps++ {
		var next *graphEdge
		for _, e := range at.out {
			to := r.nodes[e.to]
			switch {
			case to == nil:
				return r.wrong(e.at, "the edge leads to %q, which is no node", e.to)
			case to.data["sink"] == "true":
			case next != nil:
				return r.wrong(e.at, "the automaton branches: only a path is supported")
			default:
				next = e
			}
		}
		if next == nil || steps > len(r.nodes) {
			return r.wrong(at.at, "from here the violation is not reached")
		}
		if err := w.edge(next, r.nodes[next.to].data["violation"] == "true"); err != nil {
			return err
		}
		at = r.nodes[next.to]
	}
	return w.target()
}

// graphWalk turns edges into waypoints.
type graphWalk struct {
	*graphReader
	numbers map[string]int // of threads, by their names in the witness
	created int
	main    bool
}

// edge turns an edge into a waypoint. The last edge becomes the target.
func (g *graphWalk) edge(e *graphEdge, last bool) *Error {
	thread, known := g.numbers[e.data["threadId"]]
	if !known {
		thread = AnyThread
	}
	create := e.data["createThread"]
	if create != "" && !g.main {
		g.main = true
		g.numbers[create] = MainThread
		return nil
	}
	line := 0
	if text := e.data["startline"]; text != "" {
		var err error
		if line, err = strconv.Atoi(text); err != nil || line < 1 {
			return g.wrong(e.at, "found the startline %q, expected a number from 1 on", text)
		}
	}
	if line == 0 {
		if create != "" || e.data["assumption"] != "" {
			g.w.Dropped = append(g.w.Dropped, g.wrong(e.at, "an edge without a line is left out"))
		}
		return nil
	}
	w := Waypoint{Type: Assumption, Value: "1", Format: CExpression, Thread: thread, At: e.at, Location: Location{File: g.w.Metadata.Files[0], Place: Place{Line: line}, AnyFile: true}}
	if file := e.data["originfile"]; file != "" {
		w.Location.File, w.Location.AnyFile = file, false
	}
	assumption := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(e.data["assumption"]), ";"))
	switch control := e.data["control"]; {
	case create != "":
		g.created++
		g.numbers[create] = g.created
		w.Type, w.Value, w.Format = FunctionEnter, "", ""
	case strings.HasPrefix(assumption, "\\result"):
		w.Type, w.Value, w.Format, w.Callee = FunctionReturn, assumption, ExtCExpression, e.data["assumption.resultfunction"]
	case assumption != "":
		w.Value, w.After = conjunction(assumption), true
	case control == "condition-true", control == "condition-false":
		w.Type, w.Value, w.Format = Branching, strings.TrimPrefix(control, "condition-"), ""
	}
	if w.Value == "1" && !last && (e.data["enterFunction"] != "" || g.repeats(&w)) {
		return nil
	}
	g.w.Segments = append(g.w.Segments, Segment{Follow: []Waypoint{w}, At: e.at})
	return nil
}

// repeats reports whether a waypoint has the line and thread of the previous one.
func (g *graphWalk) repeats(w *Waypoint) bool {
	if len(g.w.Segments) == 0 {
		return false
	}
	former := &g.w.Segments[len(g.w.Segments)-1].Follow[0]
	return former.Thread == w.Thread && former.Location.Line == w.Location.Line && former.Location.File == w.Location.File
}

// conjunction joins the parts of an assumption, which are separated by semicolons.
func conjunction(assumption string) string {
	if !strings.Contains(assumption, ";") {
		return assumption
	}
	parts := strings.Split(assumption, ";")
	for i := range parts {
		parts[i] = "(" + strings.TrimSpace(parts[i]) + ")"
	}
	return strings.Join(parts, " && ")
}

// target makes the last waypoint the target; for a race, the last two.
func (g *graphWalk) target() *Error {
	list := g.w.Segments
	n := len(list)
	if n == 0 {
		return g.wrong(g.graph, "no edge of the path has a line")
	}
	become := func(s *Segment) {
		w := &s.Follow[0]
		w.Type, w.Value, w.Format, w.Callee, w.After = Target, "", "", "", false
	}
	become(&list[n-1])
	if Property(g.w.Metadata.Specification) == "race" && n > 1 && list[n-2].Follow[0].Thread != list[n-1].Follow[0].Thread {
		become(&list[n-2])
		list[n-2].Follow = append(list[n-2].Follow, list[n-1].Follow...)
		g.w.Segments = list[:n-1]
	}
	return nil
}
