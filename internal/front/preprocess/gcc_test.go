package preprocess_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/front/preprocess"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

// The flags.
var (
	generated = testflag.Generated(25)
	every     = testflag.Every(40)
	keep      = testflag.Keep()
)

// run returns the tokens of a file and the names of its pragmas; headers are looked for beside it and in dirs.
func run(file string, predefined string, dirs ...string) (tokens, pragmas []string, err error) {
	source := func(name string) (preprocess.Source, error) {
		text, err := os.ReadFile(name)
		return preprocess.Source{Name: name, Key: name, Text: string(text)}, err
	}
	main, err := source(file)
	if err != nil {
		return nil, nil, err
	}
	p := preprocess.New(&preprocess.Files{}, preprocess.Options{
		Sources: []preprocess.Source{{Name: "<predefined>", Text: predefined}, main},
		Open: func(inc preprocess.Inclusion) (preprocess.Source, error) {
			search := dirs
			if !inc.Angled {
				search = slices.Concat([]string{filepath.Dir(inc.From.Key)}, dirs)
			}
			for _, dir := range search {
				if s, err := source(filepath.Join(dir, inc.Name)); err == nil {
					return s, nil
				}
			}
			return preprocess.Source{}, fs.ErrNotExist
		},
		Problem: func(header string, err error) diag.Diagnostic { return diag.Diagnostic{Message: "no " + header} },
		Pragma: func(_ preprocess.Pos, line []preprocess.Token) string {
			pragmas = append(pragmas, line[0].Text)
			return ""
		},
		Has: func(operator, name string) bool { return strings.HasPrefix(name, "__builtin_") },
		Refuse: func(directive string) string {
			if directive == "warning" {
				return ""
			}
			return "unknown directive"
		},
	})
	preprocess.Run(func() {
		for t := p.Next(); t.Kind != preprocess.End; t = p.Next() {
			tokens = append(tokens, normal(t.Text))
		}
	})
	if diag.HasErrors(p.Diagnostics) {
		err = fmt.Errorf("%v", p.Diagnostics)
	}
	return tokens, pragmas, err
}

// lexeme matches a token of C, independently of the lexer.
var lexeme = regexp.MustCompile(`(?:u8|u|U|L)?"(?:\\.|[^"\\])*"|(?:u|U|L)?'(?:\\.|[^'\\])*'|\.?[0-9](?:[eEpP][+-]|[\w.$\x80-\xff]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8})*` +
	`|(?:[A-Za-z_$\x80-\xff]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8})(?:[\w$\x80-\xff]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8})*` +
	`|%:%:|\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[<>=!*/%+&^|-]=|&&|\|\||##|::|<:|:>|<%|%>|%:|\S`)

// gccRun returns the same, of gcc -E.
func gccRun(t *testing.T, file string, flags ...string) (tokens, pragmas []string, err error) {
	t.Helper()
	cmd := exec.Command("gcc", append(append([]string{"-E", "-std=gnu17", "-w", "-o", "-"}, flags...), file)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return nil, nil, fmt.Errorf("%v: %.2000s", err, problems.String())
	}
	for line := range strings.Lines(out.String()) {
		if rest, ok := strings.CutPrefix(line, "#pragma "); ok {
			if fields := lexeme.FindAllString(rest, 1); fields != nil && fields[0] != "push_macro" && fields[0] != "pop_macro" {
				pragmas = append(pragmas, fields[0])
			}
			continue
		}
		if !strings.HasPrefix(line, "#") {
			tokens = append(tokens, lexeme.FindAllString(line, -1)...)
		}
	}
	return tokens, pragmas, nil
}

// normal writes the characters of a name that are not ASCII as gcc -E does.
func normal(text string) string {
	if strings.ContainsAny(text, `"'`) || text == `\` || strings.ContainsAny(text[:1], ".0123456789") {
		return text
	}
	if plain, err := strconv.Unquote(`"` + text + `"`); err == nil {
		text = plain
	}
	var b strings.Builder
	for _, r := range text {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// compare reports whether both have the same tokens and pragmas, and whether gcc reads the file.
func compare(t *testing.T, file, predefined string, dirs []string, flags ...string) (same, valid bool) {
	t.Helper()
	want, wantPragmas, gccErr := gccRun(t, file, flags...)
	got, pragmas, err := run(file, predefined, dirs...)
	switch {
	case (err == nil) != (gccErr == nil):
		t.Errorf("%s: error %v, of gcc %v", file, err, gccErr)
	case err == nil && !slices.Equal(got, want):
		n := 0
		for n < len(got) && n < len(want) && got[n] == want[n] {
			n++
		}
		if n < len(got) && n < len(want) && strings.HasPrefix(want[n], got[n]) && strings.Join(got, "") == strings.Join(want, "") {
			return true, true // between a name and u"x" or 0x1p+3, gcc -E leaves out the blank that separates them
		}
		t.Errorf("%s: token %d: got %q, gcc has %q", file, n, got[n:min(n+8, len(got))], want[n:min(n+8, len(want))])
	case err == nil && !slices.Equal(pragmas, wantPragmas):
		t.Errorf("%s: pragmas %q, gcc has %q", file, pragmas, wantPragmas)
	default:
		return true, gccErr == nil
	}
	return false, gccErr == nil
}

// TestGenerated compares the tokens of generated macro programs with those of gcc -E.
func TestGenerated(t *testing.T) {
	peer.NeedGCC(t)
	dir := t.TempDir()
	if *keep != "" {
		dir = *keep
	}
	valid, wrong := 0, 0
	for seed := range generated.All() {
		g := newGenerator(int64(seed))
		file := filepath.Join(dir, fmt.Sprintf("m%d.c", seed))
		for name, text := range g.program(file) {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		same, ok := compare(t, file, "#define __STDC__ 1\n", nil)
		if ok {
			valid++
		}
		if !same {
			wrong++
		} else {
			for name := range g.files {
				os.Remove(name)
			}
		}
	}
	if valid < generated.N()/2 {
		t.Errorf("gcc reads only %d of %d programs", valid, generated.N())
	}
	t.Logf("%d programs, %d of them valid, %d differ", generated.N(), valid, wrong)
}

// TestPrograms compares the tokens of our own programs, with our headers.
func TestPrograms(t *testing.T) {
	peer.NeedGCC(t)
	files, err := filepath.Glob("../../../testdata/semantics/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs")
	}
	const headers = "../header/include"
	macros := filepath.Join(t.TempDir(), "predefined.h")
	if err := os.WriteFile(macros, []byte(header.Predefined(ir.LP64)), 0o666); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(files); i += every.Step() {
		compare(t, files[i], header.Predefined(ir.LP64), []string{headers}, "-undef", "-nostdinc", "-I"+headers, "-imacros", macros)
	}
}
