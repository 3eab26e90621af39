package load

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/known"
	"github.com/heddle-mc/heddle/internal/front/openmp"
	"github.com/heddle-mc/heddle/internal/front/preprocess"
)

// refusal returns why a directive has no meaning here, or nothing.
func refusal(name string) string {
	switch treatment, listed := known.Of(known.Directive, name); {
	case treatment != known.Refused:
		return ""
	case listed:
		return "unsupported directive #" + name
	}
	return "unknown directive #" + name
}

// packDeclaration is the declaration that stands for a #pragma pack in sema's input.
func packDeclaration(line []preprocess.Token) string {
	text := ""
	for i := range line {
		text += line[i].Text
	}
	return "_Static_assert(1, " + strconv.Quote("#pragma "+text) + ");"
}

// spelled returns the text of tokens with blanks between them.
func spelled(list []preprocess.Token) string {
	words := make([]string, len(list))
	for i := range list {
		words[i] = list[i].Text
	}
	return strings.Join(words, " ")
}

// noOpenMP is the flag without which directives of OpenMP are obeyed.
const noOpenMP = "-fno-openmp"

// pragma treats a pragma, which begins at a place, according to package known. The declaration takes its place in the text.
func (f *files) pragma(own *preprocess.Preprocessor, names *preprocess.Files, at preprocess.Pos, line []preprocess.Token) (declaration string) {
	name := line[0].Text
	d := diag.Diagnostic{Code: "directive"}
	treatment, _ := known.Of(known.Pragma, name)
	switch {
	case name == "omp" && f.openmp:
		f.directives = true
		return openmp.Prefix + spelled(own.Expand(line[1:]))
	case name == "pack":
		return packDeclaration(line)
	case treatment == known.Refused:
		d.Message = "unsupported: #pragma " + name
	case treatment != known.Noted && name != "omp":
		return ""
	case f.enabled(name) != "":
		d.Message = fmt.Sprintf("unsupported: #pragma %s, with the flag %s", name, f.enabled(name))
	default:
		d.Message, d.Severity = fmt.Sprintf("#pragma %s is ignored", name), diag.Warning
		f.dropped = append(f.dropped, drop{name, names.Names[at.File], int(at.Line)})
	}
	own.Report(d, at)
	return ""
}

// pragmaFlags lists the compiler flags that give a pragma a meaning.
var pragmaFlags = map[string][]string{
	"omp": {"-fopenmp-simd"}, "acc": {"-fopenacc"}, "cilk": {"-fcilkplus"}, "simd": {"-fcilkplus"},
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
		if flag == noOpenMP {
			continue
		}
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
