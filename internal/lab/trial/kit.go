package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// kit holds the data of a trial.
type kit struct {
	dir      string // absolute
	tree     string // of the programs, absolute
	programs []program
	seeds    []seed
	readings map[finding]reading
}

// program is a program that one command checks.
type program struct {
	name string
	kind string // main or harness; empty for a seed
	dir  string // below the tree, where the command runs
	args []string
}

// seed is a bug in a program.
type seed struct {
	program
	edits    []edit
	kind     string
	property string // that the bug violates
}

// edit is a change of a text.
type edit struct {
	file     string // relative to the program's directory, or harness/…
	old, new string
	nth      int // from 1; 0: old occurs once
}

// finding identifies a violation.
type finding struct{ program, property, place string }

// reading is a reader's judgement of a finding.
type reading struct{ verdict, why string }

// The judgements of a reader.
const (
	isTrue   = "true"
	isFalse  = "false"
	disputed = "disputed"
)

// openKit reads a kit. Seeds and readings are optional.
func openKit(dir, tree string) (*kit, error) {
	k := &kit{readings: map[finding]reading{}}
	var err error
	if k.dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if k.tree, err = filepath.Abs(tree); err != nil {
		return nil, err
	}
	err = k.table("programs.csv", []string{"name", "kind", "dir", "arguments"}, func(r []string) error {
		if !slices.Contains([]string{"main", "harness"}, r[1]) {
			return fmt.Errorf("%s is of no kind %q", r[0], r[1])
		}
		k.programs = append(k.programs, program{r[0], r[1], r[2], strings.Fields(r[3])})
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = k.table("read.csv", []string{"program", "property", "place", "verdict", "why"}, func(r []string) error {
		if !slices.Contains([]string{isTrue, isFalse, disputed}, r[3]) {
			return fmt.Errorf("nobody can say %q of %s", r[3], r[2])
		}
		k.readings[finding{r[0], r[1], r[2]}] = reading{r[3], r[4]}
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	if err := k.table("seeds.csv", seedColumns, k.addSeed); err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	return k, nil
}

var seedColumns = []string{"seed", "program", "dir", "args", "file", "old", "new", "nth", "kind", "property", "why"}

// addSeed adds a line of seeds.csv: a seed, or a further edit of the previous seed. In texts \n stands
// for the end of a line.
func (k *kit) addSeed(r []string) error {
	e := edit{file: r[4], old: strings.ReplaceAll(r[5], `\n`, "\n"), new: strings.ReplaceAll(r[6], `\n`, "\n")}
	if r[7] != "" {
		var err error
		if e.nth, err = strconv.Atoi(r[7]); err != nil {
			return err
		}
	}
	name := r[1] + " " + r[0]
	if n := len(k.seeds); n == 0 || k.seeds[n-1].name != name {
		k.seeds = append(k.seeds, seed{program: program{name: name, dir: r[2], args: strings.Fields(r[3])}, kind: r[8], property: r[9]})
	}
	s := &k.seeds[len(k.seeds)-1]
	s.edits = append(s.edits, e)
	return nil
}

// table reads a table of the kit.
func (k *kit) table(name string, columns []string, add func(record []string) error) error {
	f, err := os.Open(filepath.Join(k.dir, name))
	if err != nil {
		return err
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(records) == 0 || !slices.Equal(records[0], columns) {
		return fmt.Errorf("%s: the columns are not %s", name, strings.Join(columns, ","))
	}
	for _, r := range records[1:] {
		if err := add(r); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// at returns the path of a file that a program names.
func (k *kit) at(p *program, file string) string {
	if strings.HasPrefix(file, "harness/") {
		return filepath.Join(k.dir, file)
	}
	return filepath.Join(k.tree, p.dir, file)
}

// sources lists the C files that a program's command names.
func (p *program) sources() []string {
	var out []string
	for _, a := range p.args {
		if strings.HasSuffix(a, ".c") {
			out = append(out, a)
		}
	}
	return out
}

// edited returns the texts of the files that edits change, by name.
func (k *kit) edited(p *program, edits []edit) (map[string]string, error) {
	texts := map[string]string{}
	for _, e := range edits {
		text, ok := texts[e.file]
		if !ok {
			read, err := os.ReadFile(k.at(p, e.file))
			if err != nil {
				return nil, err
			}
			text = string(read)
		}
		after, err := e.apply(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", p.name, e.file, err)
		}
		texts[e.file] = after
	}
	return texts, nil
}

// changed copies the files that a program needs into a directory, and applies edits there.
func (k *kit) changed(dir string, p *program, edits []edit) (*kit, error) {
	texts, err := k.edited(p, edits)
	if err != nil {
		return nil, err
	}
	to := &kit{dir: filepath.Join(dir, "kit"), tree: filepath.Join(dir, "tree")}
	top, _, _ := strings.Cut(p.dir, "/")
	err = errors.Join(
		os.CopyFS(filepath.Join(to.tree, top), os.DirFS(filepath.Join(k.tree, top))),
		os.CopyFS(filepath.Join(to.dir, "harness"), os.DirFS(filepath.Join(k.dir, "harness"))))
	for file, text := range texts {
		// The tree may be read-only, and then its copies are, too.
		err = errors.Join(err, os.Remove(to.at(p, file)), os.WriteFile(to.at(p, file), []byte(text), 0o600))
	}
	return to, err
}

// apply applies an edit to a text.
func (e *edit) apply(text string) (string, error) {
	n := strings.Count(text, e.old)
	if e.nth == 0 && n != 1 || n < e.nth {
		return "", fmt.Errorf("%q is there %d times", e.old, n)
	}
	at := 0
	for range e.nth - 1 {
		at += strings.Index(text[at:], e.old) + len(e.old)
	}
	at += strings.Index(text[at:], e.old)
	return text[:at] + e.new + text[at+len(e.old):], nil
}
