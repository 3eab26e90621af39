package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

func at(line int) verdict.Location {
	return verdict.Location{File: "a.c", Line: line, Column: 3, Function: "f"}
}

// lostUpdate is a story of two increments.
func lostUpdate() *story.Story {
	read := func(step int, thread, value string) story.Action {
		return story.Action{Step: step, Thread: thread, Kind: story.Read, Place: at(7), Source: "n++; // not atomic", Object: "n", Value: value, Location: "1+0"}
	}
	write := func(step int, thread, value string) story.Action {
		a := read(step, thread, value)
		a.Kind = story.Write
		return a
	}
	last := read(6, "main", "1")
	last.Place, last.Source = at(12), "assert(n == 2);"
	last.From, last.Writer = &story.Origin{Thread: "main.1", Step: 5, Place: at(7)}, 6
	second := write(5, "main.1", "1")
	second.Uses = []int{2}
	first := read(2, "main.1", "0")
	first.Initial = true
	return &story.Story{
		Failure: story.Failure{Property: "assert", Message: "assertion n == 2 fails", Thread: "main", Place: at(12), Source: "assert(n == 2);", Reads: []int{6},
			Stack: []verdict.Location{at(12), {File: "a.c", Line: 20, Column: 1, Function: "main"}}},
		Threads: []story.Thread{{Name: "main", Function: "main"}, {Name: "main.1", Function: "f"}, {Name: "main.2", Function: "f"}},
		Actions: []story.Action{
			{Step: 1, Thread: "main", Kind: story.Create, Other: "main.1", Place: at(10), Source: "start();"},
			{Thread: "main", Kind: story.Write, Object: "private", Value: "1", Minor: true, Place: at(10)},
			first, read(3, "main.2", "0"), write(4, "main.2", "1"), second, last,
			{Step: 7, Thread: "main", Kind: story.Fault, Place: at(12), Source: "assert(n == 2);"},
		},
		Objects: []story.Object{{Name: "node#1", Size: 8, Thread: "main", Place: at(3)}},
	}
}

// crowd is a story of many threads that wait in loops.
func crowd(threads int) *story.Story {
	s := &story.Story{Failure: story.Failure{Property: "reach", Message: "reach_error() is reached", Thread: "main", Place: at(9)}}
	for i := range threads {
		name := "main"
		if i > 0 {
			name = fmt.Sprintf("main.%d", i)
		}
		s.Threads = append(s.Threads, story.Thread{Name: name, Function: "f"})
		for k := range 3 {
			s.Actions = append(s.Actions, story.Action{Step: 3*i + k + 1, Thread: name, Kind: story.Read, Place: at(4), Source: "while (!go) ;",
				Object: "go", Value: "0", Location: "1+0", Locks: []string{"a", "b"}})
		}
	}
	return s
}

func stories() map[string]*story.Story {
	deadlock := lostUpdate()
	deadlock.Failure = story.Failure{Property: "deadlock", Place: at(5), Waits: []story.Wait{
		{Thread: "main", For: "join", Owners: []story.Holder{{Thread: "main.1"}}, Place: at(13), Source: "join();"},
		{Thread: "main.1", For: "lock", Object: "m", Place: at(5), Source: "lock(&m);",
			Owners: []story.Holder{{Thread: "main.1", Lock: "m", Since: new(at(4))}}, Holds: []story.Holder{{Thread: "main.1", Lock: "k", Since: new(at(3))}}},
		{Thread: "main.2", For: "condition", Object: "c", Place: at(6), Source: "wait(&c, &m);"},
		{Thread: "main.3", For: "semaphore", Object: "s", Place: at(6), Source: "sem_wait(&s);", Stack: []verdict.Location{at(30)}},
	}}
	race := lostUpdate()
	race.Failure = story.Failure{Property: "race", Place: at(7), Race: []story.RaceAccess{
		{Thread: "main.1", What: "read", Object: "n", Step: 2, Place: at(7), Source: "n++;", Locks: []string{"a", "b"}},
		{Thread: "main.2", What: "write", Object: "n", Step: 4, Place: at(7), Source: "n++;", Stack: []verdict.Location{at(20)}},
	}}
	freed := lostUpdate()
	freed.Failure = story.Failure{Property: "memory", Kind: "use-after-free", Message: "read of freed memory", Thread: "main", Place: at(8),
		Object: "p->next", Of: "node#1", Branches: []int{3}, Earlier: []int{6}, Freed: &story.Origin{Thread: "main.2", Step: 4, Place: at(7)}, Created: new(at(3))}
	return map[string]*story.Story{
		"lost_update": lostUpdate(), "crowd": crowd(7), "deadlock": deadlock, "race": race, "freed": freed,
		"empty": {Failure: story.Failure{Property: "reach", Message: "reach_error() is reached", Thread: "main"}},
	}
}

