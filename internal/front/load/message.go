package load

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/diag"
)

// origin matches the suffix that the parser appends to its messages: the place in its own source.
var origin = regexp.MustCompile(` \([a-z0-9_]+\.go:\d+:[^()]*\)$`)

// unexpected matches the parser's messages about an unexpected token.
var unexpected = regexp.MustCompile(`^unexpected ('[^']*'|<EOF>|[_A-Za-z]+)`)

// place matches the position that the parser puts before its messages.
var place = regexp.MustCompile(`^(.*?):(\d+):(\d+): `)

// expansionLimit occurs in the message about macros that grow without end.
const expansionLimit = "macro expansion limit exceeded"

// messages turns the parser's error, a list of lines, into diagnostics.
func messages(fs *files, err error) []diag.Diagnostic {
	if err == nil {
		return nil
	}
	var failure parserFailure
	if errors.As(err, &failure) {
		return []diag.Diagnostic{{Code: "parser-failure", File: fs.unit, Message: failure.Error()}}
	}
	var out []diag.Diagnostic
	for _, line := range strings.Split(err.Error(), "\n") {
		if line == "" {
			continue
		}
		d := diag.Diagnostic{Code: "syntax"}
		if m := place.FindStringSubmatch(line); m != nil {
			d.File = m[1]
			d.Line, _ = strconv.Atoi(m[2])
			d.Column, _ = strconv.Atoi(m[3])
			line = line[len(m[0]):]
		}
		line = origin.ReplaceAllString(line, "")
		switch {
		case strings.HasPrefix(line, "include file not found: "):
			d.Code = "no-such-file"
			line = "no such header: " + strings.TrimPrefix(line, "include file not found: ")
			if !fs.system {
				line += ": -I looks in a directory, --system-headers on this machine"
			}
		case strings.Contains(line, expansionLimit):
			d.Code, line = "macro-expansion", "macros expand to too much text"
			if d.File == "<predefined>" { // the position of the end of all text
				d.File, d.Line, d.Column = fs.unit, 0, 0
			}
		case strings.Contains(line, "missing definition of '__predefined_declarator'"):
			continue // a follow-on
		}
		d.Message = line
		out = append(out, fs.adjust(d))
	}
	return out
}

// adjust corrects a message about text that differs in the parser's input: the frame around a file,
// and quotes that prescan replaced.
func (f *files) adjust(d diag.Diagnostic) diag.Diagnostic {
	if d.File == endName {
		d.File, d.Line = f.unit, math.MaxInt // becomes the last line
		d.Message = unexpected.ReplaceAllString(d.Message, "unexpected end of file")
	}
	if name := f.calls[d.File][d.Line]; name != "" && strings.HasPrefix(d.Message, "division by zero") {
		d.Column, d.Message = 0, fmt.Sprintf("%s is no macro: a call of it has no meaning in #if", name)
		return d
	}
	text, known := f.originals[d.File]
	if !known || d.Line == 0 {
		if d.File == "" {
			d.File = f.unit
		}
		d.Message = strings.TrimPrefix(d.Message, "-: ")
		return d
	}
	lines := bytes.Split(text, []byte("\n"))
	if n := len(lines); n > 1 && len(lines[n-1]) == 0 {
		lines = lines[:n-1]
	}
	if d.Line > len(lines) {
		d.Line = len(lines)
		d.Column = len(lines[d.Line-1]) + 1
	}
	line := lines[d.Line-1]
	if d.Column < 1 || d.Column > len(line) {
		return d
	}
	switch c := line[d.Column-1]; {
	case strings.Contains(d.Message, "'`'") && (c == '\'' || c == '"'):
		d.Message = "literal is not terminated: missing " + string(c)
	case strings.Contains(d.Message, `'\ufffd'`):
		d.Code, d.Message = "encoding", fmt.Sprintf("byte %#x is not UTF-8 text", c)
	}
	return d
}
