package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// asIs returns the task of checking a program without any flag.
func (t *trial) asIs(p *program) *task { return &task{part: "asis", program: p, timeout: t.timeout} }

// asis checks all programs and reports the results that a user gets.
func (t *trial) asis(ctx context.Context) error {
	if err := t.prepare(ctx); err != nil {
		return err
	}
	t.table("As is", "program", "exit code", "violations", "first after s", "first line after s", "useful", "spoiled by", "hint")
	var s score
	late := 0
	for i := range t.programs {
		p := &t.programs[i]
		o := t.run.outcome(t.asIs(p))
		g := t.kit.grade(p.name, o)
		s.add(p.kind, &g)
		if o.Line > firstLine {
			late++
		}
		t.row(p.name, fmt.Sprint(o.Exit), strings.Join(g.violations, "; "), found(o.Violation), seconds(o.Line), yes(g.useful), strings.Join(g.spoiled, "; "), o.hint())
	}
	t.scores(&s)
	t.line("First line of output after more than %v: %d.", firstLine, late)
	return nil
}

// firstLine is the time within which the first output is expected.
const firstLine = 2 * time.Second

// prepare checks the selected programs without flags.
func (t *trial) prepare(ctx context.Context) error {
	var tasks []task
	for i := range t.programs {
		tasks = append(tasks, *t.asIs(&t.programs[i]))
	}
	return t.run.all(ctx, tasks)
}

// hint runs the commands that the answers suggest, for answers that are not useful.
func (t *trial) hint(ctx context.Context) error {
	if err := t.prepare(ctx); err != nil {
		return err
	}
	hints := make([]*task, len(t.programs)) // nil: none is needed, or there is none
	var tasks []task
	for i := range t.programs {
		p := &t.programs[i]
		o := t.run.outcome(t.asIs(p))
		g := t.kit.grade(p.name, o)
		if h := o.hint(); h != "" && !g.useful {
			hints[i] = &task{part: "hint", program: p, label: h, flags: flags(h), timeout: 2 * t.timeout}
			tasks = append(tasks, *hints[i])
		}
	}
	if err := t.run.all(ctx, tasks); err != nil {
		return err
	}
	t.table("With the suggested command", "program", "hint", "exit code", "violations", "useful", "spoiled by")
	var s score
	for i := range t.programs {
		p := &t.programs[i]
		o := t.run.outcome(t.asIs(p))
		if hints[i] != nil {
			then := t.run.outcome(hints[i])
			merged := *o
			if merged.Exit, merged.Failure = then.Exit, then.Failure; then.Failure == "" {
				merged.Answers = better(o.Answers, then.Answers)
			}
			o = &merged
		}
		g := t.kit.grade(p.name, o)
		s.add(p.kind, &g)
		switch {
		case hints[i] != nil:
			t.row(p.name, hints[i].label, fmt.Sprint(o.Exit), strings.Join(g.violations, "; "), yes(g.useful), strings.Join(g.spoiled, "; "))
		case !g.useful:
			t.row(p.name, "none", "", "", "no", strings.Join(g.spoiled, "; "))
		}
	}
	t.scores(&s)
	return nil
}

// flags returns the flags of a hint, without a time.
func flags(hint string) []string {
	out := strings.Fields(hint)
	if at := slices.Index(out, "--timeout"); at >= 0 {
		out = slices.Delete(out, at, at+2)
	}
	return out
}

// sown checks programs with seeds, and compares with the originals.
func (t *trial) sown(ctx context.Context) error {
	var tasks []task
	controls := make([]*task, len(t.seeds))
	seen := map[string]*task{}
	for i := range t.seeds {
		s := &t.seeds[i]
		command := s.dir + " " + strings.Join(s.args, " ")
		if seen[command] == nil {
			control := s.program
			control.name = command
			seen[command] = &task{part: "control", program: &control, timeout: 2 * t.timeout}
			tasks = append(tasks, *seen[command])
		}
		controls[i] = seen[command]
		tasks = append(tasks, *t.seeded(s))
	}
	if err := t.run.all(ctx, tasks); err != nil {
		return err
	}
	t.table("Seeds", "seed", "kind", "property", "found", "after s", "violations", "of the control")
	good, wrong := 0, 0
	for i := range t.seeds {
		s := &t.seeds[i]
		o, control := t.run.outcome(t.seeded(s)), t.run.outcome(controls[i])
		what, after := o.Failure, ""
		for k := range o.Answers {
			a := &o.Answers[k]
			if a.Property != s.property {
				continue
			}
			switch same := control.violation(a.Property, a.place()); {
			case a.Verdict != "violation":
				what = "**no**: " + strings.TrimSpace(a.Verdict+" "+a.Reason)
			case same:
				what = "**the control has it**"
				wrong++
			default:
				what, after = "yes", seconds(a.Stats.Found)
				good++
			}
		}
		t.row(s.name, s.kind, s.property, what, after, strings.Join(o.violations(), "; "), strings.Join(control.violations(), "; "))
	}
	t.line("Found: %d of %d; in the control as well: %d.", good, len(t.seeds), wrong)
	return nil
}

func (t *trial) seeded(s *seed) *task {
	return &task{part: "seeds", program: &s.program, label: s.kind, timeout: 2 * t.timeout, edits: s.edits}
}

// violations lists the property and place of each violation found.
func (o *outcome) violations() (out []string) {
	for i := range o.Answers {
		if a := &o.Answers[i]; a.Verdict == "violation" {
			out = append(out, a.Property+" "+a.place())
		}
	}
	return out
}

// violation reports whether a property is violated at a place.
func (o *outcome) violation(property, place string) bool {
	return slices.Contains(o.violations(), property+" "+place)
}

// first compares the time until the first violation with that of its property alone.
func (t *trial) first(ctx context.Context) error {
	if err := t.prepare(ctx); err != nil {
		return err
	}
	var tasks []task
	for i := range t.programs {
		if a := t.run.outcome(t.asIs(&t.programs[i])).first(); a != nil {
			tasks = append(tasks, task{part: "first", program: &t.programs[i], label: a.Property, flags: []string{"--property", a.Property, "--first"}, timeout: t.timeout})
		}
	}
	if err := t.run.all(ctx, tasks); err != nil {
		return err
	}
	t.table("First violation", "program", "property", "of all after s", "alone after s", "ratio")
	good := 0
	for i := range tasks {
		all, alone := t.run.outcome(t.asIs(tasks[i].program)), t.run.outcome(&tasks[i])
		ratio := ""
		switch {
		case all.Violation == 0: // it was printed with the verdict only
		case alone.Violation == 0:
			good++ // it is not slower
		default:
			ratio = fmt.Sprintf("%.1f", all.Violation.Seconds()/alone.Violation.Seconds())
			if all.Violation <= 2*alone.Violation {
				good++
			}
		}
		t.row(tasks[i].program.name, tasks[i].label, found(all.Violation), found(alone.Violation), ratio)
	}
	t.line("Within twice the time: %d of %d.", good, len(tasks))
	return nil
}
