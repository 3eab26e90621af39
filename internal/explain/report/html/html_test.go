package html

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"encoding/xml"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// hostile is text that must not become a part of the page.
const hostile = `</script><script>alert("&")</script>` + "<!-- \u2028 ' \\"

func at(line int) verdict.Location {
	return verdict.Location{File: "a.c", Line: line, Column: 1, Function: "f"}
}

// race returns a story in which main.1 and main.2 race.
func race() *story.Story {
	return &story.Story{
		Failure: story.Failure{Property: "race", Message: "write races with the read", Thread: "main.2", Place: at(9), Race: []story.RaceAccess{
			{Thread: "main.1", What: "read", Object: "x", Step: 2, Place: at(5), Source: hostile},
			{Thread: "main.2", What: "write", Object: "x", Step: 4, Place: at(9), Locks: []string{"m"}}}},
		Threads: []story.Thread{{Name: "main"}, {Name: "main.1", Function: "one"}, {Name: "main.2", Function: "two"}},
		Actions: []story.Action{
			{Step: 1, Thread: "main", Kind: story.Write, Place: at(3), Object: "x", Location: "1+0", Value: hostile},
			{Step: 2, Thread: "main.1", Kind: story.Read, Place: at(5), Object: "x", Location: "1+0", Value: "3", Writer: 1, From: &story.Origin{Thread: "main", Step: 1}},
			{Step: 3, Thread: "main.2", Kind: story.Lock, Place: at(8), Object: "m", Locks: []string{"m"}},
			{Step: 4, Thread: "main.2", Kind: story.Write, Place: at(9), Object: "x", Location: "1+0", Value: "4", Locks: []string{"m"}},
		},
	}
}

// deadlock returns a story in which each of n threads waits for the next one's lock.
func deadlock(n int) *story.Story {
	s := &story.Story{Failure: story.Failure{Property: "deadlock", Message: "deadlock", Place: at(4)}}
	name := func(k int) string { return fmt.Sprintf("main.%d", k%n+1) }
	lock := func(k int) string { return fmt.Sprintf("m%d", k%n) }
	for k := range n {
		s.Threads = append(s.Threads, story.Thread{Name: name(k)})
		since := at(3)
		s.Failure.Waits = append(s.Failure.Waits, story.Wait{Thread: name(k), For: "lock", Object: lock(k + 1), Place: at(4),
			Owners: []story.Holder{{Thread: name(k + 1), Lock: lock(k + 1), Since: &since}}, Holds: []story.Holder{{Thread: name(k), Lock: lock(k), Since: &since}}})
	}
	s.Threads = append(s.Threads, story.Thread{Name: "main"})
	s.Failure.Waits = append(s.Failure.Waits, story.Wait{Thread: "main", For: "join", Place: at(20), Owners: []story.Holder{{Thread: name(0)}}})
	return s
}

func pageOf(t *testing.T, r *Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func reportOf(stories ...*story.Story) *Report {
	r := &Report{Version: "test", Files: []string{"a.c"}, Verdict: "safe", Sources: []story.Excerpt{{File: "a.c", First: 1, Lines: []string{hostile, "int x;"}}}}
	for _, s := range stories {
		where := s.Failure.Place
		r.Verdict = "violation"
		r.Properties = append(r.Properties, Property{Name: s.Failure.Property, Verdict: "violation", Location: &where, Message: s.Failure.Message, Story: s})
	}
	for _, name := range []string{"lock", "memory"} {
		r.Properties = append(r.Properties, Property{Name: name, Verdict: "bounded", Bounds: []string{"loop bound 2 at a.c:7:1"}, Assumptions: []string{"malloc succeeds"}, Next: "--unwind 4"})
	}
	return r
}

// TestWellFormed: the elements of a page are closed in their order, for any text of the program.
func TestWellFormed(t *testing.T) {
	page := pageOf(t, reportOf(race(), deadlock(3)))
	// The contents of script and style are text in HTML and are removed; the rest is nearly XML.
	page = regexp.MustCompile(`(?s)<(script|style)[^>]*>.*?</(script|style)>`).ReplaceAllString(page, "")
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, []string{"meta", "link", "br"}, xml.HTMLEntity
	var open []string
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open, e.Name.Local)
		case xml.EndElement:
			if n := len(open); n == 0 || open[n-1] != e.Name.Local {
				t.Fatalf("</%s> closes %v", e.Name.Local, open)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("not closed: %v", open)
	}
}

