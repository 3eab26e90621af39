package load

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/cfront/diag"
)

// maxInclude is how deep #include may nest, as in gcc.
const maxInclude = 200

// inclusion follows which file the preprocessor is in. Each file is framed by
// two pragmas (see files.Open), because the parser limits recursion of #include
// by nothing but its work.
type inclusion struct {
	fs    *files
	depth int
	once  map[string]bool // files with #pragma once
}

// pragma is told of every #pragma line, without the word pragma.
func (in *inclusion) pragma(line []cc.Token) error {
	if len(line) == 0 {
		return nil
	}
	switch line[0].SrcStr() {
	case enterPragma:
		in.depth++
		if in.depth > maxInclude {
			if in.depth == maxInclude+1 {
				p := line[0].Position()
				in.fs.problems = append(in.fs.problems, diag.Diagnostic{
					Code: "include-depth", File: p.Filename, Message: "the file is included by itself, or #include nests too deeply",
				})
			}
			in.depth--
			return cc.SkipSource
		}
	case leavePragma:
		in.depth--
	case "once":
		file := line[0].Position().Filename
		if in.once[file] {
			in.depth--
			return cc.SkipSource
		}
		if in.once == nil {
			in.once = map[string]bool{}
		}
		in.once[file] = true
	}
	return nil
}
