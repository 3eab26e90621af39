/*
 * sort.c - qsort and bsearch. Sorting is an insertion sort: short and quadratic.
 * The order of equal elements is unspecified (C11 7.22.5.2p4): a sort leaves them
 * in any order. Of several equal elements a search finds any (7.22.5.1p4).
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

/* Whether an element moves in front of its neighbour: the sign of their comparison, or a choice. */
static int __heddle_goes_before(int order)
{
	return order > 0 || (order == 0 && __heddle_flip(HEDDLE_CHOOSE_IO));
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	char *first = base;

	for (size_t i = 1; i < n; i++)
		for (char *p = first + i * size; p != first && __heddle_goes_before(compare(p - size, p)); p -= size)
			__heddle_swap(p - size, p, size);
}

void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *),
	     void *arg)
{
	char *first = base;

	for (size_t i = 1; i < n; i++)
		for (char *p = first + i * size; p != first && __heddle_goes_before(compare(p - size, p, arg)); p -= size)
			__heddle_swap(p - size, p, size);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size,
	      int (*compare)(const void *, const void *))
{
	const char *first = base;

	while (n > 0) {
		const char *middle = first + n / 2 * size;
		int order = compare(key, middle);

		if (order == 0) {
			/* All other equal elements are among the n elements from first on. */
			const char *other = first + __heddle_pick(0, n - 1) * size;

			return (void *)(other == middle || compare(key, other) == 0 ? other : middle);
		}
		if (order > 0) {
			first = middle + size;
			n--;
		}
		n /= 2;
	}
	return 0;
}
