/* <regex.h>, POSIX; glibc's numbers and sizes */
#ifndef _REGEX_H
#define _REGEX_H

#include <sys/types.h>

#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2

typedef int regoff_t;
typedef struct {
	void *__program;
	unsigned long __sizes[3];
	void *__maps[2];
	size_t re_nsub;
	unsigned __flags;
} regex_t;
typedef struct {
	regoff_t rm_so;
	regoff_t rm_eo;
} regmatch_t;
typedef enum {
	REG_ENOSYS = -1, REG_NOERROR, REG_NOMATCH, REG_BADPAT, REG_ECOLLATE, REG_ECTYPE, REG_EESCAPE, REG_ESUBREG, REG_EBRACK,
	REG_EPAREN, REG_EBRACE, REG_BADBR, REG_ERANGE, REG_ESPACE, REG_BADRPT
} reg_errcode_t;

int regcomp(regex_t *restrict to, const char *restrict pattern, int flags);
int regexec(const regex_t *restrict expression, const char *restrict s, size_t n, regmatch_t matches[restrict],
	    int flags);
size_t regerror(int code, const regex_t *restrict expression, char *restrict text, size_t n);
void regfree(regex_t *expression);

#define REG_STARTEND 4
#define REG_EEND 14
#define REG_ESIZE 15
#define REG_ERPAREN 16
#define RE_DUP_MAX 0x7fff

#endif
