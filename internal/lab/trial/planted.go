package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// plant is a failing assertion at the beginning of a thread's routine.
type plant struct {
	routine string
	file    string // without its directory
	line    int    // of the assertion
	edits   []edit
}

var (
	// creation matches the start of a call that passes a routine, in POSIX, C11 and the libraries of
	// the trial.
	creation = regexp.MustCompile(`\b(?:pthread_create|thrd_create|launch|thpool_add_work|threadpool_add)\s*\(`)
	// definition is the head of a function with its first brace.
	definition = regexp.MustCompile(`(?m)^[A-Za-z_][\w \t\n*]*?\b(\w+)\s*\(([^(){};]*)\)\s*\{`)
	// routineHead is the head of a function that a thread may be created with.
	routineHead = regexp.MustCompile(`^(?:static\s+)?(?:void\s*\*|int\s)\s*\w+\s*\(\s*void\s*\*\s*\w+\s*\)\s*\{`)
	word        = regexp.MustCompile(`\b([A-Za-z_]\w*)\b(\s*\()?`)
)

// plants lists the assertions for the routines of a program's threads. These are the functions passed
// to a creation. Functions of the same type that are named without a call are included, since they may
// be passed through a parameter.
func (k *kit) plants(p *program) ([]plant, error) {
	files := p.sources()
	texts := make([]string, len(files))
	handed, named := map[string]bool{}, map[string]bool{}
	for i, file := range files {
		text, err := os.ReadFile(k.at(p, file))
		if err != nil {
			return nil, err
		}
		texts[i] = string(text)
		names(texts[i], named)
		for _, at := range creation.FindAllStringIndex(texts[i], -1) {
			names(arguments(texts[i][at[1]:]), handed)
		}
	}
	var out []plant
	for i, text := range texts {
		for _, m := range definition.FindAllStringSubmatchIndex(text, -1) {
			head, name := text[m[0]:m[1]], text[m[2]:m[3]]
			known := slices.ContainsFunc(out, func(o plant) bool { return o.routine == name })
			if known || !handed[name] && !(named[name] && routineHead.MatchString(head)) {
				continue
			}
			line := 2 + strings.Count(text[:m[1]], "\n") // with the first line, which declares assert
			out = append(out, plant{name, filepath.Base(files[i]), line, []edit{
				{file: files[i], old: head, new: head + " assert(0);", nth: 1},
				{file: files[i], new: "#include <assert.h>\n", nth: 1},
			}})
		}
	}
	return out, nil
}

// names adds the words of a text that are not called.
func names(text string, to map[string]bool) {
	for _, m := range word.FindAllStringSubmatch(text, -1) {
		if m[2] == "" {
			to[m[1]] = true
		}
	}
}

// arguments cuts off a text at the end of the call in which it begins.
func arguments(text string) string {
	depth := 1
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return text[:i]
		}
	}
	return text
}

// is reports whether a place is that of the assertion.
func (p *plant) is(l location) bool { return filepath.Base(l.File) == p.file && l.Line == p.line }

// met describes heddle's answer about a planted assertion; good reports whether it is acceptable.
func (p *plant) met(o *outcome) (what string, good bool) {
	if o.Failure != "" {
		return o.Failure, false
	}
	for i := range o.Answers {
		a := &o.Answers[i]
		switch {
		case a.Property != "assert":
			continue
		case a.Verdict == "violation" && p.is(*a.Location):
			return "found", true
		case a.Verdict == "violation":
			return "another violation: " + a.place(), false
		case a.Coverage != nil && slices.ContainsFunc(a.Coverage.NotReached, p.is):
			return "not reached", true
		}
		return strings.TrimSpace(a.Verdict + " " + a.Reason), false
	}
	return "nothing said of assertions", false
}

// plantedTasks returns the tasks for the programs whose answer is bounded.
func (t *trial) plantedTasks() (tasks []task, plants []plant, err error) {
	for i := range t.programs {
		p := &t.programs[i]
		o := t.run.outcome(t.asIs(p))
		if o == nil || !slices.ContainsFunc(o.Answers, func(a answer) bool { return a.Verdict == "bounded" }) {
			continue
		}
		list, err := t.kit.plants(p)
		if err != nil {
			return nil, nil, err
		}
		for _, pl := range list {
			tasks = append(tasks, task{part: "planted", program: p, label: pl.routine, flags: []string{"--property", "assert"}, timeout: t.timeout, edits: pl.edits})
		}
		plants = append(plants, list...)
	}
	return tasks, plants, nil
}

// planted plants assertions and reports heddle's answers about them.
func (t *trial) planted(ctx context.Context) error {
	if err := t.prepare(ctx); err != nil {
		return err
	}
	tasks, plants, err := t.plantedTasks()
	if err != nil {
		return err
	}
	if err := t.run.all(ctx, tasks); err != nil {
		return err
	}
	t.table("Planted", "program", "thread", "answer")
	good := 0
	for i := range tasks {
		what, ok := plants[i].met(t.run.outcome(&tasks[i]))
		if ok {
			good++
		} else {
			what = "**" + what + "**"
		}
		t.row(tasks[i].program.name, plants[i].routine, what)
	}
	t.line("Found or named as not reached: %d of %d.", good, len(tasks))
	return nil
}
