/*
 * sort.c - qsort and bsearch as Heddle's models of them (internal/front/clib/src/sort.c): where
 * elements are equal, the plan says which comes first, and which is found.
 */
#include "access.h"
#include "turn.h"

#include <string.h>

struct heddle_input heddle_value(const char *call);

struct order {
	const char *call;
	int (*compare)(const void *, const void *);
	int (*compare_with)(const void *, const void *, void *);
	void *with;
};

static int goes_before(const struct order *o, const char *a, const char *b)
{
	int order = o->compare ? o->compare(a, b) : o->compare_with(a, b, o->with);

	return order > 0 || (order == 0 && heddle_value(o->call).lo);
}

static void sort(char *first, size_t n, size_t size, const struct order *o, const void *pc)
{
	size_t i, k;
	char *p;

	for (i = 1; i < n; i++)
		for (p = first + i * size; p != first && goes_before(o, p - size, p); p -= size) {
			heddle_access_range(p - size, 2 * size, HEDDLE_WRITE, o->call, pc);
			for (k = 0; k < size; k++) {
				char c = p[k];

				p[k] = (p - size)[k];
				(p - size)[k] = c;
			}
		}
}

WEAK void heddle_qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	struct order o = { "qsort", compare };

	sort(base, n, size, &o, PC);
}

WEAK void heddle_qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *with)
{
	struct order o = { "qsort_r", NULL, compare, with };

	sort(base, n, size, &o, PC);
}

WEAK void *heddle_bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	const char *first = base;

	while (n > 0) {
		const char *middle = first + n / 2 * size;
		int order = compare(key, middle);

		if (order == 0) {
			const char *other = n > 1 ? first + heddle_value("bsearch").lo * size : first;

			return (void *)(other == middle || compare(key, other) == 0 ? other : middle);
		}
		if (order > 0) {
			first = middle + size;
			n--;
		}
		n /= 2;
	}
	return NULL;
}
