/* <monetary.h>, POSIX */
#ifndef _MONETARY_H
#define _MONETARY_H

#include <heddle/types.h>
#include <bits/types/locale_t.h>

ssize_t strfmon(char *restrict to, size_t n, const char *restrict format, ...);
ssize_t strfmon_l(char *restrict to, size_t n, locale_t locale, const char *restrict format, ...);

#endif
