// Formats that are literal, and the same ones by way of a variable.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct link {
	struct link *next;
	char name[24];
};

static const char *words[] = { "abc", "", "a longer one" };

#define BOTH(format, ...)                                                              \
	do {                                                                           \
		const char *f = format;                                                \
		int n = snprintf(literal, sizeof literal, format, __VA_ARGS__);        \
		int m = snprintf(variable, sizeof variable, f, __VA_ARGS__);           \
		printf("%d %d [%s] [%s]\n", n, m, literal, variable);                  \
	} while (0)

int main(void)
{
	static char literal[40], variable[40], small[6];
	int values[] = { 0, 1, -1, 42, 255, -300, 2147483647 };

	for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
		int v = values[i];

		BOTH("%d|%i|%5d|%-5d|%05d", v, v, v, v, v);
		BOTH("%+d|% d|%.3d|%8.3d|%-8.3d|", v, v, v, v, v);
		BOTH("%u|%x|%X|%o", v, v, v, v);
		BOTH("%#x|%#X|%#o|%08x", v, v, v, v);
		BOTH("%hhd|%hd|%hhu|%hx", v, v, v, v);
		BOTH("%ld|%lu|%lld", (long)v, (unsigned long)(unsigned)v, (long long)v);
		BOTH("%zu|%jx|%td", sizeof v, (unsigned long long)v, (ptrdiff_t)v);
		BOTH("%*d|%-*d|%.*d", v % 7, v, 4, v, 3, v);
	}
	for (int i = 0; i < 3; i++) {
		BOTH("%s|%5s|%-5s|%.2s", words[i], words[i], words[i], words[i]);
		BOTH("%*.*s|%c|%3c|%-3c|", 6, 3, words[i], 'x', 'y', 'z');
		BOTH("%%%s%%|%p", words[i], (void *)0);
		printf("%d ", snprintf(small, sizeof small, "%s-%d", words[i], i));
		printf("%s\n", small);
		printf("%d\n", snprintf(NULL, 0, "%s-%d", words[i], i));
	}

	struct link link;
	char *at = literal + sprintf(literal, "%d, ", 12);

	printf("%d %s\n", sprintf(at, "no conversions"), literal);
	printf("%d [%s]\n", snprintf(small, 1, "%d", 7), small);
	printf("%d [%s]\n", sprintf(small, "%s", ""), small);
	printf("%d [%s]\n", snprintf(link.name, sizeof link.name, "%s.%d", words[0], 3), link.name);
	snprintf(literal, sizeof literal, "%d%n", 1234, &values[0]);
	printf("%d\n", values[0]);
	fprintf(stdout, "%s %d\n", literal, 5);
	return 0;
}
