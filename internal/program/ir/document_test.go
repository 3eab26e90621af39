package ir

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// TestDocument checks that docs/understand/ir.md agrees with the table of opcodes.
func TestDocument(t *testing.T) { golden.File(t, "../../../docs/understand/ir.md", document()) }

// document returns the reference of the opcodes in Markdown, made from the
// tables: docs/understand/ir.md.
func document() string {
	var b strings.Builder
	b.WriteString(`# The intermediate representation

This page is made from the opcode table in internal/program/ir (run
` + "`go test ./internal/program/ir -run TestDocument -update`" + ` after changing it). The data
types are described in the package's documentation, the grammar of the text form
in internal/program/ir/print.go.

A program in text, as ` + "`heddle ir`" + ` prints it:

    program lp64 start @main
    file 0 "a.c"
    type $int = int "int" size 4 signed
    global @x size 4 align 4 $int @0:1:5
    func @main() @0:2:5 {
    b1:
      %1 = globaladdr ptr @x
      %2 = load i32 %1 align 4 $int @0:3:3
      %3 = add nsw i32 %2, 1:i32 @0:3:3
      store i32 %1, %3 align 4 $int @0:3:3
      halt 0:i32
    }

## Instructions

An instruction is a line: the result register if there is one, the opcode, its
words in the order of the columns here, the type, the operands. An access that a pointer
leads to may end with its C expression, for people.

| opcode | operands | words | meaning |
| --- | --- | --- | --- |
`)
	for op := OpInvalid + 1; op < numOps; op++ {
		info, form := &opTable[op], &opFormat[op]
		operands := fmt.Sprint(info.arity)
		if info.arity < 0 {
			operands = "any"
		}
		words := form.words()
		if op == OpAssert {
			words = "the name of a property"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", info.name, operands, words, strings.ReplaceAll(info.doc, "|", `\|`))
	}
	b.WriteString("\n## Terminators\n\n| terminator | meaning |\n| --- | --- |\n")
	for op := TermInvalid + 1; op <= TermHalt; op++ {
		fmt.Fprintf(&b, "| `%s` | %s |\n", op, termDocs[op])
	}
	b.WriteString("\n## Roles\n\nA function may have a role: a verb, and the kind of object that its first parameter points to.\n`internal/program/ir/role.go` has the meaning of each.\n\n| object | verbs |\n| --- | --- |\n")
	for o, verbs := range roleVerbs[1:] {
		fmt.Fprintf(&b, "| `%s` | `%v` |\n", RoleObject(o+1), strings.Trim(fmt.Sprint(verbs), "[]"))
	}
	return b.String()
}

// words lists the words that can follow the opcode.
func (f *format) words() string {
	var parts []string
	if f.sub != nil {
		parts = append(parts, strings.Join(f.sub, ", "))
	}
	for i, name := range flagNames {
		if f.flags&(1<<i) != 0 {
			parts = append(parts, "["+name+"]")
		}
	}
	switch f.order {
	case orderOptional:
		parts = append(parts, "[order]")
	case orderRequired:
		parts = append(parts, "order")
	case orderPair:
		parts = append(parts, "order `fail` order")
	}
	switch f.symbol {
	case symbolFunc:
		parts = append(parts, "function")
	case symbolGlobal:
		parts = append(parts, "global")
	case symbolLocal:
		parts = append(parts, "local")
	}
	return strings.Join(parts, "; ")
}

var termDocs = [...]string{
	TermBr:          "jump to the block",
	TermCondBr:      "jump to the first block if the i1 operand is 1, else to the second",
	TermSwitch:      "jump to the block of the case that holds the operand, else to the first block",
	TermRet:         "return from the function, with the operand if it has a result; from a thread's first function: the end of the thread, from the start function: of the process",
	TermUnreachable: "control cannot come here",
	TermThreadExit:  "the thread is finished, whatever frames it has",
	TermHalt:        "the process ends with the i32 operand as its status",
}
