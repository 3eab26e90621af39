package ir

import (
	"strings"
	"testing"
)

func TestSyntaxErrors(t *testing.T) {
	const head = "program lp64 start @f\n"
	tests := []struct{ name, text, want string }{
		{"empty", "", "1:1: a program starts with a program line"},
		{"no item", "hello\n", "1:1: expected program, file, type, global or func"},
		{"model", "program lp65\n", `1:9: expected lp64 or ilp32, found "lp65"`},
		{"start", head, `1:20: unknown function "f"`},
		{"twice", head + "func @f()\nfunc @f()\n", "3:1: f is defined twice"},
		{"open", head + "func @f() {\nb1:\n", "2:1: function f has no closing brace"},
		{"instruction", head + "func @f() {\nb1:\n  %1 = frob i32 1:i32\n}\n", `4:8: unknown instruction "frob"`},
		{"constant", head + "func @f() {\nb1:\n  %1 = copy i8 300:i8\n  ret\n}\n", "4:16: 300 does not fit i8"},
		{"undeclared", head + "func @f() {\nb1:\n  %1 = copy i8 %2\n  ret\n}\n", "register %2 of f is never declared"},
		{"huge register", head + "func @f() {\nb1:\n  %4000000000 = copy i8 1:i8\n  ret\n}\n", "number 4000000000 is not in"},
		{"type", head + "func @f(%1: i129)\n", `2:13: expected type, found "i129"`},
		{"string", "program lp64\nfile 0 \"abc\n", "2:8: string is not closed"},
		{"character", head + "func @f() ?\n", "2:11: unexpected character '?'"},
		{"position", head + "func @f() @0:1:1\n", "2:12: unknown file index 0"},
		{"local", head + "func @f() {\nb1:\n  leave &1\n  ret\n}\n", "4:9: local 1 is not declared"},
		{"extra", head + "func @f() {\nb1:\n  ret 1:i32 2:i32\n}\n", "4:13: expected end of line"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse(tt.text)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

type names map[string]int32

func (n names) Func(s string) (FuncID, bool)     { id, ok := n[s]; return FuncID(id), ok }
func (n names) Global(s string) (GlobalID, bool) { id, ok := n[s]; return GlobalID(id), ok }
func (n names) CType(s string) (CTypeID, bool)   { return CTypeID(n[s]), true }
func (n names) File(i int) (FileID, bool)        { return FileID(i + 10), true }

func TestSingleItems(t *testing.T) {
	items, err := Items(sample)
	if err != nil {
		t.Fatal(err)
	}
	r := names{"x": 7, "a.c:y": 8, "start": 3, "ext": 4, "thread": 5, "$int": 2}
	for _, it := range items {
		text := sample[it.Start:it.End]
		switch it.Kind {
		case ItemFunc:
			f, err := ParseFunc(text, LP64, r)
			if err != nil || f.Name != it.Name {
				t.Errorf("%s: %v", it.Name, err)
			}
			if it.Name == "start" {
				if got := f.Blocks[1].Instrs[1].Pos; got != (Pos{11, 4, 2}) {
					t.Errorf("position %v", got)
				}
				if got := f.Blocks[1].Instrs[7].Glob; got != 8 {
					t.Errorf("global %d", got)
				}
			}
		case ItemGlobal:
			if g, err := ParseGlobal(text, LP64, r); err != nil || g.Name != it.Name {
				t.Errorf("%s: %v", it.Name, err)
			}
		case ItemCType:
			if _, err := ParseCType(text, LP64, r); err != nil {
				t.Errorf("%s: %v", it.Name, err)
			}
		}
	}
	if _, err := ParseFunc("func @f() {\nb1:\n  call @nope()\n  ret\n}\n", LP64, r); err == nil ||
		err.Error() != `3:8: unknown function "nope"` {
		t.Errorf("error %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Add("program ilp32 start @f\nfunc @f() {\nb1:\n  %1 = copy f64 1e3:f64\n  halt 0:i32\n}\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil || Check(p) != nil {
			return
		}
		roundTrip(t, p)
		NewSites(p)
	})
}