// TestEscaped: text of a program never ends the element that contains it.
func TestEscaped(t *testing.T) {
	page := pageOf(t, reportOf(race()))
	if n := strings.Count(page, "</script>"); n != 2 {
		t.Errorf("found %d ends of scripts, expected 2", n)
	}
	if strings.Contains(page, "alert(") && !strings.Contains(page, `\u003c/script\u003e\u003cscript\u003ealert(`) || strings.Contains(page, "<script>alert") {
		t.Error("the program's text is a script of the page")
	}
	var d data
	text := page[strings.Index(page, `id="data">`)+len(`id="data">`):]
	if err := json.Unmarshal([]byte(text[:strings.Index(text, "</script>")]), &d); err != nil {
		t.Fatal(err)
	}
	if got := d.Sources[0].Lines[0]; got != hostile {
		t.Errorf("the script is given %q, not %q", got, hostile)
	}
}

// TestSelfContained: a page refers to no other resource.
func TestSelfContained(t *testing.T) {
	page := pageOf(t, reportOf(race(), deadlock(2)))
	for _, m := range regexp.MustCompile(`(?:\s(?:src|href|action)=|url\()["']?([^"'\s>)]*)`).FindAllStringSubmatch(page, -1) {
		if target := m[1]; !strings.HasPrefix(target, "#") && !strings.HasPrefix(target, "data:") {
			t.Errorf("the page refers to %s", m[0])
		}
	}
	for _, word := range []string{"@import", "fetch(", "XMLHttpRequest", "WebSocket", "sendBeacon", "import("} {
		if strings.Contains(page, word) {
			t.Errorf("the page has %s", word)
		}
	}
}

