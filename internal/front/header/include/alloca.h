/* <alloca.h> */
#ifndef _ALLOCA_H
#define _ALLOCA_H

#include <heddle/types.h>

void *alloca(size_t n);
#undef alloca
#define alloca(n) __builtin_alloca(n)

#endif
