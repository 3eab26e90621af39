/* <glob.h>, POSIX */
#ifndef _GLOB_H
#define _GLOB_H

#include <heddle/types.h>

#define GLOB_ERR 1
#define GLOB_MARK 2
#define GLOB_NOSORT 4
#define GLOB_DOOFFS 8
#define GLOB_NOCHECK 16
#define GLOB_APPEND 32
#define GLOB_NOESCAPE 64
#define GLOB_NOSPACE 1
#define GLOB_ABORTED 2
#define GLOB_NOMATCH 3
#define GLOB_NOSYS 4
#ifdef _GNU_SOURCE
#define GLOB_PERIOD (1 << 7)
#define GLOB_BRACE (1 << 10)
#define GLOB_NOMAGIC (1 << 11)
#define GLOB_TILDE (1 << 12)
#define GLOB_ONLYDIR (1 << 13)
#define GLOB_TILDE_CHECK (1 << 14)
#endif

typedef struct {
	size_t gl_pathc;
	char **gl_pathv;
	size_t gl_offs;
	int gl_flags;
	void *__functions[5];
} glob_t;

int glob(const char *restrict pattern, int flags, int (*fail)(const char *, int), glob_t *restrict result);
void globfree(glob_t *result);

#define GLOB_ABEND 2
#define GLOB_ALTDIRFUNC 512
#define GLOB_MAGCHAR 256

#endif