// TestContents: verdicts, bounds and findings are on the page.
func TestContents(t *testing.T) {
	page := pageOf(t, reportOf(race(), deadlock(2)))
	for _, want := range []string{
		"2 of 4 properties are violated", "lock, memory", "loop bound 2 at a.c:7:1", "malloc succeeds", "To get further: --unwind 4",
		`id="finding-1"`, `id="finding-2"`, "data race on x: read by main.1, write by main.2", "no lock in common: main.1 holds none, main.2 m",
		"m, held by main.1 as well", "deadlock of main.1, main.2 and main", "held since line 3", "waits, line 4", "the end of main.1",
		`data-step="2"`, "Content-Security-Policy",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if page := pageOf(t, &Report{Verdict: "safe"}); !strings.Contains(page, `{"sources":[],"findings":[]}`) {
		t.Error("the script is given no lists on an empty page")
	}
	if page := pageOf(t, reportOf()); strings.Contains(page, "<article") || !strings.Contains(page, "2 of 2") && !strings.Contains(page, "0 of 2") {
		t.Error("a page without violations is wrong")
	}
}

// TestTimeline checks the data of a race for the script.
func TestTimeline(t *testing.T) {
	x := newTimeline(race())
	if got := fmt.Sprint(x.Race, x.Failed, x.Writer); got != "[1 3] [1 3] [-1 0 -1 -1]" {
		t.Errorf("race, failed, writers: found %s", got)
	}
	if len(x.Memory) != 1 || x.Where[0] != x.Where[3] {
		t.Errorf("memory: found %v, %v", x.Memory, x.Where)
	}
	d := newTimeline(deadlock(2))
	if got := fmt.Sprint(d.Failed, d.Class); got != "[0 1 2] [9 9 9]" {
		t.Errorf("the waits of a deadlock: found %s", got)
	}
}

// TestGraph: boxes of the drawing do not overlap and lie within it, for rings of several lengths and
// for waits without a ring.
func TestGraph(t *testing.T) {
	condition := &story.Story{Threads: []story.Thread{{Name: "main"}, {Name: "main.1"}}, Failure: story.Failure{Waits: []story.Wait{
		{Thread: "main", For: "join", Owners: []story.Holder{{Thread: "main.1"}}, Place: at(1)}, {Thread: "main.1", For: "condition", Object: "c", Place: at(2)}}}}
	own := &story.Story{Threads: []story.Thread{{Name: "main"}}, Failure: story.Failure{Waits: []story.Wait{
		{Thread: "main", For: "lock", Object: "m", Owners: []story.Holder{{Thread: "main"}}, Place: at(1)}}}}
	for _, s := range []*story.Story{deadlock(1), deadlock(2), deadlock(3), deadlock(5), deadlock(12), condition, own} {
		g := newGraph(s)
		for i, a := range g.Nodes {
			if a.X-a.W/2 < 0 || a.Y-a.H/2 < 0 || a.X+a.W/2 > g.Width || a.Y+a.H/2 > g.Height {
				t.Errorf("%d waits: %s is outside", len(s.Failure.Waits), a.Label)
			}
			for _, b := range g.Nodes[:i] {
				if 2*abs(a.X-b.X) < a.W+b.W && 2*abs(a.Y-b.Y) < a.H+b.H {
					t.Errorf("%d waits: %s and %s overlap", len(s.Failure.Waits), a.Label, b.Label)
				}
			}
		}
		if len(g.Edges) < len(s.Failure.Waits) {
			t.Errorf("%d waits: found %d arrows", len(s.Failure.Waits), len(g.Edges))
		}
	}
	if newGraph(race()) != nil {
		t.Error("a race has a graph")
	}
}

func abs(x float64) float64 { return max(x, -x) }

// TestLinked checks that sentences are split at the steps that they mention.
func TestLinked(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"nothing", "[{nothing 0}]"},
		{"in step 7 (line 15)", "[{in  0} {step 7 7} { (line 15) 0}]"},
		{"of main in steps 3 and 14", "[{of main in  0} {steps 3 3} { and  0} {14 14} { 0}]"},
		{"step 99999999999999999999", "[{step 99999999999999999999 0}]"},
	} {
		if got := fmt.Sprint(linked([]string{c.line})[0]); got != c.want {
			t.Errorf("%s: found %s, expected %s", c.line, got, c.want)
		}
	}
}

// TestPaper: of a long execution the first and the last rows are on paper.
func TestPaper(t *testing.T) {
	s := race()
	for i := range 1000 {
		s.Actions = append(s.Actions, story.Action{Step: 5 + i, Thread: "main", Kind: story.Fence, Minor: i%2 == 0})
	}
	rows, out := paper(s)
	if len(rows) != maxRows || out != 504-maxRows || rows[0].Step != "1" || rows[maxRows-1].Step != "1004" {
		t.Errorf("found %d rows, %d left out, steps %s to %s", len(rows), out, rows[0].Step, rows[len(rows)-1].Step)
	}
}

// TestSize bounds the bytes per action: a page of 10,000 actions stays far below 2 MB.
func TestSize(t *testing.T) {
	s := race()
	for i := range 10_000 {
		s.Actions = append(s.Actions, story.Action{Step: 5 + i, Thread: "main.1", Kind: story.Read, Place: at(1 + i%500), Source: "x = y;", Object: fmt.Sprintf("a[%d]", i%300),
			Location: fmt.Sprintf("2+%x", i%300), Value: fmt.Sprint(i), Stack: []verdict.Location{at(7)}, Locks: []string{"m"}, Writer: 4})
	}
	if n := len(pageOf(t, reportOf(s))); n > 1<<20 {
		t.Errorf("the page has %d bytes", n)
	}
}
