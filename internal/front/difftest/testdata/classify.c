#include <stdio.h>
/* The classes of types, whose argument is not evaluated, and builtins of long double that no header declares. */

struct pair { int a, b; } pair;
union either { int a; char b; } either;
enum colour { RED } colour;
static int calls;
static int *next(void) { calls++; return 0; }

int main(void)
{
	char c = 1;
	_Bool b = 1;
	double d = 2;
	int list[3];
	printf("%d %d %d %d\n", __builtin_classify_type(c), __builtin_classify_type(b), __builtin_classify_type(colour), __builtin_classify_type(1ull));
	printf("%d %d %d %d\n", __builtin_classify_type(d), __builtin_classify_type(1.0f), __builtin_classify_type(list), __builtin_classify_type("a"));
	printf("%d %d %d %d\n", __builtin_classify_type(pair), __builtin_classify_type(either), __builtin_classify_type(main), __builtin_classify_type(next()));
	printf("%d\n", calls);
	printf("%d %d\n", (int)__builtin_fabsl(-3.0L), (int)__builtin_floorl(2.5L));
	return 0;
}
