// 5.14: what realloc moves has no value where the original has none.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
#include <stdlib.h>

struct item {
	int key;
	struct item *next;
};

int main(void)
{
	struct item *p = malloc(sizeof *p);
	int last;

	p->key = 1;
	p = realloc(p, 2 * sizeof *p);
	last = p->next == NULL;
	free(p);
	return last;
}
