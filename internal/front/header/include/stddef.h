/* <stddef.h>, C11 7.19 */
#ifndef _STDDEF_H
#define _STDDEF_H

#include <heddle/types.h>

typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
	long long __a __attribute__((__aligned__(__alignof__(long long))));
	long double __b __attribute__((__aligned__(__alignof__(long double))));
} max_align_t;

#ifndef NULL
#define NULL ((void *)0)
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)

#endif