// TestText compares the text of every story in several layouts with golden files.
func TestText(t *testing.T) {
	layouts := map[string]TextOptions{"": {}, ".narrow": {Width: 50, ASCII: true}, ".verbose": {Verbose: true, Width: 100}}
	for name, s := range stories() {
		for suffix, opts := range layouts {
			t.Run(name+suffix, func(t *testing.T) {
				var b bytes.Buffer
				if err := Text(&b, s, opts); err != nil {
					t.Fatal(err)
				}
				width := opts.Width
				if width == 0 {
					width = defaultWidth
				}
				for line := range strings.Lines(b.String()) {
					if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width && strings.Contains(strings.TrimSpace(line), " ") {
						t.Errorf("a line has %d characters: %s", n, line)
					}
					if strings.HasSuffix(strings.TrimSuffix(line, "\n"), " ") {
						t.Errorf("a space at the end of %q", line)
					}
				}
				if opts.ASCII && strings.IndexFunc(b.String(), func(r rune) bool { return r > 126 }) >= 0 {
					t.Error("characters beyond ASCII")
				}
				golden.File(t, filepath.Join("testdata", name+suffix+".txt"), b.String())
			})
		}
	}
}

// TestLongStory: a long story is shortened, unless Verbose is set.
func TestLongStory(t *testing.T) {
	s := crowd(500)
	for i := range s.Actions {
		s.Failure.Reads = append(s.Failure.Reads, i)
	}
	count := func(opts TextOptions) int {
		var b bytes.Buffer
		if err := Text(&b, s, opts); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"main.499", "reach_error() is reached"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s is left out", want)
			}
		}
		return strings.Count(b.String(), "\n")
	}
	if n := count(TextOptions{}); n > 650 {
		t.Errorf("%d lines", n)
	}
	if n := count(TextOptions{Verbose: true}); n < 500 {
		t.Errorf("%d lines when verbose", n)
	}
}

func TestJSON(t *testing.T) {
	text, err := json.Marshal(lostUpdate())
	if err != nil {
		t.Fatal(err)
	}
	var back story.Story
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(&back)
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("%s\nbecomes\n%s (%v)", text, again, err)
	}
	for _, want := range []string{`"property":"assert"`, `"kind":"create"`, `"from":{"thread":"main.1","step":5`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}

