package main

import (
	"embed"
	"fmt"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/testkit/testgen"
)

// programs are the C texts, one per family.
//
//go:embed programs
var programs embed.FS

// check is one program of one size, with the expected result.
type check struct {
	family  string
	file    string // under programs, without its extension
	label   string // names the size
	size    int    // the growing number, for the exponents
	macros  []macro
	want    string        // the verdict; empty if none would be wrong
	bar     time.Duration // the time within which the verdict is due; 0: none
	args    []string      // further flags of heddle check
	ceiling string        // memory limit of a check beyond the default; empty: the default
	timeout time.Duration // limit of wall time of such a check; 0: none
	// generated: the text is of package testgen, of the shape family, and args choose the engine and the property.
	generated bool
}

type macro struct {
	name  string
	value int
}

func (c *check) name() string { return c.family + "_" + c.label }

// text returns the program with its size.
func (c *check) text() (string, error) {
	if c.generated {
		return testgen.Large(c.family, c.size, 1), nil
	}
	body, err := programs.ReadFile("programs/" + c.file + ".c")
	if err != nil {
		return "", fmt.Errorf("program: %w", err)
	}
	var out strings.Builder
	for _, m := range c.macros {
		fmt.Fprintf(&out, "#define %s %d\n", m.name, m.value)
	}
	out.Write(body)
	return out.String(), nil
}

// grown returns a check of a family with a single macro N.
func grown(family string, n int, want string) check {
	return check{family: family, file: family, label: fmt.Sprint(n), size: n, want: want,
		macros: []macro{{"N", n}}}
}

// families returns the checks with a bar: families of published benchmarks, in the sizes of their
// tables.
func families() []check {
	var out []check
	add := func(bar time.Duration, c check) {
		c.bar = bar
		out = append(out, c)
	}
	for _, n := range []int{3, 4, 5, 6, 10, 20} {
		add(2*time.Second, grown("reorder", n, violation))
	}
	for _, n := range []int{3, 4, 5, 6, 7, 8} {
		add(2*time.Second, grown("wronglock", n, violation))
	}
	for _, n := range []int{3, 4, 5, 6, 8, 10, 15, 20} {
		add(2*time.Second, grown("twostage", n, violation))
	}
	for _, n := range []int{50, 100} {
		add(20*time.Second, grown("twostage", n, violation))
	}
	add(0, grown("indexer", 13, safe))
	for _, n := range []int{5, 6, 7, 8} {
		bar := time.Duration(0)
		switch n {
		case 5:
			bar = 3 * time.Second
		case 8:
			bar = 20 * time.Second
		}
		add(bar, fibonacciCheck("tight", n, 1, violation))
		add(bar, fibonacciCheck("loose", n, 0, safe))
	}
	for threads := 1; threads <= 3; threads++ {
		for _, rounds := range []int{5, 10} {
			add(0, check{family: "increment", file: "increment", label: fmt.Sprintf("%dx%d", threads, rounds),
				macros: []macro{{"T", threads}, {"L", rounds}}, want: safe})
		}
	}
	return out
}

// fibonacciCheck returns a check whose bound is the given distance below the largest value.
func fibonacciCheck(label string, n, below int, want string) check {
	return check{family: "fibonacci_" + label, file: "fibonacci", label: fmt.Sprint(n), size: n, want: want,
		macros: []macro{{"N", n}, {"LIMIT", fibonacci(2*n+2) - below}}}
}

// fibonacci returns the n-th Fibonacci number; the first two are 1.
func fibonacci(n int) int {
	a, b := 0, 1
	for range n {
		a, b = b, a+b
	}
	return a
}

// stages returns the programs of the table by stage. The number of instructions that each executes
// grows in proportion to its size. With a bound of its own a check has one round, in which all loops
// whose number of iterations is constant are unwound to their ends.
func stages() []check {
	var out []check
	add := func(family, want string, sizes ...int) {
		for _, n := range sizes {
			c := grown(family, n, want)
			c.args = []string{"--unwind", "1"}
			out = append(out, c)
		}
	}
	add("sequential", violation, 100, 200, 400, 800)
	add("threads", violation, 8, 16, 32, 64)
	add("reorder", violation, 10, 20, 40, 80)
	add("wronglock", violation, 8, 16, 32, 64)
	add("twostage", violation, 20, 40, 80, 160)
	add("owner", safe, 4, 8, 16, 32)
	add("counter", violation, 10, 20, 40, 80)
	add("lost", violation, 20, 40, 80, 160)
	add("buffer", violation, 3, 6, 12, 24)
	add("readers", violation, 8, 16, 32, 64)
	add("array", violation, 10, 20, 40, 80)
	add("list", violation, 3, 6, 12, 24, 48)
	add("pingpong", violation, 10, 20, 40, 80)
	return out
}
