#include <stdio.h>
/* Attributes that say which function or object a name means, and how it is aligned. */

void aligned(void) __attribute__((aligned(256)));
void aligned(void) {}

static int add(int x) { return x + 1; }
int other(int) __attribute__((alias("add")));
int later(int) __attribute__((alias("defined_later")));
int uses_later(void) { return later(3); }
int defined_later(int x) { return x * 2; }
int value = 5;
extern int same __attribute__((alias("value")));
int weak_name(int) __attribute__((weak, alias("add")));

extern inline __attribute__((gnu_inline)) int twice(int x) { return 2 * x; }
int twice(int x) { return x + x; }
inline __attribute__((gnu_inline)) int thrice(int x) { return 3 * x; }
/* Two bodies for one symbol, none of them an external definition. */
extern inline int (__attribute__((nonnull(1), gnu_inline)) first)(int *x) { return *x + 1; }
int second(int *x) __asm__("first");
extern inline int *(__attribute__((nonnull(1))) __attribute__((gnu_inline)) place)(int *x) { return x; }
extern inline int (__attribute__((gnu_inline)) second)(int *x) { return *x + 1; }
int first(int *x) { return *x + 1; }
int *place(int *x) { return x; }

enum __attribute__((packed)) small { A, B };

int missing(void) __attribute__((weak));

int main(void)
{
	printf("%d %d %d\n", other(2), uses_later(), weak_name(4));
	same++;
	value++;
	printf("%d %d\n", value, same);
	printf("%d %d %d\n", (int)__alignof__(aligned), other == (int (*)(int))add, &same == &value);
	printf("%d %d %d\n", twice(4), thrice(4), (int)sizeof(enum small));
	printf("%d %d %d\n", first(&value), second(&value), *place(&same));
	printf("%d\n", missing != 0);
	return 0;
}
