package svcomp

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Consumers of GraphML differ, too: CPAchecker and Ultimate read the end of a function
// under the key returnFrom only; Dartagnan takes edges in the order of the document and
// wants a node's id and a data's key to be the first attribute; others refuse branching. So
// the automaton is one path, in order.

// graphKeys lists the keys that are used, with the elements that have them and their types.
var graphKeys = []struct{ id, of, typ string }{
	{"witness-type", "graph", "string"}, {"sourcecodelang", "graph", "string"}, {"producer", "graph", "string"},
	{"specification", "graph", "string"}, {"programfile", "graph", "string"}, {"programhash", "graph", "string"},
	{"architecture", "graph", "string"}, {"creationtime", "graph", "string"}, {"entry", "node", "boolean"},
	{"violation", "node", "boolean"}, {"threadId", "edge", "string"}, {"createThread", "edge", "string"},
	{"startline", "edge", "int"}, {"originfile", "edge", "string"}, {"control", "edge", "string"}, {"enterFunction", "edge", "string"},
	{"assumption", "edge", "string"}, {"assumption.scope", "edge", "string"}, {"assumption.resultfunction", "edge", "string"},
}

// WriteGraphML writes a witness in GraphML 1.0. For a correctness witness it writes the trivial
// automaton: one node.
func (w *Witness) WriteGraphML(to io.Writer) error {
	g := &graphWriter{out: bufio.NewWriter(to)}
	g.head(w)
	if w.Kind == Correctness {
		g.text("  <node id=\"N0\">\n    <data key=\"entry\">true</data>\n  </node>\n")
	} else {
		g.path(w)
	}
	g.text("</graph>\n</graphml>\n")
	return g.out.Flush()
}

type graphWriter struct {
	out   *bufio.Writer
	nodes int
	edges strings.Builder
}

func (g *graphWriter) text(s string) { g.out.WriteString(s) }

func escaped(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		return ""
	}
	return b.String()
}

func (g *graphWriter) data(key, value string) {
	if value != "" {
		fmt.Fprintf(g.out, "  <data key=%q>%s</data>\n", key, escaped(value))
	}
}

func (g *graphWriter) head(w *Witness) {
	m := &w.Metadata
	g.text(xml.Header + `<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` + "\n")
	for _, k := range graphKeys {
		fmt.Fprintf(g.out, "<key id=%q attr.name=%q attr.type=%q for=%q", k.id, k.id, k.typ, k.of)
		if k.typ == "boolean" {
			g.text("><default>false</default></key>\n")
			continue
		}
		g.text("/>\n")
	}
	g.text("<graph edgedefault=\"directed\">\n")
	g.data("witness-type", w.Kind.String()+"_witness")
	g.data("sourcecodelang", "C")
	g.data("producer", m.Producer+" "+m.Version)
	g.data("specification", m.Specification)
	if len(m.Files) > 0 {
		g.data("programfile", m.Files[0])
		g.data("programhash", m.Hashes[0])
	}
	g.data("architecture", Architecture(m.DataModel))
	g.data("creationtime", m.Created.UTC().Format(time.RFC3339))
}

// edge adds an edge from the last node to a new one. pairs holds keys and values in turn; keys with
// empty values are left out.
func (g *graphWriter) edge(pairs ...string) {
	fmt.Fprintf(&g.edges, "  <edge source=\"N%d\" target=\"N%d\">\n", g.nodes, g.nodes+1)
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			fmt.Fprintf(&g.edges, "    <data key=%q>%s</data>\n", pairs[i], escaped(pairs[i+1]))
		}
	}
	g.edges.WriteString("  </edge>\n")
	g.nodes++
}

// path writes the segments as a path.
func (g *graphWriter) path(w *Witness) {
	g.edge("createThread", "0")
	g.edge("threadId", "0", "enterFunction", "main")
	threads := 0
	for i := range w.Segments {
		for k := range w.Segments[i].Follow {
			f := &w.Segments[i].Follow[k]
			id, line := strconv.Itoa(max(f.Thread, 0)), strconv.Itoa(f.Location.Line)
			file := f.Location.File
			if file == w.Metadata.Files[0] {
				file = ""
			}
			switch f.Type {
			case FunctionEnter:
				threads++
				g.edge("threadId", id, "startline", line, "originfile", file, "createThread", strconv.Itoa(threads))
				g.edge("threadId", strconv.Itoa(threads), "enterFunction", f.Starts)
			case FunctionReturn:
				g.edge("threadId", id, "startline", line, "originfile", file, "assumption", f.Value+";", "assumption.resultfunction", f.Callee)
			case Branching:
				g.edge("threadId", id, "startline", line, "originfile", file, "control", "condition-"+f.Value)
			case Assumption:
				if f.Value == "1" {
					g.edge("threadId", id, "startline", line, "originfile", file)
					continue
				}
				g.edge("threadId", id, "startline", line, "originfile", file, "assumption", f.Value+";", "assumption.scope", f.Location.Function)
			case Target:
				g.edge("threadId", id, "startline", line, "originfile", file)
			}
		}
	}
	for n := 0; n <= g.nodes; n++ {
		switch n {
		case 0:
			fmt.Fprintf(g.out, "  <node id=\"N%d\">\n    <data key=\"entry\">true</data>\n  </node>\n", n)
		case g.nodes:
			fmt.Fprintf(g.out, "  <node id=\"N%d\">\n    <data key=\"violation\">true</data>\n  </node>\n", n)
		default:
			fmt.Fprintf(g.out, "  <node id=\"N%d\"/>\n", n)
		}
	}
	g.text(g.edges.String())
}
