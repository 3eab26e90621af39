/* <uchar.h>, C11 7.28 */
#ifndef _UCHAR_H
#define _UCHAR_H

#include <stddef.h>
#include <wchar.h>

typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;

size_t mbrtoc16(char16_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state);
size_t c16rtomb(char *restrict s, char16_t c, mbstate_t *restrict state);
size_t mbrtoc32(char32_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state);
size_t c32rtomb(char *restrict s, char32_t c, mbstate_t *restrict state);

#endif