func TestSwitches(t *testing.T) {
	if n := lostUpdate().Switches(); n != 4 {
		t.Errorf("%d switches, want 4", n)
	}
	if n := crowd(7).Switches(); n != 6 {
		t.Errorf("%d switches, want 6", n)
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		text          string
		width, indent int
		want          string
	}{
		{"short", 10, 2, "short"},
		{"a line that is long", 10, 2, "a line|  that is|  long"},
		{"unbreakableword", 10, 2, "unbreakabl|  eword"},
		{"tab\tand\x1b[31m", 40, 1, "tab and [31m"},
		{"→→→→→→ →→→→→→", 8, 2, "→→→→→→|  →→→→→→"},
		{"very long text in no room", 4, 9, "very| lon| g t| ext| in| no| roo| m"},
	}
	for _, tt := range tests {
		if got := strings.Join(wrap(tt.text, tt.width, tt.indent), "|"); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestWriteWrapped(t *testing.T) {
	tests := []struct{ text, want string }{
		{"short", "short"},
		{"  at a/very/long/path/to/a/file.c:12:3 in main", "  at|    a/very/long/path/to/a/file.c:12:3|    in main"},
		{"one two three four five", "one two three four|  five"},
		{"", ""},
	}
	for _, tt := range tests {
		var b strings.Builder
		WriteLine(&b, tt.text, 20)
		if got := strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\n", "|"); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestBetween checks the remark about an access that comes between two others.
func TestBetween(t *testing.T) {
	access := func(step int, thread string, kind story.Kind, value string) story.Action {
		return story.Action{Step: step, Thread: thread, Kind: kind, Object: "x", Value: value, Location: "1+0"}
	}
	tests := []struct {
		name    string
		actions []story.Action
		told    int
		want    string
	}{
		{"lost update", []story.Action{access(1, "t", story.Read, "0"), access(2, "u", story.Write, "5"), access(3, "t", story.Write, "1")}, 2,
			"  t read x = 0 in step 1 and wrote 1 in step 3, but u had written 5 in step 2: that write is lost"},
		{"changed", []story.Action{access(1, "t", story.Read, "0"), access(2, "u", story.Update, "5"), access(3, "t", story.Read, "5")}, 2,
			"  t read x = 0 in step 1, but when it came back in step 3, u had written 5 (step 2)"},
		{"unchanged", []story.Action{access(1, "t", story.Read, "0"), access(2, "u", story.Write, "0"), access(3, "t", story.Read, "0")}, 0, ""},
		{"overwritten", []story.Action{access(1, "t", story.Write, "1"), access(2, "u", story.Write, "2"), access(3, "t", story.Read, "2")}, 0,
			"  t wrote x = 1 in step 1, but read 2 in step 3, since u had written in step 2"},
		{"known", []story.Action{access(1, "t", story.Write, "1"), access(2, "u", story.Write, "2"), access(3, "t", story.Read, "2")}, 2, ""},
		{"unfinished", []story.Action{access(1, "t", story.Write, "1"), access(2, "u", story.Read, "1"), access(3, "t", story.Write, "2")}, 1,
			"  u saw x = 1 in step 2, between the writes of t in steps 1 and 3"},
		{"of no interest", []story.Action{access(1, "t", story.Write, "1"), access(2, "u", story.Read, "1"), access(3, "t", story.Write, "2")}, 2, ""},
		{"reads only", []story.Action{access(1, "t", story.Read, "1"), access(2, "u", story.Read, "1"), access(3, "t", story.Read, "1")}, 0, ""},
		{"one section", []story.Action{access(1, "t", story.Read, "1"), access(2, "u", story.Write, "2"), access(1, "t", story.Write, "1")}, 2, ""},
	}
	for _, tt := range tests {
		x := &explanation{s: &story.Story{Actions: tt.actions}, told: map[int]bool{tt.told: true}}
		if got := strings.Join(x.between(), "|"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestMissingOrder checks the description of two racing accesses.
func TestMissingOrder(t *testing.T) {
	access := func(thread, what string, locks ...string) story.RaceAccess {
		return story.RaceAccess{Thread: thread, What: what, Object: "x", Locks: locks}
	}
	joining := access("main", "read")
	joining.Joins = new(at(9))
	tests := []struct {
		a, b story.RaceAccess
		want string
	}{
		{access("t", "write"), access("u", "read"), "x is written without synchronisation"},
		{access("t", "write"), access("u", "write"), "both threads write x without synchronisation"},
		{access("t", "write", "m"), access("u", "write"), "no lock in common: t holds m, u none"},
		{access("t", "write", "m"), access("u", "read", "n", "o"), "no lock in common: t holds m, u n, o"},
		{access("t", "write", "m"), access("u", "atomic read"), "the write by t is not atomic"},
		{access("t", "write", "rw"+story.ForReading), access("u", "write", "rw"+story.ForReading),
			"both hold rw (for reading), which orders nothing"},
		{access("t", "read"), access("main", "free"), "main frees it without waiting for t"},
		{access("main.1", "write"), joining, "x is written without synchronisation|  main joins threads only later, at a.c:9:3 in f"},
	}
	for _, tt := range tests {
		f := story.Failure{Race: []story.RaceAccess{tt.a, tt.b}}
		if got := strings.Join(missingOrder(&story.Story{Failure: f}), "|"); got != "  "+tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestMentionedObjects: objects are listed if the failure mentions them, by their whole names.
func TestMentionedObjects(t *testing.T) {
	s := lostUpdate()
	s.Failure.Object, s.Failure.Of, s.Failure.Freed = "p->x", "heap#10", &story.Origin{Thread: "main", Place: at(4)}
	s.Objects = nil
	for i := range 12 {
		s.Objects = append(s.Objects, story.Object{Name: fmt.Sprintf("heap#%d", i+1), Size: 8, Thread: "main", Place: at(3)})
	}
	var listed []string
	for _, line := range origins(s, heads(s)) {
		if name, _, ok := strings.Cut(strings.TrimSpace(line), ": 8 bytes"); ok {
			listed = append(listed, name)
		}
	}
	if got := strings.Join(listed, " "); got != "heap#10" {
		t.Errorf("%s, want heap#10", got)
	}
}

// TestLongSteps: columns are aligned for any number of a step.
func TestLongSteps(t *testing.T) {
	s := lostUpdate()
	for i := range s.Actions {
		if a := &s.Actions[i]; a.Step > 1 {
			a.Step += 1_000_000
		}
	}
	var b bytes.Buffer
	if err := Text(&b, s, TextOptions{ASCII: true}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if at := strings.IndexAny(line, "|+"); at >= 0 && at < 20 && at != len("1000006-1000007 ") {
			t.Errorf("a column begins at %d: %s", at, line)
		}
	}
}
