/* <strings.h>, POSIX */
#ifndef _STRINGS_H
#define _STRINGS_H

#include <bits/types/locale_t.h>
#include <heddle/types.h>

int bcmp(const void *a, const void *b, size_t n);
void bcopy(const void *from, void *to, size_t n);
void bzero(void *s, size_t n);
char *index(const char *s, int c);
char *rindex(const char *s, int c);
int ffs(int n);
int ffsl(long n);
int ffsll(long long n);
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t n);

int strcasecmp_l(const char *a, const char *b, locale_t locale);
int strncasecmp_l(const char *a, const char *b, size_t n, locale_t locale);

#endif
