/* <iconv.h>, POSIX */
#ifndef _ICONV_H
#define _ICONV_H

#include <heddle/types.h>

typedef void *iconv_t;

iconv_t iconv_open(const char *to, const char *from);
size_t iconv(iconv_t conversion, char **restrict in, size_t *restrict in_left, char **restrict out,
	     size_t *restrict out_left);
int iconv_close(iconv_t conversion);

#endif
