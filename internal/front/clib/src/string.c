/* string.c - <string.h> and <strings.h> on strings, in the "C" locale. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "intrinsics.h"
#include "overlap.h"

size_t strlen(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

size_t strnlen(const char *s, size_t max)
{
	size_t n = 0;

	while (n < max && s[n])
		n++;
	return n;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
	size_t n = 0;

	while ((to[n] = from[n]))
		n++;
	__heddle_check_apart(to, from, n + 1);
	return to + n;
}

char *strcpy(char *restrict to, const char *restrict from)
{
	stpcpy(to, from);
	return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n)
{
	size_t i = 0, end;

	for (; i < n && from[i]; i++)
		to[i] = from[i];
	end = i;
	__heddle_check_apart(to, from, end < n ? end + 1 : n);
	for (; i < n; i++)
		to[i] = 0;
	return to + end;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
	stpncpy(to, from, n);
	return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
	stpcpy(to + strlen(to), from);
	return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n)
{
	char *end = to + strlen(to);
	size_t i = 0;

	for (; i < n && from[i]; i++)
		end[i] = from[i];
	__heddle_check_apart(end, from, i);
	end[i] = 0;
	return to;
}

int strncmp(const char *a, const char *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char p = a[i], q = b[i];

		if (p != q)
			return p < q ? -1 : 1;
		if (!p)
			break;
	}
	return 0;
}

int strcmp(const char *a, const char *b)
{
	return strncmp(a, b, (size_t)-1);
}

int strcoll(const char *a, const char *b)
{
	return strcmp(a, b);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t n)
{
	size_t length = strlen(from);

	if (length < n)
		strcpy(to, from);
	return length;
}

int strncasecmp(const char *a, const char *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int p = tolower((unsigned char)a[i]), q = tolower((unsigned char)b[i]);

		if (p != q)
			return p - q;
		if (!p)
			break;
	}
	return 0;
}

int strcasecmp(const char *a, const char *b)
{
	return strncasecmp(a, b, (size_t)-1);
}

char *strchrnul(const char *s, int c)
{
	while (*s && *s != (char)c)
		s++;
	return (char *)s;
}

char *strchr(const char *s, int c)
{
	s = strchrnul(s, c);
	return *s == (char)c ? (char *)s : 0;
}

char *strrchr(const char *s, int c)
{
	const char *last = 0;

	for (;; s++) {
		if (*s == (char)c)
			last = s;
		if (!*s)
			return (char *)last;
	}
}

char *index(const char *s, int c)
{
	return strchr(s, c);
}

char *rindex(const char *s, int c)
{
	return strrchr(s, c);
}

/* The length of the longest prefix of s whose characters are (not) in set. */
static size_t __heddle_span(const char *s, const char *set, int member)
{
	size_t n = 0;

	while (s[n] && (strchr(set, s[n]) != 0) == member)
		n++;
	return n;
}

size_t strspn(const char *s, const char *set)
{
	return __heddle_span(s, set, 1);
}

size_t strcspn(const char *s, const char *set)
{
	return __heddle_span(s, set, 0);
}

char *strpbrk(const char *s, const char *set)
{
	s += strcspn(s, set);
	return *s ? (char *)s : 0;
}

char *strstr(const char *s, const char *what)
{
	size_t n = strlen(what);

	for (;; s++) {
		if (strncmp(s, what, n) == 0)
			return (char *)s;
		if (!*s)
			return 0;
	}
}

char *strcasestr(const char *s, const char *what)
{
	size_t n = strlen(what);

	for (;; s++) {
		if (strncasecmp(s, what, n) == 0)
			return (char *)s;
		if (!*s)
			return 0;
	}
}

char *strtok_r(char *restrict s, const char *restrict set, char **restrict state)
{
	char *end;

	if (!s)
		s = *state;
	s += strspn(s, set);
	if (!*s) {
		*state = s;
		return 0;
	}
	end = s + strcspn(s, set);
	if (*end)
		*end++ = 0;
	*state = end;
	return s;
}

HEDDLE_STATE(strtok);

char *strtok(char *restrict s, const char *restrict set)
{
	static char *__heddle_strtok_state;
	char *token, *state = 0;

	HEDDLE_NOT_THREAD_SAFE(strtok);
	if (!s) {
		__heddle_atomic_begin();
		state = __heddle_strtok_state;
		__heddle_atomic_end();
	}
	token = strtok_r(s, set, &state);
	__heddle_atomic_begin();
	__heddle_strtok_state = state;
	__heddle_atomic_end();
	return token;
}

char *strsep(char **restrict state, const char *restrict set)
{
	char *s = *state, *end;

	if (!s)
		return 0;
	end = s + strcspn(s, set);
	if (*end) {
		*end = 0;
		*state = end + 1;
	} else {
		*state = 0;
	}
	return s;
}

char *strndup(const char *s, size_t max)
{
	size_t n = strnlen(s, max);
	char *copy = malloc(n + 1);

	if (copy) {
		for (size_t i = 0; i < n; i++)
			copy[i] = s[i];
		copy[n] = 0;
	}
	return copy;
}

char *strdup(const char *s)
{
	return strndup(s, (size_t)-1);
}

char *__strdup(const char *s)
{
	return strdup(s);
}

enum { LAST_ERROR = 133 };

const char *__heddle_error_text(int code)
{
	switch (code) {
	case 0:
		return "Success";
	case EPERM:
		return "Operation not permitted";
	case ENOENT:
		return "No such file or directory";
	case EINTR:
		return "Interrupted system call";
	case EIO:
		return "Input/output error";
	case EAGAIN:
		return "Resource temporarily unavailable";
	case ENOMEM:
		return "Cannot allocate memory";
	case EBUSY:
		return "Device or resource busy";
	case EINVAL:
		return "Invalid argument";
	case ERANGE:
		return "Numerical result out of range";
	case EDEADLOCK:
		return "Resource deadlock avoided";
	case ETIMEDOUT:
		return "Connection timed out";
	}
	return "Error";
}

/* A function's static result takes a text. */
static char *__heddle_result(char *to, const char *text)
{
	for (int i = 0;; i++) {
		to[i] = text[i];
		if (!text[i])
			return to;
	}
}

HEDDLE_STATE(strerror);
static char __result_of_strerror[48];

char *strerror(int code)
{
	HEDDLE_NOT_THREAD_SAFE(strerror);
	return __heddle_result(__result_of_strerror, __heddle_error_text(code));
}

/* As in glibc for _GNU_SOURCE: only the text of an unknown code goes to the buffer. */
char *strerror_r(int code, char *buffer, size_t n)
{
	if (code >= 0 && code <= LAST_ERROR)
		return (char *)__heddle_error_text(code);
	snprintf(buffer, n, "Unknown error %d", code);
	return buffer;
}

/* As POSIX has it: the text goes to the buffer as far as it fits. */
int __xpg_strerror_r(int code, char *buffer, size_t n)
{
	const char *text = __heddle_error_text(code);
	size_t i;

	if (code < 0 || code > LAST_ERROR) {
		snprintf(buffer, n, "Unknown error %d", code);
		return EINVAL;
	}
	if (n == 0)
		return ERANGE;
	for (i = 0; i + 1 < n && text[i]; i++)
		buffer[i] = text[i];
	buffer[i] = 0;
	return text[i] ? ERANGE : 0;
}

HEDDLE_STATE(strsignal);
static char __result_of_strsignal[48];

char *strsignal(int signal)
{
	(void)signal;
	HEDDLE_NOT_THREAD_SAFE(strsignal);
	return __heddle_result(__result_of_strsignal, "Signal");
}
