/* <malloc.h> */
#ifndef _MALLOC_H
#define _MALLOC_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

void *memalign(size_t align, size_t n);
void *pvalloc(size_t n);
int malloc_info(int options, FILE *f);
size_t malloc_usable_size(void *p);

#endif
