package clib

import (
	"slices"
	"strings"
	"testing"
)

func TestLibrary(t *testing.T) {
	for _, model := range []string{"lp64", "ilp32"} {
		l := Load(model)
		if l != Load(model) {
			t.Errorf("%s: loaded twice", model)
		}
		if !slices.IsSorted(l.Funcs()) {
			t.Errorf("%s: the names of functions are not sorted", model)
		}
		for _, name := range []string{"pthread_create", "pthread_mutex_lock", "malloc", "strlen", "__VERIFIER_nondet_int"} {
			text, ok := l.Func(name)
			if !ok || !strings.HasPrefix(text, "func @"+name+"(") || !strings.HasSuffix(text, "\n}\n") {
				t.Errorf("%s: the text of %s is %q", model, name, text)
			}
			if !slices.Contains(l.Funcs(), name) {
				t.Errorf("%s: %s is not among the names", model, name)
			}
		}
		for _, name := range l.Funcs() {
			if text, ok := l.Func(name); !ok || !strings.Contains(strings.SplitN(text, "(", 2)[0], name) {
				t.Errorf("%s: the text of %s is %.40q", model, name, text)
			}
		}
		if text, ok := l.Global("stdout"); !ok || !strings.HasPrefix(text, "global @stdout ") {
			t.Errorf("%s: the text of stdout is %q", model, text)
		}
		if text, ok := l.CType("$int"); !ok || !strings.HasPrefix(text, "type $int ") {
			t.Errorf("%s: the text of $int is %q", model, text)
		}
		if files := l.Files(); !slices.Contains(files, "clib/mutex.c") {
			t.Errorf("%s: mutex.c is not among the files %q", model, files)
		}
	}
}

func TestAbsent(t *testing.T) {
	l := Load("lp64")
	for _, name := range []string{"", "no_such_function", "stdout", strings.Repeat("x", 1000)} {
		if text, ok := l.Func(name); ok || text != "" {
			t.Errorf("function %.20q is %q", name, text)
		}
	}
	for name, header := range map[string]string{"pthread_mutex_lock": "pthread.h", "malloc": "stdlib.h", "__heddle_once": "", "f": ""} {
		if got := l.Header(name); got != header {
			t.Errorf("the header of %s is %q, expected %q", name, got, header)
		}
	}
	if _, ok := l.Global("malloc"); ok {
		t.Error("malloc is a global")
	}
}

// TestLookupAllocatesNothing guards the linker's hot path.
func TestLookupAllocatesNothing(t *testing.T) {
	l := Load("lp64")
	if n := testing.AllocsPerRun(100, func() { l.Func("pthread_mutex_lock") }); n != 0 {
		t.Errorf("a look-up allocates %v times", n)
	}
}

// BenchmarkLoad measures the cost of the library for the first program of a process.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		newLibrary(lp64Text, lp64Index)
	}
}
