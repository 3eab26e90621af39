package load

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/known"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Command is one entry of a compile_commands.json: a file and its compiler options. Model is the data
// model of -m32 or -m64.
type Command struct {
	File     string
	Options  Options
	ModelSet bool // the command line has -m32 or -m64
}

// entry is the JSON form (Clang documentation, "JSON Compilation Database Format").
type entry struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
}

// Database reads a compile_commands.json. Paths are relative to each entry's directory, which is
// relative to dir. Only flags that Options can hold are taken from the commands.
func Database(data []byte, dir string) ([]Command, error) {
	var entries []entry
	if err := json.Unmarshal(data, &entries); err != nil {
		return nil, fmt.Errorf("compile_commands.json: %w", err)
	}
	var out []Command
	for i, e := range entries {
		if e.File == "" {
			return nil, fmt.Errorf("compile_commands.json: entry %d has no file", i)
		}
		args := e.Arguments
		if args == nil {
			args = splitCommand(e.Command)
		}
		base := e.Directory
		if !filepath.IsAbs(base) {
			base = filepath.Join(dir, base)
		}
		c := Command{File: inDir(base, e.File)}
		c.take(args, base)
		out = append(out, c)
	}
	return out, nil
}

func inDir(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// take reads the options of a compiler's command line that matter here.
func (c *Command) take(args []string, dir string) {
	value := func(i *int, flag string) (string, bool) {
		arg := args[*i]
		if arg == flag {
			if *i+1 == len(args) {
				return "", false
			}
			*i++
			return args[*i], true
		}
		return strings.CutPrefix(arg, flag)
	}
	o := &c.Options
	openmp := false
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "-m32":
			o.Model, c.ModelSet = ir.ILP32, true
		case arg == "-m64":
			o.Model, c.ModelSet = ir.LP64, true
		case arg == "-include", arg == "-isystem", arg == "-iquote", arg == "-idirafter":
			v, ok := value(&i, arg)
			if !ok {
				break
			}
			if arg == "-include" {
				o.Includes = append(o.Includes, inDir(dir, v))
			} else {
				o.IncludeDirs = append(o.IncludeDirs, inDir(dir, v))
			}
		case strings.HasPrefix(arg, "-I"):
			if v, ok := value(&i, "-I"); ok {
				o.IncludeDirs = append(o.IncludeDirs, inDir(dir, v))
			}
		case strings.HasPrefix(arg, "-D"):
			if v, ok := value(&i, "-D"); ok {
				o.Defines = append(o.Defines, v)
			}
		case strings.HasPrefix(arg, "-U"):
			if v, ok := value(&i, "-U"); ok {
				o.Undefines = append(o.Undefines, v)
			}
		default:
			if t, listed := known.Of(known.Flag, arg); listed && t != known.Honoured {
				o.CompilerFlags = append(o.CompilerFlags, arg)
			}
			openmp = openmp || arg == "-fopenmp"
		}
	}
	if !openmp {
		o.CompilerFlags = append(o.CompilerFlags, noOpenMP)
	}
}

// splitCommand splits a command line as a POSIX shell does, without expansions.
func splitCommand(s string) []string {
	var out []string
	var word strings.Builder
	inWord := false
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote == '\'' && c != '\'':
			word.WriteByte(c)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && i+1 < len(s) && (quote == 0 || s[i+1] == '"' || s[i+1] == '\\'):
			i++
			word.WriteByte(s[i])
			inWord = true
		case quote != 0:
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n':
			if inWord {
				out = append(out, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if inWord {
		out = append(out, word.String())
	}
	return out
}
