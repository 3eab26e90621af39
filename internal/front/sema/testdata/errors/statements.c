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
int jumps(int n)
{
	goto in_array; /* want "error: jump into scope of identifier with variably modified type" */
	goto behind;
	{
		int a[n];
	in_array:
		a[0] = n;
		if (n)
			goto behind;
		goto in_array;
	}
	switch (n) {
		int (*p)[n];
	case 1: ; /* want "error: switch jumps into scope of identifier with variably modified type" */
	}
	switch (n) {
	case 2: ;
		int b[n];
		b[0] = 1;
	}
behind:
	goto in_expression; /* want "error: jump into statement expression" */
	return ({ if (n) goto behind; in_expression: n; });
}
int places(register int p, int q[restrict])
{
	register struct s r;
	register int *t = q;
	return *&t[0] + *&p /* want "error: address of register variable \"p\" requested" */
		+ *&*t;
}
int *member(void)
{
	register struct s r;
	return &r.a; /* want "error: address of register variable \"r\" requested" */
}
void output(int n)
{
	asm("" : "r"(n)); /* want "error: output operand constraint lacks '='" */
}
