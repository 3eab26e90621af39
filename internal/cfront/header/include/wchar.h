/* <wchar.h>, C11 7.29, the part without streams and conversions */
#ifndef _WCHAR_H
#define _WCHAR_H

#include <stddef.h>

typedef unsigned wint_t;
typedef struct {
	int __count;
	unsigned __value;
} mbstate_t;
#ifndef WEOF
#define WEOF 0xffffffffU
#endif
#ifndef WCHAR_MAX
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN (-__WCHAR_MAX__ - 1)
#endif

size_t wcslen(const wchar_t *s);
wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from);
int wcscmp(const wchar_t *a, const wchar_t *b);
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n);
wchar_t *wcschr(const wchar_t *s, wchar_t c);
wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wmemset(wchar_t *s, wchar_t c, size_t n);

#endif
