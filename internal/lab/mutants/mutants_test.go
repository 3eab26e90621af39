package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestList checks that every fault of the list can still be seeded, and in the package that its name
// gives.
func TestList(t *testing.T) {
	list, err := parse(source)
	if err != nil {
		t.Fatal(err)
	}
	count := make(map[string]int)
	for _, m := range list {
		pkg, _, _ := strings.Cut(m.name, "-")
		count[pkg]++
		if !strings.Contains(m.file, "/"+pkg+"/") {
			t.Errorf("%s is a mistake in %s", m.name, m.file)
		}
		text, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(m.file)))
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		root := t.TempDir()
		name := filepath.Join(root, filepath.FromSlash(m.file))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		former, err := m.make(root)
		if err != nil {
			t.Error(err)
			continue
		}
		made, err := os.ReadFile(name)
		if err != nil || string(made) == string(text) {
			t.Errorf("%s changes nothing: %v", m.name, err)
		}
		if err := m.undo(root, former); err != nil {
			t.Error(err)
		}
		if again, err := os.ReadFile(name); err != nil || string(again) != string(text) {
			t.Errorf("%s is not undone: %v", m.name, err)
		}
	}
	for _, pkg := range []string{"unwind", "sequential", "values", "raceproof", "consistency", "efsm", "clib"} {
		if count[pkg] < 10 {
			t.Errorf("%d mistakes in %s", count[pkg], pkg)
		}
	}
}

func TestParse(t *testing.T) {
	list, err := parse("a-1 x/a.go\nOne is\nlost.\n-	old\n-		older\n+	new\n\na-2 x/b.go\nGone.\n-x\n")
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	if m := list[0]; *m != (mutant{name: "a-1", file: "x/a.go", wrong: "One is lost.", was: "\told\n\t\tolder\n", is: "\tnew\n"}) {
		t.Errorf("%+v", m)
	}
	if m := list[1]; m.was != "x\n" || m.is != "" || m.version() == list[0].version() {
		t.Errorf("%+v", m)
	}
	for _, text := range []string{"", "a-1\nwrong\n-x\n+y", "a-1 f\n-x\n+y", "a-1 f\nwrong\n+y", "a-1 f\nwrong\n-x\n+x", "a f\nw\n-x\n\na f\nw\n-x"} {
		if _, err := parse(text); err == nil {
			t.Errorf("%q is a list", text)
		}
	}
}

// TestMake has lines that are not there, or not once, or only parts of lines.
func TestMake(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "f"), []byte("one\ntwo\nthree\ntwo\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, was := range []string{"two\n", "four\n", "wo\n", "ne\ntwo\n"} {
		if _, err := (&mutant{file: "f", was: was}).make(root); err == nil {
			t.Errorf("%q was found", was)
		}
	}
	if _, err := (&mutant{file: "f", was: "one\ntwo\n", is: "1\n"}).make(root); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(root, "f")); err != nil || string(text) != "1\nthree\ntwo\n" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestFirstFailure(t *testing.T) {
	for out, want := range map[string]string{
		"--- FAIL: TestA (0.1s)\n    --- FAIL: TestA/b_c (0.1s)\nFAIL\n": "TestA/b_c",
		"--- FAIL: TestA (0.1s)\nFAIL\n":                                 "TestA",
		"panic: no\n\ngoroutine 1\nFAIL\tx\t0.1s\n":                      "panic: no",
		"FAIL\tx [build failed]\n":                                       "[build failed]",
		"":                                                               "something",
	} {
		if got := firstFailure(out); got != want {
			t.Errorf("%q: got %q, want %q", out, got, want)
		}
	}
}

// TestKnown checks that findings are kept, separately for each version of a fault.
func TestKnown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "found.csv")
	a, b := &mutant{name: "a", was: "x\n"}, &mutant{name: "b", was: "x\n"}
	known, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := known.add(a, finding{by: "go test", test: "TestA", time: 1.5e9}); err != nil {
		t.Fatal(err)
	}
	if err := known.add(b, finding{}); err != nil {
		t.Fatal(err)
	}
	known.table.Close()
	if known, err = open(path); err != nil {
		t.Fatal(err)
	}
	defer known.table.Close()
	b.is = "y\n"
	var out strings.Builder
	known.report(&out, []*mutant{a, b})
	if want := "found    a : by TestA in go test, 2 s\nopen     b : \n2 mistakes: 1 found, 0 survived, 1 open\n"; out.String() != want {
		t.Errorf("got  %q\nwant %q", &out, want)
	}
}

// TestLongCommands checks that the long commands of .ci/run are found.
func TestLongCommands(t *testing.T) {
	list, err := longCommands(filepath.Join("..", "..", "..", ".ci", "run"))
	if err != nil || len(list) < 10 {
		t.Errorf("%v, %v", list, err)
	}
	for _, command := range list {
		if !strings.HasPrefix(command[2], ".") {
			t.Errorf("%v names no package first", command)
		}
	}
}
