package load

import (
	"errors"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/host/pattern"
)

// origin matches the suffix that the parser appends to its messages: the place in its own source.
var origin = pattern.Lazy(` \([a-z0-9_]+\.go:\d+:[^()]*\)$`)

// unexpected matches the parser's messages about an unexpected token.
var unexpected = pattern.Lazy(`^unexpected ('[^']*'|<EOF>|[_A-Za-z]+)`)

// place matches the position that the parser puts before its messages.
var place = pattern.Lazy(`^(.*?):(\d+):(\d+): `)

// messages turns the parser's error, a list of lines, into diagnostics about a unit.
func messages(unit string, text *parserText, err error) []diag.Diagnostic {
	if err == nil {
		return nil
	}
	var failure parserFailure
	if errors.As(err, &failure) {
		return []diag.Diagnostic{{Code: "parser-failure", File: unit, Message: failure.Error()}}
	}
	var out []diag.Diagnostic
	for _, line := range strings.Split(err.Error(), "\n") {
		if line == "" || strings.Contains(line, "missing definition of '__predefined_declarator'") { // a follow-on
			continue
		}
		d := diag.Diagnostic{Code: "syntax", File: unit}
		if m := place().FindStringSubmatch(line); m != nil {
			row, _ := strconv.Atoi(m[2])
			column, _ := strconv.Atoi(m[3])
			d.File, d.Line, d.Column = text.place(text.offset(row, column))
			line = line[len(m[0]):]
		}
		d.Message = strings.TrimPrefix(origin().ReplaceAllString(line, ""), "-: ")
		if d.File == endName {
			d.File, d.Line, d.Column = text.end()
			d.Message = unexpected().ReplaceAllString(d.Message, "unexpected end of file")
		}
		out = append(out, d)
	}
	return out
}
