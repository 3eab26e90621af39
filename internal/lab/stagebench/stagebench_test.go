package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestNamesAreUnique checks that names are unique, for the filter and the tables, and that every
// program exists and is used.
func TestNamesAreUnique(t *testing.T) {
	seen, used := map[string]bool{}, map[string]bool{}
	for _, p := range allParts() {
		for _, c := range p.checks {
			if name := p.name + "/" + c.name(); seen[name] {
				t.Errorf("two checks are called %s", name)
			} else {
				seen[name] = true
			}
			used[c.file+".c"] = true
			text, err := c.text()
			if err != nil {
				t.Error(err)
			}
			for _, m := range c.macros {
				if !strings.Contains(strings.SplitN(text, "*/", 2)[1], m.name) {
					t.Errorf("%s does not use %s", c.name(), m.name)
				}
			}
		}
	}
	files, err := programs.ReadDir("programs")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !used[f.Name()] {
			t.Errorf("%s is not used", f.Name())
		}
	}
}

// TestFibonacci compares with the largest value that alternation reaches.
func TestFibonacci(t *testing.T) {
	for n := 1; n <= 8; n++ {
		i, j := 1, 1
		for range n {
			i += j
			j += i
		}
		if got := fibonacci(2*n + 2); got != j {
			t.Errorf("%d turns: got %d, want %d", n, got, j)
		}
	}
}

func TestExponent(t *testing.T) {
	cases := []struct {
		name   string
		xs, ys []float64
		want   float64
		ok     bool
	}{
		{"linear", []float64{1, 2, 4}, []float64{3, 6, 12}, 1, true},
		{"quadratic", []float64{1, 2, 4, 10}, []float64{1, 4, 16, 100}, 2, true},
		{"constant", []float64{1, 2, 4}, []float64{5, 5, 5}, 0, true},
		{"small values are left out", []float64{1, 2, 4, 8}, []float64{0.4, 2, 4, 8}, 1, true},
		{"two points", []float64{1, 2}, []float64{1, 2}, 0, false},
		{"one size", []float64{2, 2, 2}, []float64{1, 2, 3}, 0, false},
		{"nothing", nil, nil, 0, false},
	}
	for _, c := range cases {
		got, ok := exponent(c.xs, c.ys, 0.5)
		if ok != c.ok || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: got %g, %t, want %g, %t", c.name, got, ok, c.want, c.ok)
		}
	}
}

func TestMedian(t *testing.T) {
	runs := []result{
		{cpu: 3, times: map[string]time.Duration{"solve": 1}},
		{cpu: 1, times: map[string]time.Duration{"solve": 7}},
		{cpu: 2, times: map[string]time.Duration{"solve": 5}},
	}
	if got := median(runs); got.cpu != 2 || got.times["solve"] != 5 {
		t.Errorf("got %v, %v", got.cpu, got.times)
	}
}

// TestRunOnce runs a stand-in for heddle.
func TestRunOnce(t *testing.T) {
	c := grown("reorder", 3, violation)
	cases := []struct {
		name    string
		script  string
		verdict string
		wrong   bool
		err     string
	}{
		{"right", `echo '{"verdict":"violation","stats":{"events":10,"stages":[{"name":"solve","time_ns":5000,"size":3}]}}'; exit 1`, violation, false, ""},
		{"wrong", `echo '{"verdict":"safe","stats":{}}'`, safe, true, ""},
		{"given up", `echo '{"verdict":"unknown","reason":"timeout","stats":{}}'; exit 3`, unknown, false, ""},
		{"killed", `kill -9 $$`, unknown, false, ""},
		{"input error", `echo "no such thing" >&2; exit 2`, "", false, "exit code 2, no such thing"},
		{"no verdict", `echo '{}'`, "", false, "without a verdict"},
	}
	for _, k := range cases {
		t.Run(k.name, func(t *testing.T) {
			binary := filepath.Join(t.TempDir(), "heddle")
			if err := os.WriteFile(binary, []byte("#!/bin/sh\n"+k.script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			res, err := runOnce(t.Context(), options{heddle: binary, limit: time.Minute}, c, "program.c")
			if k.err != "" {
				if err == nil || !strings.Contains(err.Error(), k.err) {
					t.Errorf("got error %v, want %q", err, k.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if res.verdict != k.verdict || res.wrong() != k.wrong {
				t.Errorf("got %s, wrong %t; want %s, %t", res.verdict, res.wrong(), k.verdict, k.wrong)
			}
		})
	}
}

// TestTables prints every table once.
func TestTables(t *testing.T) {
	var out strings.Builder
	for _, p := range allParts() {
		var results []result
		for _, c := range p.checks {
			r := result{check: c, verdict: c.want, cpu: time.Second, wall: time.Second, times: map[string]time.Duration{"unwind": time.Duration(c.size) * time.Millisecond}}
			r.stats.Events = c.size * c.size
			results = append(results, r)
		}
		p.write(&out, results)
	}
	for _, want := range []string{
		"| reorder_20 | violation | 1.00 | 2 | met |",
		" bars met.",
		"| counter | 10, 20, 40, 80 | 2.0 | – | – | – | 1.0 | – | – | – | – | 0.0 |",
		"| memory_lost | 1GB |",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
