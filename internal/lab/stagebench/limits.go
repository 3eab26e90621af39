package main

import (
	"fmt"
	"io"
	"time"
)

// limits returns the checks that need more than their limits: three of memory, and one for each stage
// that can be running when the time is up.
func limits() []check {
	var out []check
	hungry := func(file string, n int, macros ...macro) {
		c := check{family: "memory", file: file, label: file, macros: append(macros, macro{"N", n})}
		c.ceiling = "1GB"
		c.args = []string{"--unwind", "1"}
		out = append(out, c)
	}
	hungry("lost", 1000)
	hungry("counter", 400)
	hungry("array", 1000)
	for _, timeout := range []time.Duration{2 * time.Second, 5 * time.Second} {
		slow := func(stage, file string, macros ...macro) {
			c := check{family: "timeout", file: file, label: fmt.Sprintf("%s_%v", stage, timeout), macros: macros}
			c.timeout = timeout
			c.args = []string{"--unwind", "1"}
			out = append(out, c)
		}
		slow("unwind", "sequential", macro{"N", 99_000})
		slow("narrow", "lost", macro{"N", 1000})
		slow("encode", "array", macro{"N", 1000})
		slow("solve", "fibonacci", macro{"N", 14}, macro{"LIMIT", fibonacci(30)})
		slow("minimise", "threads", macro{"N", 64})
	}
	return out
}

// writeLimits prints the table of the part limits.
func writeLimits(w io.Writer, results []result) {
	fmt.Fprint(w, "## Limits\n\n| check | limit | verdict | reason | exit | peak MiB | wall s | cpu s | stages |\n| --- | --- | --- | --- | ---: | ---: | ---: | ---: | --- |\n")
	for i := range results {
		r := &results[i]
		limit := r.ceiling // 1GB is 1024 MiB
		if r.timeout > 0 {
			limit = r.timeout.String()
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %d | %d | %.1f | %.1f | %s |\n", r.name(), limit, r.verdict, r.reason, r.exit,
			r.memory>>20, r.wall.Seconds(), r.cpu.Seconds(), stageNames(r))
	}
	fmt.Fprintln(w)
}

func stageNames(r *result) string {
	text := ""
	for i, s := range r.stats.Stages {
		if i > 0 {
			text += ", "
		}
		text += s.Name
	}
	return text
}
