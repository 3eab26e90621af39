package main

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// source is the list of mistakes. One looks like this, with empty lines between them:
//
//	name internal/package/file.go
//	What is wrong, in a sentence or more.
//	-lines of the file, whole ones,
//	-that occur in it exactly once
//	+the lines that replace them, or none
//
//go:embed list.txt
var source string

// mutant is a mistake in a file.
type mutant struct {
	name    string
	file    string // relative to the root of the tree, with slashes
	wrong   string // description of the fault
	was, is string // whole lines, each with its end
}

// version distinguishes a fault from other faults that had the same name in earlier lists.
func (m *mutant) version() string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(m.file+"\x00"+m.was+"\x00"+m.is)))[:12]
}

// parse reads a list of mistakes.
func parse(text string) ([]*mutant, error) {
	var list []*mutant
	names := make(map[string]bool)
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		m := &mutant{}
		for i, line := range strings.Split(strings.Trim(block, "\n"), "\n") {
			switch {
			case i == 0:
				m.name, m.file, _ = strings.Cut(line, " ")
			case strings.HasPrefix(line, "-"):
				m.was += line[1:] + "\n"
			case strings.HasPrefix(line, "+"):
				m.is += line[1:] + "\n"
			default:
				m.wrong = strings.TrimSpace(m.wrong + " " + line)
			}
		}
		switch {
		case m.file == "" || m.wrong == "" || m.was == "" || m.was == m.is:
			return nil, fmt.Errorf("found %q, expected a name and a file, a sentence, lines with - and +", block)
		case names[m.name]:
			return nil, fmt.Errorf("two mistakes are called %s", m.name)
		}
		names[m.name] = true
		list = append(list, m)
	}
	return list, nil
}

// make makes the mistake in a tree and returns the file as it was.
func (m *mutant) make(root string) (former []byte, err error) {
	name := filepath.Join(root, filepath.FromSlash(m.file))
	former, err = os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	text := "\n" + string(former)
	if n := strings.Count(text, "\n"+m.was); n != 1 {
		return nil, fmt.Errorf("%s: its lines occur %d times in %s, expected once", m.name, n, m.file)
	}
	return former, os.WriteFile(name, []byte(strings.Replace(text, "\n"+m.was, "\n"+m.is, 1)[1:]), 0o666)
}

// undo puts a file back.
func (m *mutant) undo(root string, former []byte) error {
	return os.WriteFile(filepath.Join(root, filepath.FromSlash(m.file)), former, 0o666)
}
