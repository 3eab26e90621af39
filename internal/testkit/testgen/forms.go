package testgen

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// formText has the forms of sequential programs, with a description of its notation.
//
//go:embed forms.txt
var formText string

// form is a function of constructs that the statements of a sequential program lack.
type form struct {
	name    string
	clauses []string // of C11
	text    string   // with placeholders
}

// forms lists the forms of sequential programs.
var forms = func() (list []form) {
	for _, section := range strings.Split(formText, "\n= ")[1:] {
		head, text, _ := strings.Cut(section, "\n")
		words := strings.Fields(head)
		list = append(list, form{words[0], words[1:], text})
	}
	return list
}()

// formsPerProgram is the number of forms in a program that has some.
const formsPerProgram = 4

// placeholder matches a placeholder of a form.
var placeholder = regexp.MustCompile(`@(N|e|f|c|k|t|\{[^}]*\})`)

// someForms writes functions of some forms, and returns their calls.
func (g *seq) someForms(seed uint64) (calls []string) {
	rng := rand.New(rand.NewPCG(seed, 0xf0)) // its own, so that the rest of a program is the same without these functions
	for i, which := range rng.Perm(len(forms))[:formsPerProgram] {
		calls = append(calls, g.form(forms[which], i, rng))
	}
	return calls
}

// form writes the function of a form, and returns its call.
func (g *seq) form(f form, number int, rng *rand.Rand) (call string) {
	usual := g.rng
	g.rng, g.scope, g.fixed = rng, nil, true
	t := intTypes[rng.IntN(len(intTypes))].name
	g.out.WriteString("\n" + placeholder.ReplaceAllStringFunc(strings.TrimRight(f.text, "\n")+"\n", func(m string) string {
		switch m[1] {
		case 'N':
			return fmt.Sprint(number)
		case 'e':
			return g.intExpr(1)
		case 'f':
			return g.floatExpr(1)
		case 'c':
			return g.constant(intTypes[6])
		case 'k':
			return fmt.Sprint(1 + rng.IntN(4))
		case 't':
			return t
		}
		list := strings.Split(m[2:len(m)-1], "|")
		return list[rng.IntN(len(list))]
	}))
	g.rng, g.fixed = usual, false
	return fmt.Sprintf("form%d();", number)
}
