/*
 * malloc.c - the malloc family. An allocation fails only when the environment
 * switch for that is on. A size of zero yields an object without bytes, and
 * realloc to zero frees, as in glibc.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "intrinsics.h"

enum { MALLOC_ALIGN = 16 };

#define HALF_BITS (sizeof(size_t) * 4)

static void *__heddle_new(size_t align, size_t size)
{
	if (__heddle_flip(HEDDLE_CHOOSE_ALLOC_FAIL)) {
		errno = ENOMEM;
		return 0;
	}
	return __heddle_alloc(size, align, HEDDLE_ALLOC_HEAP);
}

/* Whether n * size overflows; small factors are decided without a division. */
static int __heddle_product_overflows(size_t n, size_t size)
{
	return ((n | size) >> HALF_BITS) != 0 && size != 0 && n > SIZE_MAX / size;
}

__heddle_role(alloc, heap)
void *malloc(size_t size)
{
	return __heddle_new(MALLOC_ALIGN, size);
}

__heddle_role(alloc, heap)
void *calloc(size_t n, size_t size)
{
	if (__heddle_product_overflows(n, size) || __heddle_flip(HEDDLE_CHOOSE_ALLOC_FAIL)) {
		errno = ENOMEM;
		return 0;
	}
	return __heddle_alloc(n * size, MALLOC_ALIGN, HEDDLE_ALLOC_HEAP_ZERO);
}

__heddle_role(free, heap)
void free(void *p)
{
	if (p)
		__heddle_free(p);
}

/*
 * The bytes move in words as wide as a pointer, so that pointers among them stay
 * whole, then one by one.
 */
__heddle_role(free, heap)
void *realloc(void *p, size_t size)
{
	char *q;
	size_t old, i = 0;

	if (!p)
		return malloc(size);
	if (size == 0) {
		__heddle_free(p);
		return 0;
	}
	q = __heddle_new(MALLOC_ALIGN, size);
	if (!q)
		return 0;
	old = __heddle_object_size(p);
	if (old > size)
		old = size;
	for (; i + sizeof(void *) <= old; i += sizeof(void *))
		*(void **)(q + i) = *(void **)((char *)p + i);
	for (; i < old; i++)
		q[i] = ((char *)p)[i];
	__heddle_free(p);
	return q;
}

void *reallocarray(void *p, size_t n, size_t size)
{
	if (__heddle_product_overflows(n, size)) {
		errno = ENOMEM;
		return 0;
	}
	return realloc(p, n * size);
}

__heddle_role(alloc, heap)
void *aligned_alloc(size_t align, size_t size)
{
	if (align == 0 || (align & (align - 1))) {
		errno = EINVAL;
		return 0;
	}
	return __heddle_new(align < MALLOC_ALIGN ? MALLOC_ALIGN : align, size);
}

__heddle_role(alloc, heap)
void *memalign(size_t align, size_t size)
{
	return aligned_alloc(align, size);
}

int posix_memalign(void **result, size_t align, size_t size)
{
	void *p;

	if (align == 0 || (align & (align - 1)) || align % sizeof(void *))
		return EINVAL;
	p = aligned_alloc(align, size);
	if (!p)
		return ENOMEM;
	*result = p;
	return 0;
}

__heddle_role(alloc, heap)
void *valloc(size_t size)
{
	return aligned_alloc(4096, size);
}

size_t malloc_usable_size(void *p)
{
	return p ? __heddle_object_size(p) : 0;
}

int malloc_info(int options, FILE *f)
{
	(void)f;
	return options ? EINVAL : 0;
}
