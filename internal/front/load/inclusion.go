package load

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/known"
)

// maxInclude is how deep #include may nest, as in gcc.
const maxInclude = 200

// inclusion follows which file the preprocessor is in. Each file is framed by
// two pragmas (see files.Open), because the parser limits recursion of #include
// by nothing but its work.
type inclusion struct {
	fs       *files
	depth    int
	once     map[string]bool // files with #pragma once
	entered  map[string]bool // files that were read
	imported map[string]bool // files that #import read
}

// newInclusion returns the state at the beginning of a unit.
func newInclusion(fs *files) *inclusion {
	return &inclusion{fs: fs, once: make(map[string]bool), entered: make(map[string]bool), imported: make(map[string]bool)}
}

// pragma handles every #pragma line that is not skipped. The line lacks the word pragma.
func (in *inclusion) pragma(line []cc.Token) error {
	if len(line) == 0 {
		return nil
	}
	switch name := line[0].SrcStr(); name {
	case enterPragma:
		return in.enter(line)
	case leavePragma:
		in.depth--
	case directivePragma:
		in.directive(line)
	case "once":
		file := line[0].Position().Filename
		if in.once[file] {
			in.depth--
			return cc.SkipSource
		}
		in.once[file] = true
	default:
		in.other(name, line[0])
	}
	return nil
}

// enter begins a file, unless it is included by itself or was imported before.
func (in *inclusion) enter(line []cc.Token) error {
	file := line[0].Position().Filename
	before, after, imports := strings.Cut(file, importDir+"/")
	file = before + after
	if in.imported[file] || imports && in.entered[file] {
		return cc.SkipSource
	}
	in.entered[file] = true
	in.imported[file] = imports
	in.depth++
	if in.depth > maxInclude {
		if in.depth == maxInclude+1 {
			in.fs.problems = append(in.fs.problems, diag.Diagnostic{
				Code: "include-depth", File: file, Message: "the file is included by itself, or #include nests too deeply",
			})
		}
		in.depth--
		return cc.SkipSource
	}
	return nil
}

// report adds a diagnostic about a line that begins with a pragma of prescan's or of the file.
func (in *inclusion) report(t cc.Token, warning bool, format string, args ...any) {
	p := t.Position()
	d := diag.Diagnostic{Code: "directive", File: p.Filename, Line: p.Line, Column: max(1, p.Column-len("#pragma ")), Message: fmt.Sprintf(format, args...)}
	if warning {
		d.Severity = diag.Warning
	}
	if !slices.Contains(in.fs.problems, d) {
		in.fs.problems = append(in.fs.problems, d)
	}
}

// directive reports a directive that prescan handed over.
func (in *inclusion) directive(line []cc.Token) {
	name := ""
	if len(line) > 1 {
		name = line[1].SrcStr()
	}
	_, listed := known.Of(known.Directive, name)
	switch {
	case name == "line":
		in.report(line[0], false, "#line needs a number, or a macro that is defined above once as a number")
	case name == "import":
		in.report(line[0], false, "#import needs the name of a file")
	case listed:
		in.report(line[0], false, "unsupported directive #%s", name)
	default:
		in.report(line[0], false, "unknown directive #%s", name)
	}
}

// other treats a pragma according to package known.
func (in *inclusion) other(name string, t cc.Token) {
	treatment, _ := known.Of(known.Pragma, name)
	switch {
	case treatment == known.Refused:
		in.report(t, false, "unsupported: #pragma %s", name)
	case treatment != known.Noted:
	case in.fs.enabled(name) != "":
		in.report(t, false, "unsupported: #pragma %s, with the flag %s", name, in.fs.enabled(name))
	default:
		in.report(t, true, "#pragma %s is ignored", name)
		p := t.Position()
		in.fs.dropped = append(in.fs.dropped, drop{name, p.Filename, p.Line})
	}
}

// pragmaFlags lists the compiler flags that give a pragma a meaning.
var pragmaFlags = map[string][]string{
	"omp": {"-fopenmp", "-fopenmp-simd"}, "acc": {"-fopenacc"}, "cilk": {"-fcilkplus"}, "simd": {"-fcilkplus"},
}

// enabled returns the flag that gives a pragma a meaning, if the unit is compiled with one.
func (f *files) enabled(pragma string) string {
	for _, flag := range pragmaFlags[pragma] {
		if slices.Contains(f.compilerFlags, flag) {
			return flag
		}
	}
	return ""
}

// refusedFlags reports the flags of a compiler that change the meaning of the whole unit.
func refusedFlags(flags []string) (diags []diag.Diagnostic) {
	for _, flag := range flags {
		ofPragma := false
		for _, list := range pragmaFlags {
			ofPragma = ofPragma || slices.Contains(list, flag)
		}
		switch t, _ := known.Of(known.Flag, flag); {
		case t == known.Refused && !ofPragma:
			diags = append(diags, diag.Diagnostic{Code: "option", Message: "unsupported: the compiler flag " + flag})
		case t == known.Noted:
			diags = append(diags, diag.Diagnostic{Code: "option", Severity: diag.Warning, Message: "the compiler flag " + flag + " is ignored: " + known.Why(known.Flag, flag)})
		}
	}
	return diags
}
