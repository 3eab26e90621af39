package sema

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/heddle-mc/heddle/internal/host/pattern"
)

// asmInstr is an instruction of an inline asm template, in AT&T syntax.
type asmInstr struct {
	lock, rep bool
	op        string // in lower case, with the letter of the size if it has one
	args      []asmArg
}

// asmArg is an operand of an instruction: exactly one of these, or the memory at its address.
type asmArg struct {
	operand  string // of the statement: its number, or its name
	size     int64  // that a modifier of the operand asks for, in bytes; 0: none
	reg      string // a register, by its name
	word     string // a word of no other kind, such as the domain of a barrier
	constant *int64
	memory   bool
}

// The forms of an operand. One of the statement may have a modifier; a register has a
// second % where there are operands.
var (
	asmMemory   = pattern.Lazy(`^(?:0x0|0)?\((.*)\)$`)
	asmOperand  = pattern.Lazy(`^%([a-zA-Z])?(?:(\d+)|\[(\w+)\])$`)
	asmRegister = pattern.Lazy(`^%%?([a-z]\w+)$`)
	asmConstant = pattern.Lazy(`^\$(-?\w+)$`)
	asmWord     = pattern.Lazy(`^\w*$`)
	asmBreak    = strings.NewReplacer(`\n`, ";", `\t`, " ", "\n", ";")
	// asmAside is text that the assembler puts elsewhere, such as Linux's tables of places in the code.
	asmAside = pattern.Lazy(`(?s)\.pushsection\b.*?\.popsection\b`)
	asmMark  = pattern.Lazy(`^\s*\d+:`)
)

// asmSizes are the bytes that a letter stands for: a modifier of an operand, or the last one of
// an instruction.
var asmSizes = map[string]int64{"b": 1, "h": 1, "w": 2, "k": 4, "l": 4, "q": 8}

// parseAsm takes a template apart, given as it is written in the source; ok is false
// where it has a form that is not known here.
func parseAsm(template string) (list []asmInstr, ok bool) {
	lock, rep := false, false
	for _, line := range strings.Split(asmAside().ReplaceAllString(asmBreak.Replace(template), ""), ";") {
		words := strings.Fields(asmMark().ReplaceAllString(line, ""))
		for len(words) > 0 && (words[0] == "lock" || words[0] == "rep") {
			lock, rep, words = lock || words[0] == "lock", rep || words[0] == "rep", words[1:]
		}
		if len(words) == 0 {
			continue // a prefix may stand alone
		}
		in := asmInstr{lock: lock, rep: rep, op: strings.ToLower(words[0])}
		lock, rep = false, false
		if rest := strings.Join(words[1:], ""); rest != "" {
			for _, text := range strings.Split(rest, ",") {
				arg, ok := parseAsmArg(text)
				if !ok {
					return nil, false
				}
				in.args = append(in.args, arg)
			}
		}
		list = append(list, in)
	}
	return list, !lock
}

// dropRotations leaves out rotations of one register by constants, one behind the other, that
// turn it full circle: valgrind marks its client requests by them.
func dropRotations(list []asmInstr) []asmInstr {
	turned := int64(0)
	for i := 0; i < len(list); i++ {
		in := list[i]
		width := map[string]int64{"roll": 32, "rolq": 64}[in.op]
		if width == 0 || in.lock || len(in.args) != 2 || in.args[0].constant == nil || in.args[1].reg == "" || in.args[1].memory {
			return list
		}
		if in.op != list[0].op || in.args[1] != list[0].args[1] {
			return list
		}
		if turned += *in.args[0].constant; turned%width == 0 {
			return list[i+1:]
		}
	}
	return list
}

func parseAsmArg(text string) (arg asmArg, ok bool) {
	if m := asmMemory().FindStringSubmatch(text); m != nil {
		arg, ok = parseAsmArg(m[1])
		ok = ok && !arg.memory && (arg.operand != "" || arg.reg != "")
		arg.memory = true
		return arg, ok
	}
	if m := asmOperand().FindStringSubmatch(text); m != nil {
		return asmArg{operand: m[2] + m[3], size: asmSizes[m[1]]}, true
	}
	if m := asmRegister().FindStringSubmatch(text); m != nil {
		return asmArg{reg: m[1]}, true
	}
	if m := asmConstant().FindStringSubmatch(text); m != nil {
		n, err := strconv.ParseInt(m[1], 0, 64)
		return asmArg{constant: &n}, err == nil
	}
	return asmArg{word: text}, asmWord().MatchString(text)
}

// asmLetter returns the letter by which constraints call a register; 0: they do not.
func asmLetter(reg string) byte {
	switch m := regexp.MustCompile(`^[re]?(?:([abcd])[xl]|([sd])i)$`).FindStringSubmatch(reg); {
	case m == nil:
		return 0
	case m[2] != "":
		return strings.ToUpper(m[2])[0]
	default:
		return m[1][0]
	}
}

// asmRegisterSize returns the bytes of a register.
func asmRegisterSize(reg string) int64 {
	switch {
	case reg[0] == 'r':
		return 8
	case reg[0] == 'e':
		return 4
	case reg[len(reg)-1] == 'l' || reg[len(reg)-1] == 'h':
		return 1
	}
	return 2
}

// onlyVersions reports whether asm at file scope only gives versions of symbols, which concern the
// linker.
func onlyVersions(template string) bool {
	for _, line := range strings.Split(asmBreak.Replace(strings.Trim(template, `"`)), ";") {
		if words := strings.Fields(line); len(words) > 0 && words[0] != ".symver" {
			return false
		}
	}
	return true
}
