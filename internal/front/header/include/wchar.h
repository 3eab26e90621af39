/* <wchar.h>, C11 7.29 */
#ifndef _WCHAR_H
#define _WCHAR_H

#include <stdarg.h>
#include <bits/types/locale_t.h>
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
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n);
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n);
size_t wcsnlen(const wchar_t *s, size_t n);
wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wcsdup(const wchar_t *s);
wchar_t *wcsrchr(const wchar_t *s, wchar_t c);
wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set);
wchar_t *wcsstr(const wchar_t *s, const wchar_t *what);
wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict set, wchar_t **restrict state);
size_t wcsspn(const wchar_t *s, const wchar_t *set);
size_t wcscspn(const wchar_t *s, const wchar_t *set);
int wcscoll(const wchar_t *a, const wchar_t *b);
size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
int wcscasecmp(const wchar_t *a, const wchar_t *b);
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n);
wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
long wcstol(const wchar_t *restrict s, wchar_t **restrict end, int base);
long long wcstoll(const wchar_t *restrict s, wchar_t **restrict end, int base);
unsigned long wcstoul(const wchar_t *restrict s, wchar_t **restrict end, int base);
unsigned long long wcstoull(const wchar_t *restrict s, wchar_t **restrict end, int base);
float wcstof(const wchar_t *restrict s, wchar_t **restrict end);
double wcstod(const wchar_t *restrict s, wchar_t **restrict end);
long double wcstold(const wchar_t *restrict s, wchar_t **restrict end);
wint_t btowc(int c);
int wctob(wint_t c);
int mbsinit(const mbstate_t *state);
size_t mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state);
size_t mbrtowc(wchar_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state);
size_t wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state);
size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t n, mbstate_t *restrict state);
size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t n, mbstate_t *restrict state);
int wcwidth(wchar_t c);
int wcswidth(const wchar_t *s, size_t n);
int wprintf(const wchar_t *restrict format, ...);
int swprintf(wchar_t *restrict to, size_t n, const wchar_t *restrict format, ...);
int wscanf(const wchar_t *restrict format, ...);
int swscanf(const wchar_t *restrict s, const wchar_t *restrict format, ...);
wint_t getwchar(void);
wint_t putwchar(wchar_t c);

struct tm;
struct _IO_FILE;

wint_t fgetwc(struct _IO_FILE *f);
wint_t getwc(struct _IO_FILE *f);
wint_t ungetwc(wint_t c, struct _IO_FILE *f);
wint_t fputwc(wchar_t c, struct _IO_FILE *f);
wint_t putwc(wchar_t c, struct _IO_FILE *f);
wchar_t *fgetws(wchar_t *restrict s, int n, struct _IO_FILE *restrict f);
int fputws(const wchar_t *restrict s, struct _IO_FILE *restrict f);
int fwide(struct _IO_FILE *f, int mode);
int fwprintf(struct _IO_FILE *restrict f, const wchar_t *restrict format, ...);
int fwscanf(struct _IO_FILE *restrict f, const wchar_t *restrict format, ...);
int vwprintf(const wchar_t *restrict format, va_list args);
int vfwprintf(struct _IO_FILE *restrict f, const wchar_t *restrict format, va_list args);
int vswprintf(wchar_t *restrict to, size_t n, const wchar_t *restrict format, va_list args);
int vwscanf(const wchar_t *restrict format, va_list args);
int vfwscanf(struct _IO_FILE *restrict f, const wchar_t *restrict format, va_list args);
int vswscanf(const wchar_t *restrict s, const wchar_t *restrict format, va_list args);
struct _IO_FILE *open_wmemstream(wchar_t **s, size_t *n);
size_t wcsftime(wchar_t *restrict s, size_t n, const wchar_t *restrict format, const struct tm *restrict t);
size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t n, mbstate_t *restrict state);
size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t characters, size_t n,
		  mbstate_t *restrict state);
int wcscasecmp_l(const wchar_t *a, const wchar_t *b, locale_t locale);
int wcsncasecmp_l(const wchar_t *a, const wchar_t *b, size_t n, locale_t locale);
int wcscoll_l(const wchar_t *a, const wchar_t *b, locale_t locale);
size_t wcsxfrm_l(wchar_t *restrict to, const wchar_t *restrict from, size_t n, locale_t locale);

#endif
