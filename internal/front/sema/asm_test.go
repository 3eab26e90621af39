package sema

import (
	"fmt"
	"strings"
	"testing"
)

func TestParseAsm(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", " true"},
		{`lock; xaddl %0, %1`, "lock xaddl %0 %1 true"},
		{`lock\n\tcmpxchg %b[new],(%1)\n\tsetz %2`, "lock cmpxchg %new (%1); setz %2 true"},
		{`rep; nop`, "rep nop true"},
		{`cld; rep; stosq`, "cld; rep stosq true"},
		{`shl $0x20, %%rdx`, "shl $32 rdx true"},
		{`lock addl $0,0(%%rsp)`, "lock addl $0 (rsp) true"},
		{`dmb ish`, "dmb ish true"},
		{`1: jmp 1b`, "jmp 1b true"},
		{`.pushsection .smp_locks,\"a\"\n.long 671f - .\n.popsection\n671:\n\tlock; bts %1,%0`, "lock bts %1 %0 true"},
		{`movl 8(%0), %1`, " false"},
		{`movl (%0,%1,4), %2`, " false"},
		{`movl ((%0)), %1`, " false"},
		{`addl $-x, %0`, " false"},
		{`lock`, " false"},
	} {
		list, ok := parseAsm(c.text)
		var got []string
		for _, in := range list {
			got = append(got, written(in))
		}
		if got := fmt.Sprint(strings.Join(got, "; "), " ", ok); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

func TestDropRotations(t *testing.T) {
	for _, c := range []struct {
		text string
		left int
	}{
		{`rolq $3,%%rdi; rolq $13,%%rdi; rolq $61,%%rdi; rolq $51,%%rdi; nop`, 1},
		{`roll $3,%%edi; roll $13,%%edi; roll $29,%%edi; roll $19,%%edi`, 0},
		{`rolq $3,%%rdi; rolq $13,%%rdi; nop`, 3},
		{`rolq $3,%%rdi; rolq $61,%%rsi`, 2},
		{`roll $32,%%edi; rolq $3,%%rdi`, 1},
		{`lock rolq $64,%%rdi`, 1},
		{`rolq $64,(%%rdi)`, 1},
	} {
		list, _ := parseAsm(c.text)
		if got := len(dropRotations(list)); got != c.left {
			t.Errorf("%s: %d instructions left, want %d", c.text, got, c.left)
		}
	}
}

// written writes an instruction in short.
func written(in asmInstr) string {
	text := in.op
	if in.rep {
		text = "rep " + text
	}
	if in.lock {
		text = "lock " + text
	}
	for _, a := range in.args {
		arg := a.reg + a.word
		switch {
		case a.constant != nil:
			arg = fmt.Sprintf("$%d", *a.constant)
		case a.operand != "":
			arg = "%" + a.operand
		}
		if a.memory {
			arg = "(" + arg + ")"
		}
		text += " " + arg
	}
	return text
}

// FuzzParseAsm looks for templates for which the parser panics or returns an invalid operand.
func FuzzParseAsm(f *testing.F) {
	f.Add(`lock\n\tcmpxchg %b[new],(%1); setz %2`)
	f.Add(`rep; nop`)
	f.Fuzz(func(t *testing.T, text string) {
		list, ok := parseAsm(text)
		for _, in := range list {
			if ok && in.op == "" {
				t.Errorf("%q: an instruction without a name", text)
			}
			for _, a := range in.args {
				if a.memory && a.operand == "" && a.reg == "" {
					t.Errorf("%q: memory at nothing", text)
				}
			}
		}
	})
}
