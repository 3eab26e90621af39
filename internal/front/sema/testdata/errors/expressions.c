/* Operands that expressions do not take. */
struct s { int a; int b : 3; const int c; } v, *p;
struct t { int a; } w;
struct incomplete *ip;
union u { int i; } un;
int n, arr[3];
float g;
void nothing(void);
const int k = 1;
enum e { E };

void f(void)
{
	undeclared = 1; /* want "error: \"undeclared\" undeclared" */
	w = *(struct s *)0; /* want "error: incompatible types in assignment" */
	w = 1; /* want "error: incompatible types in assignment" */
	n = w; /* want "error: incompatible types in assignment: \"int\" from \"struct t\"" */
	1 = n; /* want "error: lvalue required as left operand of assignment" */
	n++ = 1; /* want "error: lvalue required" */
	arr = 0; /* want "error: .* has array type" */
	k = 2; /* want "error: .* is read-only" */
	v = v; /* want "error: .* is read-only" */
	E = 1; /* want "error: lvalue required" */
	n = nothing(); /* want "error: void value not ignored" */
	n = v.z; /* want "error: \"struct s\" has no member named \"z\"" */
	n = n.a; /* want "error: request for member \"a\" in something not a structure" */
	n = n->a; /* want "error: invalid type argument of ->" */
	n = ip->a; /* want "error: incomplete type \"struct incomplete\"" */
	n = *n; /* want "error: invalid type argument of unary \*" */
	n = n[n]; /* want "error: subscripted value is neither array nor pointer" */
	n(); /* want "error: called object of type \"int\" is not a function" */
	nothing(1); /* want "error: too many arguments: got 1, want 0" */
	p = &v.b; /* want "error: cannot take address of bit-field" */
	p = &1; /* want "error: lvalue required as unary & operand" */
	n = sizeof(v.b); /* want "error: sizeof applied to a bit-field" */
	n = sizeof(struct incomplete); /* want "error: incomplete type" */
	n = g % 2; /* want "error: invalid operands to binary %" */
	n = ~g; /* want "error: wrong type argument \"float\" to unary ~" */
	n = -v; /* want "error: wrong type argument" */
	n = g << 1; /* want "error: invalid operands to binary <<" */
	n = v + 1; /* want "error: invalid operands to binary \+" */
	n = p + p; /* want "error: invalid operands to binary \+" */
	n = v == w; /* want "error: invalid operands to binary ==" */
	n = v ? 1 : 2; /* want "error: used \"struct s\" where a scalar is required" */
	n = n ? v : 1; /* want "error: type mismatch in conditional expression" */
	n = (int)v; /* want "error: cannot convert \"struct s\" to \"int\"" */
	w = (struct t)n; /* want "error: conversion to non-scalar type" */
	n = (int *)g; /* want "error: cannot convert \"float\" to \"int \*\"" */
	p = n; /* want "warning: assignment makes \"struct s \*\" from integer \"int\" without a cast" */
	n = p; /* want "warning: assignment makes integer \"int\" from \"struct s \*\" without a cast" */
	n = _Generic(g, int: 1); /* want "error: _Generic selector of type \"float\" is not compatible" */
	n = 99999999999999999999999999999; /* want "error: integer constant is too large" */
	if (v) ; /* want "error: used \"struct s\" where a scalar is required" */
	undeclared_call(); /* want "warning: implicit declaration of function \"undeclared_call\"" */
	n = __atomic_load_n(n, 5); /* want "error: argument of an atomic operation has type \"int\"" */
	n = __sync_fetch_and_add(&n); /* want "error: too few arguments" */
	n = _Generic(1, int: 0, signed int: 1, default: 2); /* want "error: _Generic specifies two compatible types" */
	n = _Generic(1, default: 0, int: 1, default: 2); /* want "error: duplicate default case in _Generic" */
}
