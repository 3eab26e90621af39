/* text.c - further functions on strings and paths: of POSIX, BSD and GNU. */
#include <ctype.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "intrinsics.h"

size_t strlcpy(char *restrict to, const char *restrict from, size_t n)
{
	size_t length = strlen(from);

	if (n > 0) {
		size_t copied = length < n ? length : n - 1;

		memcpy(to, from, copied);
		to[copied] = 0;
	}
	return length;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t n)
{
	size_t length = strnlen(to, n);

	return length + strlcpy(to + length, from, n - length);
}

/* The number of digits at a place. */
static size_t __heddle_digits(const char *s)
{
	size_t n = 0;

	while (isdigit((unsigned char)s[n]))
		n++;
	return n;
}

/*
 * If the digits around the first difference begin with another digit than 0 they are numbers, of which the longer is
 * greater. If those before it are zeros they are fractions: a further digit makes a fraction smaller.
 */
int strverscmp(const char *a, const char *b)
{
	size_t i = 0, start, zeros;
	int order, p, q;

	while (a[i] && a[i] == b[i])
		i++;
	order = (unsigned char)a[i] - (unsigned char)b[i];
	for (start = i; start > 0 && isdigit((unsigned char)a[start - 1]); start--)
		;
	for (zeros = start; zeros < i && a[zeros] == '0'; zeros++)
		;
	p = isdigit((unsigned char)a[i]) != 0;
	q = isdigit((unsigned char)b[i]) != 0;
	if (isdigit((unsigned char)a[start]) && isdigit((unsigned char)b[start]) && a[start] != '0' && b[start] != '0') {
		size_t more = __heddle_digits(a + i), other = __heddle_digits(b + i);

		if (more != other)
			return more > other ? 1 : -1;
	} else if (zeros == i && start < i && p != q) {
		return p ? -1 : 1;
	}
	return order;
}

/* Removes slashes at the end of a path, other than the first character. */
static char *__heddle_strip(char *path)
{
	size_t n = strlen(path);

	while (n > 1 && path[n - 1] == '/')
		path[--n] = 0;
	return path + n;
}

static char *__heddle_here(void)
{
	static char __result_of_dirname[2];

	__result_of_dirname[0] = '.';
	__result_of_dirname[1] = 0;
	return __result_of_dirname;
}

char *__xpg_basename(char *path)
{
	char *end;

	if (!path || !*path)
		return __heddle_here();
	end = __heddle_strip(path);
	while (end > path && end[-1] != '/')
		end--;
	return *end ? end : path;
}

char *dirname(char *path)
{
	char *end;

	if (!path || !*path)
		return __heddle_here();
	end = __heddle_strip(path);
	while (end > path && end[-1] != '/')
		end--;
	if (end == path)
		return __heddle_here();
	while (end > path + 1 && end[-1] == '/')
		end--;
	*end = 0;
	return path;
}

/* GNU's basename, which <string.h> declares, changes nothing. */
#undef basename
char *basename(const char *path)
{
	const char *last = strrchr(path, '/');

	return (char *)(last ? last + 1 : path);
}

int getsubopt(char **restrict options, char *const *restrict names, char **restrict value)
{
	char *s = *options, *end = strchrnul(s, ','), *equals;

	*value = 0;
	if (!*s)
		return -1;
	for (equals = s; equals < end && *equals != '='; equals++)
		;
	*options = *end ? end + 1 : end;
	*end = 0;
	for (int i = 0; names[i]; i++)
		if (strncmp(names[i], s, (size_t)(equals - s)) == 0 && !names[i][equals - s]) {
			if (equals < end)
				*value = equals + 1;
			return i;
		}
	*value = s;
	return -1;
}

void swab(const void *restrict from, void *restrict to, ssize_t n)
{
	const char *s = from;
	char *t = to;

	for (; n > 1; n -= 2, s += 2, t += 2) {
		char first = s[0];

		t[0] = s[1];
		t[1] = first;
	}
}

long a64l(const char *s)
{
	unsigned value = 0;

	for (int i = 0; i < 6 && s[i]; i++) {
		unsigned c = (unsigned char)s[i], digit;

		if (c >= '.' && c <= '9')
			digit = c - '.';
		else if (c >= 'A' && c <= 'Z')
			digit = c - 'A' + 12;
		else if (c >= 'a' && c <= 'z')
			digit = c - 'a' + 38;
		else
			break;
		value |= digit << 6 * i;
	}
	return (int)value;
}

HEDDLE_STATE(l64a);
static char __result_of_l64a[7];

char *l64a(long n)
{
	unsigned value = (unsigned)n;
	int i = 0;

	HEDDLE_NOT_THREAD_SAFE(l64a);
	for (; value; value >>= 6)
		__result_of_l64a[i++] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[value & 63];
	__result_of_l64a[i] = 0;
	return __result_of_l64a;
}
