package heddle

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/heddle-mc/heddle/internal/front/load"
)

// otherLanguages names the languages of other source files, by the endings of their names.
var otherLanguages = map[string]string{
	".s": "assembly", ".S": "assembly", ".asm": "assembly", ".m": "Objective-C", ".go": "Go", ".rs": "Rust", ".py": "Python",
	".java": "Java", ".sh": "a shell script", ".ll": "LLVM's intermediate code", ".y": "a grammar of yacc", ".l": "a scanner of lex",
}

// notC returns the reason why a file cannot be a C source file, with the command that the user may have
// meant; empty: it can be one.
func notC(name string) string {
	ext := filepath.Ext(name)
	switch language := otherLanguages[ext]; {
	case load.IsCPlusPlus(name):
		return fmt.Sprintf("found a C++ file (%s), expected C: C++ gives some programs another meaning", ext)
	case language != "":
		return fmt.Sprintf("found %s (%s), expected C", language, ext)
	}
	f, err := os.Open(name)
	if err != nil {
		return "" // the front end reports it
	}
	defer f.Close()
	start := make([]byte, 4096)
	n, _ := io.ReadFull(f, start) // a short file is no error, and the front end reports others
	start = start[:n]
	text := bytes.TrimLeft(start, " \t\r\n\ufeff")
	switch {
	case ext == ".json" && bytes.HasPrefix(text, []byte("[")):
		return fmt.Sprintf("found a list in JSON, expected C: did you mean --compile-commands %s?", name)
	case ext == ".json" && bytes.HasPrefix(text, []byte("{")):
		return fmt.Sprintf("found JSON, expected C: a result of heddle check is for heddle replay --trace %s", name)
	case ext == ".yml" || ext == ".yaml":
		return "found YAML, expected C: verification witnesses are for heddle witness-check"
	case bytes.HasPrefix(start, []byte("\x7fELF")), bytes.HasPrefix(start, []byte("!<arch>")), bytes.HasPrefix(start, []byte("MZ")):
		return "found a program, an object file or a library, expected C source"
	case bytes.IndexByte(start, 0) >= 0:
		return "found a file that is no text, expected C source"
	}
	return ""
}
