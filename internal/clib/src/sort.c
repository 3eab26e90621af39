/*
 * sort.c - qsort and bsearch. Sorting is an insertion sort: short and quadratic. Elements that
 * compare equal end in any order, as C leaves it open (C11 7.22.5.2p4).
 */
#include <stdlib.h>
#include "intrinsics.h"

static void __heddle_swap(char *a, char *b, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char c = a[i];

		a[i] = b[i];
		b[i] = c;
	}
}

/* Whether an element goes in front of its neighbour, for what their comparison yielded. */
static int __heddle_passes(int order)
{
	return order > 0 || (order == 0 && __heddle_flip(HEDDLE_CHOOSE_IO));
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	char *first = base;

	for (size_t i = 1; i < n; i++)
		for (char *p = first + i * size; p != first && __heddle_passes(compare(p - size, p)); p -= size)
			__heddle_swap(p - size, p, size);
}

void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *),
	     void *arg)
{
	char *first = base;

	for (size_t i = 1; i < n; i++)
		for (char *p = first + i * size; p != first && __heddle_passes(compare(p - size, p, arg)); p -= size)
			__heddle_swap(p - size, p, size);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size,
	      int (*compare)(const void *, const void *))
{
	const char *first = base;

	while (n > 0) {
		const char *middle = first + n / 2 * size;
		int order = compare(key, middle);

		if (order == 0)
			return (void *)middle;
		if (order > 0) {
			first = middle + size;
			n--;
		}
		n /= 2;
	}
	return 0;
}
