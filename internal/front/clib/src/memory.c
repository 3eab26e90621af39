/*
 * memory.c - the mem functions, byte by byte: their accesses are the caller's.
 * Calls with a constant size on typed objects do not come here (lower turns
 * them into typed accesses).
 */
#include <string.h>
#include <strings.h>
#include "intrinsics.h"
#include "overlap.h"

void __heddle_check_apart(const void *to, const void *from, size_t n)
{
	__heddle_assert(n <= __heddle_apart(to, from), "overlap", HEDDLE_PROPERTY_MEMORY);
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	char *t = to;
	const char *f = from;

	/* C11 7.24.2.1; a copy of an object to itself does nothing everywhere. */
	__heddle_check_apart(to, from, n);
	for (size_t i = 0; i < n; i++)
		t[i] = f[i];
	return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n)
{
	memcpy(to, from, n);
	return (char *)to + n;
}

void *memmove(void *to, const void *from, size_t n)
{
	char *t = to;
	const char *f = from;

	/* Backwards only where that matters: no copy depends on which object comes first. */
	if (t <= f || t >= f + n)
		for (size_t i = 0; i < n; i++)
			t[i] = f[i];
	else
		for (size_t i = n; i > 0; i--)
			t[i - 1] = f[i - 1];
	return to;
}

void *memset(void *to, int c, size_t n)
{
	char *t = to;

	for (size_t i = 0; i < n; i++)
		t[i] = (char)c;
	return to;
}

/* All characters are read, whether or not others differ before (C11 7.24.4.1). */
int memcmp(const void *a, const void *b, size_t n)
{
	const volatile unsigned char *p = a, *q = b;
	int result = 0;

	for (size_t i = 0; i < n; i++) {
		int x = p[i], y = q[i];

		if (!result)
			result = (x > y) - (x < y);
	}
	return result;
}

void *memchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;

	for (size_t i = 0; i < n; i++)
		if (p[i] == (unsigned char)c)
			return (void *)(p + i);
	return 0;
}

void *memrchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;

	for (size_t i = n; i > 0; i--)
		if (p[i - 1] == (unsigned char)c)
			return (void *)(p + i - 1);
	return 0;
}

void *rawmemchr(const void *s, int c)
{
	const unsigned char *p = s;

	while (*p != (unsigned char)c)
		p++;
	return (void *)p;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n)
{
	unsigned char *t = to;
	const unsigned char *f = from;

	for (size_t i = 0; i < n; i++)
		if ((t[i] = f[i]) == (unsigned char)c) {
			__heddle_check_apart(to, from, i + 1);
			return t + i + 1;
		}
	__heddle_check_apart(to, from, n);
	return 0;
}

void *memmem(const void *s, size_t n, const void *what, size_t m)
{
	const char *p = s;

	for (; n >= m; n--, p++)
		if (memcmp(p, what, m) == 0)
			return (void *)p;
	return 0;
}

void bzero(void *to, size_t n)
{
	memset(to, 0, n);
}

void explicit_bzero(void *to, size_t n)
{
	memset(to, 0, n);
}

void bcopy(const void *from, void *to, size_t n)
{
	memmove(to, from, n);
}

int bcmp(const void *a, const void *b, size_t n)
{
	return memcmp(a, b, n);
}
