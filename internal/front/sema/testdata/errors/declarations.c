/* Declarations that contradict one another or have no meaning. */
int a;
float a; /* want "error: conflicting types for \"a\"" */
int b = 1;
int b = 2; /* want "error: redefinition of \"b\"" */
int c(void);
int c; /* want "error: \"c\" redeclared as different kind of symbol" */
int d(int);
int d(float); /* want "error: conflicting types for \"d\"" */
int e(void) { return 0; }
int e(void) { return 1; } /* want "error: redefinition of \"e\"" */
int ext;
static int ext; /* want "error: static declaration of \"ext\" follows non-static" */
static int in;
int in; /* want "error: non-static declaration of \"in\" follows static" */
struct s { int x; int x; }; /* want "error: duplicate member \"x\"" */
struct once { int a; };
struct once { int b; }; /* want "error: redefinition of \"struct once\"" */
union once *u; /* want "error: \"once\" defined as wrong kind of tag" */
struct self { struct self me; }; /* want "error: member \"me\" has incomplete type" */
struct flex { int tail[]; int after; }; /* want "error: flexible array member \"tail\" not at end" */
struct bits { int wide : 40; }; /* want "error: width of bit-field exceeds its type" */
struct bits2 { float f : 3; }; /* want "error: bit-field has invalid type \"float\"" */
struct bits3 { int z : 0; }; /* want "error: zero width for bit-field \"z\"" */
struct incomplete i; /* want "error: storage size of \"i\" is not known" */
void v; /* want "error: variable \"v\" declared void" */
int negative[-1]; /* want "error: size of array is negative" */
int variable[a]; /* want "error: variably modified type at file scope" */
int big[0x7fffffffffffffff]; /* want "error: size of array is too large" */
int fa[3](void); /* want "error: declaration of an array of functions" */
int (*ff(void))[3](void); /* want "error: declaration of an array of functions" */
long float lf; /* want "error: invalid combination of type specifiers" */
extern static int es; /* want "error: multiple storage classes" */
int init = a; /* want "error: initializer element is not constant" */
int *where = &e; /* no complaint: pointers convert */
_Static_assert(sizeof(int) == 8, "wrong model"); /* want "error: static assertion failed: wrong model" */
enum en { A, A }; /* want "error: redefinition of \"A\"" */
int div = 1 / 0; /* want "error: initializer element is not constant" */
int over = 2147483647 + 1; /* want "warning: integer overflow in constant expression" */
int array[]; /* want "warning: array \"array\" assumed to have one element" */
__thread int *tp; int *taddr = (int *)&tp; /* want "error: initializer element is not constant" */
int dup(int x, int x); /* want "error: redefinition of \"x\"" */
int pv(void x); /* want "error: parameter has void type" */
struct once o1 = { .z = 1 }; /* want "error: \"struct once\" has no member named \"z\"" */
int o2[2] = { [5] = 1 }; /* want "error: array index in initializer is out of bounds" */
int o3[2] = { 1, 2, 3 }; /* want "warning: excess elements in initializer are dropped" */
int o4 = { 1, 2 }; /* want "warning: excess elements" */
char o5[2] = "abc"; /* want "warning: string is too long" */
int o6[2] = 1; /* want "error: invalid initializer for an array" */
struct once o7 = 1; /* want "error: incompatible types in initialization" */
int __attribute__((aligned(3))) o8; /* want "error: requested alignment is not a positive power of two" */

void f(void)
{
	int x;
	int x; /* want "error: redefinition of \"x\"" */
	int n = 2, vla[n] = { 1 }; /* want "error: variable-sized object may not be initialized" */
	static int s = x; /* want "error: initializer element is not constant" */
}
__attribute__((__heddle_role__("lock", "oven"))) void cook(void); /* want "error: a function cannot have the role \"lock\" of a \"oven\"" */
__attribute__((__heddle_role__("free", "heap"))) void toss(void *p); /* want "error: a function cannot have the role \"free\" of a \"heap\"" */
__attribute__((__heddle_role__)) void idle(void); /* want "error: a function cannot have the role \"\" of a \"\"" */
struct huge { char c[1UL << 61]; char d[1UL << 61]; }; /* want "error: size of \"struct huge\" is too large" */
struct __attribute__((scalar_storage_order("big-endian"))) big { int a; }; /* want "error: unsupported construct: attribute scalar_storage_order" */
struct { int a; } __attribute__((ms_struct)) ms; /* want "error: unsupported construct: attribute ms_struct" */
int nothing(void) __attribute__((alias("nobody"))); /* want "error: \"nothing\" is an alias of \"nobody\", which is not defined here" */
static int hidden(void) __attribute__((alias("e"))); /* want "error: unsupported construct: attribute alias of \"hidden\"" */
int chosen(void) __attribute__((ifunc("e"))); /* want "error: unsupported construct: attribute ifunc" */
int strange __attribute__((nothing_of_this_name)); /* want "warning: attribute nothing_of_this_name is ignored" */
