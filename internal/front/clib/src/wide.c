/* wide.c - strings and numbers of wide characters: <wchar.h> without conversions and streams. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>
#include "intrinsics.h"
#include "overlap.h"

#define BYTES(n) ((n) * sizeof(wchar_t))

size_t wcslen(const wchar_t *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

size_t wcsnlen(const wchar_t *s, size_t max)
{
	size_t n = 0;

	while (n < max && s[n])
		n++;
	return n;
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from)
{
	size_t n = 0;

	while ((to[n] = from[n]))
		n++;
	__heddle_check_apart(to, from, BYTES(n + 1));
	return to + n;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
	wcpcpy(to, from);
	return to;
}

wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
	size_t i = 0, end;

	for (; i < n && from[i]; i++)
		to[i] = from[i];
	end = i;
	__heddle_check_apart(to, from, BYTES(end < n ? end + 1 : n));
	for (; i < n; i++)
		to[i] = 0;
	return to + end;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
	wcpncpy(to, from, n);
	return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
	wcpcpy(to + wcslen(to), from);
	return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
	wchar_t *end = to + wcslen(to);
	size_t i = 0;

	for (; i < n && from[i]; i++)
		end[i] = from[i];
	__heddle_check_apart(end, from, BYTES(i));
	end[i] = 0;
	return to;
}

wchar_t *wcsdup(const wchar_t *s)
{
	size_t n = wcslen(s) + 1;
	wchar_t *copy = malloc(BYTES(n));

	if (copy)
		wmemcpy(copy, s, n);
	return copy;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
		if (!a[i])
			break;
	}
	return 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, (size_t)-1); }
int wcscoll(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, (size_t)-1); }

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
	size_t length = wcslen(from);

	if (length < n)
		wcscpy(to, from);
	return length;
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		wint_t p = towlower((wint_t)a[i]), q = towlower((wint_t)b[i]);

		if (p != q)
			return p < q ? -1 : 1;
		if (!p)
			break;
	}
	return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) { return wcsncasecmp(a, b, (size_t)-1); }

wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
	while (*s && *s != c)
		s++;
	return *s == c ? (wchar_t *)s : 0;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
	const wchar_t *last = 0;

	for (;; s++) {
		if (*s == c)
			last = s;
		if (!*s)
			return (wchar_t *)last;
	}
}

static size_t __heddle_wide_span(const wchar_t *s, const wchar_t *set, int member)
{
	size_t n = 0;

	while (s[n] && (wcschr(set, s[n]) != 0) == member)
		n++;
	return n;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) { return __heddle_wide_span(s, set, 1); }
size_t wcscspn(const wchar_t *s, const wchar_t *set) { return __heddle_wide_span(s, set, 0); }

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set)
{
	s += wcscspn(s, set);
	return *s ? (wchar_t *)s : 0;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *what)
{
	size_t n = wcslen(what);

	for (;; s++) {
		if (wcsncmp(s, what, n) == 0)
			return (wchar_t *)s;
		if (!*s)
			return 0;
	}
}

wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict set, wchar_t **restrict state)
{
	wchar_t *end;

	if (!s)
		s = *state;
	if (!s)
		return 0;
	s += wcsspn(s, set);
	if (!*s) {
		*state = 0;
		return 0;
	}
	end = s + wcscspn(s, set);
	*state = *end ? end + 1 : 0;
	*end = 0;
	return s;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
	__heddle_check_apart(to, from, BYTES(n));
	for (size_t i = 0; i < n; i++)
		to[i] = from[i];
	return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
	if (__heddle_apart(to, from) != (size_t)-1 && to > from)
		while (n-- > 0)
			to[n] = from[n];
	else
		for (size_t i = 0; i < n; i++)
			to[i] = from[i];
	return to;
}

wchar_t *wmemset(wchar_t *s, wchar_t c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		s[i] = c;
	return s;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] == c)
			return (wchar_t *)s + i;
	return 0;
}

/*
 * Numbers: the characters that may belong to one, as bytes. White space in front is left out; the result
 * is how much there is.
 */
enum { NUMBER = 400 };

static size_t __heddle_narrow(char *to, const wchar_t *s)
{
	size_t spaces = 0, n = 0;

	while (iswspace((wint_t)s[spaces]))
		spaces++;
	s += spaces;
	for (; s[n] > ' ' && s[n] < 127; n++) {
		if (n == NUMBER - 1)
			__heddle_unsupported("number of more than 399 wide characters");
		to[n] = (char)s[n];
	}
	to[n] = 0;
	return spaces;
}

#define NUMBER_OF(T, name, narrow)                                             \
	T name(const wchar_t *restrict s, wchar_t **restrict end, int base)    \
	{                                                                      \
		char text[NUMBER], *after = text;                              \
		size_t spaces = __heddle_narrow(text, s);                      \
		T value = narrow(text, &after, base);                          \
                                                                               \
		if (end)                                                       \
			*end = (wchar_t *)s + (after == text ? 0 : spaces + (size_t)(after - text)); \
		return value;                                                  \
	}

#define FLOAT_OF(T, name, narrow)                                              \
	T name(const wchar_t *restrict s, wchar_t **restrict end)              \
	{                                                                      \
		char text[NUMBER], *after;                                     \
		size_t spaces = __heddle_narrow(text, s);                      \
		T value = narrow(text, &after);                                \
                                                                               \
		if (end)                                                       \
			*end = (wchar_t *)s + (after == text ? 0 : spaces + (size_t)(after - text)); \
		return value;                                                  \
	}

NUMBER_OF(long, wcstol, strtol)
NUMBER_OF(long long, wcstoll, strtoll)
NUMBER_OF(unsigned long, wcstoul, strtoul)
NUMBER_OF(unsigned long long, wcstoull, strtoull)
NUMBER_OF(intmax_t, wcstoimax, strtoimax)
NUMBER_OF(uintmax_t, wcstoumax, strtoumax)
FLOAT_OF(double, wcstod, strtod)
FLOAT_OF(float, wcstof, strtof)
FLOAT_OF(long double, wcstold, strtold)
