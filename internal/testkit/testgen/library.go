package testgen

// The functions with a state of their own.
const (
	NextToken  Function = iota // strtok on a text of the statement, then again on the rest
	NextOption                 // getopt without arguments; opterr becomes Value
	RandomBit                  // srand, rand
	Lookup                     // getenv, twice
	PushBack                   // ungetc of Value, then getc
	AtEnd                      // clearerr, feof
	OldHandler                 // signal: ignore if Value, else the default; whether it was ignored
	ErrorText                  // strerror of Value
	numFunctions
)

// libraryCall is how a Library statement is written.
type libraryCall struct {
	feature Features
	cost    int // visible operations, nearly
	headers []string
	local   string // a declaration of the statement's own, or none
	before  string // a statement, with %s for the value; or none
	result  string // an int, with %s for the value if before has none
}

var libraryCalls = [numFunctions]libraryCall{
	NextToken: {Tokens, 2, []string{"string.h"}, `static char text[] = "a b";`,
		`strtok(text, " ");`, `next ? next[0] - 'a' : 0`},
	NextOption: {Getopts, 2, []string{"unistd.h"}, `char *args[] = { "program", NULL };`,
		"opterr = %s;", `getopt(1, args, "a") < 0 ? optind + opterr : 9`},
	RandomBit: {Randoms, 2, []string{"stdlib.h"}, "", "srand(1);", "rand() & 1"},
	Lookup:    {Variables, 2, []string{"stdlib.h"}, "", "", `getenv("HEDDLE") == getenv("HEDDLE") ? %s : 7`},
	PushBack:  {Streams, 2, []string{"stdio.h"}, "", "ungetc('a' + (%s & 1), stdin);", "getc(stdin) == 'a'"},
	AtEnd:     {Streams, 2, []string{"stdio.h"}, "", "clearerr(stdin);", "feof(stdin) != 0"},
	OldHandler: {Signals, 1, []string{"signal.h"}, "", "",
		"signal(SIGUSR1, %s ? SIG_IGN : SIG_DFL) == SIG_IGN"},
	ErrorText: {Statics, 1, []string{"string.h"}, "", "", "strerror(%s & 1)[0] == 'O'"},
}

// library calls one of the allowed library functions that have a state of their own.
func (g *conc) library(s *scope, room int) (Stmt, bool) {
	var allowed []Function
	for f := range numFunctions {
		if g.fs.Has(libraryCalls[f].feature) {
			allowed = append(allowed, f)
		}
	}
	if len(allowed) == 0 || s.section {
		return Stmt{}, false
	}
	f := allowed[g.rng.IntN(len(allowed))]
	return Stmt{Kind: Library, Function: f, Value: g.value(s), Dst: g.fresh(s)}, true
}
