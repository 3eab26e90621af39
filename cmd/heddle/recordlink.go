package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// archiver is the program that makes static libraries. A build that is recorded calls it through this program, too.
const archiver = "ar"

// made is a file that a command of a build writes. Names are absolute, but for libraries by -l.
type made struct {
	Output  string   `json:"output"`
	Inputs  []string `json:"inputs"` // sources, objects and libraries, in order
	Program bool     `json:"program"`
}

// logMade appends an entry for each file that the command of this process makes.
func logMade(log string) error {
	directory, err := os.Getwd()
	if err != nil {
		return err
	}
	var lines []byte
	for _, m := range makes(directory, os.Args) {
		line, err := json.Marshal(m)
		if err != nil {
			return err
		}
		lines = append(append(lines, line...), '\n')
	}
	return appendTo(log, lines)
}

// makes returns the files that a command of a compiler or archiver makes of C files and objects.
func makes(directory string, command []string) []made {
	absolute := func(name string) string {
		if filepath.IsAbs(name) {
			return filepath.Clean(name)
		}
		return filepath.Join(directory, name)
	}
	var inputs []string
	output, compiles, links := "", false, true
	for i := 1; i < len(command); i++ {
		switch arg := command[i]; {
		case arg == "-E" || arg == "-M" || arg == "-MM" || arg == "-S" || arg == "-fsyntax-only":
			return nil
		case arg == "-c":
			compiles = true
		case arg == "-shared" || arg == "-r":
			links = false
		case arg == "-o" && i+1 < len(command):
			i++
			output = absolute(command[i])
		case strings.HasPrefix(arg, "-o"):
			output = absolute(arg[2:])
		case valueFlag[arg]:
			i++
		case strings.HasPrefix(arg, "-l"):
			inputs = append(inputs, arg)
		case isSource(arg), slices.Contains([]string{".o", ".a", ".so"}, filepath.Ext(arg)):
			inputs = append(inputs, absolute(arg))
		}
	}
	if !slices.ContainsFunc(inputs, filepath.IsAbs) {
		return nil
	}
	if filepath.Base(command[0]) == archiver {
		return []made{{Output: inputs[0], Inputs: inputs[1:]}}
	}
	if !compiles {
		if output == "" {
			output = absolute("a.out")
		}
		return []made{{output, inputs, links}}
	}
	var list []made
	for _, source := range inputs {
		object := output
		if object == "" {
			object = absolute(strings.TrimSuffix(filepath.Base(source), filepath.Ext(source)) + ".o")
		}
		list = append(list, made{Output: object, Inputs: []string{source}})
	}
	return list
}

// linked returns the programs that a build links, each with its sources as inputs. Those with the same sources as an
// earlier one are left out.
func linked(log string) ([]made, error) {
	text, err := os.ReadFile(log)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	byName := make(map[string]made) // the last that was made
	var programs []made
	for line := range strings.Lines(string(text)) {
		var m made
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			return nil, err
		}
		if !m.Program {
			byName[m.Output], byName[filepath.Base(m.Output)] = m, m
			continue
		}
		m.Inputs = sourcesOf(m, byName)
		known := slices.ContainsFunc(programs, func(p made) bool { return slices.Equal(p.Inputs, m.Inputs) })
		if len(m.Inputs) > 0 && !known {
			programs = append(programs, m)
		}
	}
	return programs, nil
}

// sourcesOf returns the C files from which a program is made, each once.
func sourcesOf(m made, byName map[string]made) []string {
	var sources []string
	visited := make(map[string]bool)
	var visit func(name string)
	visit = func(name string) {
		if visited[name] {
			return
		}
		visited[name] = true
		if isSource(name) {
			sources = append(sources, name)
			return
		}
		found, ok := byName[name]
		if lib, is := strings.CutPrefix(name, "-l"); is {
			if found, ok = byName["lib"+lib+".a"]; !ok {
				found, ok = byName["lib"+lib+".so"]
			}
		}
		if ok {
			for _, input := range found.Inputs {
				visit(input)
			}
		}
	}
	for _, input := range m.Inputs {
		visit(input)
	}
	slices.Sort(sources)
	return sources
}

// severalPrograms says how to check one of a build's programs.
func severalPrograms(programs []made, command []string) string {
	here, _ := os.Getwd()
	short := func(name string) string {
		if rel, err := filepath.Rel(here, name); err == nil && filepath.IsLocal(rel) {
			return rel
		}
		return name
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: found %d programs, expected one, or the files of one:", command[0], len(programs))
	for _, p := range programs {
		var files []string
		for _, s := range p.Inputs {
			files = append(files, short(s))
		}
		fmt.Fprintf(&b, "\n  for %s: %s -- %s", short(p.Output), strings.Join(files, " "), strings.Join(command, " "))
	}
	return b.String()
}
