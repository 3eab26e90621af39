/* Statements outside what they belong to, labels, cases, returns. */
int g(void) { return; } /* want "warning: return without a value" */
void h(void) { return 1; } /* want "warning: return with a value in a function returning void" */
struct s { int a; } v;
int f(int n)
{
	break; /* want "error: break statement not within loop or switch" */
	continue; /* want "error: continue statement not within a loop" */
	case 1: ; /* want "error: case label not within a switch statement" */
	default: ; /* want "error: default label not within a switch statement" */
	switch (v) { } /* want "error: switch quantity \"struct s\" is not an integer" */
	switch (n) {
	case 1:
	case 2 ... 5:
	case 3: /* want "error: duplicate case value 3" */
	case 9 ... 8: /* want "warning: empty range of case values" */
	case n: /* want "error: expression is not an integer constant" */
		continue; /* no loop, but the statement is part of the bad one */
	default:
	default: ; /* want "error: multiple default labels" */
	}
	while (1) { switch (n) { case 0: continue; } break; }
twice:
twice: ; /* want "error: duplicate label \"twice\"" */
	return v; /* want "error: incompatible types in return" */
}
